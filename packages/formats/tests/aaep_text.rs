//! The text entry points: what they say is JSON, and the producer works through them as it does without.

use aana_core::{Fault, Gate, Step, codes::FaultCode};
use aana_formats::aaep::text::{
    check_event, check_items, check_reply, check_stream, session_step, unread,
};
use serde_json::{Value, json};

const EMAIL: &str = r#"{"tool_name":"send_email","tool_category":"write","authorization_state":"validated","evidence_refs":[{"source_id":"auth.session","kind":"auth_event","trust_tier":"verified","redaction_status":"redacted","summary":"User identity was authenticated for this account.","retrieved_at":"2026-06-30T14:20:00Z","freshness":{"status":"fresh"},"provenance":"connector"},{"source_id":"mail.recipient_check","kind":"tool_result","trust_tier":"verified","redaction_status":"redacted","summary":"Recipient and draft were validated against the case record.","retrieved_at":"2026-06-30T14:21:00Z","freshness":{"status":"fresh"},"provenance":"runtime"}],"risk_domain":"customer_support","proposed_arguments":{"to":"customer@example.com","draft_id":"123"},"recommended_route":"accept"}"#;

fn read(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn reports_are_json() {
    assert_eq!(read(&check_event("[]"))["findings"][0]["rule"], "env.not-object");
    assert_eq!(read(&check_reply("{}"))["valid"], false);
    let stream = read(&check_stream("{\n"));
    assert_eq!(stream["findings"][0]["index"], 0);
    assert_eq!(stream["findings"][0]["rule"], "json.invalid");
    assert_eq!(read(&check_stream("")), json!({"valid": true, "findings": [], "replies": []}));
}

#[test]
fn a_confirmed_call_goes_through_text_alone() {
    let gate = Gate::default();
    let (mut session, mut count, mut lines) = (
        json!({"session_id": "sess_1", "producer": {"agent_id": "gate"}, "subscriptions": ["sub_1"]}),
        0_u32,
        Vec::new(),
    );
    let mut step = |more: Value| {
        count += 10;
        let ids: Vec<String> = (0..6).map(|n| format!("{:032x}", count + n)).collect();
        let mut request = json!({"now": 1_782_829_330_000_i64 + i64::from(count), "ids": ids});
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        if let Some(reply) = request["reply"].as_str() {
            lines.push(reply.to_owned());
        }
        let answer = read(&session_step(&gate, &session.to_string(), &request.to_string()));
        assert_eq!(answer.get("error"), None, "{answer}");
        session = answer["session"].clone();
        lines.extend(answer["events"].as_array().unwrap().iter().map(Value::to_string));
        answer
    };
    step(json!({"op": "start", "summary": "Answering."}));
    let asked = step(json!({"op": "propose", "event": EMAIL, "runtime_id": "1"}));
    assert_eq!(asked["decision"]["route"], "ask");
    let reply = json!({
        "type": "confirmation.reply", "reply_token": asked["next"]["reply_token"], "decision": "accept",
        "subscription_id": "sub_1", "timestamp": "2026-06-30T14:22:11Z", "decided_by": "user:1"
    });
    let request = json!({
        "op": "reply", "event": EMAIL, "reply": reply.to_string(), "sender": {"authenticated": true}
    });
    let replied = step(request);
    assert_eq!(replied["effect"], "accept");
    let run = step(json!({"op": "propose", "event": replied["gate_again"], "runtime_id": "1"}));
    assert_eq!(run["next"], json!({"do": "run", "tool_call_id": "call_1"}));
    step(
        json!({"op": "complete", "tool_call_id": "call_1", "status": "success", "duration_ms": 5}),
    );
    step(json!({"op": "finish", "summary": "Answered."}));
    let said = read(&check_stream(&lines.join("\n")));
    assert_eq!(said["findings"], json!([]), "{said}");
    assert_eq!(said["replies"].as_array().unwrap().len(), 1);
}

#[test]
fn bad_input_gives_an_error_without_its_values() {
    let gate = Gate::default();
    let session = r#"{"session_id":"sess_1","producer":{"agent_id":"gate"},"subscriptions":[]}"#;
    for (session, request) in [
        ("", "{}"),
        (session, r#"{"op": "hunter2"}"#),
        (session, r#"{"op": "start", "now": "hunter2", "ids": []}"#),
        (session, r#"{"op": "start", "now": 1, "ids": [], "hunter2": 1}"#),
        (session, r#"{"op": "start", "now": 1, "ids": ["hunter2"], "summary": "x"}"#),
        (r#"{"session_id": 1, "hunter2": 2}"#, r#"{"op": "expire", "now": 1, "ids": []}"#),
    ] {
        let said = session_step(&gate, session, request);
        let error = read(&said)["error"].as_str().unwrap().to_owned();
        assert!(!error.is_empty() && !said.contains("hunter2"), "{said}");
    }
}

/// What a binding finds in a host's objects.
fn fault(code: FaultCode) -> Fault {
    Fault::at(&[Step::Key("tool")], code, "no JSON value".to_owned())
}

#[test]
fn what_has_no_text_is_a_finding() {
    let said = read(&unread(fault(FaultCode::NumberOutOfRange)));
    assert_eq!(said["valid"], false);
    assert_eq!(said["findings"][0]["rule"], "json.number-range");
    assert_eq!(said["findings"][0]["pointer"], "/tool");
    let items = [Ok("[]"), Err(fault(FaultCode::LoneSurrogate)), Ok("{\n}")];
    let said = read(&check_items(items));
    let found = said["findings"].as_array().unwrap().iter().map(|it| {
        (it["index"].as_u64().unwrap(), it["rule"].as_str().unwrap(), it["pointer"].as_str())
    });
    let found: Vec<_> = found.filter(|it| it.0 < 2).collect();
    assert_eq!(
        found,
        [(0, "env.not-object", Some("")), (1, "json.invalid", Some("/tool"))],
        "{said}"
    );
    assert!(said["findings"].as_array().unwrap().iter().any(|it| it["index"] == 2), "{said}");
}

#[test]
fn an_event_without_text_is_refused() {
    let gate = Gate::default();
    let session = r#"{"session_id":"sess_1","producer":{"agent_id":"gate"},"subscriptions":[]}"#;
    let ids: Vec<String> = (0..6).map(|n| format!("{n:032x}")).collect();
    let start = json!({"op": "start", "now": 1, "ids": ids, "summary": "Answering."});
    let started = read(&session_step(&gate, session, &start.to_string()));
    let ids: Vec<String> = (6..12).map(|n| format!("{n:032x}")).collect();
    let faults = json!([{"path": "/tool_name", "code": "lone_surrogate", "message": "half"}]);
    let propose =
        json!({"op": "propose", "now": 2, "ids": ids, "faults": faults, "runtime_id": "1"});
    let said = read(&session_step(&gate, &started["session"].to_string(), &propose.to_string()));
    assert_eq!(said["next"], json!({"do": "stop", "why": "refused"}));
    assert_eq!(said["decision"]["route"], "refuse");
    assert_eq!(said["decision"]["validation_errors"], faults);
    assert!(!said["events"].as_array().unwrap().is_empty());
}
