//! What the tests ask the readers directly, until the gate does.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::effect::{Dialect, Finding, Nested, Program, Row, Sink, Summary};
use super::shell::rules::Rules;

/// Everything that a reader said.
#[derive(Debug, Default)]
pub struct Report {
    /// What it comes to.
    pub summary: Summary,
    /// Every part, in order.
    pub rows: Vec<Row>,
    /// The words of every command. A word that is decided when it runs is none.
    pub commands: Vec<Vec<Option<String>>>,
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
        if let Nested::Sql(_, dialect) = nested {
            let _: Dialect = dialect;
            self.row(Row::cannot_tell(Program::of("sql")));
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
