//! A policy that forbids the very act: `Deleting production databases is prohibited` says no to `delete_database`.
//!
//! Only a clause without a condition that speaks of every word of the tool's name counts. What a policy says of
//! other acts, or under which condition, takes reading that no list of words can do.

use super::{
    clause::Place,
    lexer::{Border, Lexeme},
    words::{Act, Form, Sense, is_phrase},
};
use crate::tokens::tokens;

/// No clause speaks of a longer name.
const MOST_TOKENS: usize = 8;

/// Words that make a prohibition one of some cases only.
const CONDITIONS: &[&str] = &[
    "over", "above", "outside", "except", "when", "until", "before", "after", "beyond", "during",
    "more", "only", "while", "where", "under", "below", "between", "once", "other", "others",
];

/// Whether a clause forbids what the tool's name says.
pub(super) fn forbids(words: &[Lexeme<'_>], tool_name: &str) -> bool {
    if tokens(tool_name).nth(MOST_TOKENS).is_some() {
        return false;
    }
    let mut rest = words;
    while let Some((_, behind)) = rest.split_first() {
        let ends = |word: &Lexeme<'_>| word.border != Border::None;
        let length = behind.iter().position(ends).unwrap_or(behind.len()).saturating_add(1);
        let (clause, after) = rest.split_at_checked(length).unwrap_or((rest, &[]));
        if is_prohibition(clause) && speaks_of(clause, tool_name) {
            return true;
        }
        rest = after;
    }
    false
}

fn is_prohibition(words: &[Lexeme<'_>]) -> bool {
    let mut places = (0..words.len()).map(|at| Place { words, at });
    let is_conditional = places.clone().any(|place| {
        matches!(place.sense(), Sense::If | Sense::Without | Sense::Needs | Sense::But)
            || place.is_any(CONDITIONS)
    });
    if is_conditional {
        return false;
    }
    let begins = words.first().is_some_and(|first| {
        is_phrase(first.text)
            || first.text.eq_ignore_ascii_case(b"never")
            || (first.sense == Sense::Modal
                && words.get(1).is_some_and(|not| not.sense == Sense::Not))
    });
    begins || places.any(|place| is_predicate(place))
}

/// `is prohibited`, `are strictly forbidden`, `is not allowed`.
fn is_predicate(place: Place<'_, '_>) -> bool {
    let is_being = |word: Option<Place<'_, '_>>| {
        word.is_some_and(|word| {
            word.sense() == Sense::Being
                || (word.is_any(&["strictly", "generally", "always", "explicitly", "currently"])
                    && word.before().is_some_and(|be| be.sense() == Sense::Being))
        })
    };
    match place.sense() {
        Sense::No(
            Act::Deny | Act::Forbid | Act::Prohibit | Act::Block | Act::Disallow | Act::Reject,
            Form::Participle,
        ) => is_being(place.before()),
        Sense::Yes(_) if place.is_any(&["allowed", "permitted", "authorized", "authorised"]) => {
            let not = place.before().filter(|not| not.sense() == Sense::Not);
            not.is_some_and(|not| is_being(not.before()) || not.word().is_some_and(is_contracted))
        }
        _ => false,
    }
}

/// `isn't`: the verb stands in the word itself.
fn is_contracted(word: &Lexeme<'_>) -> bool {
    word.text.contains(&b'\'')
}

/// Whether every word of the tool's name stands in the clause, in any of its forms.
fn speaks_of(clause: &[Lexeme<'_>], tool_name: &str) -> bool {
    const FEWEST: usize = 3;
    let mut named = tokens(tool_name).filter(|token| token.text.len() >= FEWEST).peekable();
    named.peek().is_some()
        && named.all(|token| clause.iter().any(|word| is_form_of(word.text, token.text.as_bytes())))
}

/// `deleting` of `delete`, `databases` of `database`.
fn is_form_of(word: &[u8], stem: &[u8]) -> bool {
    let same = word.iter().zip(stem).take_while(|(one, other)| one.eq_ignore_ascii_case(other));
    same.count() >= stem.len().saturating_sub(2).max(3)
}
