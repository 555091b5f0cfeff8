//! The virtual environment in which the Python package is built and tested.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use anyhow::{Context as _, Result, bail};

use super::SETTINGS;
use super::files::Built;
use crate::debian;
use crate::once::Once;
use crate::report;
use crate::workspace::{cargo, command, first_line, read, root, run as run_command, shown};

/// The tools and their versions.
const REQUIREMENTS: &str = "bindings-python/requirements-dev.txt";

/// Interpreters that may be the one, the usual name first.
const INTERPRETERS: [&str; 6] =
    ["python3", "python3.14", "python3.13", "python3.12", "python3.11", "python3.10"];

/// A virtual environment with the pinned tools in it.
#[derive(Clone)]
pub(crate) struct Venv {
    folder: PathBuf,
}

impl Venv {
    /// The environment with the tools.
    pub(crate) fn prepare(install: bool) -> Result<Self> {
        Self::with("target/python/venv", REQUIREMENTS, install)
    }

    /// An environment, made anew where it is missing or where its pinned packages changed.
    pub(crate) fn with(folder: &str, requirements: &str, install: bool) -> Result<Self> {
        let venv = Self { folder: root().join(folder) };
        let wanted = read(requirements)?;
        let stamp = venv.folder.join("requirements.txt");
        if fs::read_to_string(&stamp).is_ok_and(|present| present == wanted) {
            return Ok(venv);
        }
        if venv.folder.exists() {
            fs::remove_dir_all(&venv.folder)
                .context("cannot remove the old virtual environment")?;
        }
        make_venv(&interpreter(install)?, &venv.folder, install)?;
        report::line(&format!("installing what {requirements} pins"));
        install_packages(&venv.program("python"), install, |uv| uv.args(["-r", requirements]))?;
        fs::write(stamp, wanted).context("cannot mark the virtual environment as complete")?;
        Ok(venv)
    }

    /// Installs what was built, and nothing with it.
    pub(crate) fn install(&self, built: &Built, install: bool) -> Result<()> {
        install_packages(&self.program("python"), install, |uv| {
            uv.args(["--reinstall", "--no-deps", "--no-index"]).arg(&built.wheel)
        })
    }

    /// A program of the environment.
    pub(crate) fn program(&self, name: &str) -> PathBuf {
        self.folder.join("bin").join(name)
    }

    /// Runs a program of the environment in the root of the workspace.
    pub(crate) fn run(
        &self,
        program: &str,
        with: impl FnOnce(&mut Command) -> &mut Command,
    ) -> Result<()> {
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
        // What Python compiles is kept, but not in the tree.
        prepared
            .env("PYTHONPYCACHEPREFIX", root().join("target/python/bytecode"))
            .env_remove("PYTHONPATH")
            .env_remove("PYTHONHOME");
        with(&mut prepared);
        report::line(&format!("$ {}", shown(&prepared)));
        run_command(&mut prepared)
    }

    /// Runs tests with the installed wheel.
    pub(crate) fn pytest(
        &self,
        built: &Built,
        with: impl FnOnce(&mut Command) -> &mut Command,
    ) -> Result<()> {
        self.run("pytest", |pytest| {
            pytest.args(["--quiet", "-c", SETTINGS, "--rootdir", "bindings-python"]);
            pytest.args(["-p", "no:cacheprovider"]);
            pytest.env("AANA_WHEEL", &built.wheel).env("AANA_SDIST", &built.sdist);
            with(pytest)
        })
    }
}

/// What installs packages: pip takes minutes for what this does in seconds.
const UV: &str = "uv==0.13.9";

/// Installs packages into the environment of this interpreter.
pub(crate) fn install_packages(
    python: &Path,
    install: bool,
    with: impl FnOnce(&mut Command) -> &mut Command,
) -> Result<()> {
    static READY: Once<PathBuf> = Once::new();
    let uv = READY.get(|| {
        let folder = root().join("target/uv");
        let uv = folder.join("bin/uv");
        let stamp = folder.join("packages.txt");
        if !fs::read_to_string(&stamp).is_ok_and(|present| present == UV) {
            make_venv(&interpreter(install)?, &folder, install)?;
            let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", UV];
            run_command(command(folder.join("bin/python")).args(pip))?;
            fs::write(stamp, UV).context("cannot mark uv as installed")?;
        }
        Ok(uv)
    })?;
    let mut uv = command(uv);
    uv.args(["pip", "install", "--quiet", "--python"]).arg(python);
    run_command(with(&mut uv))
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
