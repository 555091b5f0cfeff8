//! Any bytes at all get a decision, and what holds for every decision holds for this one.
#![no_main]

use aana_core::{Gate, contract::Route, should_execute, validate_bytes};
use libfuzzer_sys::fuzz_target;

const NOW: i64 = 1_778_371_200_000;

fuzz_target!(|event: &[u8]| {
    let decision = Gate::default().check_bytes(event, NOW);
    let json = decision.to_json();
    let parsed: serde_json::Value = serde_json::from_str(&json).expect("a decision is JSON");
    assert_eq!(parsed["route"], decision.route().as_str());
    assert_eq!(json, Gate::default().check_bytes(event, NOW).to_json());
    assert_eq!(decision.executes(), decision.route() == Route::Accept);
    assert_eq!(should_execute(&json, None), decision.executes());
    if decision.executes() {
        assert!(decision.hard_blockers().is_empty() && decision.validation_errors().is_empty());
        let event = std::str::from_utf8(event).expect("what is accepted was read");
        assert!(should_execute(&json, Some(event)));
    }
    if !decision.validation_errors().is_empty() {
        assert!(!validate_bytes(event).is_empty());
        assert_eq!(decision.route(), Route::Refuse);
    }
});
