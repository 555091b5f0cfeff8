//! Where in the event each fault and each weakness of the evidence stands.

use alloc::{string::String, vec::Vec};

use super::Judged;
use crate::{
    codes::{Blocker, Warning},
    event::Path,
    gate::{is_profiled, secret_pointers, warnings_for},
    listed::{Listed, MOST},
};

/// One finding with its place.
#[derive(Debug)]
pub(super) struct Issue {
    pub(super) blocks: bool,
    pub(super) code: &'static str,
    pub(super) path: String,
}

/// The findings in the order of the refs, and how many of them block.
#[derive(Debug, Default)]
pub(super) struct Issues {
    pub(super) listed: Listed<Issue>,
    pub(super) blocking: usize,
}

impl Issues {
    /// How many of the findings that block are not listed.
    pub(super) fn blocking_left_out(&self) -> usize {
        self.blocking.saturating_sub(MOST)
    }
}

/// Every finding. Where there are too many to list, one that blocks comes before one that does not.
pub(super) fn issues(judged: &Judged<'_>) -> Issues {
    let mut found = Found::default();
    let (root, facts) = (Path::Root, &judged.facts);
    let evidence_refs = root.key("evidence_refs");
    if judged.verdict.blockers.contains(Blocker::MissingEvidenceRefs) {
        found.blocker(Blocker::MissingEvidenceRefs, &evidence_refs);
    }
    for (index, ref_facts) in judged.refs.iter().enumerate() {
        let path = evidence_refs.index(index);
        for fault in ref_facts.faults.iter() {
            found.blocker(fault, &with_field(&path, field_of(fault)));
        }
        if ref_facts.below_production && is_profiled(facts.effective_category) {
            found.blocker(Blocker::EvidenceBelowProductionProfile, &path);
        }
        let is_text = ref_facts.warnings.contains(Warning::QuickstartEvidenceRefs);
        for warning in warnings_for(ref_facts, facts.effective_category).iter() {
            let path = with_field(&path, weak_field_of(warning).filter(|_| !is_text));
            found.add(false, warning.as_str(), || path.pointer().into_string());
        }
    }
    let blocks = judged.verdict.blockers.contains(Blocker::ArgumentSecretLeak);
    if blocks || judged.verdict.warnings.contains(Warning::ArgumentSecretLeak) {
        let pointers = secret_pointers(&judged.event.proposed_arguments);
        let left_out = pointers.left_out();
        for path in pointers.into_entries() {
            found.add(blocks, Blocker::ArgumentSecretLeak.as_str(), || path);
        }
        found.count(blocks, left_out);
    }
    found.into_issues()
}

/// Findings while they are collected: at most [`MOST`] that block and as many that do not.
#[derive(Debug, Default)]
struct Found {
    kept: Vec<Issue>,
    blocking: usize,
    weak: usize,
}

impl Found {
    fn blocker(&mut self, code: Blocker, path: &Path<'_>) {
        self.add(true, code.as_str(), || path.pointer().into_string());
    }

    fn add(&mut self, blocks: bool, code: &'static str, path: impl FnOnce() -> String) {
        if self.of(blocks) < MOST {
            self.kept.push(Issue { blocks, code, path: path() });
        }
        self.count(blocks, 1);
    }

    const fn of(&self, blocks: bool) -> usize {
        if blocks { self.blocking } else { self.weak }
    }

    fn count(&mut self, blocks: bool, more: usize) {
        let count = if blocks { &mut self.blocking } else { &mut self.weak };
        *count = count.saturating_add(more);
    }

    fn into_issues(mut self) -> Issues {
        let mut room = MOST.saturating_sub(self.blocking);
        self.kept.retain(|issue| {
            let stays = issue.blocks || room > 0;
            room = room.saturating_sub(usize::from(!issue.blocks));
            stays
        });
        let total = self.blocking.saturating_add(self.weak);
        Issues { listed: Listed::of(self.kept, total), blocking: self.blocking }
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
