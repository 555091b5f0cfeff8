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

/// Where a change decides, by the contract: absent, of another type or value, it is not `accept`.
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

/// Accepted calls of each kind, with the gate that accepts them.
fn accepted_calls() -> Vec<(Gate, String)> {
    let structured = |kind: &str| {
        format!(
            r#"{{"source_id":"s-{kind}","kind":"{kind}","trust_tier":"verified","redaction_status":"redacted","provenance":"console","freshness":{{"status":"fresh"}},"retrieved_at":"{}"}}"#,
            aana_core::time::format(NOW),
        )
    };
    let event = |tool: &str, category: &str, state: &str, refs: &str| {
        format!(
            r#"{{"tool_name":"{tool}","tool_category":"{category}","authorization_state":"{state}","evidence_refs":[{refs}],"risk_domain":"finance","proposed_arguments":{{"page":1}},"recommended_route":"accept","request_id":"r-1","agent_id":"a-1","x":1}}"#
        )
    };
    let policy = r#"{"tools":{"ledger":{"tool_category":"private_read"}},"mode":"shadow"}"#;
    let (approval, session) = (structured("approval"), structured("auth_event"));
    vec![
        (Gate::default(), event("search_docs", "public_read", "none", "")),
        (Gate::default(), event("search_docs", "public_read", "confirmed", r#""a","b""#)),
        (Gate::default(), event("get_account", "private_read", "authenticated", &session)),
        (
            Gate::default(),
            event("send_email", "write", "confirmed", &format!("{approval},{session}")),
        ),
        (Gate::new(policy).unwrap(), event("ledger", "unknown", "confirmed", &approval)),
    ]
}

/// The leaves of an accept that can be another value without a contradiction: what is free text, what
/// somebody chose, and what describes the call beyond what the route follows from.
const FREE: [&str; 20] = [
    "/argument_report/arguments",
    "/argument_report/class",
    "/argument_report/codes",
    "/argument_report/verdict",
    "/aix/aix_version",
    "/aix/components/F",
    "/aix/score",
    "/architecture_decision/aix_score",
    "/architecture_decision/recovery_suggestion",
    "/classification/high_risk",
    "/classification/irreversible",
    "/classification/risk_level",
    "/classification/verb_class",
    "/evidence_integrity/issues",
    "/evidence_integrity/public_audit_ready",
    "/execution_policy/mode",
    "/gate_version",
    "/reasons",
    "/recovery/for_model",
    "/recovery/suggestion",
];

/// Beside those: the words of warnings, and numbers and states that only have to be enough.
const ENOUGH: [&str; 4] = [
    "/authorization_report/evidence_supported_state",
    "/authorization_report/required_state",
    "/evidence_integrity/checked_ref_count",
    "/warnings",
];

#[test]
fn nothing_of_an_accept_changes_but_what_is_free() {
    let mut free = std::collections::BTreeSet::new();
    for (gate, event) in accepted_calls() {
        let text = gate.check(&event, NOW).to_json();
        assert!(should_execute(&text, Some(&event)), "{text}");
        let accepted: Value = serde_json::from_str(&text).unwrap();
        for pointer in pointers(&accepted) {
            let old = accepted.pointer(&pointer).unwrap();
            let is_leaf = match old {
                Value::Object(_) => false,
                Value::Array(items) => items.is_empty(),
                _ => true,
            };
            if !is_leaf {
                continue;
            }
            let mut values = mutate::replacements(old);
            values.extend(WORDS.map(Value::from));
            values.extend([json!(0.9), json!(0.84), json!(1.01)]);
            for value in values {
                if value == *old {
                    continue;
                }
                let mut changed = accepted.clone();
                *changed.pointer_mut(&pointer).unwrap() = value;
                let changed = changed.to_string();
                if should_execute(&changed, None) {
                    // An entry of a list counts as the list.
                    let list = pointer.split("/issues/").next().unwrap();
                    let issues = if list == pointer { "" } else { "/issues" };
                    let list = list.trim_end_matches(|it: char| it.is_ascii_digit());
                    free.insert(format!("{}{issues}", list.trim_end_matches('/')));
                } else {
                    assert!(!should_execute(&changed, Some(&event)), "{pointer}: {changed}");
                }
            }
        }
    }
    let mut expected: Vec<&str> = FREE.iter().chain(&ENOUGH).copied().collect();
    expected.sort_unstable();
    let free: Vec<&str> = free.iter().map(String::as_str).collect();
    assert_eq!(free, expected);
}

/// Every word that some field of a decision may hold.
const WORDS: [&str; 27] = [
    "ask",
    "defer",
    "refuse",
    "accept",
    "pass",
    "fail",
    "none",
    "user_claimed",
    "authenticated",
    "validated",
    "confirmed",
    "public_read",
    "private_read",
    "write",
    "unknown",
    "finance",
    "hr",
    "enforce",
    "shadow",
    "low",
    "high",
    "READ",
    "DESTROY",
    "blocker",
    "stale_evidence",
    "route_not_accept",
    "sha256:0000000000000000000000000000000000000000000000000000000000000000",
];

/// What the decision says of the call is what the event says, as far as it says it at all.
#[test]
fn the_event_is_the_one_that_was_decided_about() {
    for (gate, event) in accepted_calls() {
        let decision = gate.check(&event, NOW).to_json();
        let original: Value = serde_json::from_str(&event).unwrap();
        for (key, words) in [
            ("recommended_route", &["ask", "defer", "refuse"][..]),
            ("tool_category", &["public_read", "private_read", "write", "unknown"]),
            (
                "authorization_state",
                &["none", "user_claimed", "authenticated", "validated", "confirmed"],
            ),
            ("risk_domain", &["hr", "research", "unknown"]),
        ] {
            for word in words {
                let mut other = original.clone();
                other[key] = json!(word);
                let same = other == original;
                assert_eq!(
                    should_execute(&decision, Some(&other.to_string())),
                    same,
                    "{key}: {word}"
                );
            }
        }
    }
}

/// The same action of another agent or request, or with other evidence, was not decided about.
#[test]
fn the_same_action_in_another_call_was_not_decided_about() {
    for (gate, event) in accepted_calls() {
        let decision = gate.check(&event, NOW).to_json();
        let original: Value = serde_json::from_str(&event).unwrap();
        for (key, value) in [
            ("agent_id", json!("a-2")),
            ("agent_id", json!(null)),
            ("request_id", json!("r-2")),
            ("request_id", json!(null)),
            ("evidence_refs", json!(["x", "y", "z"])),
        ] {
            let mut other = original.clone();
            other[key] = value.clone();
            if value.is_null() {
                other.as_object_mut().unwrap().remove(key).unwrap();
            }
            assert!(!should_execute(&decision, Some(&other.to_string())), "{key}: {value}");
        }
        let refs = original["evidence_refs"].as_array().unwrap();
        for at in 0..refs.len() {
            let (mut fewer, mut renamed) = (original.clone(), original.clone());
            fewer["evidence_refs"].as_array_mut().unwrap().remove(at);
            assert!(!should_execute(&decision, Some(&fewer.to_string())));
            match &mut renamed["evidence_refs"][at] {
                Value::Object(members) => {
                    members.insert("source_id".to_owned(), json!("another"));
                }
                text => *text = json!("another"),
            }
            assert!(!should_execute(&decision, Some(&renamed.to_string())), "{renamed}");
        }
    }
}

/// A name that a decision does not show is compared by what is shown for it.
#[test]
fn a_masked_name_is_the_name_of_its_event() {
    let tool = "search_docs_for_ada@example.org";
    let event = accepted_calls()[0].1.replace("search_docs", tool);
    let decision = Gate::default().check(&event, NOW).to_json();
    assert!(!decision.contains(tool));
    assert!(should_execute(&decision, Some(&event)), "{decision}");
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
        let cut: String = text.chars().take(random.below(text.chars().count())).collect();
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
