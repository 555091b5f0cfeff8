//! A person who says no in a message is heard, unless an approval of this very action is later.

use crate::{event::StructuredRef, time};

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

impl Refusal {
    /// Whether a person refuses and no later approval outweighs it. `approved_ms` is that of [`last_approval`].
    pub(super) fn stands(self, approved_ms: Option<i64>) -> bool {
        let Self::Said { at_ms } = self else { return false };
        !matches!((at_ms, approved_ms), (Some(said), Some(approved)) if approved > said)
    }
}

/// When this very action was approved last.
pub(super) fn last_approval(refusals: impl Iterator<Item = Refusal>) -> Option<i64> {
    refusals
        .filter_map(|refusal| match refusal {
            Refusal::Outweighed { at_ms } => at_ms,
            Refusal::None | Refusal::Said { .. } => None,
        })
        .max()
}
