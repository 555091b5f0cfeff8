//! An interpreter that is new enough, virtual environments made by it, and packages installed into them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::debian;
use crate::once::Once;
use crate::workspace::{command, first_line, root, run as run_command};

/// Interpreters that may be the one, the usual name first.
const INTERPRETERS: [&str; 6] =
    ["python3", "python3.14", "python3.13", "python3.12", "python3.11", "python3.10"];

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
