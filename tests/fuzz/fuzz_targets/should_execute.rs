//! Nothing but a plain accept executes, whatever the text.
#![no_main]

use aana_core::{contract::Mode, execution_policy, should_execute};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|decision: &str| {
    let policy = execution_policy(decision, Mode::Enforce);
    let executes = should_execute(decision, None);
    assert_eq!(policy.contains(r#""execution_allowed":true"#), executes);
    if executes {
        let value: serde_json::Value = serde_json::from_str(decision).expect("an accept is JSON");
        assert_eq!(value["gate_decision"], "pass");
        assert_eq!(value["recommended_action"], "accept");
        assert_eq!(value["hard_blockers"], serde_json::json!([]));
        assert_eq!(value["aix"]["hard_blockers"], serde_json::json!([]));
        assert!(!should_execute(decision, Some("{}")));
    }
});
