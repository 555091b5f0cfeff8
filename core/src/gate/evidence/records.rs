//! What an approval or a sign-in says beside its texts: its verdict, who gave it, and what it is bound to.

use super::{
    super::approval::{self, Approver, Judging, Opposes, Verdict},
    checker::{Checker, is_authorization_record},
};
use crate::{
    code_set::CodeSet, codes::Blocker, contract::EvidenceKind, digest::named_action,
    event::StructuredRef,
};

impl Checker<'_> {
    /// What the fields that v1 does not define say: yes or no, and until when.
    pub(super) fn check_verdict(
        &self,
        evidence: &StructuredRef<'_>,
        faults: &mut CodeSet<Blocker>,
    ) -> Verdict {
        let judging = Judging {
            kind: evidence.kind,
            tool_name: self.tool_name,
            now_ms: self.now_ms,
            skew_ms: self.policy.clock_skew_ms(),
            among: false,
        };
        let verdict = Verdict::of(&evidence.unknown, judging);
        let denied = is_authorization_record(evidence.kind)
            && evidence.supports.iter().any(|support| approval::denies(support, judging));
        faults.insert_if(verdict.denies || denied, Blocker::EvidenceMissingAuthorization);
        faults.insert_if(verdict.is_past, Blocker::StaleEvidence);
        faults.insert_if(verdict.has_bad_moment, Blocker::InvalidRetrievedAt);
        faults.insert_if(verdict.is_early, Blocker::EvidenceFromFuture);
        faults.insert_if(verdict.not_given, Blocker::ApprovalNotGiven);
        faults.insert_if(verdict.by_machine, Blocker::ApprovalNotFromAPerson);
        if !is_authorization_record(evidence.kind) {
            let opposes = approval::opposes(&evidence.unknown, evidence.kind, self.tool_name);
            faults.insert_if(opposes == Opposes::Denies, Blocker::EvidenceMissingAuthorization);
            faults.insert_if(opposes == Opposes::Silent, Blocker::EvidenceMarksMissingInformation);
        }
        verdict
    }

    /// Who gave an approval. A human agent may have, if the host has checked it.
    pub(super) fn check_approver(
        &self,
        evidence: &StructuredRef<'_>,
        faults: &mut CodeSet<Blocker>,
    ) -> Approver {
        let approver = approval::approver_of(&evidence.unknown, &self.proposer);
        let is_nobody = match approver {
            Approver::Machine => true,
            Approver::Agent => !self.is_attested,
            Approver::System | Approver::Person => false,
        };
        faults.insert_if(is_nobody, Blocker::ApprovalNotFromAPerson);
        approver
    }

    /// Whether the ref is bound to this action. A ref about other actions is not for this one, nor is an
    /// approval of another tool, subject or target, or of no action where the policy wants one.
    pub(super) fn check_binding(
        &mut self,
        evidence: &StructuredRef<'_>,
        faults: &mut CodeSet<Blocker>,
    ) -> bool {
        let is_approval = evidence.kind == EvidenceKind::Approval;
        let (mut names_this, mut names_an_action) = (false, false);
        for support in &evidence.supports {
            let named = named_action(support);
            names_an_action |= named.is_some();
            names_an_action |= is_approval && approval::names_an_action(support);
            names_this |= named.is_some_and(|digest| (self.is_this_action)(digest));
        }
        let must_name = self.policy.require_bound_approval && is_approval;
        let supports = evidence.supports.iter().map(|support| &**support);
        let is_other = is_approval
            && (self.scope.is_other(supports)
                || self.scope.is_other_by_field(&evidence.unknown, self.is_this_action));
        let unbound = !names_this && (names_an_action || must_name);
        faults.insert_if(unbound || is_other, Blocker::ApprovalNotBoundToAction);
        names_this
    }
}
