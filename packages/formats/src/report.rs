//! What was found in a document: one form for all of them.

use serde::ser::{Serialize, SerializeMap as _, Serializer};

use crate::{Rule, Severity};

/// Where in the document something was found.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// In a JSON document: an RFC 6901 pointer. A member that is missing is named where it would be.
    Pointer(String),
    /// In a text: line and column, both from 1; the column counts characters.
    Line {
        /// The line, from 1.
        line: usize,
        /// The character in it, from 1.
        column: usize,
    },
}

/// One broken rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding<R> {
    /// Which rule.
    pub rule: R,
    /// Where.
    pub place: Place,
    /// One sentence: what was found and what is allowed. It never holds a value that could be a secret.
    pub message: String,
}

/// All that was found in a document: every broken rule, in the order of places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report<R> {
    findings: Vec<Finding<R>>,
}

impl<R: Rule> Report<R> {
    /// Sorts the findings by place, then by rule, and keeps one of equal ones.
    pub(crate) fn new(mut findings: Vec<Finding<R>>) -> Self {
        findings.sort_by(|a, b| (&a.place, a.rule).cmp(&(&b.place, b.rule)));
        findings.dedup_by(|a, b| a.place == b.place && a.rule == b.rule);
        Self { findings }
    }

    /// Everything that was found.
    pub fn findings(&self) -> &[Finding<R>] {
        &self.findings
    }

    /// What keeps the document from being taken.
    pub fn errors(&self) -> impl Iterator<Item = &Finding<R>> {
        self.findings.iter().filter(|finding| finding.rule.severity() == Severity::Error)
    }

    /// What a person should look at.
    pub fn warnings(&self) -> impl Iterator<Item = &Finding<R>> {
        self.findings.iter().filter(|finding| finding.rule.severity() == Severity::Warning)
    }

    /// Whether the document may be used: no rule of severity `error` is broken.
    pub fn is_valid(&self) -> bool {
        self.errors().next().is_none()
    }
}

/// An array of findings.
impl<R: Rule> Serialize for Report<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.findings.serialize(serializer)
    }
}

/// An object with the members `rule`, `severity`, `pointer` or `line` and `column`, and `message`.
impl<R: Rule> Serialize for Finding<R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("rule", self.rule.id())?;
        map.serialize_entry("severity", self.rule.severity().as_str())?;
        match &self.place {
            Place::Pointer(pointer) => map.serialize_entry("pointer", pointer)?,
            Place::Line { line, column } => {
                map.serialize_entry("line", line)?;
                map.serialize_entry("column", column)?;
            }
        }
        map.serialize_entry("message", &self.message)?;
        map.end()
    }
}
