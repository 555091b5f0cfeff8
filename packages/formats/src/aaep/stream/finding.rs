//! What is found in a stream.

use std::collections::HashSet;

use serde::Serialize;

use super::{AaepRule, outcome::ReplyOutcome};
use crate::{Finding, Place, Rule as _, Severity};

/// Something that was found in a stream.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StreamFinding {
    /// Which item of the stream, from 0. An item of long before can turn out faulty late: a call that
    /// never completed.
    pub index: u64,
    /// What was found, its pointer within that item.
    #[serde(flatten)]
    pub finding: Finding<AaepRule>,
}

/// What one item of a stream brought to light.
#[derive(Debug, Default)]
pub struct ItemReport {
    /// The findings, in no particular order.
    pub findings: Vec<StreamFinding>,
    /// What the item did, if it was a reply to a confirmation.
    pub reply: Option<ReplyOutcome>,
}

/// What is found about the current item, one error for each place.
#[derive(Default)]
pub(super) struct StreamFindings {
    pub(super) index: u64,
    pub(super) faulty: HashSet<String>,
    pub(super) findings: Vec<StreamFinding>,
}

impl StreamFindings {
    pub(super) fn note(&mut self, rule: AaepRule, pointer: &str, message: &str) {
        if !self.faulty.contains(pointer) {
            self.note_at(self.index, rule, pointer, message);
            if rule.severity() == Severity::Error {
                self.faulty.insert(pointer.to_owned());
            }
        }
    }

    /// Something about an earlier item.
    pub(super) fn note_at(&mut self, index: u64, rule: AaepRule, pointer: &str, message: &str) {
        let place = Place::Pointer(pointer.to_owned());
        let finding = Finding { rule, place, message: message.to_owned() };
        self.findings.push(StreamFinding { index, finding });
    }

    pub(super) fn take_in(&mut self, report: &crate::Report<AaepRule>) {
        for finding in report.findings() {
            if let (Severity::Error, Place::Pointer(pointer)) =
                (finding.rule.severity(), &finding.place)
            {
                self.faulty.insert(pointer.clone());
            }
            self.findings.push(StreamFinding { index: self.index, finding: finding.clone() });
        }
    }

    pub(super) fn into_report(self, reply: Option<ReplyOutcome>) -> ItemReport {
        ItemReport { findings: self.findings, reply }
    }
}
