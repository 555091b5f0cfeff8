//! The component in Python: the same file, loaded by the `wasmtime` package.

use anyhow::Result;

use crate::conformance::Setting;
use crate::python::{interpreter, make_venv};
use crate::workspace::{command, root, run};

/// What is installed into the virtual environment. The newest is not needed, the same is.
const PACKAGE: &str = "wasmtime==50.0.1";

const SCRIPT: &str = "bindings-wasm/component/tests/in_python.py";

/// Runs every case through the component in Python.
pub(crate) fn conformance(setting: &Setting) -> Result<()> {
    super::build(setting.install)?;
    let venv = root().join("target/component-python");
    let python = venv.join("bin/python");
    if !python.exists() {
        make_venv(&interpreter(setting.install)?, &venv, setting.install)?;
    }
    run(command(&python).args(["-m", "pip", "install", "--quiet", PACKAGE]))?;
    setting.run(command(&python).arg(SCRIPT))
}
