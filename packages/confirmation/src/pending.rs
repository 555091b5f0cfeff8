//! A question that waits for its answer, as a host keeps it.

use serde::{Deserialize, Serialize};

use crate::{bound::Bound, question::Question, state::State};

/// Stands in every record.
pub const RECORD_VERSION: &str = "aana.confirmation.v2";

/// A question that was asked. Plain data: as JSON it survives a restart, and holds no token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pending {
    /// [`RECORD_VERSION`].
    pub record_version: String,
    /// Names the question; no secret.
    pub id: String,
    /// Whether it still waits.
    pub state: State,
    /// What an answer is about.
    pub action_digest: String,
    /// What else of the event must not change before the answer.
    pub bound: Bound,
    /// When it was asked, in RFC 3339.
    pub created_at: String,
    /// From when on an answer is late.
    pub expires_at: String,
    /// The SHA-256 of the token, in hexadecimal digits.
    pub token_sha256: String,
    /// What to show.
    pub question: Question,
    /// The positions of the evidence refs that the host had checked itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attested: Vec<u32>,
    /// The event that was asked about, as JSON text, if the host keeps it here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
}
