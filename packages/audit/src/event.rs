//! The audit-safe event as it is read: what may stand in the log, and nothing else may.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::Error;

/// The version that an event names.
const VERSION: &str = "aana.audit_safe_decision.v1";

/// Every member that an audit-safe event has. One more, and it is not certain that it is safe.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "that a member is there, and of its type, is what is asked")]
pub(crate) struct RecordedEvent<'e> {
    #[serde(borrow, rename = "audit_event_version")]
    version: Cow<'e, str>,
    #[serde(borrow)]
    pub(crate) route: Cow<'e, str>,
    #[serde(borrow)]
    gate_decision: Cow<'e, str>,
    pub(crate) hard_blockers: Vec<Cow<'e, str>>,
    reasons: Vec<Cow<'e, str>>,
    aix_score: f64,
    pub(crate) tool_name: Option<Cow<'e, str>>,
    tool_category: Option<Cow<'e, str>>,
    effective_category: Option<Cow<'e, str>>,
    risk_domain: Option<Cow<'e, str>>,
    authorization_state: Option<Cow<'e, str>>,
    effective_authorization_state: Option<Cow<'e, str>>,
    evidence_refs: EvidenceRefs,
    proposed_argument_keys: Vec<Cow<'e, str>>,
    proposed_argument_keys_total: Option<u32>,
    /// Absent in records of a gate that did not read arguments.
    argument_report: Option<ArgumentReport>,
    action_digest: Option<Cow<'e, str>>,
    request_id: Option<Cow<'e, str>>,
    agent_id: Option<Cow<'e, str>>,
    public_audit_log_allowed: bool,
    raw_payload_logged: bool,
    decided_at: Cow<'e, str>,
    validation_errors: Vec<FaultPlace>,
    validation_errors_total: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only their form counts")]
struct EvidenceRefs {
    used: Vec<String>,
    used_total: Option<u32>,
    missing: Vec<String>,
    missing_total: Option<u32>,
    contradictory: Vec<String>,
    contradictory_total: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only their form counts")]
struct ArgumentReport {
    verdict: Option<String>,
    class: Option<String>,
    codes: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only their form counts")]
struct FaultPlace {
    path: String,
    code: String,
}

impl<'e> RecordedEvent<'e> {
    /// Reads an event, or says why it is not one. What it says holds no value of the event.
    pub(crate) fn read(text: &'e str) -> Result<Self, Error> {
        if text.bytes().any(|byte| byte < b' ') {
            return Err(not("it is more than one line"));
        }
        let event: Self = serde_json::from_str(text).map_err(|error| {
            let why = match error.classify() {
                serde_json::error::Category::Data => {
                    "a member is missing, unknown or of another type"
                }
                _ => "it is not JSON",
            };
            not(&format!("{why}, at character {}", error.column()))
        })?;
        if event.version != VERSION {
            return Err(not(&format!("its `audit_event_version` is not `{VERSION}`")));
        }
        if event.raw_payload_logged {
            return Err(not("it says that it holds a raw payload"));
        }
        Ok(event)
    }
}

fn not(why: &str) -> Error {
    Error::NotAnAuditEvent(why.to_owned())
}

/// The audit-safe event inside a decision, exactly as the decision gives it.
pub fn audit_event_of(decision: &str) -> Option<&str> {
    #[derive(Deserialize)]
    struct Decision<'d> {
        #[serde(borrow)]
        audit_event: &'d RawValue,
    }
    serde_json::from_str::<Decision<'_>>(decision).ok().map(|decision| decision.audit_event.get())
}

#[cfg(test)]
mod tests {
    use aana_core::Gate;

    use super::{RecordedEvent, audit_event_of};

    #[test]
    fn nothing_but_an_audit_safe_event_is_taken() {
        let decision = Gate::default().check("[]", 0).to_json();
        let event = audit_event_of(&decision).unwrap();
        assert!(RecordedEvent::read(event).is_ok());
        let ways = [
            ("\"raw_payload_logged\":false", "\"raw_payload_logged\":true"),
            ("safe_decision.v1", "safe_decision.v2"),
            ("{\"audit_event_version\"", "{\"proposed_arguments\":{},\"audit_event_version\""),
            ("\"route\":\"refuse\",", ""),
            ("\"used\":[]", "\"used\":[],\"summary\":\"x\""),
            (",\"reasons\"", ",\n\"reasons\""),
            ("\"aix_score\":0", "\"aix_score\":\"0\""),
        ];
        for (from, to) in ways {
            let changed = event.replacen(from, to, 1);
            assert_ne!(changed, event);
            assert!(RecordedEvent::read(&changed).is_err(), "{changed}");
        }
        for text in ["", "{}", "null", "[]", &decision, &format!("{event} {event}")] {
            assert!(RecordedEvent::read(text).is_err(), "{text}");
        }
    }

    /// A list that was too long says how long, and the event is as safe as any other.
    #[test]
    fn the_totals_of_lists_that_were_cut_are_taken() {
        let refs = |count: usize| {
            vec![r#"{"source_id":"s","contradicts":["x"],"summary":"no evidence"}"#; count]
                .join(",")
        };
        let keys: Vec<String> = (0..300).map(|key| format!(r#""k{key}":1"#)).collect();
        let event = format!(
            r#"{{"tool_name":"search_docs","tool_category":"public_read","authorization_state":"none","risk_domain":"research","recommended_route":"accept","evidence_refs":[{},{}],"proposed_arguments":{{{}}}}}"#,
            refs(300),
            vec![r#""text""#; 300].join(","),
            keys.join(","),
        );
        let faulty = format!(r#"{{"evidence_refs":[{}]}}"#, vec!["1"; 300].join(","));
        for (event, members) in [
            (
                event,
                &["used_total", "missing_total", "contradictory_total", "argument_keys_total"][..],
            ),
            (faulty, &["validation_errors_total"]),
        ] {
            let decision = Gate::default().check(&event, 0).to_json();
            let event = audit_event_of(&decision).unwrap();
            for member in members {
                assert!(event.contains(member), "{member}");
            }
            assert!(RecordedEvent::read(event).is_ok());
        }
    }

    #[test]
    fn a_refusal_does_not_repeat_the_event() {
        for text in [r#"{"secret":"hunter2"}"#, r#"{"audit_event_version":"hunter2"}"#, "hunter2"] {
            let said = RecordedEvent::read(text).err().unwrap().to_string();
            assert!(!said.contains("hunter2") && !said.contains("secret"), "{said}");
        }
    }
}
