//! What the long form says beyond the codes, worked out once before it is written.

use alloc::{borrow::Cow, string::String, vec::Vec};

use super::{
    Decision, Judged, Outcome,
    aix::Aix,
    issues::{Issue, issues},
};
use crate::{codes::Blocker, event::EvidenceRef, gate::RefFacts, mask::masked, secrets, time};

/// Names and lists that stand in several places of a decision.
pub(super) struct Report<'d> {
    pub(super) decided_at: String,
    pub(super) aix: Aix,
    pub(super) issues: Vec<Issue>,
    pub(super) public_audit_ready: bool,
    /// The source ids of credible refs, of those that mark something as missing, and of those that
    /// contradict.
    pub(super) used: Vec<Cow<'d, str>>,
    pub(super) missing: Vec<Cow<'d, str>>,
    pub(super) contradictory: Vec<Cow<'d, str>>,
    pub(super) argument_keys: Vec<Cow<'d, str>>,
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
            issues: Vec::new(),
            public_audit_ready: false,
            used: Vec::new(),
            missing: Vec::new(),
            contradictory: Vec::new(),
            argument_keys: Vec::new(),
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
        self.argument_keys = event
            .proposed_arguments
            .members()
            .iter()
            .map(|member| audit_key(&member.key))
            .collect();
        self.argument_keys.sort_unstable();
        for (evidence, facts) in event.evidence_refs.iter().zip(&judged.refs) {
            self.sort_in(evidence, facts);
        }
    }

    fn sort_in(&mut self, evidence: &'d EvidenceRef<'_>, facts: &RefFacts) {
        let source_id = match evidence {
            EvidenceRef::Text(text) => masked(text),
            EvidenceRef::Structured(structured) => masked(&structured.source_id),
        };
        if facts.faults.contains(Blocker::ContradictoryEvidence) {
            self.contradictory.push(source_id.clone());
        }
        let missing = facts.faults.contains(Blocker::EvidenceMarksMissingInformation)
            || facts.faults.contains(Blocker::EvidenceMissingAuthorization);
        if missing {
            self.missing.push(source_id.clone());
        }
        if facts.credible {
            self.used.push(source_id);
        }
    }
}

/// An argument key as the audit event shows it.
fn audit_key(key: &str) -> Cow<'_, str> {
    if secrets::names_secret(key) { Cow::Borrowed("[redacted_sensitive_key]") } else { masked(key) }
}
