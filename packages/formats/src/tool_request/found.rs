//! Collects findings while a document is read.

use super::RequestRule;
use crate::{Finding, Place, Report};

/// A place in the document, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Position {
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Position {
    pub(super) const START: Self = Self { line: 1, column: 1 };
}

#[derive(Debug, Default)]
pub(super) struct RequestFindings {
    findings: Vec<Finding<RequestRule>>,
}

impl RequestFindings {
    pub(super) fn add(&mut self, rule: RequestRule, at: Position, message: impl Into<String>) {
        let place = Place::Line { line: at.line, column: at.column };
        self.findings.push(Finding { rule, place, message: message.into() });
    }

    pub(super) fn len(&self) -> usize {
        self.findings.len()
    }

    pub(super) fn into_report(self) -> Report<RequestRule> {
        Report::new(self.findings)
    }
}
