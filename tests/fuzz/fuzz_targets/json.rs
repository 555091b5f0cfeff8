//! What our reader takes, `serde_json` takes, and the canonical form of it is a fixed point.
#![no_main]

use aana_core::json;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(value) = json::parse(text, 1 << 20) else { return };
    if let Err(error) = serde_json::from_str::<serde_json::Value>(text) {
        // The one thing that it cannot hold and we can: an integer of more than 308 digits.
        assert!(error.to_string().starts_with("number out of range"), "{error}");
    }
    let mut canonical = String::new();
    json::canonical(&mut canonical, &value);
    let again = json::parse(&canonical, 1 << 22).expect("the canonical form is JSON");
    let mut fixed = String::new();
    json::canonical(&mut fixed, &again);
    assert_eq!(canonical, fixed);
});
