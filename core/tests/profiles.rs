//! What the strict settings promise on the recorded cases: names that act are stopped by `names: strict`, and
//! no approval that does not count passes the production profile.

use aana_core::{Gate, contract::Route};
use aana_fixtures::{Case, Suite, conformance_dir, known_gaps};
use serde_json::{Value, json};

/// The event of a case with everything that the production profile wants to know of a ref, so that only what
/// the ref says is left to decide.
fn completed(case: &Case) -> String {
    let mut event: Value = serde_json::from_slice(&case.event).unwrap();
    for evidence in event["evidence_refs"].as_array_mut().unwrap() {
        if evidence.is_object() {
            evidence["retrieved_at"] = json!("2026-05-09T23:50:00Z");
            evidence["provenance"] = json!("console");
            evidence["freshness"] =
                json!({"status": "fresh", "checked_at": "2026-05-09T23:55:00Z"});
        }
    }
    event.to_string()
}

/// The route of a case under this policy, in place of its own.
fn route(case: &Case, policy: &str) -> Route {
    Gate::new(policy).unwrap().check_bytes(&case.event, case.now_ms).route()
}

fn cases(suite: &Suite) -> Vec<Case> {
    suite.groups.iter().flat_map(|group| group.cases.iter().cloned()).collect()
}

/// Names of declared reads that act: those that are stopped with open names, and those that are known not to be.
#[test]
fn strict_names_stop_nearly_every_name_that_acts() {
    let suite = Suite::load_from(&conformance_dir()).unwrap();
    let gaps = known_gaps(&conformance_dir()).unwrap();
    let acts = |case: &&Case| {
        case.id.starts_with("name_open.")
            && (route(case, "{}") != Route::Accept || gaps.iter().any(|gap| gap.id == case.id))
    };
    let cases = cases(&suite);
    let names: Vec<&Case> = cases.iter().filter(acts).collect();
    assert!(names.len() >= 150, "only {} names", names.len());
    let passed: Vec<&str> = names
        .iter()
        .filter(|case| route(case, r#"{"names": "strict"}"#) == Route::Accept)
        .map(|case| case.id.as_str())
        .collect();
    assert!(passed.len() * 100 <= names.len() * 5, "{passed:?} of {}", names.len());
    // Strict names are the default of the production profile.
    for case in &names {
        let strict = route(case, r#"{"names": "strict"}"#);
        assert!(route(case, r#"{"evidence_profile": "production"}"#) >= strict, "{}", case.id);
        assert!(strict >= route(case, r#"{"names": "open"}"#), "{}", case.id);
    }
}

/// The groups of approvals that do not count, or that another ref takes back, and how many each has at least.
const NO_APPROVALS: [(&str, usize); 4] = [
    ("string_approval.", 19),
    ("approval_text.", 97),
    ("approval_field.", 4),
    ("beside_an_approval.", 5),
];

#[test]
fn no_approval_that_is_none_passes_the_production_profile() {
    let suite = Suite::load_from(&conformance_dir()).unwrap();
    let cases = cases(&suite);
    let gate = Gate::new(r#"{"evidence_profile": "production"}"#).unwrap();
    for (prefix, least) in NO_APPROVALS {
        let group: Vec<&Case> = cases.iter().filter(|case| case.id.starts_with(prefix)).collect();
        assert!(group.len() >= least, "{prefix} {}", group.len());
        for case in group {
            let decision = gate.check(&completed(case), case.now_ms).to_json();
            assert!(!decision.contains(r#""route":"accept""#), "{}", case.id);
            assert!(!decision.contains("evidence_below_production_profile"), "{decision}");
        }
    }
}

/// A gate that stops whatever it is given would keep these promises as well.
#[test]
fn an_everyday_approval_with_a_verdict_passes_the_production_profile() {
    let event = r#"{"tool_name": "send_email", "tool_category": "write", "authorization_state": "confirmed",
        "evidence_refs": [{"source_id": "appr-7", "kind": "approval", "trust_tier": "verified",
            "redaction_status": "redacted", "provenance": "console", "decision": "approved",
            "freshness": {"status": "fresh", "checked_at": "2026-05-09T23:55:00Z"},
            "retrieved_at": "2026-05-09T23:50:00Z", "summary": "Approved by Ada."}],
        "risk_domain": "customer_support", "proposed_arguments": {"to": "desk"}, "recommended_route": "accept"}"#;
    let gate = Gate::new(r#"{"evidence_profile": "production"}"#).unwrap();
    let decision = gate.check(event, 1_778_371_200_000);
    assert_eq!(decision.route(), Route::Accept, "{}", decision.to_json());
}
