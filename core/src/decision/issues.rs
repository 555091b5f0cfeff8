//! Where in the event each fault and each weakness of the evidence stands.

use alloc::{string::String, vec::Vec};

use super::Evaluation;
use crate::{
    codes::{Blocker, Warning},
    fault::Path,
    gate::{is_profiled, secret_pointers, warnings_for},
    listed::{Listed, MOST},
    report::{EvidenceIntegrity, Issue, IssueCode},
};

/// Adds every finding. Where there are too many to list, one that blocks comes before one that does not.
pub(super) fn add_issues(evaluation: &Evaluation<'_>, evidence: &mut EvidenceIntegrity<'_>) {
    let mut found = IssueCollector::default();
    let (root, facts) = (Path::Root, &evaluation.facts);
    let evidence_refs = root.key("evidence_refs");
    if evaluation.verdict.blockers.contains(Blocker::MissingEvidenceRefs) {
        found.blocker(Blocker::MissingEvidenceRefs, &evidence_refs);
    }
    for (index, ref_facts) in evaluation.refs.iter().enumerate() {
        let path = evidence_refs.index(index);
        for fault in ref_facts.faults.iter() {
            let of_age = !(ref_facts.is_past && fault == Blocker::StaleEvidence);
            found.blocker(fault, &with_field(&path, field_of(fault).filter(|_| of_age)));
        }
        if ref_facts.below_production && is_profiled(facts.effective_category) {
            found.blocker(Blocker::EvidenceBelowProductionProfile, &path);
        }
        let is_text = ref_facts.warnings.contains(Warning::QuickstartEvidenceRefs);
        for warning in warnings_for(ref_facts, facts.effective_category).iter() {
            let path = with_field(&path, weak_field_of(warning).filter(|_| !is_text));
            found.add(IssueCode::Warning(warning), || path.pointer().into_string());
        }
    }
    let blocks = evaluation.verdict.blockers.contains(Blocker::ArgumentSecretLeak);
    if blocks || evaluation.verdict.warnings.contains(Warning::ArgumentSecretLeak) {
        let code = if blocks {
            IssueCode::Blocker(Blocker::ArgumentSecretLeak)
        } else {
            IssueCode::Warning(Warning::ArgumentSecretLeak)
        };
        let pointers = secret_pointers(&evaluation.event.proposed_arguments);
        let left_out = pointers.left_out();
        for path in pointers.into_entries() {
            found.add(code, || path);
        }
        found.count(blocks, left_out);
    }
    (evidence.issues, evidence.blocking_issues) = found.into_issues();
}

/// Findings while they are collected: at most [`MOST`] that block and as many that do not.
#[derive(Debug, Default)]
struct IssueCollector {
    kept: Vec<Issue>,
    blocking: usize,
    weak: usize,
}

impl IssueCollector {
    fn blocker(&mut self, code: Blocker, path: &Path<'_>) {
        self.add(IssueCode::Blocker(code), || path.pointer().into_string());
    }

    fn add(&mut self, code: IssueCode, path: impl FnOnce() -> String) {
        if self.of(code.blocks()) < MOST {
            self.kept.push(Issue { code, path: path() });
        }
        self.count(code.blocks(), 1);
    }

    const fn of(&self, blocks: bool) -> usize {
        if blocks { self.blocking } else { self.weak }
    }

    fn count(&mut self, blocks: bool, more: usize) {
        let count = if blocks { &mut self.blocking } else { &mut self.weak };
        *count = count.saturating_add(more);
    }

    /// The findings to list, and how many block.
    fn into_issues(mut self) -> (Listed<Issue>, usize) {
        let mut room = MOST.saturating_sub(self.blocking);
        self.kept.retain(|issue| {
            let stays = issue.code.blocks() || room > 0;
            room = room.saturating_sub(usize::from(!issue.code.blocks()));
            stays
        });
        let total = self.blocking.saturating_add(self.weak);
        (Listed::of(self.kept, total), self.blocking)
    }
}

fn with_field<'p>(path: &'p Path<'p>, field: Option<&'static str>) -> Path<'p> {
    field.map_or(*path, |field| path.key(field))
}

/// The field of a ref that a fault is about, where it can be no other.
const fn field_of(fault: Blocker) -> Option<&'static str> {
    match fault {
        Blocker::ApprovalNotBoundToAction => Some("supports"),
        Blocker::UnsafeRedactionStatus => Some("redaction_status"),
        Blocker::StaleEvidence => Some("freshness"),
        _ => None,
    }
}

const fn weak_field_of(warning: Warning) -> Option<&'static str> {
    match warning {
        Warning::WeakTrustTier => Some("trust_tier"),
        Warning::UnknownRedactionStatus => Some("redaction_status"),
        Warning::UnknownFreshness => Some("freshness"),
        Warning::MissingFreshnessTimestamp => Some("retrieved_at"),
        Warning::MissingProvenance | Warning::SelfAttestedEvidence => Some("provenance"),
        _ => None,
    }
}
