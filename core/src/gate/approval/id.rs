//! Whether a string ref names a record: `approval:ticket-7` does, `approval:pending` does not.

use super::answers::{Reading, answer_word};
use crate::tokens::{Token, tokens, word_set};

/// What stands behind the kind of a string ref.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::gate) enum Id {
    /// Something that can be an id.
    Named,
    /// Nothing that can be one.
    Missing,
    /// One word that says no, or not yet.
    Denied,
}

word_set! {
    /// Words that say with others that nobody has answered, or that name no record.
    NO_RECORD = [
        "not", "yet", "auto", "automatic", "automatically", "timed", "out", "response", "reply",
        "answer", "approval", "review", "decision", "user", "model", "agent", "self", "test", "none",
        "assistant", "ai", "llm", "bot", "system", "unknown", "undefined", "default",
        "placeholder", "example", "dummy", "string", "by", "config", "missing", "approved",
    ]
}

word_set! {
    /// Those that no id is made of, whatever number stands beside them: `self-7`.
    NOBODY = ["auto", "automatic", "automatically", "self", "model", "llm", "ai", "bot", "assistant",
        "missing", "undefined", "default", "placeholder", "dummy", "null", "none", "no"]
}

/// A slug with fewer letters and without a digit is a word and not an id.
const FEWEST_LETTERS: usize = 6;

/// What the text behind the colon is.
pub(in crate::gate) fn id_of(text: &str) -> Id {
    let text = &*crate::gate::provenance::plain(text);
    let text = text.trim_matches(|character: char| !character.is_alphanumeric());
    let is_one_word = !text.contains(|character: char| !character.is_alphanumeric());
    let is_zero = !text.is_empty() && text.bytes().all(|byte| byte == b'0');
    if is_zero || (is_one_word && matches!(answer_word(text), Reading::No | Reading::NotYet)) {
        return Id::Denied;
    }
    if is_unanswered(text) {
        return Id::Missing;
    }
    let has_digit = text.chars().any(char::is_numeric);
    if has_digit || is_slug(text) { Id::Named } else { Id::Missing }
}

/// Whether its words say that nobody has answered, and nothing beside numbers names a record: `pending-7`.
fn is_unanswered(text: &str) -> bool {
    let mut says = false;
    for token in tokens(text) {
        let answer = answer_word(token.text);
        let is_nobody = NOBODY.contains(token.word) || answer == Reading::NotYet;
        says |= is_nobody;
        let is_number = token.text.bytes().all(|byte| byte.is_ascii_digit());
        if !(is_nobody || is_number || NO_RECORD.contains(token.word) || answer != Reading::Neither)
        {
            return false;
        }
    }
    says
}

/// Letters joined by punctuation, at least one word of which can name something.
fn is_slug(text: &str) -> bool {
    let is_letter = |it: char| it.is_alphabetic();
    let joins = |it: char| it.is_ascii_punctuation();
    let letters = text.chars().filter(|it| is_letter(*it)).count();
    let names = |token: Token<'_>| {
        !NO_RECORD.contains(token.word) && answer_word(token.text) == Reading::Neither
    };
    letters >= FEWEST_LETTERS
        && text.chars().all(|it| is_letter(it) || joins(it))
        && tokens(text).any(names)
}
