//! What a server may attest about an event that somebody else wrote, who may be the agent itself.
//!
//! A server believes nothing that stands in such an event. It knows two things by itself: whose bearer token came
//! with the request ([`Bearers`]), and which questions were answered with yes in its own store of confirmations
//! ([`holds`]). [`Claims`] finds the refs that speak of these, by their positions. The gate takes the positions
//! beside the event: see [`Gate::attesting`](aana_core::Gate::attesting).

mod bearers;
mod claims;
mod subject;

use aana_core::time;

pub use bearers::{Bearers, TOKENS};
pub use claims::{Claims, MOST_APPROVALS};
pub use subject::Subject;

use crate::{answer::SKEW_MS, pending::Pending, state::State};

/// Whether a question of the server's own store was answered with yes to exactly this action, and the approval
/// still holds: it was not used before, and is not over.
///
/// `state` and `answered_ms` are what the store has beside the record. An approval holds for as long as its
/// question could wait, from the answer on; what the event says about that is not looked at.
pub fn holds(
    record: &str,
    state: State,
    answered_ms: i64,
    action_digest: &str,
    now_ms: i64,
) -> bool {
    let Ok(pending) = serde_json::from_str::<Pending>(record) else { return false };
    let (Some(asked), Some(deadline)) =
        (time::parse(&pending.created_at), time::parse(&pending.expires_at))
    else {
        return false;
    };
    let until = answered_ms.saturating_add(deadline.saturating_sub(asked));
    state == State::Confirmed
        && pending.action_digest == action_digest
        && answered_ms <= now_ms.saturating_add(SKEW_MS)
        && now_ms < until
}

#[cfg(test)]
mod tests;
