//! Words that answer, one by one.

pub(super) use crate::gate::wording::Reading;
use crate::{
    contract::EvidenceKind,
    gate::wording,
    tokens::{Token, Word, tokens, word_map, word_set},
};

word_set! {
    /// The words of a yes. Any other text is not a yes.
    YES = [
        "yes", "y", "ok", "okay", "true", "approve", "approved", "accept", "accepted", "allow",
        "allowed", "grant", "granted", "confirm", "confirmed", "permit", "permitted", "authorize",
        "authorized", "authorise", "authorised", "agree", "agreed", "consent", "consented",
        "success", "succeeded", "authenticated", "verified", "validated", "given", "pass",
        "passed", "proceed", "sure", "signed", "logged", "valid", "active", "complete", "completed",
    ]
}

word_map! {
    /// Words that answer only where they stand alone in a field. The others are those of texts.
    ALONE: Reading = [
        ("nil", Reading::No), ("undefined", Reading::No), ("fail", Reading::No),
        ("never", Reading::No), ("unauthorized", Reading::No), ("unauthorised", Reading::No),
        ("unauthenticated", Reading::No), ("unapproved", Reading::No),
        ("unconfirmed", Reading::No), ("await", Reading::NotYet), ("waiting", Reading::NotYet),
        ("todo", Reading::NotYet), ("tbd", Reading::NotYet), ("autoapproved", Reading::NotYet),
        ("draft", Reading::NotYet),
    ], Reading::Neither
}

/// Whether a word is a yes.
pub(super) fn is_yes(word: &str) -> bool {
    YES.contains(Word::of(word))
}

/// How one word answers. More words are a yes in a text than in a field, for which the list is closed.
pub(super) fn answer_word(word: &str) -> Reading {
    if is_yes(word) {
        return Reading::Yes;
    }
    ALONE.get(Word::of(word)).unwrap_or_else(|| match wording::answer_word(word) {
        Reading::Yes => Reading::Neither,
        reading => reading,
    })
}

/// How a text of several words answers: a no anywhere counts, a yes only where it comes first.
pub(super) fn reads_as(text: &str, kind: EvidenceKind) -> Reading {
    match wording::reads_as(text, kind) {
        Reading::Yes | Reading::Neither => {}
        reading => return reading,
    }
    let mut words = tokens(text).map(|token: Token<'_>| answer_word(token.text));
    let first = words.next().unwrap_or(Reading::Neither);
    match words.fold(first, strictest) {
        // "The owner approved this": who says it is not asked here.
        Reading::Yes if first != Reading::Yes => Reading::Neither,
        reading => reading,
    }
}

fn strictest(one: Reading, other: Reading) -> Reading {
    [Reading::No, Reading::NotYet, Reading::Yes]
        .into_iter()
        .find(|reading| one == *reading || other == *reading)
        .unwrap_or(Reading::Neither)
}
