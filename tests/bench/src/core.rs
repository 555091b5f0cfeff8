//! The core itself, and the floor: `serde_json` reads the same event and writes the same decision.

use aana_core::{Gate, should_execute};
use anyhow::Result;
use serde_json::Value;

use crate::manifest::Manifest;
use crate::sample::measure as sample;
use crate::soak;

const SURFACE: &str = "rust-core";

pub(crate) fn measure(manifest: &Manifest, calls: usize) {
    let gate = Gate::default();
    let now = manifest.now_ms;
    for event in &manifest.events {
        let run = |operation: &str, work: &mut dyn FnMut() -> usize| {
            sample(SURFACE, operation, &event.name, calls, work);
        };
        let decision = gate.check(&event.text, now).to_json();
        let parsed: Option<Value> = serde_json::from_str(&decision).ok();
        run("floor", &mut || {
            let read: Option<Value> = serde_json::from_str(&event.text).ok();
            usize::from(read.is_some())
                + serde_json::to_string(&parsed).map_or(0, |text| text.len())
        });
        run("route", &mut || usize::from(gate.check(&event.text, now).executes()));
        run("json", &mut || gate.check(&event.text, now).to_json().len());
        run("should_execute", &mut || usize::from(should_execute(&decision, Some(&event.text))));
    }
}

pub(crate) fn soak(manifest: &Manifest, calls: usize) -> Result<()> {
    let gate = Gate::default();
    soak::run(SURFACE, manifest, calls, |event| gate.check(event, manifest.now_ms).to_json().len())
}
