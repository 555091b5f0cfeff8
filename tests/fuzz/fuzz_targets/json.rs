//! What our reader takes, `serde_json` takes, and the canonical form of it is a fixed point.
#![no_main]

use aana_core::json;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(value) = json::parse(text, 1 << 20) else { return };
    serde_json::from_str::<serde_json::Value>(text).expect("the reader is stricter than serde_json");
    let mut canonical = String::new();
    json::canonical(&mut canonical, &value);
    let again = json::parse(&canonical, 1 << 22).expect("the canonical form is JSON");
    let mut fixed = String::new();
    json::canonical(&mut fixed, &again);
    assert_eq!(canonical, fixed);
});
