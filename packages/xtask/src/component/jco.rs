//! The component in Node.js and in a page: the same file, made JavaScript by jco.

use std::fs;

use anyhow::{Context as _, Result};

use super::artefact::{FILE, GATE};
use crate::conformance::Setting;
use crate::npm;
use crate::workspace::{command, root, run};

/// The folder of the tests, with jco in its lock file.
const TESTS: &str = "tests/packaging/component";

/// Where jco writes.
const OUT: &str = "target/component-jco";

/// Runs every case through what jco makes of the component.
pub(crate) fn conformance(setting: &Setting) -> Result<()> {
    GATE.build(setting.install)?;
    // The runner shares the cases and the browser with that of the package.
    npm::tools()?;
    npm::chromium(setting.install)?;
    let tests = root().join(TESTS);
    run(command("npm").current_dir(&tests).args(["ci", "--silent"]))?;
    let out = root().join(OUT);
    if out.exists() {
        fs::remove_dir_all(&out).context("cannot remove what jco wrote earlier")?;
    }
    fs::create_dir_all(&out)?;
    // The files are ES modules, which jco does not say of them.
    fs::write(out.join("package.json"), r#"{ "type": "module" }"#)?;
    let jco = tests.join("node_modules/.bin/jco");
    run(command(jco)
        .args(["transpile", FILE, "--name", "aana", "--quiet", "--out-dir"])
        .arg(&out))?;
    let mut test = command("node");
    test.current_dir(&tests).args(["--test", "--test-reporter=dot", "in_jco.test.mjs"]);
    setting.run(test.env("AANA_JCO", &out))
}
