//! Bare strings, as quickstarts use them.

use super::{
    super::{
        approval::{self, Id},
        refusal::Refusal,
        scripts, wording,
    },
    checker::{Checker, is_authorization_record, supported_by},
    facts::RefFacts,
};
use crate::{
    code_set::CodeSet,
    codes::{Blocker, Warning},
    contract::{AuthorizationState, EvidenceKind},
    secrets,
};

impl Checker<'_> {
    /// A bare string: the runtime vouches for it, but it says little.
    pub(super) fn text_ref(&mut self, text: &str) -> RefFacts {
        // `approval:` alone names no approval.
        let kind = text
            .split_once(':')
            .filter(|(_, id)| !id.trim().is_empty())
            .and_then(|(kind, _)| EvidenceKind::parse(kind));
        let mut faults = CodeSet::default();
        let findings = secrets::scan(text);
        faults.insert_if(findings.secret(), Blocker::EvidenceSecretLeak);
        faults.insert_if(findings.pii(), Blocker::EvidencePiiLeak);
        faults.insert_if(scripts::is_ambiguous(text), Blocker::EvidenceTextAmbiguous);
        let is_record = kind.is_some_and(is_authorization_record);
        faults.insert_if(is_record && self.is_unattested(), Blocker::EvidenceNotAttested);
        let id = text.split_once(':').filter(|_| is_record).map(|(_, id)| approval::id_of(id));
        faults.insert_if(id == Some(Id::Denied), Blocker::EvidenceMissingAuthorization);
        faults.insert_if(id == Some(Id::Missing), Blocker::ApprovalNotGiven);
        let says = wording::read_text_ref(text, kind);
        faults.insert_if(says.denies, Blocker::EvidenceMissingAuthorization);
        faults.insert_if(says.not_given, Blocker::ApprovalNotGiven);
        // A string has no `supports` in which it could name an action.
        let unbound = kind == Some(EvidenceKind::Approval) && self.policy.require_bound_approval;
        faults.insert_if(unbound, Blocker::ApprovalNotBoundToAction);

        let mut warnings = CodeSet::default();
        warnings.insert(Warning::QuickstartEvidenceRefs);
        let self_attested = kind.is_none() && self.proposer.is_named_by_text(text);
        warnings.insert_if(self_attested, Warning::SelfAttestedEvidence);
        faults.insert_if(self.is_production(), Blocker::UnstructuredEvidenceRef);
        let credible = faults.is_empty() && !self_attested && !self.is_unattested();
        let supports = match kind {
            _ if !credible => AuthorizationState::UserClaimed,
            Some(kind) => supported_by(kind),
            None => AuthorizationState::Authenticated,
        };
        RefFacts {
            faults,
            warnings,
            credible,
            fresh: false,
            supports,
            public_ready: false,
            says_public_read: false,
            is_credible_policy: credible && kind == Some(EvidenceKind::Policy),
            approved_by_system: false,
            is_past: false,
            is_for_another: false,
            approves_action: false,
            refusal: Refusal::None,
            below_production: false,
        }
    }
}
