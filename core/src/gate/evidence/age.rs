//! How old a ref is, and how old it may be.

use super::checker::Checker;
use crate::{
    code_set::CodeSet, codes::Blocker, contract::FreshnessStatus, event::StructuredRef, time,
};

impl Checker<'_> {
    pub(super) fn check_age(&self, evidence: &StructuredRef<'_>, faults: &mut CodeSet<Blocker>) {
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
