//! Evidence: what each ref supports, and what is wrong with it.
//!
//! A fault never helps: a ref with one supports nothing, and most faults also set a least route.

mod age;
mod attested;
mod records;
mod structured;
mod text;
mod together;

use alloc::vec::Vec;

use super::{approval::Scope, provenance::Proposer, refusal::Refusal};
use crate::{
    code_set::CodeSet,
    codes::{Blocker, Warning},
    contract::{AuthorizationState, EvidenceKind, Route, ToolCategory},
    event::{Event, EvidenceRef},
    policy::{EvidenceProfile, Policy},
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

/// Reads every ref. `is_this_action` tells whether a digest is the call's own; it is asked only if a
/// ref speaks of an action.
pub(crate) fn read_refs(
    event: &Event<'_>,
    policy: &Policy,
    now_ms: i64,
    attested: &[u32],
    is_this_action: &mut dyn FnMut(&str) -> bool,
) -> Vec<RefFacts> {
    // Without evidence nothing is compared with it.
    let refs = &*event.evidence_refs;
    let proposer = Proposer::new(event.agent_id.as_deref().filter(|_| !refs.is_empty()));
    let attested = attested::attested_among(refs, attested);
    let mut checker = Checker {
        policy,
        proposer,
        tool_name: &event.tool_name,
        now_ms,
        is_attested: false,
        scope: Scope::new(event),
        is_this_action,
    };
    let mut facts: Vec<RefFacts> = refs
        .iter()
        .enumerate()
        .map(|(index, evidence_ref)| {
            checker.is_attested = attested.get(index).copied().unwrap_or_default();
            match evidence_ref {
                EvidenceRef::Text(text) => checker.text_ref(text),
                EvidenceRef::Structured(structured) => checker.structured_ref(structured),
            }
        })
        .collect();
    together::refuse_lone_systems(&mut facts);
    together::hear_refusals(&mut facts);
    together::excuse_others(&mut facts);
    facts
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

struct Checker<'c> {
    policy: &'c Policy,
    proposer: Proposer,
    tool_name: &'c str,
    now_ms: i64,
    /// Whether the host has checked the ref that is read.
    is_attested: bool,
    scope: Scope<'c>,
    is_this_action: &'c mut dyn FnMut(&str) -> bool,
}

impl Checker<'_> {
    fn is_production(&self) -> bool {
        self.policy.evidence_profile == EvidenceProfile::Production
    }
}

/// What a credible ref of this kind supports. Free text never raises it.
const fn supported_by(kind: EvidenceKind) -> AuthorizationState {
    match kind {
        EvidenceKind::Approval => AuthorizationState::Confirmed,
        EvidenceKind::ToolResult
        | EvidenceKind::Policy
        | EvidenceKind::SystemState
        | EvidenceKind::AuditRecord => AuthorizationState::Validated,
        EvidenceKind::AuthEvent => AuthorizationState::Authenticated,
        EvidenceKind::UserMessage | EvidenceKind::AssistantMessage | EvidenceKind::Other => {
            AuthorizationState::UserClaimed
        }
    }
}

const fn is_authorization_record(kind: EvidenceKind) -> bool {
    matches!(kind, EvidenceKind::AuthEvent | EvidenceKind::Approval)
}
