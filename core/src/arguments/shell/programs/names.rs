//! Commands that give out a hash, a number, a date or the name of the user: words that begin with no dash.
//!
//! The names of branches and tags are not safe in this way: a repository may have one that looks like an option.

use alloc::borrow::ToOwned;

use super::super::word::Word;
use crate::arguments::headed::{Headed, headed};

const PROGRAMS: Headed = headed!("date git id nproc uname whoami");
/// Those commands with the words that they may have, `+` for a form of a date and `*` for any operands.
const COMMANDS: Headed = headed!(
    "alone: nproc whoami id/-u id/-g id/-un uname/-s uname/-m uname/-r date/+ date/-u/+
     operands: merge-base rev-list rev-parse"
);
/// Options of those of git that leave it at that.
const OPTIONS: Headed = headed!(
    "-1 -n1 --max-count=1 --max-parents=0 --count --all --tags --first-parent --short --verify --quiet -q --octopus \
     --fork-point --no-merges --reverse"
);

/// Whether a command that reads gives out such a word.
pub(super) fn gives_name(name: &str, verb: Option<&str>, args: &[Word<'_>]) -> bool {
    let is_plain =
        |word: &Word<'_>| word.plain().is_some() && !word.text.contains(char::is_whitespace);
    if !PROGRAMS.contains(name) || args.len() > 8 || !args.iter().all(is_plain) {
        return false;
    }
    let Some(verb) = verb.filter(|_| name == "git") else {
        let whole = args.iter().fold(name.to_owned(), |whole, word| {
            [whole.as_str(), "/", if is_form(word.text) { "+" } else { word.text }].concat()
        });
        return COMMANDS.of(&whole) == Some(b'a');
    };
    let words = args.iter().skip_while(|word| word.text != verb).skip(1);
    match COMMANDS.of(verb) {
        Some(b'o') => {
            words.into_iter().all(|word| !word.text.starts_with('-') || OPTIONS.contains(word.text))
        }
        _ => false,
    }
}

/// Whether a text is a form of a date without blanks and line ends.
fn is_form(text: &str) -> bool {
    let mut after_percent = false;
    let is_fine = |it: char| {
        if core::mem::replace(&mut after_percent, it == '%') {
            "YmdHMSsjFTyNuVGz".contains(it)
        } else {
            it.is_ascii_alphanumeric() || "%_.:/-".contains(it)
        }
    };
    let form = text.strip_prefix('+').filter(|form| !form.starts_with('-'));
    form.is_some_and(|form| form.chars().all(is_fine))
}
