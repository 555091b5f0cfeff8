//! What the gate says to the events that come of bound requests, and what the events do not tell.

#[path = "support/texts.rs"]
mod texts;

use aana_core::{Gate, contract::Route, time};
use aana_fixtures::format_cases;
use aana_formats::tool_request::text;
use serde_json::Value;

use texts::Texts;

/// What is said of every situation of the cases, by its name.
fn bindings() -> Vec<(String, Value)> {
    let mut bindings = Vec::new();
    for case in format_cases().expect("the cases are there") {
        let name = ["tool_request/bind/", "tool_request/event/"]
            .iter()
            .find_map(|kind| case.id.strip_prefix(kind));
        if let Some(name) = name {
            let said = case.ask(&Texts::default()).expect("an answer");
            bindings.push((name.to_owned(), serde_json::from_str(&said).expect("JSON")));
        }
    }
    assert!(!bindings.is_empty());
    bindings
}

/// Where the gate is stricter than the route of a binding. It is never laxer.
const STRICTER: &[(&str, &str)] = &[
    // A write of which nothing at all is authorized is deferred by the contract.
    ("document_not_approved", "defer"),
    ("medium_risk_unbound_script", "defer"),
    // The summary of the inputs says that one is missing, which the gate takes for evidence that is
    // incomplete.
    ("input_missing", "defer"),
];

#[test]
fn the_gate_takes_the_route_of_the_event() {
    let now = time::parse("2026-03-12T10:40:00Z").unwrap();
    let bindings = bindings();
    let mut differ = Vec::new();
    for (name, said) in &bindings {
        let event = said["event"].to_string();
        let decision = Gate::default().check(&event, now);
        assert!(decision.validation_errors().is_empty(), "{name}");
        let due = Route::parse(said["route"].as_str().unwrap()).unwrap();
        assert!(decision.route() >= due, "{name}: {}", decision.to_json());
        if decision.route() != due && !STRICTER.contains(&(name, decision.route().as_str())) {
            differ.push((name, decision.route().as_str(), due.as_str()));
        }
    }
    assert!(differ.is_empty(), "{differ:?}");
    for (name, route) in STRICTER {
        let said = &bindings.iter().find(|(other, _)| other == name).expect("the case").1;
        assert_ne!(said["route"], *route, "{name}");
    }
}

#[test]
fn confidential_words_and_names_stay_out_of_the_event() {
    let bindings = bindings();
    let (_, said) = bindings.iter().find(|(name, _)| name == "confidential").expect("the case");
    let event = said["event"].to_string();
    assert!(event.contains(r#""argv":["python","[redacted]"]"#), "{event}");
    for word in ["survey", "summarise", "/in/", "okafor"] {
        assert!(!event.replace("survey-summary", "").contains(word), "{word} in {event}");
    }
}

#[test]
fn what_cannot_be_read_is_an_error_and_tells_no_value() {
    for facts in ["", "[]", "{\"record\":{}}", "{\"a\":1,\"a\":2}", "{\"hunter2\":\"hunter2\"}"] {
        for said in [text::bind(b"", facts), text::check(b"", facts)] {
            assert!(said.starts_with("{\"error\":\""), "{said}");
            assert!(!said.contains("hunter2"), "{said}");
        }
    }
}
