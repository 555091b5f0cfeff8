//! The component in wasmtime: one instance for all calls, and a fresh one for each.

use aana_host::{Component, EngineOptions, Isolation};
use anyhow::Result;

use crate::manifest::Manifest;
use crate::sample::measure as sample;
use crate::soak;

const SURFACE: &str = "component-wasmtime";

pub(crate) fn measure(bytes: &[u8], manifest: &Manifest, calls: usize) -> Result<()> {
    for (isolation, suffix) in [(Isolation::Reused, ""), (Isolation::Fresh, "_fresh")] {
        let gate = gate(bytes, isolation)?;
        for event in &manifest.events {
            sample(SURFACE, &format!("route{suffix}"), &event.name, calls, || {
                gate.check_route(event.text.as_bytes(), manifest.now_ms)
            });
            sample(SURFACE, &format!("json{suffix}"), &event.name, calls, || {
                gate.check_json(event.text.as_bytes(), manifest.now_ms)
            });
        }
    }
    Ok(())
}

pub(crate) fn soak(bytes: &[u8], manifest: &Manifest, calls: usize) -> Result<()> {
    let gate = gate(bytes, Isolation::Reused)?;
    soak::run(SURFACE, manifest, calls, |event| {
        gate.check_json(event.as_bytes(), manifest.now_ms).len()
    })
}

fn gate(bytes: &[u8], isolation: Isolation) -> Result<aana_host::Gate> {
    Ok(Component::new(bytes, EngineOptions { isolation, ..EngineOptions::default() })?
        .gate(None)?)
}
