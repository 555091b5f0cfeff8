//! Whether a host may run the tool: what was decided, about which event, and what was tampered with.

#[path = "support/decision.rs"]
mod decision;
#[path = "support/generate.rs"]
mod generate;
#[path = "support/mutate.rs"]
mod mutate;
#[path = "support/random.rs"]
mod random;

use aana_core::{Gate, contract::Mode, execution_policy, should_execute};
use proptest::prelude::*;
use serde_json::{Value, json};

use generate::{NOW, config, event, policy_or_none};
use mutate::{neighbours, pointers, wander};
use random::Random;

const EVENT: &str = r#"{"tool_name":"send_email","tool_category":"write","authorization_state":"confirmed","evidence_refs":["approval:7"],"risk_domain":"hr","proposed_arguments":{"to":"case-7"},"recommended_route":"accept"}"#;

fn accepted() -> Value {
    let decision = Gate::default().check(EVENT, NOW).to_json();
    assert!(should_execute(&decision, None) && should_execute(&decision, Some(EVENT)));
    serde_json::from_str(&decision).unwrap()
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn a_decision_is_for_its_own_event(event in event(), policy in policy_or_none()) {
        let (gate, text) = (Gate::new(&policy.to_string()).unwrap(), event.to_string());
        let decision = gate.check(&text, NOW);
        let json = decision.to_json();
        prop_assert_eq!(should_execute(&json, None), decision.executes());
        prop_assert_eq!(should_execute(&json, Some(&text)), decision.executes());
        let pretty = serde_json::to_string_pretty(&event).unwrap();
        prop_assert_eq!(should_execute(&json, Some(&pretty)), decision.executes());
        for (key, value) in [
            ("tool_name", json!("another_tool")),
            ("proposed_arguments", json!({"other": 1})),
            ("authorization_subject", json!("somebody else")),
            ("risk_domain", json!("no such domain")),
            ("proposed_arguments", json!(null)),
        ] {
            let mut other = event.clone();
            other[key] = value;
            prop_assert!(!should_execute(&json, Some(&other.to_string())), "{}", key);
        }
        for other in ["", "null", "{}", "[]", &json] {
            prop_assert!(!should_execute(&json, Some(other)), "{}", other);
        }
    }

    /// No policy and no mode makes `should_execute` say something else than the route.
    #[test]
    fn shadow_changes_what_the_host_does_and_nothing_else(event in event()) {
        let text = event.to_string();
        let (enforced, shadowed) =
            (Gate::default(), Gate::default().with_mode(Mode::Shadow));
        prop_assert_eq!(shadowed.mode(), Mode::Shadow);
        let (one, other) = (enforced.check(&text, NOW), shadowed.check(&text, NOW));
        prop_assert_eq!(one.route(), other.route());
        let mut one_json = decision::well_formed(&one);
        let mut other_json = decision::well_formed(&other);
        prop_assert_eq!(&other_json["execution_policy"]["execution_allowed"], &json!(true));
        one_json["execution_policy"].take();
        other_json["execution_policy"].take();
        prop_assert_eq!(one_json, other_json);
    }
}

/// Where a change decides, by the contract: absent, of another type or value, it is no accept.
const REQUIRED: [&str; 5] =
    ["/gate_decision", "/recommended_action", "/hard_blockers", "/aix", "/aix/hard_blockers"];

/// Where a change contradicts: absent it may be, but not otherwise.
const AGREEING: [&str; 14] = [
    "/contract_version",
    "/route",
    "/aana_route",
    "/runtime_recommended_route",
    "/candidate_gate",
    "/validation_errors",
    "/aix/decision",
    "/execution_policy/execution_allowed",
    "/execution_policy/aana_allows_execution",
    "/architecture_decision/route",
    "/architecture_decision/gate_decision",
    "/architecture_decision/hard_blockers",
    "/audit_event/route",
    "/audit_event/hard_blockers",
];

#[test]
fn anything_else_in_its_place_is_no_accept() {
    let accepted = accepted();
    for pointer in REQUIRED.iter().chain(&AGREEING) {
        let right = accepted.pointer(pointer).unwrap();
        for wrong in mutate::replacements(right) {
            if wrong != *right && *pointer != "/aix" {
                let mut tampered = accepted.clone();
                *tampered.pointer_mut(pointer).unwrap() = wrong;
                let text = tampered.to_string();
                assert!(!should_execute(&text, None), "{pointer}: {text}");
                assert!(!should_execute(&text, Some(EVENT)), "{pointer}: {text}");
                let policy: Value =
                    serde_json::from_str(&execution_policy(&text, Mode::Shadow)).unwrap();
                assert_eq!(policy["aana_allows_execution"], false);
            }
        }
    }
}

#[test]
fn what_the_contract_requires_may_not_be_absent() {
    let accepted = accepted();
    for pointer in REQUIRED {
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        let mut less = accepted.clone();
        less.pointer_mut(parent).unwrap().as_object_mut().unwrap().remove(key).unwrap();
        assert!(!should_execute(&less.to_string(), None), "{pointer}");
    }
    for key in
        ["contract_version", "architecture_decision", "validation_errors", "route", "audit_event"]
    {
        let mut less = accepted.clone();
        less.as_object_mut().unwrap().remove(key).unwrap();
        assert!(should_execute(&less.to_string(), None), "{key}");
    }
    // Without its digest a decision is about nothing.
    for digest in [None, Some(json!(null)), Some(json!("sha256:")), Some(json!(7))] {
        let mut less = accepted.clone();
        let members = less.as_object_mut().unwrap();
        members.remove("action_digest");
        members.extend(digest.map(|digest| ("action_digest".to_owned(), digest)));
        assert!(!should_execute(&less.to_string(), Some(EVENT)));
    }
}

#[test]
fn a_blocker_anywhere_is_no_accept() {
    let accepted = accepted();
    for pointer in pointers(&accepted) {
        if !accepted.pointer(&pointer).unwrap().is_object() {
            continue;
        }
        for key in ["hard_blockers", "validation_errors"] {
            for value in
                [json!(["stale_evidence"]), json!("stale_evidence"), json!({}), json!(null)]
            {
                let mut blocked = accepted.clone();
                blocked.pointer_mut(&pointer).unwrap()[key] = value;
                assert!(!should_execute(&blocked.to_string(), None), "{pointer}/{key}: {blocked}");
            }
        }
    }
}

/// Wherever a decision that refuses is changed once, it does not become one that accepts.
#[test]
fn no_single_change_turns_a_refusal_around() {
    for (from, to) in [("approval:7", "auth_event:7"), (r#""accept""#, r#""refuse""#)] {
        let event = EVENT.replace(from, to);
        let decision = Gate::default().check(&event, NOW).to_json();
        assert!(!should_execute(&decision, None));
        let refused: Value = serde_json::from_str(&decision).unwrap();
        for pointer in pointers(&refused) {
            for changed in neighbours(&refused, &pointer) {
                assert!(!should_execute(&changed.to_string(), None), "{pointer}: {changed}");
            }
        }
    }
}

/// Whatever the text, there is an answer, and both functions give the same one.
#[test]
fn any_text_gets_an_answer() {
    let (accepted, mut random) = (accepted(), Random(6));
    for round in 0..1500 {
        let text = wander(&accepted, &mut random).to_string();
        let cut: String = text.chars().take(random.below(text.len())).collect();
        for text in [&text, &cut] {
            let executes = should_execute(text, None);
            assert!(executes || !should_execute(text, Some(EVENT)), "{round}: {text}");
            for mode in [Mode::Enforce, Mode::Shadow] {
                let policy: Value = serde_json::from_str(&execution_policy(text, mode)).unwrap();
                assert_eq!(policy["aana_allows_execution"], executes);
                assert_eq!(policy["execution_allowed"], executes || mode == Mode::Shadow);
            }
        }
        assert!(!should_execute(&cut, None), "{cut}");
    }
}
