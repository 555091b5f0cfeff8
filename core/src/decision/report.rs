//! What the long form says beyond the codes, worked out once before it is written.

use alloc::{borrow::Cow, string::String};

use super::{
    Decision, Judged, Outcome,
    aix::Aix,
    issues::{Issues, issues},
};
use crate::{
    codes::Blocker,
    event::{EvidenceRef, source_id},
    gate::RefFacts,
    listed::{Listed, least},
    mask::masked,
    secrets, time,
};

/// Names and lists that stand in several places of a decision.
pub(super) struct Report<'d> {
    pub(super) decided_at: String,
    pub(super) aix: Aix,
    pub(super) issues: Issues,
    pub(super) public_audit_ready: bool,
    /// The source ids of credible refs, of those that mark something as missing, and of those that
    /// contradict.
    pub(super) used: Listed<Cow<'d, str>>,
    pub(super) missing: Listed<Cow<'d, str>>,
    pub(super) contradictory: Listed<Cow<'d, str>>,
    pub(super) argument_keys: Listed<Cow<'d, str>>,
    pub(super) tool_name: Option<Cow<'d, str>>,
    pub(super) request_id: Option<Cow<'d, str>>,
    pub(super) agent_id: Option<Cow<'d, str>>,
    pub(super) action_digest: Option<String>,
}

impl<'d> Report<'d> {
    pub(super) fn of(decision: &'d Decision<'_>) -> Self {
        let mut report = Self {
            decided_at: time::format(decision.now_ms),
            aix: Aix::malformed(decision.hard_blockers()),
            issues: Issues::default(),
            public_audit_ready: false,
            used: Listed::default(),
            missing: Listed::default(),
            contradictory: Listed::default(),
            argument_keys: Listed::default(),
            tool_name: None,
            request_id: None,
            agent_id: None,
            action_digest: decision.action_digest(),
        };
        if let Outcome::Judged(judged) = &decision.outcome {
            report.aix = Aix::of(judged, decision.route(), decision.hard_blockers());
            report.fill(judged);
        }
        report
    }

    fn fill(&mut self, judged: &'d Judged<'_>) {
        let event = &judged.event;
        self.issues = issues(judged);
        self.public_audit_ready = judged.refs.iter().all(|facts| facts.public_ready);
        self.tool_name = Some(masked(&event.tool_name));
        self.request_id = event.request_id.as_deref().map(masked);
        self.agent_id = event.agent_id.as_deref().map(masked);
        let arguments = event.proposed_arguments.members();
        self.argument_keys = least(arguments.iter().map(|member| audit_key(&member.key)));
        for (evidence, facts) in event.evidence_refs.iter().zip(&judged.refs) {
            self.sort_in(evidence, facts);
        }
    }

    fn sort_in(&mut self, evidence: &'d EvidenceRef<'_>, facts: &RefFacts) {
        let source_id = || source_id(evidence);
        if facts.faults.contains(Blocker::ContradictoryEvidence) {
            self.contradictory.add(source_id);
        }
        let missing = facts.faults.contains(Blocker::EvidenceMarksMissingInformation)
            || facts.faults.contains(Blocker::EvidenceMissingAuthorization);
        if missing {
            self.missing.add(source_id);
        }
        if facts.credible {
            self.used.add(source_id);
        }
    }
}

/// An argument key as the audit event shows it.
fn audit_key(key: &str) -> Cow<'_, str> {
    if secrets::names_secret(key) { Cow::Borrowed("[redacted_sensitive_key]") } else { masked(key) }
}
