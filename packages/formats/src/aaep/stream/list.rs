//! What is found in a whole stream, listed up to a limit.

use super::{
    super::walk::{MOST_FINDINGS, cut},
    AaepRule, StreamFinding,
};
use crate::{Rule as _, Severity};

/// The findings of a stream: at most 1,000 errors and 1,000 warnings, the first of each. A last finding says
/// that there are more.
///
/// # Example
///
/// ```
/// use aana_formats::{Rule as _, aaep::{StreamChecker, StreamFindingList}};
///
/// let (mut checker, mut list) = (StreamChecker::new(), StreamFindingList::default());
/// for _ in 0..5_000 {
///     list.extend(checker.item_text("1").findings);
/// }
/// list.extend(checker.finish());
/// assert!(!list.is_valid());
/// let findings = list.into_findings();
/// assert_eq!(findings.len(), 1_001);
/// assert_eq!(findings[1_000].finding.rule.id(), "report.too-many");
/// ```
#[derive(Debug, Default)]
pub struct StreamFindingList {
    findings: Vec<StreamFinding>,
    errors: usize,
    warnings: usize,
    /// What was left out first, of each kind, by the item that it is about.
    errors_cut: Option<u64>,
    warnings_cut: Option<u64>,
}

impl Extend<StreamFinding> for StreamFindingList {
    fn extend<I: IntoIterator<Item = StreamFinding>>(&mut self, findings: I) {
        for found in findings {
            let (count, cut) = match found.finding.rule.severity() {
                Severity::Error => (&mut self.errors, &mut self.errors_cut),
                Severity::Warning => (&mut self.warnings, &mut self.warnings_cut),
            };
            if *count < MOST_FINDINGS {
                *count += 1;
                self.findings.push(found);
            } else {
                cut.get_or_insert(found.index);
            }
        }
    }
}

impl StreamFindingList {
    /// Whether no error was found.
    pub const fn is_valid(&self) -> bool {
        self.errors == 0
    }

    /// The findings in the order of items and places. What says that the list is cut comes last.
    pub fn into_findings(self) -> Vec<StreamFinding> {
        let mut findings = self.findings;
        findings.sort_by(|a, b| {
            (a.index, &a.finding.place, a.finding.rule).cmp(&(
                b.index,
                &b.finding.place,
                b.finding.rule,
            ))
        });
        let rule = match (self.errors_cut, self.warnings_cut) {
            (Some(index), _) => Some((index, AaepRule::TooMany)),
            (None, Some(index)) => Some((index, AaepRule::TooManyWarnings)),
            (None, None) => None,
        };
        findings.extend(rule.map(|(index, rule)| StreamFinding { index, finding: cut(rule) }));
        findings
    }
}
