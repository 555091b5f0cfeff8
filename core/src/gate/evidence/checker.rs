//! Against what a ref is read, and what each kind of ref may support.

use crate::{
    contract::{AuthorizationState, EvidenceKind},
    gate::{approval::Scope, provenance::Proposer},
    policy::{EvidenceProfile, Policy},
};

/// The call, the policy and the clock against which refs are read.
pub(super) struct Checker<'c> {
    pub(super) policy: &'c Policy,
    pub(super) proposer: Proposer,
    pub(super) tool_name: &'c str,
    pub(super) now_ms: i64,
    /// Whether refs that the host has not checked count for nothing.
    pub(super) wants_attested: bool,
    /// Whether the host has checked the ref that is read.
    pub(super) is_attested: bool,
    pub(super) scope: Scope<'c>,
    pub(super) is_this_action: &'c mut dyn FnMut(&str) -> bool,
}

impl Checker<'_> {
    pub(super) fn is_production(&self) -> bool {
        self.policy.evidence_profile == EvidenceProfile::Production
    }
}

/// What a credible ref of this kind supports. Free text never raises it.
pub(super) const fn supported_by(kind: EvidenceKind) -> AuthorizationState {
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

pub(super) const fn is_authorization_record(kind: EvidenceKind) -> bool {
    matches!(kind, EvidenceKind::AuthEvent | EvidenceKind::Approval)
}
