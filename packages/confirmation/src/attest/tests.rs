use aana_core::Gate;
use serde_json::{Value, json};

use super::{Bearers, Claims, MOST_APPROVALS, Subject, holds};
use crate::{Answer, AskOptions, Ids, MaskKey, Outcome, Pending, Proof, State, answer, ask};

const NOW: i64 = 1_778_371_200_000;
const LIMIT: usize = 1 << 20;

fn event() -> Value {
    json!({
        "tool_name": "send_email", "tool_category": "write", "authorization_state": "authenticated",
        "authorization_subject": "user:7",
        "evidence_refs": [{
            "source_id": "draft-7", "kind": "tool_result", "trust_tier": "verified",
            "redaction_status": "redacted", "freshness": {"status": "fresh"}, "provenance": "connector",
        }],
        "risk_domain": "customer_support", "proposed_arguments": {"to": "a"}, "recommended_route": "accept",
    })
}

/// A question about [`event`], and the event with the approval that its answer became.
fn confirmed() -> (Pending, String) {
    let gate = Gate::default().with_attested_evidence();
    let options = AskOptions::new(Ids { id: 0xabc, token: 2 }, MaskKey::new([3; 32]));
    let event = event().to_string();
    let asked = ask(&gate, &event, NOW, &options).map_err(|not| not.why).unwrap();
    let yes = Answer {
        decision: "accept",
        by: "user:ada",
        at: None,
        proof: Proof::Token(&asked.token),
        action_digest: None,
        allow_self_approval: false,
    };
    match answer(&asked.pending, &yes, None, NOW) {
        Outcome::Confirmed { event, .. } => (asked.pending, event),
        Outcome::NotConfirmed(why) => panic!("{why:?}"),
    }
}

fn claims(event: &str, subject: Option<&str>) -> Option<Claims> {
    let subject = subject.map(|text| Subject::parse(text).unwrap());
    Claims::of(event.as_bytes(), LIMIT, subject.as_ref())
}

#[test]
fn an_answer_is_found_and_counts_for_its_action_until_it_ends() {
    let (pending, with_approval) = confirmed();
    let found = claims(&with_approval, None).unwrap();
    assert_eq!(found.approvals, [(1, pending.id.clone())]);
    assert_eq!(found.action_digest, pending.action_digest);
    assert_eq!(claims(&with_approval, Some("user:7")).unwrap().approvals, found.approvals);
    let of_another = claims(&with_approval, Some("user:8")).unwrap();
    assert_eq!(of_another.approvals, [], "a token uses no approval for somebody else");
    let record = serde_json::to_string(&pending).unwrap();
    let counts = |state, digest: &str, now| holds(&record, state, NOW, digest, now);
    assert!(counts(State::Confirmed, &pending.action_digest, NOW + 599_999));
    assert!(!counts(State::Confirmed, &pending.action_digest, NOW + 600_000), "it is over");
    assert!(!counts(State::Confirmed, &pending.action_digest, NOW - 300_001), "before the answer");
    assert!(!counts(State::Confirmed, "sha256:0", NOW), "another action");
    for state in [State::Open, State::Used, State::Rejected, State::Altered, State::Expired] {
        assert!(!counts(state, &pending.action_digest, NOW), "{state:?}");
    }
    assert!(!holds("{}", State::Confirmed, NOW, &pending.action_digest, NOW));
    let gate = Gate::default().with_attested_evidence();
    assert!(!gate.check(&with_approval, NOW).executes());
    assert!(gate.attesting(&[1]).check(&with_approval, NOW).executes());
}

#[test]
fn nothing_else_that_looks_like_an_approval_is_looked_up() {
    let id = format!("cnf_{:032x}", 7);
    for (kind, source) in [
        ("approval", id.clone()),
        ("approval", format!("confirmation.{id}0")),
        ("approval", format!("confirmation.{}", id.to_uppercase())),
        ("approval", format!(" confirmation.{id}")),
        ("approval", "confirmation.cnf_".to_owned()),
        ("approval", "confirmation.cnf_../../etc/passwd".to_owned()),
        ("auth_event", format!("confirmation.{id}")),
        ("tool_result", format!("confirmation.{id}")),
    ] {
        let mut event = event();
        event["evidence_refs"] =
            json!([{"source_id": source, "kind": kind}, format!("approval:{id}")]);
        let found = claims(&event.to_string(), Some("user:7")).unwrap();
        assert_eq!((found.approvals, found.sign_ins), (vec![], vec![]), "{kind} {source}");
    }
    for event in ["", "[]", "{}", "{\"tool_name\":1}", "\u{0}"] {
        assert!(claims(event, Some("user:7")).is_none(), "{event}");
    }
    assert!(Claims::of(event().to_string().as_bytes(), 10, None).is_none(), "beyond the limit");
}

#[test]
fn many_approvals_cost_few_look_ups() {
    let mut event = event();
    let of = |number: usize| json!({"source_id": format!("confirmation.cnf_{number:032x}"), "kind": "approval"});
    let refs: Vec<Value> = (0..2000).map(|number| of(number / 2)).collect();
    event["evidence_refs"] = refs.into();
    let found = claims(&event.to_string(), None).unwrap();
    assert_eq!(found.approvals.len(), 2 * MOST_APPROVALS);
}

#[test]
fn a_bearer_speaks_for_its_own_subject_and_no_other() {
    let mut event = event();
    let of =
        |source: &str| json!({"source_id": source, "kind": "auth_event", "trust_tier": "verified"});
    event["evidence_refs"] = json!([of("bearer.user:7"), of("session-7"), of("bearer.user:8")]);
    let found = |event: &Value, subject| claims(&event.to_string(), subject).unwrap().sign_ins;
    assert_eq!(found(&event, Some("user:7")), [0]);
    assert_eq!(found(&event, Some("user:8")), [0_u32; 0], "the call is another subject's");
    assert_eq!(found(&event, None), [0_u32; 0]);
    event["authorization_subject"] = json!({"subject_type": "user", "subject_ref": "7"});
    assert_eq!(found(&event, Some("user:7")), [0]);
    event["authorization_subject"] = json!({"subject_type": "client", "subject_ref": "7"});
    assert_eq!(found(&event, Some("user:7")), [0_u32; 0]);
    event.as_object_mut().unwrap().remove("authorization_subject");
    assert_eq!(found(&event, Some("user:7")), [0_u32; 0], "a call of nobody");
}

#[test]
fn a_subject_is_one_that_the_gate_takes() {
    for text in ["user:7", "service:ci", "user:a-b_c.d", "account:4f1c2a"] {
        assert_eq!(Subject::parse(text).unwrap().as_str(), text);
    }
    for text in ["", "7", "user:", "user: 7", "model:7", "User:7", "user:ü", "user:a\n"] {
        let error = Subject::parse(text).unwrap_err();
        assert!(error.starts_with("a subject is"), "{text:?}: {error}");
    }
    assert!(Subject::parse(&format!("user:{}", "7".repeat(200))).is_err());
    let error = Subject::parse("user:ada@example.org").unwrap_err();
    assert!(error.contains("evidence_pii_leak") && !error.contains("ada"), "{error}");
}

#[test]
fn a_file_of_subjects_is_read_whole_or_not_at_all() {
    let digest = crate::digest::sha256("token");
    let good = format!(r#"{{"sha256:{digest}":"user:7"}}"#);
    let bearers = Bearers::read(&good).unwrap();
    assert_eq!(bearers.subject_of("token").unwrap().as_str(), "user:7");
    for token in ["", "Token", "token ", &digest] {
        assert!(bearers.subject_of(token).is_none(), "{token:?}");
    }
    let upper = format!(r#"{{"sha256:{}":"user:7"}}"#, digest.to_uppercase());
    let twice = format!(r#"{{"sha256:{digest}":"user:7","sha256:{digest}":"user:8"}}"#);
    let bad_subject = format!(r#"{{"sha256:{digest}":"hunter2"}}"#);
    let number = format!(r#"{{"sha256:{digest}":7}}"#);
    for text in ["", "{}", "[]", r#"{"hunter2":"user:7"}"#, &upper, &twice, &bad_subject, &number] {
        let error = Bearers::read(text).unwrap_err();
        assert!(!error.contains("hunter2") && !error.contains(&digest), "{error}");
    }
}
