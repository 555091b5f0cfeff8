//! What becomes of a question.

use serde::{Deserialize, Serialize};

/// What became of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// It waits.
    Open,
    /// Somebody said yes.
    Confirmed,
    /// Somebody said yes, and a call has run on it: it counts for no other.
    Used,
    /// Somebody said no.
    Rejected,
    /// Somebody said yes, and another action was to run.
    Altered,
    /// Nobody answered in time.
    Expired,
}

impl State {
    /// The state with this word, if there is one.
    pub fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "open" => Self::Open,
            "confirmed" => Self::Confirmed,
            "used" => Self::Used,
            "rejected" => Self::Rejected,
            "altered" => Self::Altered,
            "expired" => Self::Expired,
            _ => return None,
        })
    }
}
