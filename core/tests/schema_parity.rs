//! The hand-written validators against a JSON Schema library on the published files.

#[path = "support/decision.rs"]
mod decision;
#[path = "support/mutate.rs"]
mod mutate;
#[path = "support/random.rs"]
mod random;

use aana_core::{
    Gate,
    contract::{AuthorizationState, Route, ToolCategory},
    validate_bytes, validate_event,
};
use jsonschema::Validator;
use serde_json::{Value, json};

use mutate::{neighbours, pointers, wander};
use random::Random;

fn event_schema() -> Validator {
    let text = include_str!("../../schemas/agent_tool_precheck.schema.json");
    jsonschema::validator_for(&serde_json::from_str(text).unwrap()).unwrap()
}

fn policy_schema() -> Validator {
    let text = include_str!("../../schemas/policy.schema.json");
    jsonschema::validator_for(&serde_json::from_str(text).unwrap()).unwrap()
}

/// Valid events that between them have every field of the contract.
fn events() -> Vec<Value> {
    vec![
        json!({
            "tool_name": "search_docs", "tool_category": "public_read",
            "authorization_state": "none", "evidence_refs": [], "risk_domain": "research",
            "proposed_arguments": {"query": "x"}, "recommended_route": "accept"
        }),
        json!({
            "schema_version": "aana.agent_tool_precheck.v1", "request_id": "r-1",
            "agent_id": "a-1", "user_intent": "send it",
            "authorization_subject": {"subject_type": "user", "subject_ref": "u-1"},
            "tool_name": "send_email", "tool_category": "write",
            "authorization_state": "confirmed",
            "evidence_refs": ["draft_id:123", {
                "source_id": "approval-7", "kind": "approval", "trust_tier": "verified",
                "redaction_status": "redacted", "summary": "fine", "provenance": "runtime",
                "retrieved_at": "2026-05-09T00:00:00Z", "citation_url": "https://example.org",
                "supports": ["a"], "contradicts": [],
                "freshness": {
                    "status": "fresh", "checked_at": "2026-05-09T00:00:00Z", "age_hours": 1,
                    "max_age_hours": 24.5, "source": "clock"
                }
            }],
            "risk_domain": "customer_support",
            "proposed_arguments": {"to": "case-7", "deep": {"list": [1, {"a": null}]}},
            "recommended_route": "accept"
        }),
        json!({
            "tool_name": "get_invoice", "tool_category": "private_read",
            "authorization_state": "authenticated", "authorization_subject": "user:7",
            "evidence_refs": [{"source_id": "s"}, {"source_id": "t", "freshness": {}}],
            "risk_domain": "finance", "proposed_arguments": {}, "recommended_route": "accept"
        }),
        json!({
            "tool_name": "mystery", "tool_category": "unknown", "authorization_state": "validated",
            "evidence_refs": ["a"], "risk_domain": "unknown", "proposed_arguments": {},
            "recommended_route": "defer", "future_field": {"any": ["thing"]}
        }),
    ]
}

fn policies() -> Vec<Value> {
    vec![
        json!({}),
        json!({
            "schema_version": "aana.policy.v1", "mode": "shadow",
            "evidence_profile": "production", "max_evidence_age_hours": 24,
            "clock_skew_seconds": 0, "max_event_bytes": 65536, "high_risk_domains": ["hr"],
            "secret_arguments": "refuse", "require_bound_approval": true,
            "evidence": "attested",
            "names": "strict",
            "unlisted_tools": "defer",
            "tools": {
                "send_*": {
                    "tool_category": "write", "risk_domain": "legal",
                    "minimum_authorization": "confirmed", "route_floor": "ask", "hints": false,
                    "allow_secret_arguments": true
                },
                "get_?": {}
            }
        }),
        json!({
            "arguments": {
                "shell": {"allow": ["git status", "ls *"], "deny": ["rm *"], "deny_effects": ["git.push"], "only": true},
                "sql": {"dialect": "postgres", "read_functions": ["f", "s.g"], "deny_effects": ["sql.drop"], "only": "reads"},
                "paths": {"roots": ["/srv/a", "C:\\data"]},
                "hosts": {"allow": ["api.example", "*.x.example", "[::1]"], "deny": ["10.0.0.1"], "only": false},
                "http_read": ["POST https://x.example/search*"],
                "limits": {"recipients": 10, "amount": {"EUR": 100, "*": "50.5"}},
                "kinds": {"job": {"step": "shell", "note": "text"}, "*": {"expr": "sql"}}
            },
            "tools": {
                "refund": [
                    {
                        "arguments": {
                            "/amount": {"at_most": 100, "at_least": "0.01", "else": "ask"},
                            "/currency": {"one_of": ["EUR", 978, true, null], "required": true},
                            "/to/*": {"match": ["*@example.com"], "not_match": ["*prod*"], "max_length": 80},
                            "": {"max_items": 9, "total": {"/items/*/price": {"at_most": 5}}},
                            "/force": {"absent": true, "else": "refuse"}
                        }
                    },
                    {
                        "route_floor": "defer",
                        "when": {
                            "risk_domain": ["finance"], "agent_id": ["intern-*"],
                            "authorization_subject": ["u-?"],
                            "argument": {"/environment": {"one_of": ["production"]}},
                            "time": {"days": ["mon", "sun"], "from": "22:00", "to": "06:00", "utc_offset": "+01:00"}
                        }
                    }
                ]
            }
        }),
    ]
}

/// Asserts that both validators say the same of a document, and counts what they said.
#[derive(Default)]
struct Tally {
    valid: usize,
    invalid: usize,
}

impl Tally {
    fn compare(&mut self, schema: &Validator, document: &Value, faults: &[String]) {
        let valid = schema.is_valid(document);
        let errors: Vec<String> = schema.iter_errors(document).map(|it| it.to_string()).collect();
        assert_eq!(
            faults.is_empty(),
            valid,
            "{document}\nschema library: {errors:?}\ncore: {faults:?}"
        );
        if valid {
            self.valid += 1;
        } else {
            self.invalid += 1;
        }
    }
}

fn event_faults(event: &str) -> Vec<String> {
    let faults = validate_event(event);
    assert_eq!(faults, validate_bytes(event.as_bytes()));
    faults.iter().map(|fault| format!("{} {}", fault.path, fault.code)).collect()
}

fn policy_faults(policy: &str) -> Vec<String> {
    Gate::new(policy).map_or_else(
        |error| {
            assert!(!error.faults().is_empty(), "an error names a fault");
            let told = error.to_string();
            error
                .faults()
                .iter()
                .map(|fault| {
                    assert!(told.contains(&fault.path) && told.contains(&fault.message));
                    format!("{} {}", fault.path, fault.code)
                })
                .collect()
        },
        |_| vec![],
    )
}

#[test]
fn the_documents_to_start_from_are_valid() {
    let (mut events_seen, mut policies_seen) = (Tally::default(), Tally::default());
    for event in events() {
        events_seen.compare(&event_schema(), &event, &event_faults(&event.to_string()));
    }
    for policy in policies() {
        policies_seen.compare(&policy_schema(), &policy, &policy_faults(&policy.to_string()));
    }
    assert_eq!((events_seen.invalid, policies_seen.invalid), (0, 0));
}

#[test]
fn every_category_with_every_state_and_every_route() {
    let schema = event_schema();
    let mut seen = Tally::default();
    for category in ToolCategory::ALL {
        for state in AuthorizationState::ALL {
            for route in Route::ALL {
                let mut event = events()[0].clone();
                event["tool_category"] = category.as_str().into();
                event["authorization_state"] = state.as_str().into();
                event["recommended_route"] = route.as_str().into();
                seen.compare(&schema, &event, &event_faults(&event.to_string()));
                // What the schema does not permit, the gate takes as a recommendation.
                let text = event.to_string();
                let decision = Gate::default().check(&text, 0);
                assert_eq!(decision.validation_errors(), []);
                decision::well_formed(&decision);
            }
        }
    }
    // Refused: `accept` of three writes, two private reads and five unknown tools.
    assert_eq!((seen.valid, seen.invalid), (70, 10));
}

/// The one difference: a schema counts characters, and the core bytes. So the schema takes a name that
/// the core does not, and never the other way round.
#[test]
fn the_schema_counts_characters_and_the_core_bytes() {
    let (events_schema, policies_schema) = (event_schema(), policy_schema());
    for (name, by_schema, by_core) in [
        ("n".repeat(256), true, true),
        ("n".repeat(257), false, false),
        ("é".repeat(128), true, true),
        ("é".repeat(129), true, false),
        ("é".repeat(256), true, false),
        ("é".repeat(257), false, false),
        ("😀".repeat(64), true, true),
        ("😀".repeat(65), true, false),
    ] {
        let mut event = events()[0].clone();
        event["tool_name"] = json!(name);
        assert_eq!(events_schema.is_valid(&event), by_schema, "{}", name.len());
        let faults = event_faults(&event.to_string());
        let expected: &[&str] = if by_core { &[] } else { &["/tool_name too_long"] };
        assert_eq!(faults, expected, "{}", name.len());
        let policy = json!({"tools": {name.as_str(): {"hints": false}}});
        assert_eq!(policies_schema.is_valid(&policy), by_schema, "{}", name.len());
        assert_eq!(policy_faults(&policy.to_string()).is_empty(), by_core, "{}", name.len());
    }
    for count in [10_000, 10_001] {
        let tools: serde_json::Map<String, Value> =
            (0..count).map(|index| (format!("t{index}"), json!({}))).collect();
        let policy = json!({ "tools": tools });
        let faults = policy_faults(&policy.to_string());
        assert_eq!(policies_schema.is_valid(&policy), faults.is_empty());
        assert_eq!(faults.is_empty(), count == 10_000, "{faults:?}");
    }
}

#[test]
fn every_event_one_step_away() {
    let schema = event_schema();
    let mut seen = Tally::default();
    for event in events() {
        for pointer in pointers(&event) {
            for mutant in neighbours(&event, &pointer) {
                let text = mutant.to_string();
                seen.compare(&schema, &mutant, &event_faults(&text));
                if (seen.valid + seen.invalid) % 31 == 0 {
                    decision::well_formed(&Gate::default().check(&text, 0));
                }
            }
        }
    }
    assert!(seen.valid > 500 && seen.invalid > 2000, "{} and {}", seen.valid, seen.invalid);
}

#[test]
fn events_several_steps_away() {
    let (schema, mut random, mut seen) = (event_schema(), Random(1), Tally::default());
    let events = events();
    for round in 0..30_000 {
        let mutant = wander(&events[round % events.len()], &mut random);
        let text = mutant.to_string();
        let faults = event_faults(&text);
        seen.compare(&schema, &mutant, &faults);
        if round % 31 == 0 {
            decision::well_formed(&Gate::default().check(&text, 0));
        }
    }
    assert!(seen.valid > 1000 && seen.invalid > 5000, "{} and {}", seen.valid, seen.invalid);
}

/// The gate refuses for form exactly if the validator reports a fault that the schema's conditions
/// do not explain.
#[test]
fn the_gate_and_the_validator_agree_on_form() {
    let (mut random, gate) = (Random(2), Gate::default());
    let events = events();
    for round in 0..10_000 {
        let text = wander(&events[round % events.len()], &mut random).to_string();
        let mut faults = validate_event(&text);
        faults.retain(|fault| fault.code.as_str() != "route_not_permitted");
        assert_eq!(gate.check(&text, 0).validation_errors(), faults, "{text}");
    }
}

#[test]
fn every_policy_one_step_away_and_several() {
    let (schema, mut random, mut seen) = (policy_schema(), Random(3), Tally::default());
    for policy in policies() {
        for pointer in pointers(&policy) {
            for mutant in neighbours(&policy, &pointer) {
                seen.compare(&schema, &mutant, &policy_faults(&mutant.to_string()));
            }
        }
        for _ in 0..10_000 {
            let mutant = wander(&policy, &mut random);
            seen.compare(&schema, &mutant, &policy_faults(&mutant.to_string()));
        }
    }
    assert!(seen.valid > 300 && seen.invalid > 2000, "{} and {}", seen.valid, seen.invalid);
}
