//! What a decision advises: nobody is asked for a yes that would not be enough, and a model is told to do what a
//! model can do.

#[path = "support/generate.rs"]
mod generate;

use aana_core::{Decision, Gate, contract::Route};
use aana_fixtures::Suite;
use proptest::prelude::*;
use serde_json::{Value, json};

use generate::{NOW, config, event, policy_or_none};

const APPROVE: &str = "a person has to approve exactly this call";
const STOP: &str = "stop, and tell your user that";
const RUN: &str = "the call may run exactly as it was checked";

fn for_model(decision: &Decision<'_>) -> &'static str {
    decision.report().recovery().for_model
}

/// The event with the yes of a person, as the confirmation broker writes it: bound to the action, and attested.
fn runs_with_a_yes(gate: &Gate, event: &Value, digest: &str, now: i64) -> bool {
    let mut event = event.clone();
    let at = aana_core::time::format(now);
    // An agent with the id `user` is named by every label of a user, so the person's name stands alone.
    let agent = event["agent_id"].as_str().unwrap_or_default();
    let is_user = agent.chars().filter(|it| it.is_alphanumeric()).eq("user".chars());
    let approved_by = if is_user { "ada" } else { "user:ada" };
    let approval = json!({
        "source_id": "confirmation.cnf_1", "kind": "approval", "trust_tier": "verified",
        "redaction_status": "redacted", "freshness": {"status": "fresh", "checked_at": at},
        "retrieved_at": at, "provenance": "aana.confirmation", "decision": "approved",
        "approved_by": approved_by, "supports": [format!("action:{digest}")],
    });
    let refs = event["evidence_refs"].as_array_mut().unwrap();
    refs.push(approval);
    let own = u32::try_from(refs.len() - 1).unwrap();
    event["authorization_state"] = json!("confirmed");
    if event["recommended_route"] == "ask" {
        event["recommended_route"] = json!("accept");
    }
    gate.attesting(&[own]).check(&event.to_string(), now).executes()
}

/// What is wrong with the advice of a decision.
fn fault(gate: &Gate, event: &str, attested: &[u32], now: i64) -> Option<String> {
    let decision = gate.attesting(attested).check(event, now);
    let report = decision.report();
    let (model, people) = (report.recovery().for_model, report.recovery().suggestion);
    let blockers = report.hard_blockers;
    let told = |what: &str| Some(format!("{what}: {model:?}, {people:?}, {blockers:?}"));
    if decision.executes() != (model == RUN) {
        return told("only a call that may run is told so");
    }
    let can_act = model == RUN || model.contains("propose the call again");
    if !can_act && !model.starts_with(STOP) {
        return told("a model that can do nothing is to stop");
    }
    if ["policy", "attest", "authenticate", "check again"].iter().any(|it| model.contains(it))
        && !model.contains("the operator's policy keeps this tool")
        && !model.contains("arguments that the operator's policy allows")
    {
        return told("a step of the host or the operator");
    }
    let asks = model.contains(APPROVE) || people.starts_with("ask the user to confirm");
    // Where refs were attested, an event with one more ref is another question.
    let parsed = serde_json::from_str::<Value>(event).ok().filter(|_| attested.is_empty());
    let digest = report.action_digest().map(ToOwned::to_owned);
    match (asks, parsed, digest) {
        (true, Some(event), Some(digest)) if !runs_with_a_yes(gate, &event, &digest, now) => {
            told("a yes would not be enough")
        }
        _ => None,
    }
}

#[test]
fn no_case_is_advised_in_vain() {
    let suite = Suite::load().unwrap();
    let mut faults = Vec::new();
    let mut asked = 0;
    for case in suite.cases() {
        let gate = case.policy.as_ref().map_or_else(|| Ok(Gate::default()), |it| Gate::new(it));
        let Some(event) = case.event_text() else { continue };
        let gate = gate.unwrap();
        let found = fault(&gate, event, &case.attested, case.now_ms);
        faults.extend(found.map(|fault| format!("{}: {fault}", case.id)));
        let decision = gate.attesting(&case.attested).check(event, case.now_ms);
        asked += usize::from(for_model(&decision).contains(APPROVE));
    }
    assert!(asked > 100, "{asked}");
    assert!(faults.is_empty(), "{}:\n{}", faults.len(), faults.join("\n"));
}

proptest! {
    #![proptest_config(config(2000))]

    #[test]
    fn no_event_is_advised_in_vain(event in event(), policy in policy_or_none()) {
        let gate = Gate::new(&policy.to_string()).unwrap();
        prop_assert_eq!(fault(&gate, &event.to_string(), &[], NOW), None);
    }
}

/// A write that only lacks its approval, changed.
fn changed(change: Value) -> Value {
    let mut event = json!({
        "tool_name": "send_email", "tool_category": "write", "authorization_state": "validated",
        "evidence_refs": [{
            "source_id": "draft-7", "kind": "tool_result", "trust_tier": "verified",
            "redaction_status": "redacted", "freshness": {"status": "fresh"}, "provenance": "connector",
        }],
        "risk_domain": "customer_support", "proposed_arguments": {"to": "a"}, "recommended_route": "accept",
    });
    let Value::Object(members) = change else { panic!("an object") };
    event.as_object_mut().unwrap().extend(members);
    event
}

#[test]
fn a_model_is_told_who_has_to_act() {
    let attested = r#"{"evidence": "attested"}"#;
    let closed = r#"{"tools": {"send_email": {"route_floor": "refuse"}}}"#;
    let approval = |more: Value| {
        let mut approval =
            json!({"source_id": "approval-7", "kind": "approval", "trust_tier": "verified"});
        let Value::Object(members) = more else { panic!("an object") };
        approval.as_object_mut().unwrap().extend(members);
        json!({"authorization_state": "confirmed", "evidence_refs": [approval]})
    };
    let nobody = json!({"tool_category": "private_read", "tool_name": "get_invoice", "authorization_state": "none", "evidence_refs": []});
    let key = json!({"proposed_arguments": {"body": "AKIAQX7Z2MDEPL4RTJ6W"}});
    let page = json!({"tool_category": "public_read", "tool_name": "get_page", "authorization_state": "none", "evidence_refs": []});
    let at_least =
        |state: &str| format!(r#"{{"tools": {{"*": {{"minimum_authorization": "{state}"}}}}}}"#);
    let minimum = [
        ("user_claimed", "the program that runs you has to bring better evidence"),
        ("authenticated", "they have to sign in first"),
        ("validated", "the program that runs you has to bring better evidence"),
        ("confirmed", "a person has to approve exactly this call"),
    ];
    for (state, says) in minimum {
        let gate = Gate::new(&at_least(state)).unwrap();
        let event = changed(page.clone()).to_string();
        let decision = gate.check(&event, NOW);
        assert!(for_model(&decision).contains(says), "{state}: {}", for_model(&decision));
    }
    for (policy, change, says) in [
        ("{}", json!({}), "a person has to approve exactly this call"),
        ("{}", nobody, "they have to sign in first"),
        ("{}", key, "take the secret out of the arguments"),
        ("{}", json!({"tool_name": 7}), "correct the fields that this answer points to"),
        ("{}", json!({"tool_category": "unknown"}), "the operator has to set this right first"),
        (
            "{}",
            json!({"recommended_route": "refuse"}),
            "the program that runs you refuses this call",
        ),
        ("{}", json!({"recommended_route": "defer"}), "this call has to be reviewed first"),
        (
            "{}",
            approval(json!({"summary": "The user declined."})),
            "a person has to look at the evidence first",
        ),
        ("{}", approval(json!({"summary": "Awaiting approval."})), "the program that runs you"),
        (
            "{}",
            approval(json!({"decision": "pending"})),
            "a person has to look at the evidence first",
        ),
        ("{}", approval(json!({"freshness": {"status": "stale"}})), "the program that runs you"),
        (attested, approval(json!({"decision": "approved"})), "the program that runs you"),
        (closed, json!({}), "the operator's policy keeps this tool"),
        ("{}", approval(json!({"decision": "approved"})), RUN),
    ] {
        let gate = Gate::new(policy).unwrap();
        let event = changed(change).to_string();
        let decision = gate.check(&event, NOW);
        let said = for_model(&decision);
        assert!(said.contains(says), "{event}\n{said}\n{:?}", decision.hard_blockers());
    }
}

#[test]
fn what_leaves_no_record_is_the_operators() {
    let event = changed(json!({})).to_string();
    let decision = Gate::default().check(&event, NOW).unrecorded();
    assert_eq!(decision.route(), Route::Defer);
    assert!(for_model(&decision).contains("the operator has to set this right first"));
    assert!(decision.report().recovery().suggestion.contains("the audit log can be written"));
}
