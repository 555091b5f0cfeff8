//! Which refs the host has checked itself, and which count where the policy wants that.

use alloc::vec::Vec;

use super::checker::Checker;
use crate::event::EvidenceRef;

/// For each ref whether it is attested; empty where none is. Both lists may be long.
pub(super) fn attested_among(refs: &[EvidenceRef<'_>], attested: &[u32]) -> Vec<bool> {
    let mut among = Vec::new();
    if attested.is_empty() {
        return among;
    }
    among.resize(refs.len(), false);
    for position in attested {
        let index = usize::try_from(*position).unwrap_or(usize::MAX);
        if let Some(is_attested) = among.get_mut(index) {
            *is_attested = true;
        }
    }
    among
}

impl Checker<'_> {
    /// Whether the policy wants the host to have checked every ref, and it has not checked this one. Such a ref
    /// supports nothing, whatever its kind; what it says against the call counts.
    pub(super) fn is_unattested(&self) -> bool {
        self.wants_attested && !self.is_attested
    }
}
