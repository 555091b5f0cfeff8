//! The Python package: one wheel, built, installed and tested as a user would have it.
//!
//! Everything happens in virtual environments under `target/python`, with tools of pinned versions; the
//! tests never see the source of the package, only the installed wheel.

mod files;
mod integrations;
mod interpreter;
mod types;
mod venv;

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;
use clap::Args;

pub(crate) use self::interpreter::{install_packages, interpreter, make_venv};
use self::types::{TESTS, pyright};
use self::venv::{Built, SETTINGS, Venv};
use crate::conformance::Setting;
use crate::debian;
use crate::npm;
use crate::once::Once;
use crate::report::Outcome;
use crate::workspace::{first_line, root};

const OWN_TESTS: &str = "bindings-python/tests";
const SOURCES: [&str; 5] = ["bindings-python", TESTS, EXAMPLE, MCP_TESTS, LOAD];
const MCP_TESTS: &str = "tests/mcp";
const LOAD: &str = "tests/load";

/// The worked example.
const EXAMPLE: &str = "examples/pipeline/python";

/// What `cargo xtask python` can be told.
#[derive(Args)]
pub(crate) struct PythonArgs {
    /// Build and install the wheel, and test nothing
    #[arg(long)]
    build: bool,
    /// Build the wheels for other machines as well, and run them in systems made of Debian's packages
    #[arg(long, conflicts_with = "build")]
    all_wheels: bool,
    /// Install missing Debian packages (needs root; implied by CI=true)
    #[arg(long)]
    install: bool,
}

/// The step of `cargo xtask test`.
pub(crate) fn check(install: bool) -> Result<Outcome> {
    run(&PythonArgs { build: false, all_wheels: false, install })
}

/// The wheel's runners for the conformance cases and for those of the formats.
pub(crate) fn conformance(setting: &Setting) -> Result<()> {
    let (venv, built) = install(setting.install)?;
    venv.pytest(&built, |pytest| {
        pytest.args(
            ["test_conformance.py", "test_formats.py"].map(|name| format!("{OWN_TESTS}/{name}")),
        );
        pytest.env("AANA_CONFORMANCE_OUT", &setting.out)
    })
}

/// The runner of the service in the wheel, over HTTP.
pub(crate) fn conformance_http(setting: &Setting) -> Result<()> {
    let (venv, built) = install(setting.install)?;
    venv.pytest(&built, |pytest| {
        pytest.arg(format!("{OWN_TESTS}/service/test_http_conformance.py"));
        pytest.env("AANA_CONFORMANCE_OUT", &setting.out)
    })
}

/// An environment with a fresh wheel, for the tests of others.
pub(crate) struct Installed(Venv, Built);

impl Installed {
    /// Builds and installs.
    pub(crate) fn fresh(missing: bool) -> Result<Self> {
        let (venv, built) = install(missing)?;
        Ok(Self(venv, built))
    }

    /// Runs tests in it.
    pub(crate) fn pytest(&self, with: impl FnOnce(&mut Command) -> &mut Command) -> Result<()> {
        self.0.pytest(&self.1, with)
    }
}

/// Builds, installs and tests.
pub(crate) fn run(options: &PythonArgs) -> Result<Outcome> {
    let (venv, built) = install(options.install)?;
    let name = built.wheel.file_name().unwrap_or_default().to_string_lossy().into_owned();
    if options.build {
        return Ok(Outcome::passed(name));
    }
    venv.run("ruff", |ruff| ruff.args(["format", "--check", "--config", SETTINGS]).args(SOURCES))?;
    venv.run("ruff", |ruff| ruff.args(["check", "--config", SETTINGS]).args(SOURCES))?;
    venv.run("mypy", |mypy| mypy.args(["--config-file", SETTINGS, "bindings-python/python/aana"]))?;
    venv.run("mypy", |mypy| {
        mypy.args(["--config-file", SETTINGS, "bindings-python/tests", TESTS, MCP_TESTS, LOAD]);
        mypy.env("MYPYPATH", "bindings-python/tests")
    })?;
    venv.run("mypy", |mypy| {
        mypy.args(["--config-file", SETTINGS, EXAMPLE]).env("MYPYPATH", EXAMPLE)
    })?;
    venv.run("stubtest", |stubtest| {
        stubtest.args(["--mypy-config-file", SETTINGS, "aana._native"])
    })?;
    pyright(&venv)?;
    npm::chromium(options.install)?;
    venv.pytest(&built, |pytest| {
        pytest.args(["bindings-python/tests", TESTS, "--ignore", integrations::TESTS])
    })?;
    integrations::check(&built, options.install)?;
    if options.all_wheels {
        files::build_others(&venv, options.install)?;
        elsewhere(&venv, &built, options.install)?;
    }
    Ok(Outcome::passed(name))
}

/// The interpreter of an environment in which a fresh wheel is installed.
pub(crate) fn interpreter_with_wheel(missing: bool) -> Result<PathBuf> {
    let (venv, _) = install(missing)?;
    Ok(venv.program("python"))
}

/// The interpreter of another environment, with what `requirements` pins and the same wheel.
pub(crate) fn interpreter_with_wheel_and(
    folder: &str,
    requirements: &str,
    missing: bool,
) -> Result<PathBuf> {
    let (_, built) = install(missing)?;
    let venv = Venv::with(folder, requirements, missing)?;
    venv.install(&built, missing)?;
    Ok(venv.program("python"))
}

/// An environment with a fresh wheel installed in it, and what was built: once for one run of this program.
fn install(missing: bool) -> Result<(Venv, Built)> {
    static INSTALLED: Once<(Venv, Built)> = Once::new();
    INSTALLED.get(|| {
        let venv = Venv::prepare(missing)?;
        npm::page_script(missing)?;
        let built = files::build(&venv)?;
        venv.install(&built, missing)?;
        Ok((venv, built))
    })
}

/// Runs every wheel in a system of its own: other processors, another C library, a later Python.
fn elsewhere(venv: &Venv, built: &Built, install: bool) -> Result<()> {
    if first_line("qemu-aarch64-static", &["--version"]).is_none() && debian::may_install(install) {
        debian::install(&["qemu-user-static"], "wheels for other processors")?;
    }
    venv.pytest(built, |pytest| {
        pytest.args(["test_files.py", "elsewhere.py"].map(|name| format!("{TESTS}/{name}")));
        pytest.env("AANA_WHEELS", root().join(files::FOLDER))
    })
}
