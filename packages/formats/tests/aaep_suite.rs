//! The checks of the AAEP project's own conformance suite that look at documents: all 25, in words of our own. Its
//! tests give events with only the members that a check looks at; here a test asks whether the rule in question is
//! broken, and whole documents are whole.

use aana_formats::{
    Place, Report, Rule as _,
    aaep::{AaepRule, StreamChecker, check, check_accepted, check_event},
};
use serde_json::{Value, json};

/// An event with its envelope; `more` is what its type adds.
fn event(name: &str, more: &Value) -> Value {
    let mut event = json!({
        "@context": "https://aaep-protocol.org/context/v1", "type": format!("aaep:agent.{name}"),
        "event_id": "evt_1a2b", "session_id": "sess_1a2b", "timestamp": "2026-06-30T14:22:11.342Z",
        "producer": {"agent_id": "travel-desk", "agent_version": "2.0.1", "agent_name": "Travel Desk"},
    });
    let members = event.as_object_mut().unwrap();
    members.extend(more.as_object().unwrap().clone());
    event
}

/// A stream of events, each with an id of its own.
fn broken_in(stream: &[Value]) -> Vec<&'static str> {
    let mut checker = StreamChecker::new();
    let mut found = Vec::new();
    for (number, item) in stream.iter().enumerate() {
        let mut item = item.clone();
        item["event_id"] = json!(format!("evt_{number}"));
        found.extend(checker.item_text(&item.to_string()).findings);
    }
    found.extend(checker.finish());
    found.iter().map(|found| found.finding.rule.id()).collect()
}

fn broken(report: &Report<AaepRule>) -> Vec<(&'static str, &str)> {
    let places = report.findings().iter().map(|found| match &found.place {
        Place::Pointer(pointer) => (found.rule.id(), pointer.as_str()),
        Place::Line { .. } => (found.rule.id(), ""),
    });
    places.collect()
}

fn is_valid(document: &Value) -> bool {
    check(&document.to_string()).is_valid()
}

fn started() -> Value {
    event("session.started", &json!({"summary_normal": "Looking for trains.", "urgency": "normal"}))
}

fn completed() -> Value {
    event("session.completed", &json!({"summary_normal": "Done."}))
}

fn confirmation(default: &str) -> Value {
    event(
        "awaiting.confirmation",
        &json!({
            "urgency": "critical", "action": "Pay 80 euros for the ticket.",
            "consequence": "The money leaves at once.", "reply_token": "rpl_1a2b", "timeout_seconds": 300,
            "default_decision": default, "risk_level": "high", "irreversible": true
        }),
    )
}

fn errored(urgency: &str) -> Value {
    let summary = "The timetable cannot be reached.";
    let more =
        json!({"urgency": urgency, "error_category": "transient", "summary_normal": summary});
    event("session.errored", &more)
}

fn high_risk() -> Value {
    let more = json!({
        "tool": "pay_ticket", "tool_call_id": "call_1", "args_summary": "amount: 80.00, currency: EUR",
        "summary_normal": "Paying for the ticket.", "risk_level": "high", "irreversible": true
    });
    event("tool.invoked", &more)
}

/// A chunk of text that is not English.
fn yoruba() -> Value {
    let more = json!({
        "chunk": "Ẹ ku àárọ̀.", "position": 0, "complete": false, "coalesce_hint": "sentence", "language": "yo-NG"
    });
    event("output.streaming", &more)
}

fn request(capabilities: &Value) -> Value {
    json!({
        "type": "subscription.request", "aaep_version": "1.0.0", "subscriber_id": "reader",
        "capabilities": capabilities
    })
}

fn accepted(capabilities: &Value) -> Value {
    json!({
        "type": "subscription.accepted", "subscription_id": "sub_1", "aaep_version": "1.0.0",
        "producer": {"agent_id": "desk"}, "honored_capabilities": capabilities
    })
}

/// Five about the envelope.
#[test]
fn envelopes() {
    // 1: one that is in order; 2: every whole document is.
    for document in [started(), confirmation("reject"), high_risk(), yoruba()] {
        assert!(is_valid(&document), "{:?}", check(&document.to_string()));
    }
    // 3: each of the faulty ones is found to be so.
    let mut malformed = started();
    malformed["event_id"] = json!("4f7d-9c12");
    let mut bare = started();
    bare.as_object_mut().unwrap().retain(|name, _| name == "type" || name == "event_id");
    for document in [&malformed, &bare, &errored("normal"), &confirmation("accept")] {
        assert!(!is_valid(document), "{document}");
    }
    // 4: an event without an id; 5: an id of another form.
    let mut without = started();
    without.as_object_mut().unwrap().remove("event_id");
    assert_eq!(broken(&check_event(&without.to_string())), [("field.missing", "/event_id")]);
    assert_eq!(broken(&check_event(&malformed.to_string())), [("field.pattern", "/event_id")]);
}

/// Four about the life of a session.
#[test]
fn lives() {
    assert_eq!(broken_in(&[started(), completed()]), [""; 0]);
    let change = event("state.changed", &json!({"from_state": "idle", "to_state": "thinking"}));
    assert_eq!(broken_in(&[started(), change]), ["session.no-terminal"]);
    let twice = [started(), completed(), errored("critical")];
    assert_eq!(broken_in(&twice), ["session.double-terminal"]);
    assert_eq!(broken_in(&[started(), completed(), yoruba()]), ["session.after-terminal"]);
}

/// Three about tools.
#[test]
fn tools() {
    let call = json!({"tool": "find_trains", "tool_call_id": "call_1"});
    let with = |name: &str, more: Value| {
        let mut all = call.clone();
        all.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        event(name, &all)
    };
    let invoked = with("tool.invoked", json!({"summary_normal": "Looking for trains."}));
    let done = |status: &str| with("tool.completed", json!({ "status": status }));
    assert_eq!(broken_in(&[started(), invoked.clone(), done("success"), completed()]), [""; 0]);
    let orphan = broken_in(&[started(), done("success"), completed()]);
    assert_eq!(orphan, ["tool.completed-without-invoked"]);
    assert_eq!(broken_in(&[started(), invoked, done("partial"), completed()]), ["field.enum"]);
}

/// Two about outputs.
#[test]
fn outputs() {
    let chunk = |position: u32, complete: bool| {
        let more = json!({
            "chunk": "Word by word.", "position": position, "complete": complete, "output_id": "out_a",
            "coalesce_hint": if complete { "completion" } else { "sentence" }
        });
        event("output.streaming", &more)
    };
    let forward = [started(), chunk(0, false), chunk(15, true), completed()];
    assert_eq!(broken_in(&forward), [""; 0]);
    let back = broken_in(&[started(), chunk(20, false), chunk(10, false), completed()]);
    assert_eq!(back, ["output.position-back", "output.never-completed"]);
}

/// Two about confirmations.
#[test]
fn confirmations() {
    assert!(is_valid(&confirmation("reject")));
    let bare =
        event("awaiting.confirmation", &json!({"reply_token": "rpl_1", "urgency": "critical"}));
    let missing = ["/action", "/consequence", "/default_decision", "/timeout_seconds"];
    let missing = missing.map(|at| ("field.missing", at));
    assert_eq!(broken(&check_event(&bare.to_string())), missing);
}

/// Three about the handshake.
#[test]
fn handshakes() {
    let multilingual = request(&json!({
        "max_events_per_second": 5, "languages": ["yo-NG", "ha-NG", "en-US"],
        "supports_confirmation_reply": true, "coalesce_boundaries": ["sentence", "completion"],
        "supported_conformance_levels": [1, 2, 3], "pace_wpm": 170, "tones": {"marks": true}
    }));
    assert!(is_valid(&multilingual));
    let wider = |asked: Value, given: Value| {
        let report = check_accepted(&request(&asked).to_string(), &accepted(&given).to_string());
        report.findings().iter().map(|found| found.rule.id()).collect::<Vec<_>>()
    };
    let rate = |rate: u32| json!({ "max_events_per_second": rate });
    assert_eq!(wider(rate(5), rate(10)), ["handshake.wider-than-asked"]);
    assert_eq!(wider(rate(5), rate(5)), [""; 0]);
    let languages = |all: &[&str]| json!({ "languages": all });
    let more = wider(languages(&["en-US"]), languages(&["en-US", "fr-FR"]));
    assert_eq!(more, ["handshake.wider-than-asked"]);
}

/// Six about safety.
#[test]
fn safety() {
    let found = |document: &Value| -> Vec<&'static str> {
        check(&document.to_string()).findings().iter().map(|found| found.rule.id()).collect()
    };
    assert_eq!(found(&confirmation("reject")), [""; 0]);
    assert_eq!(found(&confirmation("accept")), ["confirm.default-decision"]);
    let mut calm = confirmation("reject");
    calm["urgency"] = json!("normal");
    assert_eq!(found(&calm), ["urgency.critical"]);
    assert_eq!(found(&errored("normal")), ["urgency.critical"]);
    for document in [started(), confirmation("reject"), high_risk(), yoruba()] {
        assert_eq!(found(&document), [""; 0], "nothing in it is a secret");
    }
    let mut leaking = high_risk();
    leaking["args_summary"] = json!("url=https://api.example.com, api_key=sk-leaked-12345");
    assert_eq!(found(&leaking), ["privacy.secret"]);
}
