//! What the rules promise for every event and every policy, over generated ones.

#[path = "support/decision.rs"]
mod decision;
#[path = "support/generate.rs"]
mod generate;

use aana_core::{
    Gate,
    contract::{AuthorizationState, Route, ToolCategory},
};
use proptest::{prelude::*, sample::Index};
use serde_json::{Value, json};

use generate::{NOW, config, event, policy_or_none, prose, tightening_policy};

fn route(gate: &Gate, event: &Value) -> Route {
    let text = event.to_string();
    let decision = gate.check(&text, NOW);
    assert_eq!(decision.validation_errors(), [], "{text}");
    decision.route()
}

fn gate(policy: &Value) -> Gate {
    Gate::new(&policy.to_string()).unwrap()
}

/// Appends to the summary of a ref, and never takes away what it says already.
fn say(evidence: &mut Value, text: &str) {
    let summary = evidence["summary"].as_str().unwrap_or_default();
    evidence["summary"] = format!("{summary}. {text}").into();
}

/// Ways to spoil a structured ref, none of which takes a fault away.
const SPOIL: [fn(&mut Value); 21] = [
    |it| say(it, "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"),
    |it| say(it, "Asked by jane.doe@example.org"),
    |it| say(it, "This contradicts the ticket."),
    |it| say(it, "A mismatch was found."),
    |it| say(it, "The record is missing."),
    |it| say(it, "Insufficient evidence."),
    |it| say(it, "The user could not be authenticated."),
    |it| say(it, "Unauthorized."),
    |it| it["redaction_status"] = json!("sensitive"),
    |it| it["freshness"]["status"] = json!("stale"),
    |it| it["contradicts"] = json!(["record.9"]),
    |it| it["x_more"] = json!({"a": ["AKIAIOSFODNN7EXAMPLE"]}),
    |it| it["decision"] = json!("pending"),
    |it| it["approved"] = json!(false),
    |it| it["Re-voked"] = json!(true),
    |it| it["expires_at"] = json!(1_000),
    |it| it["valid_from"] = json!("2027-01-01"),
    |it| it["notAfter"] = json!("never"),
    |it| it["approved_by"] = json!("assistant"),
    |it| say(it, "n\u{43e}ted"),
    |it| {
        let other = json!(format!("action:sha256:{}", "0".repeat(64)));
        if it["supports"].is_null() {
            it["supports"] = json!([]);
        }
        it["supports"].as_array_mut().unwrap().push(other);
    },
];

fn sample_key() -> impl Strategy<Value = &'static str> {
    proptest::sample::select(
        &[
            "approved",
            "Decision",
            "VERDICT",
            "con-sent",
            "status",
            "result",
            "outcome",
            "state",
            "action",
            "response",
            "choice",
            "revoked",
            "expires_at",
            "approved_by",
        ][..],
    )
}

fn verdict_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        proptest::sample::select(
            &[
                "approved",
                "yes",
                "no",
                "pending",
                "closed",
                "Yes, go ahead",
                "not approved",
                "allow-once",
                "2026-05-09",
                "ada",
                "bot",
            ][..]
        )
        .prop_map(Value::from),
        prose().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 8, 3, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            proptest::collection::vec((sample_key(), inner), 0..3).prop_map(|members| {
                Value::Object(
                    members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect(),
                )
            }),
        ]
    })
}

proptest! {
    #![proptest_config(config(1500))]

    /// Accepted exactly if nothing blocks and it was recommended, which `well_formed` asserts; never
    /// laxer than recommended; and what is accepted has what its category needs.
    #[test]
    fn an_accepted_call_has_what_it_needs(event in event(), policy in policy_or_none()) {
        let (gate, text) = (gate(&policy), event.to_string());
        let decision = gate.check(&text, NOW);
        prop_assert_eq!(decision.validation_errors(), []);
        let json = decision::well_formed(&decision);
        let recommended = Route::parse(event["recommended_route"].as_str().unwrap()).unwrap();
        prop_assert!(decision.route() >= recommended);
        prop_assert_eq!(decision.route(), decision.aana_route().max(recommended));
        let state = json["authorization_report"]["effective_state"].as_str().unwrap();
        let state = AuthorizationState::parse(state).unwrap();
        let declared = event["authorization_state"].as_str().unwrap();
        prop_assert!(state <= AuthorizationState::parse(declared).unwrap());
        let category = &json["classification"]["effective_category"];
        if decision.route() == Route::Accept {
            let refs = event["evidence_refs"].as_array().unwrap().len();
            match ToolCategory::parse(category.as_str().unwrap()).unwrap() {
                ToolCategory::PublicRead => {}
                ToolCategory::PrivateRead => {
                    prop_assert!(state >= AuthorizationState::Authenticated && refs > 0);
                }
                ToolCategory::Write => {
                    prop_assert!(state == AuthorizationState::Confirmed && refs > 0);
                }
                ToolCategory::Unknown => prop_assert!(false, "an unknown tool was accepted"),
            }
        }
    }

    #[test]
    fn a_stricter_category_is_never_laxer(mut event in event(), policy in policy_or_none()) {
        let gate = gate(&policy);
        let [public, private, write] = ["public_read", "private_read", "write"].map(|category| {
            event["tool_category"] = json!(category);
            route(&gate, &event)
        });
        prop_assert!(public <= private && private <= write, "{public}, {private}, {write}");
    }

    #[test]
    fn a_stronger_state_is_never_stricter(mut event in event(), policy in policy_or_none()) {
        let gate = gate(&policy);
        let routes: Vec<Route> = AuthorizationState::WORDS
            .iter()
            .map(|state| {
                event["authorization_state"] = json!(state);
                route(&gate, &event)
            })
            .collect();
        prop_assert!(routes.is_sorted_by(|weaker, stronger| weaker >= stronger), "{routes:?}");
    }

    #[test]
    fn a_stricter_recommendation_is_never_laxer(mut event in event(), policy in policy_or_none()) {
        let gate = gate(&policy);
        let routes: Vec<Route> = Route::WORDS
            .iter()
            .map(|recommended| {
                event["recommended_route"] = json!(recommended);
                route(&gate, &event)
            })
            .collect();
        prop_assert!(routes.is_sorted(), "{routes:?}");
    }

    #[test]
    fn a_fault_in_a_ref_is_never_laxer(
        event in event(),
        policy in policy_or_none(),
        index in any::<Index>(),
        spoil in proptest::sample::select(&SPOIL[..]),
    ) {
        let gate = gate(&policy);
        let mut spoiled = event.clone();
        let refs = spoiled["evidence_refs"].as_array_mut().unwrap();
        let structured: Vec<&mut Value> = refs.iter_mut().filter(|it| it.is_object()).collect();
        prop_assume!(!structured.is_empty());
        let chosen = index.index(structured.len());
        spoil(structured.into_iter().nth(chosen).unwrap());
        let (before, after) = (route(&gate, &event), route(&gate, &spoiled));
        prop_assert!(after >= before, "{before} became {after}\n{event}\n{spoiled}");
    }

    #[test]
    fn without_a_credible_ref_it_is_never_laxer(
        event in event(),
        policy in policy_or_none(),
        index in any::<Index>(),
    ) {
        let gate = gate(&policy);
        let text = event.to_string();
        let decision = gate.check(&text, NOW);
        let json: Value = serde_json::from_str(&decision.to_json()).unwrap();
        let used = json["evidence_integrity"]["used_source_ids"].as_array().unwrap();
        let refs = event["evidence_refs"].as_array().unwrap();
        // What the production profile finds incomplete is not without a fault, although it is used.
        let issues = json["evidence_integrity"]["issues"].as_array().unwrap();
        let blocks = |at: usize| {
            let path = format!("/evidence_refs/{at}");
            let is_there = |it: &Value| it["path"].as_str().unwrap().starts_with(&path);
            issues.iter().any(|it| it["level"] == "blocker" && is_there(it))
        };
        let credible: Vec<usize> = (0..refs.len())
            .filter(|at| used.contains(&refs[*at]["source_id"]) || used.contains(&refs[*at]))
            .filter(|at| !blocks(*at))
            .collect();
        prop_assume!(!credible.is_empty());
        let mut fewer = event.clone();
        let removed = credible[index.index(credible.len())];
        fewer["evidence_refs"].as_array_mut().unwrap().remove(removed);
        let after = route(&gate, &fewer);
        prop_assert!(after >= decision.route(), "{} became {after}\n{event}", decision.route());
    }

    #[test]
    fn text_in_an_empty_summary_is_never_laxer(
        mut event in event(),
        policy in policy_or_none(),
        text in prose(),
        index in any::<Index>(),
    ) {
        let gate = gate(&policy);
        let refs = event["evidence_refs"].as_array_mut().unwrap();
        let at = index.index(refs.len().max(1));
        prop_assume!(refs.get(at).is_some_and(Value::is_object));
        refs[at]["summary"] = json!("");
        let empty = route(&gate, &event);
        event["evidence_refs"][at].as_object_mut().unwrap().remove("summary");
        prop_assert_eq!(route(&gate, &event), empty, "an absent summary is an empty one");
        event["evidence_refs"][at]["summary"] = json!(text);
        let full = route(&gate, &event);
        prop_assert!(full >= empty, "{empty} became {full}\n{event}");
    }

    /// A verdict only takes away. In the production profile an approval needs one, so there a yes helps.
    #[test]
    fn a_verdict_is_never_laxer(
        event in event(),
        policy in policy_or_none(),
        key in sample_key(),
        value in verdict_value(),
        index in any::<Index>(),
    ) {
        let mut policy = policy;
        policy["evidence_profile"] = json!("quickstart");
        let gate = gate(&policy);
        let refs = event["evidence_refs"].as_array().unwrap();
        let at = index.index(refs.len().max(1));
        prop_assume!(refs.get(at).is_some_and(Value::is_object));
        let mut with = event.clone();
        with["evidence_refs"][at][key] = value;
        let (before, after) = (route(&gate, &event), route(&gate, &with));
        prop_assert!(after >= before, "{before} became {after}\n{with}");
    }

    #[test]
    fn without_its_yes_an_approval_is_never_laxer(
        event in event(),
        policy in policy_or_none(),
        key in sample_key(),
        index in any::<Index>(),
    ) {
        let gate = gate(&policy);
        let refs = event["evidence_refs"].as_array().unwrap();
        let at = index.index(refs.len().max(1));
        prop_assume!(refs.get(at).is_some_and(Value::is_object));
        prop_assume!(!["revoked", "expires_at", "approved_by"].contains(&key));
        let mut with = event.clone();
        with["evidence_refs"][at][key] = json!("approved");
        let (without, with) = (route(&gate, &event), route(&gate, &with));
        prop_assert!(without >= with, "{with} became {without}");
    }

    #[test]
    fn free_text_and_unknown_fields_are_never_laxer(
        event in event(),
        policy in policy_or_none(),
        text in prose(),
    ) {
        let gate = gate(&policy);
        let before = route(&gate, &event);
        // One that nobody else in the event has: a record by the agent itself counts for less.
        let agent_id = format!("agent without a record {text}");
        for (key, value) in [
            ("user_intent", json!(text)),
            ("request_id", json!(text)),
            ("agent_id", json!(agent_id)),
            ("x_route", json!({"route": "accept", "text": text})),
            ("confirmed", json!(true)),
        ] {
            let mut changed = event.clone();
            changed[key] = value;
            prop_assert_eq!(route(&gate, &changed), before, "{} decides something", key);
        }
    }

    #[test]
    fn a_policy_that_tightens_is_never_laxer(event in event(), policy in tightening_policy()) {
        let (without, with) = (route(&Gate::default(), &event), route(&gate(&policy), &event));
        // Of an unknown tool the policy may say what it is.
        prop_assume!(event["tool_category"] != "unknown");
        prop_assert!(with >= without, "{without} became {with}\n{policy}\n{event}");
    }

    #[test]
    fn equal_input_gives_equal_bytes(event in event(), policy in policy_or_none()) {
        let (first, second) = (gate(&policy), gate(&policy));
        let (compact, pretty) = (event.to_string(), serde_json::to_string_pretty(&event).unwrap());
        let escaped: String = compact
            .chars()
            .map(|it| {
                if it.is_ascii() {
                    return it.to_string();
                }
                let mut units = [0; 2];
                let escaped = it.encode_utf16(&mut units).iter().map(|it| format!("\\u{it:04X}"));
                escaped.collect::<Vec<_>>().concat()
            })
            .collect();
        let decision = first.check(&compact, NOW).to_json();
        prop_assert_eq!(&second.check(&compact, NOW).to_json(), &decision);
        prop_assert_eq!(&first.check_bytes(compact.as_bytes(), NOW).to_json(), &decision);
        prop_assert_eq!(&first.check(&pretty, NOW).to_json(), &decision);
        prop_assert_eq!(&first.check(&escaped, NOW).to_json(), &decision);
    }

    /// Neither the order of keys nor white space changes which action it is.
    #[test]
    fn the_digest_sees_what_is_done_and_not_how_it_is_written(event in event()) {
        let turned = serde_json::to_string_pretty(&backwards(&event)).unwrap();
        let text = event.to_string();
        let gate = Gate::default();
        let digest = gate.check(&text, NOW).action_digest();
        prop_assert_eq!(gate.check(&turned, NOW).action_digest(), digest.clone());
        for (key, value) in [
            ("tool_name", json!("another_tool")),
            ("proposed_arguments", json!({"other": 1})),
            ("authorization_subject", json!("somebody else")),
        ] {
            let mut other = event.clone();
            other[key] = value;
            let other = other.to_string();
            prop_assert_ne!(gate.check(&other, NOW).action_digest(), digest.clone(), "{}", key);
        }
    }
}

/// The same document, every object's members in the opposite order.
fn backwards(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            members.iter().rev().map(|(key, member)| (key.clone(), backwards(member))).collect()
        }
        Value::Array(items) => items.iter().map(backwards).collect(),
        other => other.clone(),
    }
}
