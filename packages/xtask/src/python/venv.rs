//! The virtual environment in which the Python package is built and tested.

use std::path::PathBuf;
use std::process::Command;
use std::{env, fs};

use anyhow::{Context as _, Result};

use super::interpreter::{install_packages, interpreter, make_venv};
use crate::report;
use crate::workspace::{cargo, command, read, root, run as run_command, shown};

/// The tools and their versions.
const REQUIREMENTS: &str = "bindings-python/requirements-dev.txt";

/// The settings of every tool.
pub(super) const SETTINGS: &str = "bindings-python/pyproject.toml";

/// What the tests need of a build.
#[derive(Clone)]
pub(crate) struct Built {
    /// The wheel for this machine.
    pub(crate) wheel: PathBuf,
    pub(crate) sdist: PathBuf,
}

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
