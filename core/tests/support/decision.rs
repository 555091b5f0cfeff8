//! What must hold of every decision, whatever it was made from.

use std::sync::LazyLock;

use aana_core::{
    Decision,
    codes::{Blocker, Warning},
    contract::{Mode, Route},
    execution_policy, should_execute,
};
use jsonschema::Validator;
use serde_json::Value;

static SCHEMA: LazyLock<Validator> = LazyLock::new(|| {
    let text = include_str!("../../../schemas/decision.schema.json");
    jsonschema::validator_for(&serde_json::from_str(text).unwrap()).unwrap()
});

const KEYS: [&str; 26] = [
    "contract_version",
    "gate_version",
    "route",
    "gate_decision",
    "recommended_action",
    "hard_blockers",
    "reasons",
    "warnings",
    "validation_errors",
    "tool_name",
    "tool_category",
    "authorization_state",
    "risk_domain",
    "aana_route",
    "runtime_recommended_route",
    "candidate_gate",
    "classification",
    "authorization_report",
    "evidence_integrity",
    "argument_report",
    "aix",
    "action_digest",
    "recovery",
    "execution_policy",
    "audit_event",
    "architecture_decision",
];

/// The keys of the objects inside a decision, in their order.
const NESTED: [(&str, &str); 12] = [
    (
        "/classification",
        "declared_category effective_category verb_class high_risk risk_level irreversible",
    ),
    (
        "/authorization_report",
        "declared_state evidence_supported_state effective_state required_state",
    ),
    (
        "/evidence_integrity",
        "checked_ref_count used_source_ids issues missing_source_ids contradictory_source_ids \
         public_audit_ready",
    ),
    ("/argument_report", "verdict class arguments codes"),
    ("/aix", "aix_version score components decision hard_blockers"),
    ("/aix/components", "P F C"),
    ("/recovery", "suggestion for_model needs"),
    ("/execution_policy", "mode execution_allowed aana_allows_execution reason required_route"),
    (
        "/audit_event",
        "audit_event_version route gate_decision hard_blockers reasons aix_score tool_name \
         tool_category effective_category risk_domain authorization_state \
         effective_authorization_state evidence_refs proposed_argument_keys argument_report \
         action_digest \
         request_id agent_id public_audit_log_allowed raw_payload_logged decided_at \
         validation_errors",
    ),
    ("/audit_event/argument_report", "verdict class codes"),
    ("/audit_event/evidence_refs", "used missing contradictory"),
    (
        "/architecture_decision",
        "route gate_decision aix_score hard_blockers missing_evidence evidence_refs \
         authorization_state tool_name tool_category risk_domain recovery_suggestion audit_event",
    ),
];

/// Asserts all of it and returns the long form.
pub(crate) fn well_formed(decision: &Decision<'_>) -> Value {
    let text = decision.to_json();
    assert_eq!(text, decision.to_json(), "a decision is written the same each time");
    assert!(!text.contains('\n'), "a decision is one line");
    let json = aana_fixtures::parse_strict(&text).expect("a decision is JSON without repeats");
    in_the_contracts_order(&json);
    let errors: Vec<String> = SCHEMA
        .iter_errors(&json)
        .map(|error| format!("at `{}`: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "not as the published schema says: {errors:?}\n{text}");
    agrees_with_itself(decision, &json);
    executes_only_on_accept(decision, &text, &json);
    json
}

fn in_the_contracts_order(json: &Value) {
    assert_eq!(keys(json), KEYS, "{json}");
    for (pointer, expected) in NESTED {
        let expected: Vec<&str> = expected.split_whitespace().collect();
        let inner = json.pointer(pointer).unwrap();
        assert_eq!(keys(inner), expected, "{pointer}");
    }
}

/// The keys that every decision has. A total follows the list that it is about, if that was cut.
fn keys(json: &Value) -> Vec<&str> {
    let members = json.as_object().unwrap();
    let all: Vec<&str> = members.keys().map(String::as_str).collect();
    for (index, key) in all.iter().enumerate() {
        let Some(list) = key.strip_suffix("_total") else { continue };
        if list == "segments" && index > 0 && all[index - 1].starts_with("arguments") {
            // They are listed with the arguments to which they belong.
            assert!(members[*key].as_u64().unwrap() > 64);
            continue;
        }
        assert_eq!(all[index - 1], list);
        let listed = members[list].as_array().unwrap().len();
        assert!(members[*key].as_u64().unwrap() > listed as u64, "{key}");
    }
    all.into_iter().filter(|key| !key.ends_with("_total")).collect()
}

/// The short form and every place of the long form tell the same story.
fn agrees_with_itself(decision: &Decision<'_>, json: &Value) {
    let route = decision.route().as_str();
    for pointer in [
        "/route",
        "/recommended_action",
        "/aix/decision",
        "/audit_event/route",
        "/architecture_decision/route",
    ] {
        assert_eq!(json.pointer(pointer).unwrap(), route, "{pointer}");
    }
    assert_eq!(json["aana_route"], decision.aana_route().as_str());
    let gate_decision = decision.gate_decision().as_str();
    for pointer in
        ["/gate_decision", "/audit_event/gate_decision", "/architecture_decision/gate_decision"]
    {
        assert_eq!(json.pointer(pointer).unwrap(), gate_decision, "{pointer}");
    }
    let blockers: Value = decision.hard_blockers().iter().map(Blocker::as_str).collect();
    for pointer in [
        "/hard_blockers",
        "/aix/hard_blockers",
        "/audit_event/hard_blockers",
        "/architecture_decision/hard_blockers",
    ] {
        assert_eq!(json.pointer(pointer).unwrap(), &blockers, "{pointer}");
    }
    assert_eq!(json["reasons"].as_array().unwrap().len(), decision.reasons().len() as usize);
    for warning in decision.warnings().iter().filter(|code| *code != Warning::UnknownField) {
        let stands = json["warnings"].as_array().unwrap().iter().any(|it| it == warning.as_str());
        assert!(stands, "{warning}");
    }
    let faults: Value = decision
        .validation_errors()
        .iter()
        .map(|fault| {
            serde_json::json!({
                "path": fault.path, "code": fault.code.as_str(), "message": fault.message
            })
        })
        .collect();
    assert_eq!(json["validation_errors"], faults);
    let total = json["validation_errors_total"].as_u64();
    let expected = decision.validation_errors_total();
    assert_eq!(total.unwrap_or(decision.validation_errors().len() as u64), expected as u64);
    assert_eq!(json["action_digest"].as_str(), decision.action_digest().as_deref());
    assert_eq!(json["audit_event"], json["architecture_decision"]["audit_event"]);
    assert_eq!(json["audit_event"]["raw_payload_logged"], false);
    let candidate = decision.aana_route() == Route::Accept && decision.hard_blockers().is_empty();
    assert_eq!(json["candidate_gate"] == "pass", candidate);
    in_the_band(decision, json);
}

/// The score lies in the band of its route, in whole hundredths.
fn in_the_band(decision: &Decision<'_>, json: &Value) {
    let score = json["aix"]["score"].as_f64().unwrap() * 100.0;
    assert!((score - score.round()).abs() < 1e-9, "{score} is not a whole hundredth");
    let (least, most) = match decision.route() {
        Route::Accept => (85.0, 100.0),
        Route::Ask => (60.0, 84.0),
        Route::Defer => (30.0, 59.0),
        Route::Refuse => (0.0, 29.0),
    };
    assert!((least..=most).contains(&score.round()), "{score} for {}", decision.route());
    if !decision.validation_errors().is_empty() {
        assert!(score == 0.0, "{score} for a malformed event");
    }
    assert_eq!(json["aix"]["score"], json["audit_event"]["aix_score"]);
    assert_eq!(json["aix"]["score"], json["architecture_decision"]["aix_score"]);
}

/// The route says whether the tool may run, and everything else that says so agrees.
fn executes_only_on_accept(decision: &Decision<'_>, text: &str, json: &Value) {
    let executes = decision.route() == Route::Accept;
    assert_eq!(decision.executes(), executes);
    assert_eq!(decision.gate_decision().as_str(), if executes { "pass" } else { "fail" });
    let clean = decision.hard_blockers().is_empty() && decision.validation_errors().is_empty();
    let recommended = json["runtime_recommended_route"] == "accept";
    assert_eq!(
        executes,
        clean && recommended,
        "accept exactly if nothing blocks and it was recommended"
    );
    assert_eq!(should_execute(text, None), executes, "{text}");
    assert_eq!(json["execution_policy"], policy_in(text, decision.mode()));
    for mode in [Mode::Enforce, Mode::Shadow] {
        let policy = policy_in(text, mode);
        assert_eq!(policy["mode"], mode.as_str());
        assert_eq!(policy["aana_allows_execution"], executes);
        assert_eq!(policy["execution_allowed"], executes || mode == Mode::Shadow);
        assert_eq!(policy["required_route"], "accept");
    }
}

fn policy_in(decision: &str, mode: Mode) -> Value {
    serde_json::from_str(&execution_policy(decision, mode)).unwrap()
}
