//! What a decision may not repeat: values of arguments, free text, unknown fields, and of a
//! malformed event any value at all.

#[path = "support/decision.rs"]
mod decision;
#[path = "support/generate.rs"]
mod generate;

use std::collections::BTreeSet;

use aana_core::Gate;
use proptest::prelude::*;
use serde_json::{Value, json};

use generate::{NOW, config, event, policy_or_none};

/// Text that occurs nowhere by chance.
const MARK: &str = "zq7marker";

/// Puts a mark of its own into every string below, and says which.
fn mark_strings(value: &mut Value, marks: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => {
            let mark = format!("{MARK}{}x", marks.len());
            *text = format!("{mark} {text}");
            marks.insert(mark);
        }
        Value::Array(items) => items.iter_mut().for_each(|item| mark_strings(item, marks)),
        Value::Object(members) => members.values_mut().for_each(|it| mark_strings(it, marks)),
        _ => {}
    }
}

/// Marks everything in an event that a decision has no business to repeat.
fn mark(event: &mut Value) -> BTreeSet<String> {
    let mut marks = BTreeSet::new();
    event["user_intent"] = json!("what was meant");
    event["x_unknown"] = json!({"deep": ["down"]});
    event["authorization_subject"] =
        json!({"subject_type": "user", "subject_ref": "who", "x": "y"});
    event["proposed_arguments"]["more"] = json!([{"in": "there"}]);
    for key in ["user_intent", "x_unknown", "proposed_arguments"] {
        mark_strings(&mut event[key], &mut marks);
    }
    for key in ["subject_ref", "x"] {
        mark_strings(&mut event["authorization_subject"][key], &mut marks);
    }
    for evidence in event["evidence_refs"].as_array_mut().unwrap() {
        if !evidence.is_object() {
            continue;
        }
        evidence["x_unknown"] = json!({"deep": ["down"]});
        evidence["freshness"]["x_unknown"] = json!("text");
        evidence["freshness"]["source"] = json!("clock");
        for (key, value) in [
            ("summary", json!("said")),
            ("provenance", json!("from")),
            ("citation_url", json!("https://example.org")),
            ("supports", json!(["that", "this"])),
        ] {
            let members = evidence.as_object_mut().unwrap();
            members.entry(key).or_insert(value);
        }
        for key in ["x_unknown", "summary", "provenance", "citation_url", "supports", "contradicts"]
        {
            if let Some(member) = evidence.get_mut(key) {
                mark_strings(member, &mut marks);
            }
        }
        for key in ["x_unknown", "source", "checked_at"] {
            if let Some(member) = evidence["freshness"].get_mut(key) {
                mark_strings(member, &mut marks);
            }
        }
    }
    marks
}

fn every_string(value: &mut Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::String(_) => found.push(at.to_owned()),
        Value::Array(items) => {
            for (index, item) in items.iter_mut().enumerate() {
                every_string(item, &format!("{at}/{index}"), found);
            }
        }
        Value::Object(members) => {
            for (key, member) in members {
                let key = key.replace('~', "~0").replace('/', "~1");
                every_string(member, &format!("{at}/{key}"), found);
            }
        }
        _ => {}
    }
}

proptest! {
    #![proptest_config(config(1000))]

    #[test]
    fn a_decision_repeats_no_value(mut event in event(), policy in policy_or_none()) {
        let marks = mark(&mut event);
        prop_assert!(marks.len() >= 4);
        let (gate, text) = (Gate::new(&policy.to_string()).unwrap(), event.to_string());
        let decision = gate.check(&text, NOW);
        prop_assert_eq!(decision.validation_errors(), []);
        let json = decision::well_formed(&decision).to_string();
        prop_assert!(!json.contains(MARK), "{json}\n{event}");
    }

    /// The names of unknown fields stand in warnings and nowhere else.
    #[test]
    fn unknown_names_stand_in_warnings_only(mut event in event(), policy in policy_or_none()) {
        let name = format!("{MARK}_name");
        let mut places = 1;
        event[&name] = json!(1);
        for evidence in event["evidence_refs"].as_array_mut().unwrap() {
            if evidence.is_object() {
                evidence[&name] = json!([2]);
                evidence["freshness"][&name] = json!("three");
                places += 2;
            }
        }
        let (gate, text) = (Gate::new(&policy.to_string()).unwrap(), event.to_string());
        let mut json = decision::well_formed(&gate.check(&text, NOW));
        let warnings = json["warnings"].take();
        let named = warnings.as_array().unwrap().iter().filter(|it| it.to_string().contains(&name));
        prop_assert_eq!(named.count(), places);
        prop_assert!(!json.to_string().contains(MARK), "{json}");
    }

    /// Neither nested argument keys nor any key of a structured subject are shown.
    #[test]
    fn the_audit_event_shows_top_keys_only(mut event in event()) {
        event["proposed_arguments"] = json!({"shown": {MARK: {MARK: 1}}, "list": [{MARK: MARK}]});
        let text = event.to_string();
        let json = decision::well_formed(&Gate::default().check(&text, NOW));
        prop_assert_eq!(&json["audit_event"]["proposed_argument_keys"], &json!(["list", "shown"]));
        prop_assert!(!json.to_string().contains(MARK), "{json}");
    }

    /// A malformed event: whichever strings are replaced, with a fault or without, none comes back.
    #[test]
    fn a_refusal_for_form_repeats_nothing(mut event in event(), chosen in any::<u64>()) {
        let mut pointers = Vec::new();
        every_string(&mut event, "", &mut pointers);
        for (index, pointer) in pointers.iter().enumerate() {
            if chosen >> (index % 64) & 1 == 1 {
                *event.pointer_mut(pointer).unwrap() = json!(MARK);
            }
        }
        // At least one fault.
        event["risk_domain"] = json!(MARK);
        event["agent_id"] = json!({MARK: MARK});
        let text = event.to_string();
        let gate = Gate::default();
        let decision = gate.check(&text, NOW);
        prop_assert!(!decision.validation_errors().is_empty());
        let json = decision::well_formed(&decision);
        prop_assert!(!json.to_string().contains(MARK), "{json}\n{event}");
        for fault in aana_core::validate_event(&text) {
            prop_assert!(!fault.message.contains(MARK), "{}", fault.message);
        }
        for key in ["tool_name", "tool_category", "authorization_state", "risk_domain"] {
            prop_assert!(json[key].is_null(), "{key}");
        }
    }

    /// A text that is not JSON: what stands in it does not come back either.
    #[test]
    fn a_refusal_of_broken_text_repeats_nothing(mut event in event(), cut in any::<prop::sample::Index>()) {
        mark(&mut event);
        let text = event.to_string();
        let mut end = cut.index(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        for broken in [text[..end].to_owned(), format!("{text}{MARK}")] {
            let json = decision::well_formed(&Gate::default().check(&broken, NOW)).to_string();
            prop_assert!(!json.contains(MARK), "{json}");
        }
    }
}
