//! Where in the event each fault and each weakness of the evidence stands.

use alloc::{string::String, vec::Vec};

use super::Judged;
use crate::{
    codes::{Blocker, Warning},
    event::Path,
    gate::{is_profiled, secret_pointers, warnings_for},
};

/// One finding with its place.
#[derive(Debug)]
pub(super) struct Issue {
    pub(super) blocks: bool,
    pub(super) code: &'static str,
    pub(super) path: String,
}

/// Every finding, in the order of the refs.
pub(super) fn issues(judged: &Judged<'_>) -> Vec<Issue> {
    let mut issues = Vec::new();
    let (root, facts) = (Path::Root, &judged.facts);
    let evidence_refs = root.key("evidence_refs");
    if judged.verdict.blockers.contains(Blocker::MissingEvidenceRefs) {
        issues.push(blocker(Blocker::MissingEvidenceRefs, &evidence_refs));
    }
    for (index, ref_facts) in judged.refs.iter().enumerate() {
        let path = evidence_refs.index(index);
        for fault in ref_facts.faults.iter() {
            issues.push(blocker(fault, &with_field(&path, field_of(fault))));
        }
        if ref_facts.below_production && is_profiled(facts.effective_category) {
            issues.push(blocker(Blocker::EvidenceBelowProductionProfile, &path));
        }
        for warning in warnings_for(ref_facts, facts.effective_category).iter() {
            let path = with_field(&path, weak_field_of(warning));
            issues.push(Issue {
                blocks: false,
                code: warning.as_str(),
                path: path.pointer().into_string(),
            });
        }
    }
    let blocks = judged.verdict.blockers.contains(Blocker::ArgumentSecretLeak);
    if blocks || judged.verdict.warnings.contains(Warning::ArgumentSecretLeak) {
        issues.extend(secret_pointers(&judged.event.proposed_arguments).into_iter().map(
            |pointer| {
                let code = Blocker::ArgumentSecretLeak.as_str();
                Issue { blocks, code, path: pointer.into_string() }
            },
        ));
    }
    issues
}

fn blocker(code: Blocker, path: &Path<'_>) -> Issue {
    Issue { blocks: true, code: code.as_str(), path: path.pointer().into_string() }
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
        Warning::MissingProvenance => Some("provenance"),
        _ => None,
    }
}
