//! What an instance cannot do is refused, and the next call has another instance.

mod support;

use aana_host::{EngineOptions, GateError, Isolation, REFUSAL, types};

const EVENT: &str = r#"{
    "tool_name": "search_docs", "tool_category": "public_read", "authorization_state": "none",
    "evidence_refs": [], "risk_domain": "research", "proposed_arguments": {"query": "leave policy"},
    "recommended_route": "accept"
}"#;

const NOW: i64 = 1_778_371_200_000;

/// The event with an argument of this many bytes.
fn large(bytes: usize) -> String {
    EVENT.replace("leave policy", &"leave ".repeat(bytes / 6))
}

#[test]
#[ignore = "needs `cargo xtask wasm component`"]
fn work_beyond_the_fuel_is_refused_and_the_next_call_is_served() {
    let options = EngineOptions { fuel: 1_000_000, ..EngineOptions::default() };
    let gate = support::with(options).gate(None).unwrap();
    assert_eq!(gate.check(EVENT, NOW).route, types::Route::Accept);

    let refused = gate.check(&large(1_000_000), NOW);
    assert_eq!((refused.json.as_str(), refused.executes), (REFUSAL, false));
    assert_eq!(gate.failures(), 1);
    assert_eq!(gate.check_json(large(1_000_000).as_bytes(), NOW), REFUSAL);
    assert_eq!(gate.check_route(large(1_000_000).as_bytes(), NOW), types::Route::Refuse);
    assert_eq!(gate.failures(), 3);

    assert_eq!(gate.check(EVENT, NOW).route, types::Route::Accept);
    assert_eq!(gate.failures(), 3);
}

#[test]
#[ignore = "needs `cargo xtask wasm component`"]
fn memory_beyond_the_limit_is_refused_and_the_next_call_is_served() {
    for pool in [None, Some(2)] {
        let options = EngineOptions { memory_bytes: 2 << 20, pool, ..EngineOptions::default() };
        let gate = support::with(options).gate(None).unwrap();
        let event = large(1_000_000);
        for _ in 0..8 {
            assert_eq!(gate.check(&event, NOW).json, REFUSAL);
        }
        assert_eq!(gate.check(EVENT, NOW).route, types::Route::Accept);
        assert_eq!(gate.failures(), 8);
    }
}

#[test]
#[ignore = "needs `cargo xtask wasm component`"]
fn more_calls_at_once_than_instances_are_refused_and_not_lost() {
    let options = EngineOptions { pool: Some(1), ..EngineOptions::default() };
    let component = support::with(options);
    let gate = component.gate(None).unwrap();
    // The only instance is the gate's.
    assert!(matches!(component.gate(None), Err(GateError::Failed(_))));
    assert_eq!(gate.check(EVENT, NOW).route, types::Route::Accept);
    drop(gate);
    assert!(component.gate(None).is_ok());
}

#[test]
#[ignore = "needs `cargo xtask wasm component`"]
fn the_greatest_event_of_the_defaults_fits_into_the_defaults() {
    let gate = support::component().gate(None).unwrap();
    assert_eq!(gate.check(&large(1_048_000), NOW).route, types::Route::Accept);
    let deep = format!(r#"{{"a":{}{}}}"#, "[".repeat(500_000), "]".repeat(500_000));
    assert_eq!(gate.check(&deep, NOW).validation_errors[0].code, types::FaultCode::NestingTooDeep);
    let wide = EVENT.replace(r#""leave policy""#, &format!("[{}0]", "0,".repeat(500_000)));
    assert_eq!(gate.check(&wide, NOW).route, types::Route::Accept);
    assert_eq!(gate.failures(), 0);
}

#[test]
#[ignore = "needs `cargo xtask wasm component`"]
fn fresh_and_reused_instances_decide_alike_on_many_threads() {
    let expected = aana_core::Gate::default().check(EVENT, NOW).to_json();
    for isolation in [Isolation::Reused, Isolation::Fresh] {
        let gate = support::with(EngineOptions { isolation, ..EngineOptions::default() })
            .gate(None)
            .unwrap();
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        assert_eq!(gate.check(EVENT, NOW).json, expected);
                    }
                });
            }
        });
        assert_eq!(gate.failures(), 0);
    }
}

#[test]
#[ignore = "needs `cargo xtask wasm component`"]
fn a_reused_instance_does_not_grow() {
    let options = EngineOptions { memory_bytes: 3 << 20, pool: None, ..EngineOptions::default() };
    let gate = support::with(options).gate(None).unwrap();
    for _ in 0..20_000 {
        assert!(gate.check(EVENT, NOW).executes);
    }
    assert_eq!(gate.failures(), 0);
}
