//! The component in Python: the same file, loaded by the `wasmtime` package.

use std::process::Command;

use anyhow::Result;

use super::artefact::GATE;
use crate::conformance::Setting;
use crate::python::{install_packages, interpreter, make_venv};
use crate::workspace::{command, root, run};

/// The newest version that was tried.
const NEWEST: &str = "50.0.1";

/// The oldest version that loads components into Python.
const OLDEST: &str = "39.0.0";

const SCRIPT: &str = "bindings-wasm/component/tests/in_python.py";

/// Runs every case through the component in Python.
pub(crate) fn conformance(setting: &Setting) -> Result<()> {
    GATE.build(setting.install)?;
    setting.run(&mut runner(NEWEST, setting.install)?)
}

/// Runs every case through the component, already built, with the oldest version.
pub(crate) fn check_oldest(install: bool) -> Result<()> {
    run(&mut runner(OLDEST, install)?)
}

/// The script, with this version in an environment of its own.
fn runner(version: &str, install: bool) -> Result<Command> {
    let venv = root().join(format!("target/component-python/{version}"));
    let python = venv.join("bin/python");
    if !python.exists() {
        make_venv(&interpreter(install)?, &venv, install)?;
    }
    let package = format!("wasmtime=={version}");
    install_packages(&python, install, |uv| uv.arg(package))?;
    let mut runner = command(&python);
    runner.arg(SCRIPT);
    Ok(runner)
}
