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
        "placeholder", "example", "dummy", "string",
    ]
}

/// A slug with fewer letters and without a digit is a word and not an id.
const FEWEST_LETTERS: usize = 6;

/// What the text behind the colon is.
pub(in crate::gate) fn id_of(text: &str) -> Id {
    let text = &*crate::gate::provenance::plain(text);
    let text = text.trim_matches(|character: char| !character.is_alphanumeric());
    let is_one_word = !text.contains(|character: char| !character.is_alphanumeric());
    if text == "0" || (is_one_word && matches!(answer_word(text), Reading::No | Reading::NotYet)) {
        return Id::Denied;
    }
    let has_digit = text.chars().any(char::is_numeric);
    if has_digit || is_slug(text) { Id::Named } else { Id::Missing }
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
