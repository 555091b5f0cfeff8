//! A bounded list of findings, and pointers that hold no secret.

use aana_core::Step;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::{CallRule, DescriptorRule};
use crate::{Finding, Place, Report, Rule, Severity};

/// How many findings a report lists.
pub(super) const MOST_FINDINGS: usize = 1_000;

/// A member name longer than this stands in a pointer as its hash, so that no report is larger than
/// its document by much.
const LONGEST_KEY: usize = 256;

/// A set of rules with one that says the list was cut.
pub(super) trait Capped: Rule {
    const TOO_MANY: Self;
}

impl Capped for DescriptorRule {
    const TOO_MANY: Self = Self::ReportTooMany;
}

impl Capped for CallRule {
    const TOO_MANY: Self = Self::ArgsTooMany;
}

/// Findings while they are collected.
#[derive(Debug)]
pub(super) struct Findings<R>(Vec<Finding<R>>);

impl<R: Capped> Findings<R> {
    pub(super) const fn new() -> Self {
        Self(Vec::new())
    }

    pub(super) fn add(&mut self, rule: R, pointer: &str, message: impl Into<String>) {
        if self.0.len() < MOST_FINDINGS {
            let place = Place::Pointer(pointer.to_owned());
            self.0.push(Finding { rule, place, message: message.into() });
        } else if self.0.len() == MOST_FINDINGS {
            let message = format!(
                "there is more to find; only the first {MOST_FINDINGS} findings are listed"
            );
            let place = Place::Pointer(String::new());
            self.0.push(Finding { rule: R::TOO_MANY, place, message });
        }
    }

    /// Adds a hint to what was found at a place.
    #[cfg(feature = "arguments")]
    pub(super) fn hint(&mut self, rule: R, pointer: &str, hint: &str) {
        let here = |it: &Place| matches!(it, Place::Pointer(found) if found == pointer);
        for finding in self.0.iter_mut().filter(|it| it.rule == rule && here(&it.place)) {
            finding.message.push_str(hint);
        }
    }

    /// Whether nothing more is taken.
    pub(super) fn full(&self) -> bool {
        self.0.len() > MOST_FINDINGS
    }

    /// Whether no error was found.
    pub(super) fn clean(&self) -> bool {
        self.0.iter().all(|finding| finding.rule.severity() != Severity::Error)
    }

    pub(super) fn append(&mut self, other: Self) {
        for finding in other.0 {
            let Place::Pointer(pointer) = finding.place else { continue };
            self.add(finding.rule, &pointer, finding.message);
        }
    }

    pub(super) fn report(self) -> Report<R> {
        Report::new(self.0)
    }
}

/// The pointer to a member, with the name escaped; a name that holds a secret or is very long is
/// replaced by its hash.
pub(super) fn member(pointer: &str, key: &str) -> String {
    let mut longer = pointer.to_owned();
    push_key(&mut longer, key);
    longer
}

/// The pointer to an element.
pub(super) fn element(pointer: &str, index: usize) -> String {
    format!("{pointer}/{index}")
}

pub(super) fn push_key(pointer: &mut String, key: &str) {
    if key.len() > LONGEST_KEY {
        pointer.push_str("/sha256:");
        pointer.push_str(hex::encode(Sha256::digest(key.as_bytes())).get(..16).unwrap_or_default());
    } else {
        // The core knows how a name is written in a pointer and which names must not be shown.
        pointer.push_str(&Step::pointer(&[Step::Key(key)]));
    }
}

/// What stands there, without showing it.
pub(super) const fn found(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}
