//! What an event that is brought along with an answer has to share with the one that was asked about.
//!
//! The action digest binds what runs: tool, arguments and subject. The rest decides whether it may run, so
//! that it must not change between the question and the yes either.

use aana_core::json::{Object, canonical};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::{answer::Why, approver};

/// The digests of it. They hold no value of the event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bound {
    /// Of `authorization_state`.
    pub authorization_state: String,
    /// Of `evidence_refs`.
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
            evidence_refs: digest(event, &["evidence_refs"]),
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

/// The SHA-256 of the canonical JSON of some members; one that is not there is not one that is `null`.
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
    hex::encode(Sha256::digest(text.as_bytes()))
}
