//! Measures the core, and the component in wasmtime, over `tests/bench/events.json`.
//!
//! `aana-bench measure CALLS [COMPONENT]` prints one line of JSON for each operation and event;
//! `aana-bench soak CALLS [COMPONENT]` calls in a loop and prints the memory before and after.
//! `cargo xtask bench` runs it beside its counterparts in the other languages.

mod component;
mod core;
mod manifest;
mod sample;
mod soak;

use std::env;

use anyhow::{Context as _, Result, bail};

use manifest::Manifest;

fn main() -> Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [command, calls, component @ ..] = arguments.as_slice() else {
        bail!("usage: aana-bench measure|soak CALLS [COMPONENT]");
    };
    let calls: usize = calls.parse().context("CALLS is a whole number")?;
    let component = component.first().map(std::fs::read).transpose()?;
    let manifest = Manifest::load()?;
    match command.as_str() {
        "measure" => {
            core::measure(&manifest, calls);
            component.map_or(Ok(()), |bytes| component::measure(&bytes, &manifest, calls))
        }
        "soak" => {
            core::soak(&manifest, calls)?;
            component.map_or(Ok(()), |bytes| component::soak(&bytes, &manifest, calls))
        }
        _ => bail!("there is no command `{command}`; the commands are `measure` and `soak`"),
    }
}
