//! Texts of the shell, and lists of words that are one command.
//!
//! A text is read in one pass: words with their quotes, what is around the commands, and each command as it ends.
//! Every command is a row, also those in substitutions, in texts for other shells and behind wrappers. What is not
//! read ends the text with a row of which nobody can say what it does.

mod arithmetic;
mod document;
mod does;
mod environment;
mod expand;
mod frames;
mod harmless;
mod known;
mod options;
mod parser;
mod programs;
mod redirect;
pub mod rules;
mod run;
mod stand_in;
mod state;
mod structure;
#[cfg(test)]
mod tests;
mod text;
mod variable;
mod variables;
pub(crate) mod word;
mod wrappers;

use alloc::vec::Vec;

use crate::arguments::effect::{Finding, Program, Row, Sink};
use crate::arguments::tables::programs::PROGRAMS;
use crate::arguments::tables::text::MAX_BYTES;
use rules::Rules;
use state::Shell;
use word::Word;

/// Reads a text of the shell.
pub(crate) fn read(text: &str, rules: Option<&Rules>, sink: &mut dyn Sink) {
    if text.len() > MAX_BYTES {
        sink.finding(Finding::TooComplex);
        return sink.row(Row::cannot_tell(Program::of("unparsed")));
    }
    let mut shell = Shell::new(sink, rules, text.len());
    shell.text(text);
    shell.finish();
}

pub(crate) use programs::has_reader;
pub(crate) use run::base_name;

/// Whether a table has a program of this name.
pub(crate) fn knows(name: &str) -> bool {
    PROGRAMS.entry(name).is_some()
}

/// Reads words that are one command.
pub(crate) fn read_words(words: &[&str], rules: Option<&Rules>, sink: &mut dyn Sink) {
    let bytes = words.iter().fold(0_usize, |sum, word| sum.saturating_add(word.len()));
    if bytes > MAX_BYTES {
        sink.finding(Finding::TooComplex);
        return sink.row(Row::cannot_tell(Program::of("unparsed")));
    }
    let words: Vec<Word<'_>> = words.iter().map(|word| Word::literal(word)).collect();
    let mut shell = Shell::new(sink, rules, bytes);
    shell.command(&words, false);
    shell.finish();
}
