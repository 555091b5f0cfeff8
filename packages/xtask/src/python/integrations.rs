//! The integrations: each with its framework, in an environment that holds frameworks and no other tools.

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::types::check_types;
use super::venv::{Built, Venv};
use crate::workspace::files;

/// Tests that only these environments can run.
pub(super) const TESTS: &str = "bindings-python/tests/integrations";

/// Frameworks that can be installed together.
struct Set {
    folder: &'static str,
    requirements: &'static str,
    /// The settings of pyright.
    types: &'static str,
    /// Whether a file of this name is for this set.
    has: fn(&str) -> bool,
    /// What the tests do about warnings, beyond the settings of all tests.
    warnings: &'static [&'static str],
}

const SETS: [Set; 2] = [
    Set {
        folder: "target/python/frameworks",
        requirements: "bindings-python/requirements-integrations.txt",
        types: "pyright-integrations.json",
        has: |name| !name.contains("crewai"),
        warnings: &[],
    },
    Set {
        folder: "target/python/crewai",
        requirements: "bindings-python/requirements-crewai.txt",
        types: "pyright-crewai.json",
        has: |name| name.contains("crewai"),
        // It warns about itself as soon as it is imported.
        warnings: &["-W", "default", "--disable-warnings"],
    },
];

/// Looks at the types and runs the tests, with the wheel and the frameworks installed.
pub(super) fn check(built: &Built, install: bool) -> Result<()> {
    for set in &SETS {
        let venv = Venv::with(set.folder, set.requirements, install)?;
        venv.install(built, install)?;
        check_types(&venv, set.types)?;
        let tests = of_set(set, TESTS)?;
        let tests = tests.iter().filter(|path| name(path).starts_with("test_"));
        venv.pytest(built, |pytest| pytest.args(set.warnings).args(tests))?;
    }
    Ok(())
}

/// The files of a folder that are for this set.
fn of_set(set: &Set, folder: &str) -> Result<Vec<PathBuf>> {
    let mut found = files(folder, "py")?;
    found.retain(|path| (set.has)(name(path)));
    Ok(found)
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).unwrap_or_default()
}
