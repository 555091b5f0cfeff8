//! Many calls in a row: what a host sees that runs for weeks.

use std::fs;
use std::hint::black_box;

use anyhow::{Context as _, Result};
use serde_json::json;

use crate::manifest::Manifest;

/// Calls `work` with one event after the other, and prints the memory after each tenth of the calls.
pub(crate) fn run<T>(
    surface: &str,
    manifest: &Manifest,
    calls: usize,
    mut work: impl FnMut(&str) -> T,
) -> Result<()> {
    let mut events = manifest.events.iter().cycle();
    let mut held = Vec::new();
    for call in 1..=calls {
        if let Some(event) = events.next() {
            black_box(work(&event.text));
        }
        if call % (calls / 10) == 0 {
            held.push(resident_bytes()?);
        }
    }
    println!("{}", json!({"surface": surface, "calls": calls, "held": held}));
    Ok(())
}

/// What the process holds in memory.
fn resident_bytes() -> Result<u64> {
    let status = fs::read_to_string("/proc/self/status").context("this needs Linux's /proc")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    Ok(kib.context("/proc/self/status names no VmRSS")? * 1024)
}
