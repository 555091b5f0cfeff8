//! Dependencies: licences, sources, duplicate versions, advisories.

use anyhow::Result;

use crate::report::{self, Outcome};
use crate::workspace::{capture, cargo, cargo_plugin, run};

/// Runs `cargo deny` as far as this machine lets it.
pub(crate) fn check() -> Result<Outcome> {
    let Some(version) = cargo_plugin("deny") else {
        let note = "cargo-deny is not installed (`cargo install cargo-deny --locked`)";
        report::notice(note);
        return Ok(Outcome::Skipped(note.to_owned()));
    };
    report::line(&version);
    // The database of advisories lies elsewhere. Where it cannot be reached, the rest still counts.
    if capture(&mut cargo(["deny", "fetch", "db"]))?.status.success() {
        run(&mut cargo(["deny", "--locked", "check"]))?;
        return Ok(Outcome::passed("with advisories"));
    }
    let note = "without advisories: their database cannot be fetched";
    report::notice(note);
    run(&mut cargo(["deny", "--locked", "check", "bans", "licenses", "sources"]))?;
    Ok(Outcome::passed(note))
}
