//! Whether a string ref names a record: `approval:ticket-7` does, `approval:pending` does not.

use super::answers::{Reading, answer_word};
use crate::tokens::{Token, Word, tokens, word_set};

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
        "placeholder", "example", "dummy", "string", "by", "config", "missing", "absent", "approved",
    ]
}

word_set! {
    /// Those of them that a number beside them makes no id of. `review-7` can be one.
    UNGIVEN = [
        "auto", "automatic", "automatically", "timed", "none", "self", "unknown", "undefined",
        "default", "placeholder", "dummy", "missing", "absent", "bot", "llm", "ai", "model",
        "assistant", "no", "null", "nil", "false", "not",
    ]
}

/// A slug with fewer letters and without a digit is a word and not an id.
const FEWEST_LETTERS: usize = 6;

/// What the text behind the colon is.
pub(in crate::gate) fn id_of(text: &str) -> Id {
    let text = &*crate::gate::provenance::plain(text);
    let text = text.trim_matches(|character: char| !character.is_alphanumeric());
    let is_one_word = !text.contains(|character: char| !character.is_alphanumeric());
    let says_no = || is_one_word && matches!(answer_word(text), Reading::No | Reading::NotYet);
    if (!text.is_empty() && text.bytes().all(|byte| matches!(byte, b'0' | b'-'))) || says_no() {
        return Id::Denied;
    }
    let mut words =
        tokens(text).filter(|token| token.text.contains(char::is_alphabetic)).peekable();
    let by_whom = {
        let mut words = words.clone();
        words.next().is_some_and(|word| is_ungiven(&word))
            && words.next().is_some_and(|word| word.word == Word::literal("by"))
    };
    let has_digit = text.chars().any(char::is_numeric);
    // In `7 not authenticated` the number stands alone and is the id; the words are read as a text.
    let is_status = !text.contains(char::is_whitespace)
        && words.peek().is_some()
        && words.clone().all(|word| !names(&word))
        && words.any(|word| is_ungiven(&word));
    let can_be = if has_digit { !is_status } else { is_slug(text) };
    if can_be && !by_whom { Id::Named } else { Id::Missing }
}

/// `pending`, `auto`, `none`: no answer.
fn is_ungiven(token: &Token<'_>) -> bool {
    UNGIVEN.contains(token.word) || answer_word(stem(token)) == Reading::NotYet
}

/// Whether a word can name something.
fn names(token: &Token<'_>) -> bool {
    !NO_RECORD.contains(token.word)
        && !UNGIVEN.contains(token.word)
        && (stem(token).len() == 1 || answer_word(stem(token)) == Reading::Neither)
}

/// `pending7` without its number.
fn stem<'t>(token: &Token<'t>) -> &'t str {
    token.text.trim_end_matches(|it: char| it.is_ascii_digit())
}

/// Letters joined by punctuation, at least one word of which can name something.
fn is_slug(text: &str) -> bool {
    let is_letter = |it: char| it.is_alphabetic();
    let joins = |it: char| it.is_ascii_punctuation();
    let letters = text.chars().filter(|it| is_letter(*it)).count();
    letters >= FEWEST_LETTERS
        && text.chars().all(|it| is_letter(it) || joins(it))
        && tokens(text).any(|token| token.text.len() > 1 && names(&token))
}
