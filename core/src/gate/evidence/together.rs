//! What refs say of each other: a ref that is whole by itself may count for nothing beside others.

use super::{super::refusal::last_approval, facts::RefFacts};
use crate::{codes::Blocker, contract::AuthorizationState};

/// A system approves by a policy. Without one it approves what it likes.
pub(super) fn refuse_lone_systems(refs: &mut [RefFacts]) {
    if refs.iter().any(|facts| facts.is_credible_policy) {
        return;
    }
    for facts in refs.iter_mut().filter(|facts| facts.approved_by_system) {
        facts.faults.insert(Blocker::ApprovalNotFromAPerson);
        facts.credible = false;
        facts.supports = AuthorizationState::UserClaimed;
    }
}

/// Marks the messages that refuse and that no later approval outweighs.
pub(super) fn hear_refusals(refs: &mut [RefFacts]) {
    let approved_ms = last_approval(refs.iter().map(|facts| facts.refusal));
    for facts in refs.iter_mut().filter(|facts| facts.refusal.stands(approved_ms)) {
        facts.faults.insert(Blocker::EvidenceMissingAuthorization);
        facts.credible = false;
        facts.supports = AuthorizationState::UserClaimed;
    }
}

/// Beside a credible approval that is bound to this action, an approval for another action does not block, since a
/// session passes all its approvals. It still supports nothing, and whatever else it says counts.
pub(super) fn excuse_others(refs: &mut [RefFacts]) {
    if !refs.iter().any(|facts| facts.approves_action && facts.credible) {
        return;
    }
    for facts in refs.iter_mut().filter(|facts| facts.is_for_another) {
        facts.faults.remove(Blocker::ApprovalNotBoundToAction);
    }
}
