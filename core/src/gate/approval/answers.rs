//! Words that answer, one by one.

use crate::{
    contract::EvidenceKind,
    gate::wording,
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
    /// The words of a no, and of an answer that is still to come.
    ANSWERS: Reading = [
        ("no", Reading::No), ("n", Reading::No), ("nope", Reading::No), ("false", Reading::No),
        ("none", Reading::No), ("null", Reading::No), ("nil", Reading::No),
        ("denied", Reading::No), ("deny", Reading::No), ("denies", Reading::No),
        ("denying", Reading::No), ("denial", Reading::No), ("decline", Reading::No),
        ("declines", Reading::No), ("declined", Reading::No), ("declining", Reading::No),
        ("reject", Reading::No), ("rejects", Reading::No), ("rejected", Reading::No),
        ("rejecting", Reading::No), ("rejection", Reading::No), ("refuse", Reading::No),
        ("refuses", Reading::No), ("refused", Reading::No), ("refusing", Reading::No),
        ("refusal", Reading::No), ("revoke", Reading::No), ("revokes", Reading::No),
        ("revoked", Reading::No), ("revoking", Reading::No), ("revocation", Reading::No),
        ("withdraw", Reading::No), ("withdraws", Reading::No), ("withdrawn", Reading::No),
        ("withdrew", Reading::No), ("cancel", Reading::No), ("cancels", Reading::No),
        ("cancelled", Reading::No), ("canceled", Reading::No), ("cancelling", Reading::No),
        ("cancellation", Reading::No), ("expired", Reading::No), ("veto", Reading::No),
        ("vetoes", Reading::No), ("vetoed", Reading::No), ("disallow", Reading::No),
        ("disallows", Reading::No), ("disallowed", Reading::No), ("forbid", Reading::No),
        ("forbids", Reading::No), ("forbidden", Reading::No), ("prohibit", Reading::No),
        ("prohibits", Reading::No), ("prohibited", Reading::No), ("block", Reading::No),
        ("blocks", Reading::No), ("blocked", Reading::No), ("objected", Reading::No),
        ("objection", Reading::No), ("abort", Reading::No), ("aborts", Reading::No),
        ("aborted", Reading::No), ("dismiss", Reading::No), ("dismisses", Reading::No),
        ("dismissed", Reading::No), ("stop", Reading::No), ("stopped", Reading::No),
        ("failed", Reading::No), ("failure", Reading::No), ("fail", Reading::No),
        ("invalid", Reading::No), ("void", Reading::No), ("voided", Reading::No),
        ("undefined", Reading::No), ("unauthorized", Reading::No), ("unauthorised", Reading::No),
        ("unauthenticated", Reading::No), ("unapproved", Reading::No),
        ("unconfirmed", Reading::No), ("unverified", Reading::No), ("disapproved", Reading::No),
        ("disapprove", Reading::No), ("nonapproved", Reading::No), ("rescinded", Reading::No),
        ("retracted", Reading::No), ("suspended", Reading::No), ("superseded", Reading::No),
        ("lapsed", Reading::No), ("forged", Reading::No), ("fake", Reading::No),
        ("never", Reading::No), ("abgelehnt", Reading::No), ("verweigert", Reading::No),
        ("nein", Reading::No), ("rechazado", Reading::No), ("denegado", Reading::No),
        ("rejete", Reading::No), ("recusado", Reading::No), ("negado", Reading::No),
        ("rifiutato", Reading::No), ("geweigerd", Reading::No), ("afgewezen", Reading::No),
        ("nee", Reading::No), ("nao", Reading::No), ("non", Reading::No),
        ("pending", Reading::NotYet), ("requested", Reading::NotYet),
        ("awaiting", Reading::NotYet), ("await", Reading::NotYet), ("waiting", Reading::NotYet),
        ("timeout", Reading::NotYet), ("unanswered", Reading::NotYet),
        ("unattended", Reading::NotYet), ("skipped", Reading::NotYet), ("todo", Reading::NotYet),
        ("tbd", Reading::NotYet), ("autoapproved", Reading::NotYet), ("assumed", Reading::NotYet),
        ("presumed", Reading::NotYet), ("implied", Reading::NotYet), ("draft", Reading::NotYet),
    ], Reading::Neither
}

/// Whether a word is a yes.
pub(super) fn is_yes(word: &str) -> bool {
    YES.contains(Word::of(word))
}

/// How one word answers.
pub(super) fn answer_word(word: &str) -> Reading {
    let word = Word::of(word);
    if YES.contains(word) {
        return Reading::Yes;
    }
    ANSWERS.get(word).unwrap_or(Reading::Neither)
}

/// How a text of several words answers: a no anywhere counts, a yes only where it comes first.
pub(super) fn reads_as(text: &str, kind: EvidenceKind) -> Reading {
    let is_record = matches!(kind, EvidenceKind::Approval | EvidenceKind::AuthEvent);
    if wording::read(text, is_record).denies {
        return Reading::No;
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
