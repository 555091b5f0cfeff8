//! What a command says of a document: one form for all of them, described in
//! `schemas/formats/documents.schema.json`.

use aana_formats::{FileRule, Finding, Rule, Severity};
use serde_json::{Map, Value, json};

use super::shown::{Document, fine};
use crate::exit::{self, Failure};
use crate::options::Format;
use crate::output;

/// What was found in one document. `valid` means the same in every one: no rule of severity `error` is broken.
pub(super) struct Report {
    name: String,
    valid: bool,
    findings: Vec<Value>,
    shown: String,
    summary: String,
    more: Map<String, Value>,
}

impl Report {
    /// Nothing yet about the document of this name.
    pub(super) fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            valid: true,
            findings: Vec::new(),
            shown: String::new(),
            summary: String::new(),
            more: Map::new(),
        }
    }

    /// A file that holds no document, and why.
    pub(super) fn unread(name: &str, finding: &Finding<FileRule>) -> Self {
        let mut report = Self::new(name);
        report.add(&Document { name: name.to_owned(), text: "", lines_before: 0 }, None, [finding]);
        report
    }

    /// What was found in a text of the document: in the whole, or in the item of a stream with this index.
    pub(super) fn add<'f, R: Rule>(
        &mut self,
        text: &Document<'_>,
        index: Option<u64>,
        findings: impl IntoIterator<Item = &'f Finding<R>>,
    ) {
        let findings: Vec<&Finding<R>> = findings.into_iter().collect();
        self.valid &= findings.iter().all(|it| it.rule.severity() != Severity::Error);
        for (finding, (line, column)) in findings.iter().zip(text.places(&findings)) {
            let mut entry = Map::new();
            if let Some(index) = index {
                entry.insert("index".to_owned(), index.into());
            }
            if let Value::Object(members) = json!(finding) {
                entry.extend(members);
            }
            entry.insert("line".to_owned(), line.into());
            entry.insert("column".to_owned(), column.into());
            entry.insert("message".to_owned(), text.message(finding).into());
            self.findings.push(Value::Object(entry));
        }
        self.shown.push_str(&text.show(findings));
    }

    /// What else the JSON form says of the document.
    pub(super) fn with(&mut self, name: &str, value: impl Into<Value>) {
        self.more.insert(name.to_owned(), value.into());
    }

    /// Something beside the document, such as its input files: a line for people, and whether it is in order.
    pub(super) fn beside(&mut self, line: &str, is_valid: bool) {
        self.shown.push_str(line);
        self.valid &= is_valid;
    }

    /// For people, below a document that is valid: what is in it.
    pub(super) fn summary(&mut self, line: String) {
        self.summary = line;
    }

    pub(super) const fn is_valid(&self) -> bool {
        self.valid
    }

    /// The form for machines, on a line.
    pub(super) fn json(&self) -> String {
        let mut whole = json!({"file": self.name, "valid": self.valid, "findings": self.findings});
        if let Some(members) = whole.as_object_mut() {
            members.extend(self.more.clone());
        }
        format!("{whole}\n")
    }

    /// The form for people: a line for each finding, or that there is none to stop it.
    pub(super) fn text(&self) -> String {
        let mut shown = self.shown.clone();
        if self.valid {
            shown.push_str(&fine(&self.name));
            shown.push_str(&self.summary);
        }
        shown
    }

    pub(super) fn print(&self, format: Format) -> Result<(), Failure> {
        match format {
            Format::Json => output::json(&self.json()),
            Format::Pretty => output::text(&self.text()),
        }
    }
}

/// How a number of documents fared.
pub(super) struct Tally {
    all_read: bool,
    all_valid: bool,
}

impl Tally {
    pub(super) const fn new() -> Self {
        Self { all_read: true, all_valid: true }
    }

    pub(super) fn count(&mut self, report: &Report) {
        self.all_valid &= report.is_valid();
    }

    pub(super) fn count_unread(&mut self, finding: &Finding<FileRule>) {
        self.all_valid = false;
        self.all_read &= finding.rule != FileRule::Unreadable;
    }

    /// The exit code: that of a file that cannot be read goes before that of a document that is not valid.
    pub(super) const fn code(&self) -> u8 {
        match (self.all_read, self.all_valid) {
            (false, _) => exit::UNREADABLE,
            (true, false) => exit::NOT_VALID,
            (true, true) => exit::SUCCESS,
        }
    }
}
