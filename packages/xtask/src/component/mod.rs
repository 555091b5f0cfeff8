//! The WebAssembly components: built, and run by every host that is named.

mod artefact;
mod fresh;
pub(crate) mod jco;
pub(crate) mod python;
#[cfg(test)]
mod words;

use aana_core::codes::FaultCode;
use aana_core::{Fault, Gate};
use anyhow::Result;

use crate::conformance::Setting;
use crate::report::Outcome;
use crate::workspace::{cargo, run};
pub(crate) use artefact::{FILE, FORMATS, GATE};

/// Where the host has the text of its refusal.
pub(crate) const REFUSAL: &str = "packages/host/src/refusal.json";

/// The tests of the host that need the component are marked as ignored, so that plain `cargo test`
/// works without it.
const TESTS: &str = "test --locked --package aana-host -- --include-ignored";

/// Builds the components and runs every test of the host, as a step of `cargo xtask test`; then a
/// host outside of the workspace, and the oldest engine that is named.
pub(crate) fn check(install: bool) -> Result<Outcome> {
    let sizes = [GATE.build(install)?, FORMATS.build(install)?];
    run(&mut cargo(TESTS.split(' ')))?;
    fresh::check()?;
    python::check_oldest(install)?;
    Ok(Outcome::passed(sizes.join("; ")))
}

/// The decision that the host gives where the component gives none.
pub(crate) fn refusal() -> String {
    let message = "the component gave no decision, so the call is refused".to_owned();
    let fault = Fault::at(&[], FaultCode::GateFailed, message);
    Gate::default().refuse(vec![fault], 0).to_json() + "\n"
}

/// Runs every case through the component in wasmtime.
pub(crate) fn conformance(setting: &Setting) -> Result<()> {
    GATE.build(setting.install)?;
    setting.cargo(&host_test("conformance"))
}

/// Runs every case of the formats through their component in wasmtime.
pub(crate) fn conformance_formats(setting: &Setting) -> Result<()> {
    FORMATS.build(setting.install)?;
    setting.cargo(&host_test("formats"))
}

fn host_test(name: &str) -> String {
    format!("cargo test --locked --package aana-host --test {name} -- --include-ignored --quiet")
}
