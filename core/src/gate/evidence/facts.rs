//! What one ref amounts to, and what that means for the route.

use crate::{
    code_set::CodeSet,
    codes::{Blocker, Warning},
    contract::{AuthorizationState, Route, ToolCategory},
    gate::refusal::Refusal,
};

/// What one evidence ref amounts to.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RefFacts {
    /// The faults of the ref.
    pub(crate) faults: CodeSet<Blocker>,
    /// What is weak about it. Those of a structured ref count for private reads and writes only.
    pub(crate) warnings: CodeSet<Warning>,
    /// Whether anything vouches for it and it has no fault.
    pub(crate) credible: bool,
    /// Whether it is known to be fresh.
    pub(crate) fresh: bool,
    /// The state that it supports.
    pub(crate) supports: AuthorizationState,
    /// Whether it may stand in a public audit log as far as it tells.
    pub(crate) public_ready: bool,
    /// It is a credible policy that calls the tool a public read.
    pub(crate) says_public_read: bool,
    /// It is a credible policy.
    pub(crate) is_credible_policy: bool,
    /// It is an approval that a system gave, and not a person.
    pub(crate) approved_by_system: bool,
    /// The moment until which it held is past. Its age may be as it should.
    pub(crate) is_past: bool,
    /// It is an approval whose only fault is that it is for another action.
    pub(crate) is_for_another: bool,
    /// It is a credible approval of this very action.
    pub(crate) approves_action: bool,
    /// What it has to do with a refusal in a message.
    pub(crate) refusal: Refusal,
    /// It is vouched for and lacks something that the production profile wants.
    pub(crate) below_production: bool,
}

/// The least route that a fault leads to.
pub(crate) const fn least_route(fault: Blocker) -> Route {
    match fault {
        Blocker::ApprovalNotBoundToAction
        | Blocker::EvidenceNotAttested
        | Blocker::ApprovalNotGiven
        | Blocker::ApprovalNotFromAPerson
        | Blocker::ApprovalWithoutVerdict
        | Blocker::ApprovalWithCondition => Route::Ask,
        Blocker::EvidenceSecretLeak | Blocker::EvidencePiiLeak | Blocker::UnsafeRedactionStatus => {
            Route::Refuse
        }
        _ => Route::Defer,
    }
}

/// The strongest state that credible refs support.
pub(crate) fn supported_state(refs: &[RefFacts]) -> AuthorizationState {
    refs.iter().map(|facts| facts.supports).max().unwrap_or(AuthorizationState::None)
}

/// The warnings of a ref that count for a call of this category.
pub(crate) fn warnings_for(facts: &RefFacts, category: ToolCategory) -> CodeSet<Warning> {
    let mut counted = CodeSet::default();
    let quickstart = Warning::QuickstartEvidenceRefs;
    counted.insert_if(facts.warnings.contains(quickstart), quickstart);
    if matches!(category, ToolCategory::PrivateRead | ToolCategory::Write) {
        counted = facts.warnings;
    }
    counted
}
