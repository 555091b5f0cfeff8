//! Evidence: what each ref supports, and what is wrong with it.
//!
//! A fault never helps: a ref with one supports nothing, and most faults also set a least route.

use alloc::vec::Vec;

use super::{provenance::Proposer, wording};
use crate::{
    code_set::CodeSet,
    codes::{Blocker, Warning},
    contract::{
        AuthorizationState, EvidenceKind, FreshnessStatus, RedactionStatus, Route, ToolCategory,
        TrustTier,
    },
    digest::named_action,
    event::{EvidenceRef, StructuredRef},
    json::{Member, Value},
    policy::{EvidenceProfile, Policy},
    secrets::{self, Findings},
    time,
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
    /// It is a credible approval of this very action.
    pub(crate) approves_action: bool,
    /// It is vouched for and lacks something that the production profile wants.
    pub(crate) below_production: bool,
}

/// The least route that a fault leads to.
pub(crate) const fn least_route(fault: Blocker) -> Route {
    match fault {
        Blocker::ApprovalNotBoundToAction => Route::Ask,
        Blocker::EvidenceSecretLeak | Blocker::EvidencePiiLeak | Blocker::UnsafeRedactionStatus => {
            Route::Refuse
        }
        _ => Route::Defer,
    }
}

/// Reads every ref. `is_this_action` tells whether a digest is the call's own; it is asked only if a
/// ref speaks of an action.
pub(crate) fn read_refs(
    refs: &[EvidenceRef<'_>],
    agent_id: Option<&str>,
    policy: &Policy,
    now_ms: i64,
    is_this_action: &mut dyn FnMut(&str) -> bool,
) -> Vec<RefFacts> {
    // Without evidence nothing is compared with it.
    let proposer = Proposer::new(agent_id.filter(|_| !refs.is_empty()));
    let mut checker = Checker { policy, proposer, now_ms, is_this_action };
    refs.iter()
        .map(|evidence_ref| match evidence_ref {
            EvidenceRef::Text(text) => checker.text_ref(text),
            EvidenceRef::Structured(structured) => checker.structured_ref(structured),
        })
        .collect()
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

/// What a ref says which action it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Binding {
    Nothing,
    ThisAction,
    AnotherAction,
}

struct Checker<'c> {
    policy: &'c Policy,
    proposer: Proposer,
    now_ms: i64,
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
        let denies = wording::read(text, kind.is_some_and(is_authorization_record)).denies;
        faults.insert_if(denies, Blocker::EvidenceMissingAuthorization);
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
            approves_action: false,
            below_production: false,
        }
    }

    fn structured_ref(&mut self, evidence: &StructuredRef<'_>) -> RefFacts {
        let mut faults = CodeSet::default();
        let findings = findings_in(evidence);
        faults.insert_if(findings.secret(), Blocker::EvidenceSecretLeak);
        let binding = self.binding_of(evidence);
        faults.insert_if(self.is_unbound(evidence, binding), Blocker::ApprovalNotBoundToAction);
        let redacted = evidence.redaction_status == RedactionStatus::Redacted;
        faults.insert_if(findings.pii() && !redacted, Blocker::EvidencePiiLeak);
        let sensitive = evidence.redaction_status == RedactionStatus::Sensitive;
        faults.insert_if(sensitive, Blocker::UnsafeRedactionStatus);
        self.check_age(evidence, &mut faults);
        let mut says = wording::Wording::default();
        if let Some(summary) = &evidence.summary {
            says = wording::read(summary, is_authorization_record(evidence.kind));
        }
        let contradicts = says.contradicts || !evidence.contradicts.is_empty();
        faults.insert_if(contradicts, Blocker::ContradictoryEvidence);
        faults.insert_if(says.marks_missing, Blocker::EvidenceMarksMissingInformation);
        faults.insert_if(says.denies, Blocker::EvidenceMissingAuthorization);

        // Nobody vouches for what the model says of itself, whatever tier it was filed under.
        let self_attested =
            evidence.provenance.as_ref().is_some_and(|label| self.proposer.is_named_by(label));
        let mut warnings = warnings_of(evidence);
        warnings.insert_if(self_attested, Warning::SelfAttestedEvidence);
        let trusted = matches!(evidence.trust_tier, TrustTier::Verified | TrustTier::Runtime);
        let vouched = trusted && !self_attested;
        let credible = vouched && faults.is_empty();
        let fresh = evidence.freshness.status == FreshnessStatus::Fresh;
        let says_public_read = credible
            && evidence.kind == EvidenceKind::Policy
            && evidence.supports.iter().any(|support| support == "tool_category:public_read");
        let production = self.policy.evidence_profile == EvidenceProfile::Production;
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
            approves_action: credible
                && evidence.kind == EvidenceKind::Approval
                && binding == Binding::ThisAction,
            below_production: production && vouched && !(evidence.has_all_six && fresh),
        }
    }

    /// Which action a ref names as its own.
    fn binding_of(&mut self, evidence: &StructuredRef<'_>) -> Binding {
        let mut binding = Binding::Nothing;
        for digest in evidence.supports.iter().filter_map(|support| named_action(support)) {
            if (self.is_this_action)(digest) {
                return Binding::ThisAction;
            }
            binding = Binding::AnotherAction;
        }
        binding
    }

    /// Whether the ref is about other actions than this one, or is an approval of none where the
    /// policy wants one that names its action.
    fn is_unbound(&self, evidence: &StructuredRef<'_>, binding: Binding) -> bool {
        match binding {
            Binding::ThisAction => false,
            Binding::AnotherAction => true,
            Binding::Nothing => {
                self.policy.require_bound_approval && evidence.kind == EvidenceKind::Approval
            }
        }
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

/// What the strings of a ref hold, fields that v1 does not define included.
fn findings_in(evidence: &StructuredRef<'_>) -> Findings {
    let texts = [
        &evidence.provenance,
        &evidence.summary,
        &evidence.retrieved_at,
        &evidence.citation_url,
        &evidence.freshness.checked_at,
        &evidence.freshness.source,
    ];
    let lists = [&evidence.supports, &evidence.contradicts];
    let texts = texts.into_iter().flatten().chain(lists.into_iter().flatten());
    let mut findings = secrets::scan(&evidence.source_id);
    for text in texts {
        findings = findings.union(secrets::scan(text));
    }
    findings.union(findings_in_members(&evidence.unknown))
}

fn findings_in_members(members: &[Member<'_>]) -> Findings {
    members.iter().fold(Findings::default(), |findings, member| {
        findings.union(secrets::scan(&member.key)).union(findings_in_value(&member.value))
    })
}

fn findings_in_value(value: &Value<'_>) -> Findings {
    match value {
        Value::String(text) => secrets::scan(text),
        Value::Array(items) => items
            .iter()
            .fold(Findings::default(), |findings, item| findings.union(findings_in_value(item))),
        Value::Object(object) => findings_in_members(object.members()),
        // A card number needs no quotes to leak.
        Value::Number(number) => secrets::scan(number.as_str()),
        Value::Null | Value::Bool(_) => Findings::default(),
    }
}
