//! A policy loads or is an error with a fault; a loaded one decides.
#![no_main]

use aana_core::Gate;
use libfuzzer_sys::fuzz_target;

const EVENT: &str = r#"{"tool_name":"send_email","tool_category":"write",
    "authorization_state":"confirmed","evidence_refs":["approval:ticket-7"],
    "risk_domain":"customer_support","proposed_arguments":{"to":"c"},"recommended_route":"accept"}"#;

fuzz_target!(|policy: &str| {
    match Gate::new(policy) {
        Ok(gate) => {
            // No policy is laxer than none.
            let decision = gate.check(EVENT, 1_778_371_200_000);
            assert!(decision.route() >= Gate::default().check(EVENT, 1_778_371_200_000).route());
        }
        Err(error) => assert!(!error.faults().is_empty() && !error.to_string().is_empty()),
    }
});
