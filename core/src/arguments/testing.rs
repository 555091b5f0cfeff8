//! What the tests ask the readers directly, until the gate does.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::effect::{Effect, Finding, Kind, Nested, Row, Sink, Summary};
use super::shell::rules::Rules;
use super::{mass, path, sql, url, walk};
use crate::event::FieldReader;
use crate::fault::Path;
use crate::json;
use crate::policy::read_arguments;
use crate::tokens::Name;

/// Everything that a reader said.
#[derive(Debug, Default)]
pub struct Report {
    /// What it comes to.
    pub summary: Summary,
    /// Every part, in order.
    pub rows: Vec<Row>,
    /// The words of every command. A word that is decided when it runs is none.
    pub commands: Vec<Vec<Option<String>>>,
    /// The arguments that were read, and what they were taken for.
    pub arguments: Vec<(String, Kind)>,
    /// A place was read that is the host's own or that of a person.
    pub private: bool,
}

impl Sink for Report {
    fn row(&mut self, row: Row) {
        self.summary.add(row);
        self.rows.push(row);
    }

    fn finding(&mut self, finding: Finding) {
        self.summary.findings.insert(finding);
    }

    fn nested(&mut self, nested: Nested<'_>) {
        match nested {
            Nested::Path(text) => {
                self.private |= path::read(text, path::Place::Command, &[], self);
            }
            Nested::Url(text) => {
                let place = path::Place::Command;
                self.private |= url::read(text, place, url::Hosts::default(), &[], self);
            }
            Nested::Sql(text, dialect) => {
                sql::read(text, sql::Options { dialect, read_functions: &[] }, self);
            }
        }
    }

    fn argument(&mut self, path: &Path<'_>, kind: Kind) {
        if kind != Kind::Text {
            self.arguments.push((path.pointer().into_string(), kind));
        }
    }

    fn command(&mut self, words: &mut dyn Iterator<Item = Option<&str>>) {
        self.commands.push(words.map(|word| word.map(ToString::to_string)).collect());
    }
}

/// Reads a text of the shell.
pub fn shell(text: &str, rules: Option<&Rules>) -> Report {
    let mut report = Report::default();
    super::shell::read(text, rules, &mut report);
    report
}

/// Reads words that are one command.
pub fn words(words: &[&str], rules: Option<&Rules>) -> Report {
    let mut report = Report::default();
    super::shell::read_words(words, rules, &mut report);
    report
}

/// Reads all arguments of a call under an operator's settings, both as JSON. Nothing, if they are not what they should
/// be.
pub fn call(tool: &str, is_write: bool, arguments: &str, settings: &str) -> Option<Report> {
    let arguments = json::parse(arguments, usize::MAX).ok()?;
    let settings = json::parse(settings, usize::MAX).ok()?;
    let mut reader = FieldReader::default();
    let policy = read_arguments(&mut reader, &Path::Root, settings);
    if !reader.faults.is_empty() {
        return None;
    }
    let mut report = Report::default();
    let arguments = arguments.as_object()?;
    let settings = policy.settings();
    let read = walk::read(&Name::of(tool), arguments, &Path::Root, &settings, &mut report);
    report.private |= read.private;
    if is_write || report.summary.effect == Some(Effect::Writes) {
        mass::read(arguments, &settings.limits, &mut report);
    }
    Some(report)
}

/// The host that an address is read as, if it names one.
pub fn host(url: &str) -> Option<String> {
    url::host_of(url)
}
