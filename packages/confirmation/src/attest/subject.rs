//! For whom a bearer token is, and the one way in which an event can say so.

use aana_core::{
    Gate,
    codes::Blocker,
    contract::SubjectType,
    json::{Object, Value},
};
use serde_json::json;

/// No subject is longer.
const MOST_BYTES: usize = 128;

/// A subject as `authorization_subject` names it: a type of subject, a colon and an opaque reference, `user:7`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject(String);

impl Subject {
    /// Reads one.
    ///
    /// # Errors
    ///
    /// What is wrong with it, without a word of it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let form = "a subject is a type such as `user`, a colon and a reference of printable ASCII without blanks, \
                    at most 128 bytes";
        let known = text.split_once(':').filter(|(kind, reference)| {
            SubjectType::parse(kind).is_some() && !reference.is_empty()
        });
        let plain = text.bytes().all(|byte| byte.is_ascii_graphic());
        if known.is_none() || !plain || text.len() > MOST_BYTES {
            return Err(form.to_owned());
        }
        let subject = Self(text.to_owned());
        // The gate itself says whether it would take a ref with this name: it may look like an address or a secret.
        let event = json!({
            "tool_name": "get_account", "tool_category": "private_read",
            "authorization_state": "authenticated", "authorization_subject": text,
            "evidence_refs": [{"source_id": subject.source_id(), "kind": "auth_event", "trust_tier": "verified"}],
            "risk_domain": "unknown", "proposed_arguments": {}, "recommended_route": "accept",
        });
        let event = event.to_string();
        let decision = Gate::default().with_attested_evidence().attesting(&[0]).check(&event, 0);
        if decision.executes() {
            return Ok(subject);
        }
        let why: Vec<&str> = decision.hard_blockers().iter().map(Blocker::as_str).collect();
        Err(format!("the gate takes no evidence that names this subject: {}", why.join(", ")))
    }

    /// As it was read.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The `source_id` of the `auth_event` that stands for this subject's bearer token.
    pub fn source_id(&self) -> String {
        format!("bearer.{}", self.0)
    }

    /// Whether this is the `authorization_subject` of an event. An event that names none is nobody's.
    pub(super) fn is_of(&self, event: &Object<'_>) -> bool {
        match event.get("authorization_subject") {
            Some(Value::String(text)) => **text == self.0,
            Some(Value::Object(object)) => {
                let member = |name| object.get(name).and_then(Value::as_str);
                self.0.split_once(':').is_some_and(|(kind, reference)| {
                    member("subject_type") == Some(kind) && member("subject_ref") == Some(reference)
                })
            }
            _ => false,
        }
    }
}
