//! What an event that is brought along with an answer has to share with the one that was asked about.
//!
//! The action digest binds what runs: tool, arguments and subject. The rest decides whether it may run, so
//! that it must not change between the question and the yes either.

use aana_core::json::{Member, Object, Value, canonical};
use serde::{Deserialize, Serialize};

use crate::{approver, digest::sha256, why::Why};

/// The digests of it. They hold no value of the event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bound {
    /// Of `authorization_state`.
    pub authorization_state: String,
    /// Of `evidence_refs`, without the times at which they were looked up: the same evidence may be looked up
    /// again, and the gate weighs how old it is.
    pub evidence_refs: String,
    /// Of `tool_category`, `risk_domain`, `recommended_route` and `agent_id` together.
    pub other_fields: String,
    /// Of the names of the agent that asks, which must not be those of whoever says yes.
    pub agent_names: Vec<String>,
}

impl Bound {
    /// What an event is bound to.
    pub(crate) fn of(event: &Object<'_>) -> Self {
        let agent = event.get("agent_id").and_then(|agent| agent.as_str());
        let others = ["tool_category", "risk_domain", "recommended_route", "agent_id"];
        Self {
            authorization_state: digest(event, &["authorization_state"]),
            evidence_refs: evidence_digest(event),
            other_fields: digest(event, &others),
            agent_names: agent.map(approver::names_of).unwrap_or_default(),
        }
    }

    /// The first thing in which an event differs.
    pub(crate) fn differs(&self, event: &Object<'_>) -> Option<Why> {
        let other = Self::of(event);
        if self.authorization_state != other.authorization_state {
            Some(Why::StateChanged)
        } else if self.evidence_refs != other.evidence_refs {
            Some(Why::EvidenceChanged)
        } else if *self != other {
            Some(Why::EventChanged)
        } else {
            None
        }
    }
}

fn evidence_digest(event: &Object<'_>) -> String {
    let mut text = String::new();
    if let Some(refs) = event.get("evidence_refs") {
        canonical(&mut text, &without_times(refs));
    }
    sha256(&text)
}

fn without_times<'v>(value: &Value<'v>) -> Value<'v> {
    match value {
        Value::Array(items) => Value::Array(items.iter().map(without_times).collect()),
        Value::Object(object) => {
            let is_time = |key: &str| matches!(key, "retrieved_at" | "checked_at" | "age_hours");
            let stays = |member: &&Member<'v>| !is_time(&member.key);
            let member = |member: &Member<'v>| Member {
                key: member.key.clone(),
                value: without_times(&member.value),
            };
            let members = object.members().iter().filter(stays).map(member).collect();
            // No two of them have the same key, as before.
            Object::new(members).map_or_else(|_| value.clone(), Value::Object)
        }
        other => other.clone(),
    }
}

/// The SHA-256 of the canonical JSON of some members; an absent member and `null` give different digests.
fn digest(event: &Object<'_>, names: &[&str]) -> String {
    let mut text = String::new();
    for name in names {
        text.push_str(name);
        if let Some(value) = event.get(name) {
            text.push(':');
            canonical(&mut text, value);
        }
        text.push('\n');
    }
    sha256(&text)
}
