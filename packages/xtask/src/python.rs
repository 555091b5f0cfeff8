//! The Python package: one wheel, built, installed and tested as a user would have it.
//!
//! Everything happens in virtual environments under `target/python`, with tools of pinned versions; the
//! tests never see the source of the package, only the installed wheel.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context as _, Result, bail};
use clap::Args;

use crate::conformance::Setting;
use crate::debian;
use crate::report::{self, Outcome};
use crate::workspace::{
    cargo, command, files, first_line, read, relative, root, run as run_command, shown,
};

const REQUIREMENTS: &str = "bindings-python/requirements-dev.txt";
const SETTINGS: &str = "bindings-python/pyproject.toml";
const SOURCES: [&str; 2] = ["bindings-python", "tests/packaging/python"];

/// Interpreters that may be the one, the usual name first.
const INTERPRETERS: [&str; 6] =
    ["python3", "python3.14", "python3.13", "python3.12", "python3.11", "python3.10"];

/// What `cargo xtask python` can be told.
#[derive(Args)]
pub(crate) struct Options {
    /// Build and install the wheel, and test nothing
    #[arg(long)]
    build_only: bool,
    /// Install missing Debian packages (needs root; implied by CI=true)
    #[arg(long)]
    install: bool,
}

/// The step of `cargo xtask test`.
pub(crate) fn check(install: bool) -> Result<Outcome> {
    run(&Options { build_only: false, install })
}

/// The wheel's runner for the conformance cases.
pub(crate) fn conformance(setting: &Setting) -> Result<()> {
    let (venv, wheel) = install(setting.install)?;
    venv.pytest(&wheel, |pytest| {
        pytest.arg("bindings-python/tests/test_conformance.py");
        pytest.env("AANA_CONFORMANCE_OUT", &setting.out)
    })
}

/// Builds, installs and tests.
pub(crate) fn run(options: &Options) -> Result<Outcome> {
    let (venv, wheel) = install(options.install)?;
    let name = wheel.file_name().unwrap_or_default().to_string_lossy().into_owned();
    if options.build_only {
        return Ok(Outcome::passed(name));
    }
    venv.run("ruff", |ruff| ruff.args(["format", "--check", "--config", SETTINGS]).args(SOURCES))?;
    venv.run("ruff", |ruff| ruff.args(["check", "--config", SETTINGS]).args(SOURCES))?;
    venv.run("mypy", |mypy| mypy.args(["--config-file", SETTINGS, "bindings-python/python/aana"]))?;
    venv.run("mypy", |mypy| {
        mypy.args(["--config-file", SETTINGS, "bindings-python/tests", "tests/packaging/python"]);
        mypy.env("MYPYPATH", "bindings-python/tests")
    })?;
    venv.run("stubtest", |stubtest| {
        stubtest.args(["--mypy-config-file", SETTINGS, "aana._native"])
    })?;
    venv.pytest(&wheel, |pytest| pytest.args(["bindings-python/tests", "tests/packaging/python"]))?;
    Ok(Outcome::passed(name))
}

/// An environment with a fresh wheel installed in it, and the wheel.
fn install(missing: bool) -> Result<(Venv, PathBuf)> {
    let venv = Venv::prepare(missing)?;
    let wheel = venv.build_wheel()?;
    venv.run("pip", |pip| {
        pip.args(["install", "--quiet", "--force-reinstall", "--no-deps", "--no-index"]).arg(&wheel)
    })?;
    Ok((venv, wheel))
}

/// A virtual environment with the pinned tools in it.
struct Venv {
    folder: PathBuf,
}

impl Venv {
    /// The environment, made anew where it is missing or where the pinned tools changed.
    fn prepare(install: bool) -> Result<Self> {
        let venv = Self { folder: root().join("target/python/venv") };
        let wanted = read(REQUIREMENTS)?;
        let stamp = venv.folder.join("requirements.txt");
        if fs::read_to_string(&stamp).is_ok_and(|present| present == wanted) {
            return Ok(venv);
        }
        if venv.folder.exists() {
            fs::remove_dir_all(&venv.folder)
                .context("cannot remove the old virtual environment")?;
        }
        make_venv(&interpreter(install)?, &venv.folder, install)?;
        report::line("installing the pinned tools");
        venv.run("pip", |pip| {
            pip.args(["install", "--quiet", "--disable-pip-version-check", "-r", REQUIREMENTS])
        })?;
        fs::write(stamp, wanted).context("cannot mark the virtual environment as complete")?;
        Ok(venv)
    }

    /// Runs a program of the environment in the root of the workspace.
    fn run(&self, program: &str, with: impl FnOnce(&mut Command) -> &mut Command) -> Result<()> {
        let bin = self.folder.join("bin");
        // Cargo, which maturin calls, must not see what cargo told this program about itself.
        let plain = cargo::<&str>([]);
        let mut prepared = command(bin.join(program));
        for (name, value) in plain.get_envs() {
            match value {
                Some(value) => prepared.env(name, value),
                None => prepared.env_remove(name),
            };
        }
        let mut path = vec![bin];
        path.extend(env::split_paths(&env::var_os("PATH").unwrap_or_default()));
        prepared.env("PATH", env::join_paths(path)?).env("VIRTUAL_ENV", &self.folder);
        prepared
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .env_remove("PYTHONPATH")
            .env_remove("PYTHONHOME");
        with(&mut prepared);
        report::line(&format!("$ {}", shown(&prepared)));
        run_command(&mut prepared)
    }

    /// Runs tests with the installed wheel.
    fn pytest(&self, wheel: &Path, with: impl FnOnce(&mut Command) -> &mut Command) -> Result<()> {
        self.run("pytest", |pytest| {
            pytest.args(["--quiet", "-c", SETTINGS, "--rootdir", "bindings-python"]);
            pytest.args(["-p", "no:cacheprovider"]).env("AANA_WHEEL", wheel);
            with(pytest)
        })
    }

    /// Builds the wheel, alone in its folder.
    fn build_wheel(&self) -> Result<PathBuf> {
        let folder = root().join("target/python/wheels");
        if folder.exists() {
            fs::remove_dir_all(&folder).context("cannot remove the old wheels")?;
        }
        self.run("maturin", |maturin| {
            maturin.args(["build", "--release", "--locked", "--quiet"]);
            maturin.args(["--manifest-path", "bindings-python/Cargo.toml", "--out"]).arg(&folder)
        })?;
        let wheels = files("target/python/wheels", "whl")?;
        match wheels.as_slice() {
            [wheel] => {
                let size = fs::metadata(wheel).map_or(0, |data| data.len());
                report::line(&format!("{}: {size} bytes", relative(wheel)));
                Ok(wheel.clone())
            }
            _ => bail!("one wheel was expected, and there are {}", wheels.len()),
        }
    }
}

/// The first interpreter that is new enough.
pub(crate) fn interpreter(install: bool) -> Result<String> {
    let new_enough = |name: &str| {
        first_line(name, &["-c", "import sys; print(sys.version_info >= (3, 10))"])
            .is_some_and(|answer| answer == "True")
    };
    if let Some(found) = INTERPRETERS.iter().find(|name| new_enough(name)) {
        return Ok((*found).to_owned());
    }
    if debian::may_install(install) {
        debian::install(&["python3", "python3-venv"], "the Python package")?;
        if new_enough("python3") {
            return Ok("python3".to_owned());
        }
    }
    bail!(
        "the Python package needs Python 3.10 or later, with `venv`: on Debian `apt-get install python3-venv`"
    )
}

/// Makes a virtual environment.
pub(crate) fn make_venv(interpreter: &str, folder: &Path, install: bool) -> Result<()> {
    let make = || {
        let mut make = command(interpreter);
        make.args(["-m", "venv"]).arg(folder);
        run_command(&mut make)
    };
    match make() {
        Ok(()) => Ok(()),
        // Debian has `venv` in a package of its own.
        Err(_) if debian::may_install(install) => {
            debian::install(&["python3-venv"], "the Python package")?;
            make()
        }
        Err(error) => {
            Err(error.context("no virtual environment; on Debian `apt-get install python3-venv`"))
        }
    }
}
