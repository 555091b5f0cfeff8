//! Variables that a text sets, and those by which other programs run.

use super::parser::Parser;
use super::state::Shell;
use super::word::{BRACES, DYNAMIC, Word, runs_as_subscript};
use crate::arguments::effect::Program;
use crate::arguments::headed::{Headed, headed};
use crate::arguments::tables::programs::ENV_BAD;

/// Variables of git that only say who and when, and beginnings of those by which programs run.
const BEGINNINGS: Headed = headed!(
    "harmless: GIT_AUTHOR_DATE GIT_AUTHOR_EMAIL GIT_AUTHOR_NAME GIT_COMMITTER_DATE GIT_COMMITTER_EMAIL \
               GIT_COMMITTER_NAME GIT_OPTIONAL_LOCKS GIT_TERMINAL_PROMPT
     bad: LD_* DYLD_* GIT_* BASH_* GCONV_* npm_config_*"
);

/// Whether other programs run by a variable, whatever its value.
pub(super) fn is_bad(name: &str) -> bool {
    ENV_BAD.contains(name) || name.ends_with("PAGER") || BEGINNINGS.of_pattern(name) == Some(b'b')
}

/// Whether it may have this value. Of `None` the value is not known.
pub(crate) fn may_set(name: &str, value: Option<&str>) -> bool {
    if name.ends_with("PAGER") {
        return matches!(value, Some("" | "cat" | "less" | "more"));
    }
    !is_bad(name)
}

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
            self.cannot_tell(Program::of("assignment"));
        }
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
