//! Evidence: what each ref supports, and what is wrong with it.
//!
//! A fault never helps: a ref with one supports nothing, and most faults also set a least route.

use alloc::vec::Vec;

use super::{
    approval::{self, Approver, Id, Scope, Verdict},
    provenance::Proposer,
    refusal::{Refusal, last_approval, moment_of},
    scripts,
    texts::found_in,
    wording,
};
use crate::{
    code_set::CodeSet,
    codes::{Blocker, Warning},
    contract::{
        AuthorizationState, EvidenceKind, FreshnessStatus, RedactionStatus, Route, ToolCategory,
        TrustTier,
    },
    digest::named_action,
    event::{Event, EvidenceRef, StructuredRef},
    policy::{EvidenceProfile, EvidenceTrust, Policy},
    secrets, time,
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
    let attested = attested_among(refs, attested);
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
    refuse_lone_systems(&mut facts);
    hear_refusals(&mut facts);
    facts
}

/// A system approves by a policy. Without one it approves what it likes.
fn refuse_lone_systems(refs: &mut [RefFacts]) {
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
fn hear_refusals(refs: &mut [RefFacts]) {
    let approved_ms = last_approval(refs.iter().map(|facts| facts.refusal));
    for facts in refs.iter_mut().filter(|facts| facts.refusal.stands(approved_ms)) {
        facts.faults.insert(Blocker::EvidenceMissingAuthorization);
        facts.credible = false;
        facts.supports = AuthorizationState::UserClaimed;
    }
}

/// For each ref whether it is attested; empty where none is. Both lists may be long.
fn attested_among(refs: &[EvidenceRef<'_>], attested: &[u32]) -> Vec<bool> {
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
    /// A bare string: the runtime vouches for it, but it says little.
    fn text_ref(&mut self, text: &str) -> RefFacts {
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
        faults.insert_if(self.is_unattested(is_record), Blocker::EvidenceNotAttested);
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
        let production = self.policy.evidence_profile == EvidenceProfile::Production;
        faults.insert_if(production, Blocker::UnstructuredEvidenceRef);
        let credible = faults.is_empty() && !self_attested;
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
            approves_action: false,
            refusal: Refusal::None,
            below_production: false,
        }
    }

    fn structured_ref(&mut self, evidence: &StructuredRef<'_>) -> RefFacts {
        let mut faults = CodeSet::default();
        let (findings, ambiguous) = found_in(evidence);
        faults.insert_if(findings.secret(), Blocker::EvidenceSecretLeak);
        faults.insert_if(ambiguous, Blocker::EvidenceTextAmbiguous);
        let is_record = is_authorization_record(evidence.kind);
        faults.insert_if(self.is_unattested(is_record), Blocker::EvidenceNotAttested);
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
        let production = self.policy.evidence_profile == EvidenceProfile::Production;
        faults.insert_if(says.has_condition && production, Blocker::ApprovalWithCondition);

        let mut warnings = warnings_of(evidence);
        let verdict = self.check_verdict(evidence, &mut faults);
        let production = self.policy.evidence_profile == EvidenceProfile::Production;
        let mut approver = Approver::Person;
        let bound = self.check_binding(evidence, &mut faults);
        if evidence.kind == EvidenceKind::Approval {
            approver = self.check_approver(evidence, &mut faults);
            let without_verdict = !(verdict.says_yes || bound);
            faults.insert_if(without_verdict && production, Blocker::ApprovalWithoutVerdict);
            warnings.insert_if(without_verdict && !production, Warning::ApprovalWithoutVerdict);
        }

        // Nobody vouches for what the model says of itself, whatever tier it was filed under.
        let self_attested =
            evidence.provenance.as_ref().is_some_and(|label| self.proposer.is_named_by(label));
        warnings.insert_if(self_attested, Warning::SelfAttestedEvidence);
        let with_condition = says.has_condition && !production;
        warnings.insert_if(with_condition, Warning::ApprovalWithCondition);
        let trusted = matches!(evidence.trust_tier, TrustTier::Verified | TrustTier::Runtime);
        let vouched = trusted && !self_attested;
        let credible = vouched && faults.is_empty();
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
            approves_action: credible && evidence.kind == EvidenceKind::Approval && bound,
            refusal,
            below_production: production && vouched && !(evidence.has_all_six && fresh),
        }
    }

    /// What the fields that v1 does not define say: yes or no, and until when.
    fn check_verdict(
        &self,
        evidence: &StructuredRef<'_>,
        faults: &mut CodeSet<Blocker>,
    ) -> Verdict {
        let (now_ms, skew_ms) = (self.now_ms, self.policy.clock_skew_ms());
        let verdict = Verdict::of(&evidence.unknown, evidence.kind, now_ms, skew_ms);
        let denied = is_authorization_record(evidence.kind)
            && evidence.supports.iter().any(|support| approval::denies(support, evidence.kind));
        faults.insert_if(verdict.denies || denied, Blocker::EvidenceMissingAuthorization);
        faults.insert_if(verdict.is_past, Blocker::StaleEvidence);
        faults.insert_if(verdict.has_bad_moment, Blocker::InvalidRetrievedAt);
        faults.insert_if(verdict.is_early, Blocker::EvidenceFromFuture);
        verdict
    }

    /// Who gave an approval. A human agent may have, if the host has checked it.
    fn check_approver(
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

    /// Whether the policy wants the host to have checked such a ref, and it has not.
    fn is_unattested(&self, is_authorization_record: bool) -> bool {
        is_authorization_record
            && self.policy.evidence == EvidenceTrust::Attested
            && !self.is_attested
    }

    /// Whether the ref is bound to this action. A ref about other actions is not for this one, nor is an
    /// approval of another tool, subject or target, or of no action where the policy wants one.
    fn check_binding(
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
        let is_other = is_approval && self.scope.is_other(supports);
        let unbound = !names_this && (names_an_action || must_name);
        faults.insert_if(unbound || is_other, Blocker::ApprovalNotBoundToAction);
        names_this
    }

    fn check_age(&self, evidence: &StructuredRef<'_>, faults: &mut CodeSet<Blocker>) {
        let freshness = &evidence.freshness;
        let too_old = freshness
            .age_hours
            .is_some_and(|age| age > self.policy.max_stated_age_hours(freshness.max_age_hours));
        faults.insert_if(
            too_old || freshness.status == FreshnessStatus::Stale,
            Blocker::StaleEvidence,
        );
        let mut last_age_ms = None;
        for text in [&evidence.retrieved_at, &freshness.checked_at].into_iter().flatten() {
            let moment = time::parse(text);
            last_age_ms = moment.map(|moment| self.now_ms.saturating_sub(moment));
            let (Some(moment), Some(age_ms)) = (moment, last_age_ms) else {
                faults.insert(Blocker::InvalidRetrievedAt);
                continue;
            };
            faults.insert_if(age_ms > self.policy.max_evidence_age_ms(), Blocker::StaleEvidence);
            let ahead_ms = moment.saturating_sub(self.now_ms);
            faults.insert_if(ahead_ms > self.policy.clock_skew_ms(), Blocker::EvidenceFromFuture);
        }
        // Where no age is stated, the last timestamp says how old the evidence is.
        if let (None, Some(age_ms), Some(hours)) =
            (freshness.age_hours, last_age_ms, freshness.max_age_hours)
        {
            faults.insert_if(is_longer(age_ms, hours), Blocker::StaleEvidence);
        }
    }
}

/// Whether milliseconds are more than hours.
#[expect(clippy::cast_precision_loss, reason = "no age comes near the 285,000 years of 2^53 ms")]
fn is_longer(age_ms: i64, hours: f64) -> bool {
    age_ms as f64 > hours * 3_600_000.0
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
