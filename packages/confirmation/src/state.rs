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
    /// Somebody said no.
    Rejected,
    /// Somebody said yes, and another action was to run.
    Altered,
    /// Nobody answered in time.
    Expired,
}
