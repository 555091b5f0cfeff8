//! The command `aana`: the builds that leave something out, and the size of the one that is released.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};

use crate::report::{self, Outcome};
use crate::sizes;
use crate::workspace::{capture, cargo, command, run, target_folder};

const PACKAGE: [&str; 3] = ["--locked", "--package", "aana-cli"];

/// What turns on every command. `aana-cli/full` would be a feature of the dependency that the package has on itself.
pub(crate) const FULL: [&str; 2] = ["--features", "full"];

/// Each feature alone, and none. Tests and lints of the workspace are of all of them together.
const BUILDS: [&str; 6] = ["", "formats", "receipt", "http", "mcp", "run"];

/// Calls of a build without features, and what it answers about each.
const LEFT_OUT: [(&[&str], &str); 8] = [
    (&["aaep", "check", "event.json"], "--features formats"),
    (&["help", "descriptor"], "--features formats"),
    (&["receipt", "verify", "receipt.json"], "--features receipt"),
    (&["audit", "anchor", "audit.jsonl"], "--features receipt"),
    (&["audit", "verify", "audit.jsonl", "--anchors", "anchors.jsonl"], "--features receipt"),
    (&["audit", "verify", "audit.jsonl", "--key", "anchor.key.pub"], "--features receipt"),
    (&["codes", "--kind", "call"], "--features formats"),
    (&["mcp"], "--features mcp"),
];

/// The step `features`: each build has no lint, and the default one says what it leaves out.
pub(crate) fn features() -> Result<Outcome> {
    for features in BUILDS {
        let mut clippy = cargo(["clippy", "--quiet"]);
        clippy.args(PACKAGE).args(["--features", features, "--", "-D", "warnings"]);
        run(&mut clippy).with_context(|| format!("`aana` with the features `{features}`"))?;
    }
    run(cargo(["build", "--quiet"]).args(PACKAGE))?;
    let aana = target_folder().join("debug/aana");
    for (arguments, says) in LEFT_OUT {
        let output = capture(command(&aana).args(arguments))?;
        let said = String::from_utf8_lossy(&output.stderr);
        ensure!(
            output.status.code() == Some(2) && said.contains(says),
            "`aana {}`, without the feature: {}\n{said}",
            arguments.join(" "),
            output.status
        );
    }
    let help = capture(command(&aana).arg("--help"))?;
    let help = String::from_utf8_lossy(&help.stdout);
    ensure!(help.contains("Not in this build"), "`aana --help` does not say what it leaves out");
    Ok(Outcome::passed(format!("builds: {}", BUILDS.len())))
}

/// The step `release`: the whole command as it is released, under its ceiling.
pub(crate) fn release() -> Result<Outcome> {
    run(cargo(["build", "--quiet", "--profile", "dist"]).args(PACKAGE).args(FULL))?;
    let bytes = fs::read(target_folder().join("dist/aana")).context("cannot read `aana`")?;
    report::line(&sizes::check("command", &bytes)?);
    Ok(Outcome::passed(format!("bytes: {}", bytes.len())))
}

/// The whole command, built for tests and put where no other build replaces it: the folder that it is in.
pub(crate) fn whole(name: &str) -> Result<PathBuf> {
    run(cargo(["build", "--quiet"]).args(PACKAGE).args(FULL))?;
    let (folder, aana) = (target_folder().join(name), "aana");
    fs::create_dir_all(&folder)?;
    fs::copy(target_folder().join("debug").join(aana), folder.join(aana))
        .context("cannot copy `aana`")?;
    Ok(folder)
}
