//! Dependencies: licences, sources, duplicate versions, advisories.

use anyhow::{Result, bail};

use crate::debian;
use crate::report::{self, Outcome};
use crate::workspace::{capture, cargo, cargo_plugin, run};

/// Runs `cargo deny` as far as this machine lets it.
pub(crate) fn check(install: bool) -> Result<Outcome> {
    if cargo_plugin("deny").is_none() && debian::may_install(install) {
        // For one run: built in a third of the time, and slower by a second.
        run(cargo(["install", "--quiet", "--locked", "--debug", "cargo-deny"])
            .env("CARGO_PROFILE_DEV_DEBUG", "0"))?;
    }
    let Some(version) = cargo_plugin("deny") else {
        bail!("cargo-deny is not here: `cargo install cargo-deny --locked`, or `--install`");
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
