//! The typed entry points say what the text entry point says.

mod support;

use aana_core::Gate;
use aana_host::{GateError, types};

const NOW: i64 = 1_778_371_200_000;

fn event() -> types::Event {
    types::Event {
        tool_name: "send_email".to_owned(),
        tool_category: types::ToolCategory::Write,
        authorization_state: types::AuthorizationState::Confirmed,
        evidence_refs: vec![
            types::EvidenceRef::Text("draft_id:123".to_owned()),
            types::EvidenceRef::Structured(types::StructuredEvidence {
                source_id: "approval-7".to_owned(),
                kind: Some(types::EvidenceKind::Approval),
                trust_tier: Some(types::TrustTier::Verified),
                redaction_status: Some(types::RedactionStatus::Redacted),
                freshness: Some(types::Freshness {
                    status: Some(types::FreshnessStatus::Fresh),
                    checked_at: Some("2026-05-09T23:00:00Z".to_owned()),
                    age_hours: Some(1.5),
                    max_age_hours: None,
                    source: None,
                }),
                provenance: Some("console".to_owned()),
                summary: None,
                retrieved_at: None,
                citation_url: None,
                supports: Some(vec!["confirmed".to_owned()]),
                contradicts: None,
            }),
        ],
        risk_domain: types::RiskDomain::CustomerSupport,
        proposed_arguments: r#"{"to": "customer", "n": 1.50}"#.to_owned(),
        recommended_route: types::Route::Accept,
        request_id: Some("r-1".to_owned()),
        agent_id: None,
        user_intent: None,
        authorization_subject: Some(types::AuthorizationSubject::Typed(types::TypedSubject {
            subject_type: types::SubjectType::Account,
            subject_ref: "a-1".to_owned(),
        })),
    }
}

const SAME_EVENT: &str = r#"{
    "tool_name": "send_email", "tool_category": "write", "authorization_state": "confirmed",
    "evidence_refs": ["draft_id:123", {"source_id": "approval-7", "kind": "approval",
        "trust_tier": "verified", "redaction_status": "redacted",
        "freshness": {"status": "fresh", "checked_at": "2026-05-09T23:00:00Z", "age_hours": 1.5},
        "provenance": "console", "supports": ["confirmed"]}],
    "risk_domain": "customer_support", "proposed_arguments": {"to": "customer", "n": 1.50},
    "recommended_route": "accept", "request_id": "r-1",
    "authorization_subject": {"subject_type": "account", "subject_ref": "a-1"}
}"#;

#[test]
#[ignore = "needs `cargo xtask wasm component`"]
fn a_typed_event_is_decided_like_its_text() {
    let gate = support::component().gate(None).unwrap();
    let decision = gate.check_event(&event(), NOW);
    assert_eq!(decision.route, types::Route::Accept);
    assert_eq!(decision.json, Gate::default().check(SAME_EVENT, NOW).to_json());
    assert_eq!(decision, gate.check(SAME_EVENT, NOW));
}

#[test]
#[ignore = "needs `cargo xtask wasm component`"]
fn arguments_stay_arguments() {
    let gate = support::component().gate(None).unwrap();
    let faults = |arguments: &str| {
        let event = types::Event { proposed_arguments: arguments.to_owned(), ..event() };
        let errors = gate.check_event(&event, NOW).validation_errors;
        errors.into_iter().map(|it| (it.path, it.code)).collect::<Vec<_>>()
    };
    let at = |path: &str, code| vec![(format!("/proposed_arguments{path}"), code)];
    assert_eq!(faults(r#"{}, "agent_id": "x""#), at("", types::FaultCode::TrailingData));
    assert_eq!(faults(r#"{"a": 1, "a": 2}"#), at("/a", types::FaultCode::DuplicateKey));
    assert_eq!(faults("[]"), at("", types::FaultCode::WrongType));
    assert_eq!(faults(""), at("", types::FaultCode::InvalidJson));
    // The event is a level of its own.
    let nested =
        |levels: usize| format!(r#"{{"a":{}{}}}"#, "[".repeat(levels - 1), "]".repeat(levels - 1));
    assert_eq!(faults(&nested(63)), []);
    assert_eq!(faults(&nested(64)), at("", types::FaultCode::NestingTooDeep));
    assert_eq!(faults(&nested(65)).len(), 1);
}

#[test]
#[ignore = "needs `cargo xtask wasm component`"]
fn a_number_that_json_cannot_hold_is_refused_where_it_stands() {
    let gate = support::component().gate(None).unwrap();
    let mut event = event();
    let Some(types::EvidenceRef::Structured(evidence)) = event.evidence_refs.get_mut(1) else {
        panic!("the second ref is structured");
    };
    evidence.freshness.as_mut().unwrap().max_age_hours = Some(f64::NAN);
    let errors = gate.check_event(&event, NOW).validation_errors;
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0].path, "/evidence_refs/1/freshness/max_age_hours");
    assert_eq!(errors[0].code, types::FaultCode::NumberOutOfRange);
}

#[test]
#[ignore = "needs `cargo xtask wasm component`"]
fn a_typed_policy_is_the_text_policy() {
    let tool = |pattern: &str, floor| types::ToolPolicy {
        pattern: pattern.to_owned(),
        tool_category: None,
        risk_domain: None,
        minimum_authorization: None,
        route_floor: floor,
        hints: Some(true),
        allow_secret_arguments: None,
        arguments: None,
        when: None,
    };
    let policy = types::Policy {
        mode: Some(types::Mode::Shadow),
        evidence_profile: None,
        max_evidence_age_hours: Some(24),
        clock_skew_seconds: None,
        max_event_bytes: None,
        high_risk_domains: vec![types::RiskDomain::Hr],
        secret_arguments: Some(types::SecretArguments::Refuse),
        require_bound_approval: Some(false),
        evidence: None,
        names: None,
        tools: vec![tool("send_*", Some(types::Route::Defer))],
        unlisted_tools: Some(types::Route::Ask),
        arguments: Some(r#"{"paths": {"roots": ["/srv"]}}"#.to_owned()),
    };
    let text = r#"{"unlisted_tools": "ask", "mode": "shadow", "max_evidence_age_hours": 24, "high_risk_domains": ["hr"],
        "secret_arguments": "refuse", "tools": {"send_*": {"route_floor": "defer"}}, "arguments": {"paths": {"roots": ["/srv"]}}}"#;
    let decision = support::component().gate_from(policy.clone()).unwrap().check(SAME_EVENT, NOW);
    assert_eq!(decision.route, types::Route::Defer);
    assert_eq!(decision.json, Gate::new(text).unwrap().check(SAME_EVENT, NOW).to_json());

    let faults = |policy: types::Policy| match support::component().gate_from(policy) {
        Err(GateError::Policy(faults)) => {
            faults.into_iter().map(|it| (it.path, it.code)).collect::<Vec<_>>()
        }
        _ => Vec::new(),
    };
    // A pattern that stands twice has two entries.
    let twice = types::Policy { tools: vec![tool("a", None), tool("a", None)], ..policy.clone() };
    assert_eq!(faults(twice), []);
    let broken = types::ToolPolicy { when: Some("{".to_owned()), ..tool("a", None) };
    let broken = types::Policy { tools: vec![broken], ..policy.clone() };
    assert_eq!(faults(broken), [("/tools/a/when".to_owned(), types::FaultCode::InvalidJson)]);
    let old = types::Policy { max_evidence_age_hours: Some(0), ..policy };
    let expected = ("/max_evidence_age_hours".to_owned(), types::FaultCode::NumberOutOfRange);
    assert_eq!(faults(old), [expected]);
}

#[test]
#[ignore = "needs `cargo xtask wasm component`"]
fn what_a_decision_allows_is_said_as_the_core_says_it() {
    let component = support::component();
    let accepted = component.gate(None).unwrap().check(SAME_EVENT, NOW).json;
    let refused = component.gate(None).unwrap().check("[]", NOW).json;
    for (mode, core_mode) in [
        (types::Mode::Enforce, aana_core::contract::Mode::Enforce),
        (types::Mode::Shadow, aana_core::contract::Mode::Shadow),
    ] {
        for decision in [accepted.as_str(), &refused, "no decision", "{}"] {
            let found = component.execution_policy(decision, mode).unwrap();
            let reason = match found.reason {
                types::ExecutionReason::AanaAccepted => "aana_accepted",
                types::ExecutionReason::RouteNotAccept => "route_not_accept",
                types::ExecutionReason::ShadowModeOnlyObserves => "shadow_mode_only_observes",
                types::ExecutionReason::DecisionNotWellFormed => "decision_not_well_formed",
            };
            let text = format!(
                r#"{{"mode":"{core_mode}","execution_allowed":{},"aana_allows_execution":{},"reason":"{reason}","required_route":"accept"}}"#,
                found.execution_allowed, found.aana_allows_execution,
            );
            assert_eq!(text, aana_core::execution_policy(decision, core_mode));
        }
    }
}
