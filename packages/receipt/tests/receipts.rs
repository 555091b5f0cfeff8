//! Receipts: decided again, and every difference named.

use aana_receipt::{
    Difference, Envelope, Error, PrivateKey, PublicKey, Receipt, ReceiptReport, canonical_digest,
    verify_receipt,
};
use serde_json::Value;

const NOW_MS: i64 = 1_778_371_200_000;

const EVENT: &str = r#"{"tool_name": "send_email", "tool_category": "write",
    "authorization_state": "user_claimed", "evidence_refs": ["draft_id:123"],
    "risk_domain": "customer_support", "proposed_arguments": {"to": "hunter2@example.com", "n": 1.50},
    "recommended_route": "accept"}"#;

const POLICY: &str = r#"{"tools": {"send_*": {"route_floor": "refuse"}}}"#;

fn key() -> PrivateKey {
    PrivateKey::from_seed(&[7; 32])
}

fn keys() -> Vec<PublicKey> {
    vec![key().public()]
}

fn receipt(policy: Option<&str>) -> String {
    Receipt::decide(EVENT.as_bytes(), policy, NOW_MS).unwrap().sign(&key())
}

fn verify(envelope: &str, event: &str, policy: Option<&str>) -> ReceiptReport {
    verify_receipt(envelope.as_bytes(), event.as_bytes(), policy, &keys())
}

fn payload(envelope: &str) -> String {
    let envelope = Envelope::read(envelope.as_bytes()).unwrap();
    String::from_utf8(envelope.verified(&keys()).unwrap().to_vec()).unwrap()
}

#[test]
fn a_receipt_holds_for_its_event_and_policy() {
    for policy in [None, Some(POLICY)] {
        let report = verify(&receipt(policy), EVENT, policy);
        assert!(report.holds(), "{report:?}");
        let receipt = report.receipt.unwrap();
        let route = if policy.is_some() { "refuse" } else { "ask" };
        assert_eq!(receipt.decided.route, route);
        assert_eq!(receipt.decided.decided_at, "2026-05-10T00:00:00.000Z");
        assert_eq!(receipt.decided.effective_category.as_deref(), Some("write"));
        assert!(receipt.decided.action_digest.unwrap().starts_with("sha256:"));
    }
}

/// Spelling is not the event: its canonical form is.
#[test]
fn the_digest_is_of_the_canonical_form() {
    let value: Value = serde_json::from_str(EVENT).unwrap();
    let respelt = value.to_string();
    assert_ne!(respelt, EVENT);
    assert!(verify(&receipt(None), &respelt, None).holds());
    let policy: Value = serde_json::from_str(POLICY).unwrap();
    assert!(verify(&receipt(Some(POLICY)), EVENT, Some(&policy.to_string())).holds());
    // RFC 8785, but integers keep their digits.
    let digest = |text: &str| canonical_digest(text.as_bytes(), 1024).unwrap();
    assert_eq!(digest(r#"{ "b": 1.50, "a": "\u0041" }"#), digest(r#"{"a":"A","b":1.5}"#));
    assert_ne!(digest("[9007199254740993]"), digest("[9007199254740992]"));
    assert_eq!(
        digest("{}").as_str(),
        "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
    );
    assert_eq!(canonical_digest(br#"{"a":1,"a":1}"#, 1024), None);
}

#[test]
fn no_value_of_the_event_is_in_a_receipt() {
    let payload = payload(&receipt(None));
    for text in ["hunter2", "example.com", "draft_id", "send_email", "1.5"] {
        assert!(!payload.contains(text), "{payload}");
    }
}

#[test]
fn a_refused_event_has_a_receipt_too_and_what_is_no_json_has_none() {
    let receipt = Receipt::decide(b"{}", None, NOW_MS).unwrap();
    assert_eq!(
        (receipt.decided.route.as_str(), receipt.decided.action_digest.as_ref()),
        ("refuse", None)
    );
    assert!(verify(&receipt.sign(&key()), "{}", None).holds());
    for event in ["", "{", r#"{"a":1,"a":2}"#, "\u{feff}{}", r#"{"a":1e999}"#] {
        assert_eq!(Receipt::decide(event.as_bytes(), None, NOW_MS), Err(Error::NotAnEvent));
    }
    assert_eq!(Receipt::decide(b"{}", Some("[]"), NOW_MS), Err(Error::NotAPolicy));
    assert_eq!(Receipt::decide(b"{}", None, i64::MAX), Err(Error::NotATime));
}

#[test]
fn every_difference_is_named() {
    let good = receipt(None);
    let found = |report: ReceiptReport| {
        assert!(!report.holds());
        report.differences
    };
    let other_event = EVENT.replace("hunter2", "hunter3");
    assert_eq!(found(verify(&good, &other_event, None)), [Difference::Event]);
    assert_eq!(found(verify(&good, "{", None)), [Difference::Event]);
    assert_eq!(found(verify(&good, EVENT, Some(POLICY))), [Difference::Policy]);
    assert_eq!(found(verify(&receipt(Some(POLICY)), EVENT, None)), [Difference::Policy]);
    assert_eq!(found(verify(&good, EVENT, Some("[]"))), [Difference::Policy]);
    let other = PrivateKey::from_seed(&[8; 32]);
    let by_other = Receipt::decide(EVENT.as_bytes(), None, NOW_MS).unwrap().sign(&other);
    assert_eq!(found(verify(&by_other, EVENT, None)), [Difference::Signature(Error::NotSigned)]);

    // Signed by the right key, and not what the gate says.
    let payload = payload(&good);
    let changes = [
        ("\"route\":\"ask\"", "\"route\":\"accept\"", Difference::Route),
        ("\"gate_version\":\"", "\"gate_version\":\"9", Difference::Version),
        ("agent_tool_precheck.v1", "agent_tool_precheck.v9", Difference::Version),
        ("2026-05-10T00:00:00.000Z", "2026-05-10", Difference::Time),
        ("2026-05-10T00:00:00.000Z", "2026-05-10T00:00:00Z", Difference::Time),
        (
            "effective_category\":\"write",
            "effective_category\":\"public_read",
            Difference::EffectiveCategory,
        ),
        ("state\":\"user_claimed", "state\":\"confirmed", Difference::EffectiveState),
        ("\"hard_blockers\":[", "\"hard_blockers\":[\"x\",", Difference::HardBlockers),
        ("action_digest\":\"sha256:", "action_digest\":\"sha256:0", Difference::ActionDigest),
        // The time goes into the decision.
        ("2026-05-10T00:00:00.000Z", "2026-05-10T00:00:00.001Z", Difference::Decision),
    ];
    for (from, to, difference) in changes {
        let altered = payload.replacen(from, to, 1);
        let altered = if altered == payload {
            panic!("{from} is not in {payload}")
        } else {
            Envelope::sign(altered.as_bytes(), &key())
        };
        assert_eq!(found(verify(&altered, EVENT, None)), [difference], "{to}");
    }
    let statement = payload.replacen("\"route\"", "\"rout\"", 1);
    let statement = Envelope::sign(statement.as_bytes(), &key());
    assert_eq!(
        found(verify(&statement, EVENT, None)),
        [Difference::Statement(Error::NotTheStatement)]
    );
}

/// Without its key nothing of a receipt can be turned into one for another call.
#[test]
fn a_receipt_is_for_one_action() {
    let accepted =
        EVENT.replace("\"write\"", "\"public_read\"").replace("send_email", "search_docs");
    let envelope = Receipt::decide(accepted.as_bytes(), None, NOW_MS).unwrap().sign(&key());
    assert!(verify(&envelope, &accepted, None).holds());
    assert!(!verify(&envelope, EVENT, None).holds());
}
