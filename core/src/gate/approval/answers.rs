//! Words that answer, one by one.

use crate::{
    contract::EvidenceKind,
    tokens::{Token, Word, tokens, word_map, word_set},
};

/// How a text reads as an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    Yes,
    No,
    NotYet,
    Neither,
}

word_set! {
    /// The words of a yes. Any other text is none.
    YES = [
        "yes", "y", "ok", "okay", "true", "approve", "approved", "accept", "accepted", "allow",
        "allowed", "grant", "granted", "confirm", "confirmed", "permit", "permitted", "authorize",
        "authorized", "authorise", "authorised", "agree", "agreed", "consent", "consented",
        "success", "succeeded", "authenticated", "verified", "validated", "given", "pass",
        "passed", "proceed", "sure", "signed", "logged", "valid", "active", "complete", "completed",
    ]
}

word_map! {
    ANSWERS: Reading = [
        ("no", Reading::No), ("n", Reading::No), ("false", Reading::No), ("none", Reading::No),
        ("null", Reading::No), ("denied", Reading::No), ("deny", Reading::No),
        ("reject", Reading::No), ("rejected", Reading::No), ("refused", Reading::No),
        ("decline", Reading::No), ("declined", Reading::No), ("revoked", Reading::No),
        ("cancel", Reading::No), ("cancelled", Reading::No), ("expired", Reading::No),
        ("failed", Reading::No), ("void", Reading::No), ("voided", Reading::No),
        ("undefined", Reading::No), ("pending", Reading::NotYet), ("requested", Reading::NotYet),
        ("awaiting", Reading::NotYet), ("waiting", Reading::NotYet), ("timeout", Reading::NotYet),
        ("skipped", Reading::NotYet), ("todo", Reading::NotYet),
    ], Reading::Neither
}

/// Whether a word is a yes.
pub(super) fn is_yes(word: &str) -> bool {
    YES.contains(Word::of(word))
}

pub(super) fn answer_word(word: &str) -> Reading {
    let mut words = tokens(word).map(|token: Token<'_>| Word::of(token.text));
    let Some(first) = words.next().filter(|_| words.next().is_none()) else {
        return Reading::Neither;
    };
    if YES.contains(first) {
        return Reading::Yes;
    }
    ANSWERS.get(first).unwrap_or(Reading::Neither)
}

pub(super) fn reads_as(text: &str, _: EvidenceKind) -> Reading {
    let found = tokens(text).map(|token: Token<'_>| answer_word(token.text));
    let mut reading = Reading::Neither;
    for word in found {
        match word {
            Reading::No => return Reading::No,
            Reading::NotYet => reading = Reading::NotYet,
            Reading::Yes if reading == Reading::Neither => reading = Reading::Yes,
            _ => {}
        }
    }
    reading
}
