//! Structured refs: their texts, their age, what they say and what they are for.

use super::{
    super::{
        approval::Approver,
        refusal::{Refusal, moment_of},
        texts::found_in,
        wording,
    },
    checker::{Checker, is_authorization_record, supported_by},
    facts::RefFacts,
};
use crate::{
    code_set::CodeSet,
    codes::{Blocker, Warning},
    contract::{AuthorizationState, EvidenceKind, FreshnessStatus, RedactionStatus, TrustTier},
    event::StructuredRef,
};

impl Checker<'_> {
    pub(super) fn structured_ref(&mut self, evidence: &StructuredRef<'_>) -> RefFacts {
        let mut faults = CodeSet::default();
        let (findings, ambiguous) = found_in(evidence);
        faults.insert_if(findings.secret(), Blocker::EvidenceSecretLeak);
        faults.insert_if(ambiguous, Blocker::EvidenceTextAmbiguous);
        let is_record = is_authorization_record(evidence.kind);
        faults.insert_if(is_record && self.is_unattested(), Blocker::EvidenceNotAttested);
        let redacted = evidence.redaction_status == RedactionStatus::Redacted;
        faults.insert_if(findings.pii() && !redacted, Blocker::EvidencePiiLeak);
        let sensitive = evidence.redaction_status == RedactionStatus::Sensitive;
        faults.insert_if(sensitive, Blocker::UnsafeRedactionStatus);
        self.check_age(evidence, &mut faults);
        let mut says = wording::Wording::default();
        if let Some(summary) = &evidence.summary {
            says = wording::read(summary, evidence.kind, self.tool_name, self.now_ms);
        }
        let contradicts = says.contradicts || !evidence.contradicts.is_empty();
        faults.insert_if(contradicts, Blocker::ContradictoryEvidence);
        faults.insert_if(says.marks_missing, Blocker::EvidenceMarksMissingInformation);
        faults.insert_if(says.denies, Blocker::EvidenceMissingAuthorization);
        faults.insert_if(says.not_given, Blocker::ApprovalNotGiven);
        faults.insert_if(says.by_machine, Blocker::ApprovalNotFromAPerson);
        faults.insert_if(says.is_past, Blocker::StaleEvidence);
        let production = self.is_production();
        let mut warnings = warnings_of(evidence);
        let verdict = self.check_verdict(evidence, &mut faults);
        let has_condition = says.has_condition || verdict.has_condition;
        faults.insert_if(has_condition && production, Blocker::ApprovalWithCondition);
        let mut approver = Approver::Person;
        let bound = self.check_binding(evidence, &mut faults);
        if evidence.kind == EvidenceKind::Approval {
            approver = self.check_approver(evidence, &mut faults);
            let without_verdict = !(verdict.says_yes || verdict.has_condition || bound);
            // Only a yes as a whole is a verdict there, and a binding stands for one where none is told of.
            let stands_for = bound && !verdict.is_open;
            let no_whole = !(verdict.is_whole || verdict.has_condition || stands_for);
            let unclear = without_verdict || no_whole || verdict.says_more;
            faults.insert_if(unclear && production, Blocker::ApprovalWithoutVerdict);
            warnings.insert_if(without_verdict && !production, Warning::ApprovalWithoutVerdict);
        }

        // Nobody vouches for what the model says of itself, whatever tier it was filed under.
        let self_attested =
            evidence.provenance.as_ref().is_some_and(|label| self.proposer.is_named_by(label));
        warnings.insert_if(self_attested, Warning::SelfAttestedEvidence);
        warnings.insert_if(has_condition && !production, Warning::ApprovalWithCondition);
        let trusted = matches!(evidence.trust_tier, TrustTier::Verified | TrustTier::Runtime);
        let vouched = trusted && !self_attested;
        let credible = vouched && faults.is_empty() && !self.is_unattested();
        let mut another = CodeSet::default();
        another.insert(Blocker::ApprovalNotBoundToAction);
        let is_for_another = !bound && faults == another;
        let fresh = evidence.freshness.status == FreshnessStatus::Fresh;
        let is_credible_policy = credible && evidence.kind == EvidenceKind::Policy;
        let says_public_read = is_credible_policy
            && evidence.supports.iter().any(|support| support == "tool_category:public_read");
        let refusal = if says.is_refused {
            Refusal::Said { at_ms: moment_of(evidence) }
        } else if credible && evidence.kind == EvidenceKind::Approval && bound {
            Refusal::Outweighed { at_ms: moment_of(evidence) }
        } else {
            Refusal::None
        };
        RefFacts {
            faults,
            warnings,
            credible,
            fresh,
            supports: if credible {
                supported_by(evidence.kind)
            } else {
                AuthorizationState::UserClaimed
            },
            public_ready: fresh
                && findings.is_empty()
                && evidence.provenance.is_some()
                && matches!(
                    evidence.redaction_status,
                    RedactionStatus::Public | RedactionStatus::Redacted
                ),
            says_public_read,
            is_credible_policy,
            approved_by_system: approver == Approver::System,
            is_past: verdict.is_past,
            is_for_another,
            approves_action: credible && evidence.kind == EvidenceKind::Approval && bound,
            refusal,
            below_production: production && vouched && !(evidence.has_all_six && fresh),
        }
    }
}

fn warnings_of(evidence: &StructuredRef<'_>) -> CodeSet<Warning> {
    let freshness = &evidence.freshness;
    let weak = !matches!(evidence.trust_tier, TrustTier::Verified | TrustTier::Runtime);
    let undated = evidence.retrieved_at.is_none()
        && freshness.checked_at.is_none()
        && freshness.age_hours.is_none();
    let mut warnings = CodeSet::default();
    warnings.insert_if(weak, Warning::WeakTrustTier);
    warnings.insert_if(
        evidence.redaction_status == RedactionStatus::Unknown,
        Warning::UnknownRedactionStatus,
    );
    warnings.insert_if(freshness.status == FreshnessStatus::Unknown, Warning::UnknownFreshness);
    warnings.insert_if(undated, Warning::MissingFreshnessTimestamp);
    warnings.insert_if(evidence.provenance.is_none(), Warning::MissingProvenance);
    warnings
}
