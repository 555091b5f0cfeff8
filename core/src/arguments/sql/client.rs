//! Lines for a client program: `\dt`, `.tables`.

use super::verdict::Verdict;
use crate::arguments::effect::EffectCode;
use crate::arguments::headed::{Headed, headed};
use crate::arguments::steps::step;
use crate::contract::VerbClass;

/// Commands behind a backslash that show something, and commands behind a dot that do, or that change only how it is
/// shown.
const SHOWS: Headed =
    headed!("? conninfo copyright h help l l+ list list+ q sf sf+ sv sv+ timing x z z+");
const DOT_SHOWS: Headed = headed!(
    "databases dbinfo eqp exit fullschema headers help indexes indices mode nullvalue quit schema separator show tables \
     timer version width"
);

/// Judges one line.
pub(super) fn judge(line: &str, verdict: &mut Verdict) {
    step(line.len());
    let line = line.trim();
    if let Some(command) = line.strip_prefix('.') {
        let word = word_of(command);
        match word {
            word if is_part_of(word, "shell") || is_part_of(word, "system") => runs(verdict),
            word if DOT_SHOWS.contains(word) => {}
            _ => verdict.unsure = true,
        }
        return;
    }
    // Text in back-ticks is run before the command is.
    if line.contains('`') {
        runs(verdict);
    }
    // A further command may follow on the line.
    for command in line.split('\\').skip(1) {
        let word = word_of(command);
        match word {
            word if word.starts_with('!') => runs(verdict),
            "copy" | "o" | "out" => runs(verdict),
            word if is_listing(word) || SHOWS.contains(word) => {}
            _ => verdict.unsure = true,
        }
    }
}

fn runs(verdict: &mut Verdict) {
    verdict.writes(VerbClass::Exec, EffectCode::CodeRun);
}

fn word_of(command: &str) -> &str {
    command.split(|byte: char| byte.is_ascii_whitespace()).next().unwrap_or_default()
}

/// The client takes a command by its first letters.
fn is_part_of(word: &str, command: &str) -> bool {
    word.len() > 1 && command.starts_with(word)
}

/// `\d` and what follows it: `\dt`, `\dn+`, `\dS`.
fn is_listing(word: &str) -> bool {
    word.strip_prefix('d')
        .is_some_and(|kind| kind.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'+'))
}
