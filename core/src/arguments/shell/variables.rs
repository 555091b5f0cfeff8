//! Variables that a text sets, and those by which other programs run.

use super::environment::{Steers, may_set, steers};
use super::parser::Parser;
use super::state::Shell;
use super::word::{BRACES, DYNAMIC, OUTPUT, Word, runs_as_subscript};
use crate::arguments::effect::{Program, Row};
use crate::arguments::headed::{Headed, headed};

/// Whether a word with such a value is no option and stays one word.
pub(super) fn is_safe_value(word: Word<'_>) -> bool {
    !word.has(DYNAMIC | BRACES)
        && !word.text.is_empty()
        && !word.text.starts_with('-')
        && !word.text.contains([' ', '\t', '\n'])
}

/// Options of `set -o` that change nothing of how the text is read.
pub(super) fn is_harmless_option(name: &str) -> bool {
    const OPTIONS: Headed = headed!(
        "errexit nounset pipefail xtrace noglob verbose noclobber noexec errtrace functrace"
    );
    OPTIONS.contains(name)
}

impl Shell<'_> {
    /// An assignment before a program, or alone.
    pub(crate) fn assignment(&mut self, name: &str, value: Word<'_>, for_read: bool) {
        let harmless = (name == "IFS" && for_read) || may_set(name, value.plain());
        if !harmless || runs_as_subscript(value.text) {
            self.uncovered(Row::cannot_tell(Program::of("assignment")));
        }
        self.secret_value(value.text);
    }

    /// A variable may hold the output of a command. Where its value becomes the text of a shell, that output is run.
    pub(super) fn hands_on(&mut self, name: &str, value: Word<'_>) {
        if value.has(OUTPUT) {
            self.set(name, false);
        }
    }

    /// Whatever runs from here on gets a variable.
    pub(super) fn export(&mut self, name: &str, value: Option<&str>) {
        let steers = steers(name, value);
        if steers == Steers::Nothing {
            return;
        }
        let here = self.scope();
        let holds = |(scope, before): &(usize, Steers)| *scope <= here && *before >= steers;
        if !self.exported.iter().any(holds) {
            self.exported.push((here, steers));
        }
        // In a loop what ran before may run again.
        if self.relied_on_environment {
            self.cannot_tell(Program::of("assignment"));
        }
    }

    /// What the variables of the command may make of its program.
    pub(super) fn steered(&self) -> Steers {
        let exported = self.exported.iter().map(|(_, steers)| *steers).max();
        self.steers.max(exported.unwrap_or_default())
    }
}

impl Shell<'_> {
    /// The words of a condition in double brackets.
    pub(super) fn condition_words(&mut self, words: &[Word<'_>]) {
        let names = |word: &Word<'_>| {
            matches!(word.text, "-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge" | "-v" | "-R")
        };
        self.arithmetic |= words.iter().any(names);
        if words.iter().any(|word| runs_as_subscript(word.text)) {
            self.cannot_tell(Program::of("condition"));
        }
    }
}

impl Parser<'_, '_, '_> {
    /// The shell itself sets a variable. Of `None` nothing is known of the value.
    pub(super) fn assigned(&mut self, name: &str, safe: Option<bool>) {
        if !may_set(name, None) {
            self.shell.cannot_tell(Program::of("assignment"));
        }
        self.shell.set(name, safe.unwrap_or(false));
    }
}
