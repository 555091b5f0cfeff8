//! The verb that a word of a name is, however it is made of others.

use super::foreign;
use crate::{
    gate::classify::verbs::{
        Verb, derived_verb, destroys_by_prefix, undone_verb, verb, verb_with_object,
    },
    tokens::{Token, Word},
};

/// The verb that a word of a name is: one of the table, or made of one.
pub(super) fn verb_of(token: Token<'_>) -> Option<Verb> {
    verb(token.word)
        .or_else(|| foreign::verb(token.word))
        .or_else(|| behind_digits(token.text))
        .or_else(|| derived_verb(token.text))
        .or_else(|| undone_verb(token.text))
        .or_else(|| verb_with_object(token.text))
        .or_else(|| {
            const DELETE: Word = Word::literal("delete");
            if destroys_by_prefix(token.text) { verb(DELETE) } else { None }
        })
}

/// The verb behind the digits of a word: `2delete`, `s3upload`.
fn behind_digits(text: &str) -> Option<Verb> {
    let last = text.bytes().rposition(|byte| byte.is_ascii_digit())?;
    let (before, behind) = (text.get(..last)?, text.get(last.saturating_add(1)..)?);
    let only_digits = before.bytes().all(|byte| byte.is_ascii_digit());
    (only_digits || behind.len() > 3).then(|| verb(Word::of(behind))).flatten()
}
