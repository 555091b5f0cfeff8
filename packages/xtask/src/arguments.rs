//! The readers of arguments against other programs that read the same texts: `SQLite`, Python and Node.

use anyhow::{Result, bail};

use crate::report::Outcome;
use crate::workspace::{cargo, command, first_line, root, run, target_folder};

/// Each program, the script that asks it, and what it holds against what.
const OTHERS: [(&str, &str); 3] = [
    ("python3", "against_sqlite.py"),
    ("python3", "against_python.py"),
    ("node", "against_node.mjs"),
];

/// Runs the scripts of `tests/arguments` with their standard counts.
pub(crate) fn check() -> Result<Outcome> {
    run(&mut cargo([
        "build",
        "--quiet",
        "--locked",
        "--package",
        "aana-core",
        "--example",
        "read_argument",
    ]))?;
    let reader = target_folder().join("debug/examples/read_argument");
    for (program, script) in OTHERS {
        if first_line(program, &["--version"]).is_none() {
            bail!("`{program}` is not here, which `tests/arguments/{script}` needs");
        }
        run(command(program).arg(root().join("tests/arguments").join(script)).arg(&reader))?;
    }
    Ok(Outcome::passed(format!("programs: {}", OTHERS.len())))
}
