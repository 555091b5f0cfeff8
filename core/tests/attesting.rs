//! What the host says that it has checked itself: it never makes a decision stricter, and without it
//! nothing is attested.

#[path = "support/generate.rs"]
mod generate;

use aana_core::{
    Gate,
    codes::Blocker,
    contract::{AuthorizationState, EvidenceKind, Route, TrustTier},
};
use proptest::{collection::vec, prelude::*};
use serde_json::{Value, json};

use generate::{NOW, config, event, policy_or_none};

/// The policy with this word in `evidence`.
fn gate(policy: &Value, evidence: &str) -> Gate {
    let mut policy = policy.clone();
    policy["evidence"] = json!(evidence);
    Gate::new(&policy.to_string()).unwrap()
}

fn positions() -> impl Strategy<Value = Vec<u32>> {
    vec(prop_oneof![0..4_u32, any::<u32>()], 0..5)
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn to_attest_nothing_is_to_check(event in event(), policy in policy_or_none()) {
        let text = event.to_string();
        for evidence in ["trusted", "attested"] {
            let gate = gate(&policy, evidence);
            let decision = gate.check(&text, NOW).to_json();
            prop_assert_eq!(&gate.attesting(&[]).check(&text, NOW).to_json(), &decision);
            let bytes = gate.attesting(&[]).check_bytes(text.as_bytes(), NOW).to_json();
            prop_assert_eq!(&bytes, &decision);
            let tree = aana_core::json::parse(&text, 1 << 20).unwrap();
            prop_assert_eq!(&gate.attesting(&[]).check_value(tree, NOW).to_json(), &decision);
        }
        let trusted = gate(&policy, "trusted").check(&text, NOW).to_json();
        let mut unnamed = policy;
        unnamed.as_object_mut().unwrap().remove("evidence");
        let unnamed = Gate::new(&unnamed.to_string()).unwrap().check(&text, NOW).to_json();
        prop_assert_eq!(trusted, unnamed, "`trusted` is the default");
    }

    #[test]
    fn to_attest_more_is_never_stricter(
        event in event(),
        policy in policy_or_none(),
        some in positions(),
        others in positions(),
    ) {
        let text = event.to_string();
        let more = [some.clone(), others].concat();
        for evidence in ["trusted", "attested"] {
            let gate = gate(&policy, evidence);
            let (less, more) = (gate.attesting(&some), gate.attesting(&more));
            let (less, more) = (less.check(&text, NOW), more.check(&text, NOW));
            prop_assert!(more.route() <= less.route(), "{} became {}", less.route(), more.route());
            let added = more.hard_blockers().iter().find(|code| !less.hard_blockers().contains(*code));
            // A ref that is attested can be the first that supports something.
            let by_state = matches!(
                added,
                None | Some(
                    Blocker::WriteMissingValidationOrConfirmation
                        | Blocker::WriteMissingExplicitConfirmation
                )
            );
            prop_assert!(by_state, "{added:?}");
        }
    }

    #[test]
    fn to_want_attested_evidence_is_never_laxer(
        event in event(),
        policy in policy_or_none(),
        some in positions(),
    ) {
        let text = event.to_string();
        let [trusted, attested] = ["trusted", "attested"]
            .map(|evidence| gate(&policy, evidence).attesting(&some).check(&text, NOW).route());
        prop_assert!(attested >= trusted, "{trusted} became {attested}");
    }
}

/// One ref of each kind and tier, and of each kind as a string.
fn refs() -> Vec<(EvidenceKind, Value)> {
    let mut refs = Vec::new();
    for &kind in EvidenceKind::ALL {
        refs.push((kind, json!(format!("{kind}:record-7"))));
        for tier in TrustTier::WORDS {
            refs.push((
                kind,
                json!({
                    "source_id": "record-7", "kind": kind.as_str(), "trust_tier": tier,
                    "redaction_status": "public", "freshness": {"status": "fresh"},
                    "provenance": "connector"
                }),
            ));
        }
    }
    refs
}

#[test]
fn every_pair_of_refs_with_every_set_of_attested_ones() {
    let is_record =
        |kind: &EvidenceKind| matches!(kind, EvidenceKind::Approval | EvidenceKind::AuthEvent);
    let [trusted, attested] = ["trusted", "attested"].map(|word| gate(&json!({}), word));
    for (first_kind, first) in refs() {
        for (second_kind, second) in refs() {
            for category in ["public_read", "private_read", "write"] {
                let event = json!({
                    "tool_name": "create_label", "tool_category": category,
                    "authorization_state": AuthorizationState::Confirmed.as_str(),
                    "evidence_refs": [first, second], "risk_domain": "research",
                    "proposed_arguments": {}, "recommended_route": "accept"
                })
                .to_string();
                let today = trusted.check(&event, NOW);
                for set in [&[][..], &[0], &[1], &[1, 0], &[0, 0, 1, 7, u32::MAX]] {
                    let told = || format!("{set:?} of {event}");
                    let unasked = trusted.attesting(set).check(&event, NOW);
                    assert_eq!(unasked.to_json(), today.to_json(), "{}", told());
                    let decision = attested.attesting(set).check(&event, NOW);
                    let missing = [&first_kind, &second_kind]
                        .into_iter()
                        .zip(0..)
                        .any(|(kind, position)| is_record(kind) && !set.contains(&position));
                    let says = decision.hard_blockers().contains(Blocker::EvidenceNotAttested);
                    assert_eq!(says, missing, "{}", told());
                    assert!(decision.route() >= today.route(), "{}", told());
                    let all = (0..2).all(|position| set.contains(&position));
                    if missing {
                        assert!(decision.route() >= Route::Ask, "{}", told());
                    } else if !set.contains(&0) && !set.contains(&1) && category != "public_read" {
                        // Refs of whatever kind that nobody has checked support nothing.
                        assert!(decision.route() >= Route::Ask, "{}", told());
                    } else if all {
                        assert_eq!(decision.to_json(), today.to_json(), "{}", told());
                    }
                }
            }
        }
    }
}

#[test]
fn an_event_that_is_not_one_is_refused_whatever_is_attested() {
    let gate = Gate::default();
    for event in ["", "{}", "[0]", "{\"evidence_refs\": [\"approval:7\"]}"] {
        let decision = gate.attesting(&[0, 1]).check(event, NOW);
        assert_eq!(decision.route(), Route::Refuse);
        assert_eq!(decision.to_json(), gate.check(event, NOW).to_json());
    }
}
