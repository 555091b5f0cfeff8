//! Pyright over the package and its tests, as users of the package see it.

use anyhow::{Context as _, Result};

use super::venv::Venv;
use crate::workspace::{command, first_line, root, run as run_command};

/// The tests of the package from outside, with pyright in their lock file.
pub(super) const TESTS: &str = "tests/packaging/python";

/// The second opinion about the types. The tests want the tool as well, to see them from outside.
pub(super) fn pyright(venv: &Venv) -> Result<()> {
    first_line("npm", &["--version"])
        .context("npm is not here; the type checker pyright is one of its packages")?;
    let mut npm = command("npm");
    npm.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]).current_dir(root().join(TESTS));
    run_command(&mut npm)?;
    check_types(venv, "pyrightconfig.json")
}

/// Runs pyright as one of its settings says.
pub(super) fn check_types(venv: &Venv, settings: &str) -> Result<()> {
    let mut node = command("node");
    node.args(["node_modules/pyright/index.js", "--warnings", "--project", settings]);
    // What the extras bring is there.
    node.arg("--pythonpath").arg(venv.program("python")).current_dir(root().join(TESTS));
    run_command(&mut node)
}
