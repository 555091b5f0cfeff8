//! The events that are measured, here and by the allocation count: those of `tests/bench`, which every
//! language is measured with, and a large one.

use serde_json::Value;

/// The time of every check.
pub(crate) const NOW: &str = "2026-05-10T00:00:00Z";

/// Each event with its name.
pub(crate) fn all() -> Vec<(String, String)> {
    let manifest: Value =
        serde_json::from_str(include_str!("../../../tests/bench/events.json")).expect("a manifest");
    assert_eq!(manifest["now"], NOW);
    let measured = manifest["events"].as_array().expect("a list of events");
    let mut events: Vec<(String, String)> =
        measured.iter().map(|one| (name(one), one["event"].to_string())).collect();
    let write = measured.iter().find(|one| name(one) == "confirmed_write_three_refs");
    let mut large = write.expect("the write")["event"].clone();
    large["proposed_arguments"]["body"] = "A plain sentence of the letter. ".repeat(2048).into();
    events.push(("large_64_kib".into(), large.to_string()));
    events
}

fn name(measured: &Value) -> String {
    measured["name"].as_str().expect("a name").to_owned()
}
