//! A person who says no in a message is heard, unless an approval of this very action is later.

use super::evidence::RefFacts;
use crate::{codes::Blocker, contract::AuthorizationState, event::StructuredRef, time};

/// What a ref has to do with a refusal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refusal {
    None,
    /// A message refuses, at a moment if it tells one.
    Said {
        at_ms: Option<i64>,
    },
    /// A credible approval is bound to this action.
    Outweighed {
        at_ms: Option<i64>,
    },
}

/// The moment that a ref tells of itself.
pub(super) fn moment_of(evidence: &StructuredRef<'_>) -> Option<i64> {
    let stated = [&evidence.retrieved_at, &evidence.freshness.checked_at];
    stated.into_iter().flatten().find_map(|text| time::parse(text))
}

/// Marks the messages that refuse and that no later approval outweighs.
pub(super) fn settle(refs: &mut [RefFacts]) {
    let approved_ms = refs
        .iter()
        .filter_map(|facts| match facts.refusal {
            Refusal::Outweighed { at_ms } => at_ms,
            Refusal::None | Refusal::Said { .. } => None,
        })
        .max();
    for facts in refs {
        let Refusal::Said { at_ms } = facts.refusal else { continue };
        let is_outweighed =
            matches!((at_ms, approved_ms), (Some(said), Some(approved)) if approved > said);
        if !is_outweighed {
            facts.faults.insert(Blocker::EvidenceMissingAuthorization);
            facts.credible = false;
            facts.supports = AuthorizationState::UserClaimed;
        }
    }
}
