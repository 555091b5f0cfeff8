//! What refs other than the authorization itself say of it: that it was taken back.

use super::{
    clause::Place,
    lexer::{Border, Lexeme},
    pattern,
    words::{Act, Form, Sense},
};

/// What is done to an approval by whoever takes it back. `removed the approval step` is about something else.
const UNDONE: &[&str] = &[
    "removed|pulled|undid|reversed the|his|her|their|its|my|our? approval|consent $",
    "removed|pulled|undid|reversed the|his|her|their|its|my|our? approval|consent from|for|of|on",
];

/// Whether a text says that an approval was taken back: `approval 7 was revoked`, `withdrawn consent`.
pub(super) fn takes_back(words: &[Lexeme<'_>]) -> bool {
    (0..words.len()).map(|at| Place { words, at }).any(|place| match place.sense() {
        Sense::Consent if !place.is("approvals") => {
            is_taken_back_after(place) || is_taken_back_before(place)
        }
        Sense::Phrase => UNDONE.iter().any(|it| pattern::fits(place, it)) && !place.is_taken_back(),
        Sense::No(..) => is_changed_to(place),
        _ => false,
    })
}

/// Whether a word says no of this approval. Permission is denied to programs, and an authorization of a payment or
/// a confirmation of an order is no approval: there only what takes back counts.
fn is_no(place: Place<'_, '_>, consent: Place<'_, '_>) -> bool {
    let Sense::No(act, Form::Participle) = place.sense() else { return false };
    let takes_back = matches!(act, Act::Revoke | Act::Withdraw | Act::Rescind | Act::Retract);
    let is_other_thing = consent.is("permission")
        || (consent.is_any(&["authorization", "authorisation", "confirmation"])
            && consent.previous().is_some_and(|of| of.sense() == Sense::Other));
    (takes_back || !is_other_thing) && !place.is_taken_back()
}

/// `state of approval appr-7 changed from approved to revoked`.
fn is_changed_to(place: Place<'_, '_>) -> bool {
    place.previous().is_some_and(|to| to.sense() == Sense::To)
        && place.back(4).any(|from| from.is("from"))
        && place
            .back(10)
            .find(|it| it.sense() == Sense::Consent)
            .is_some_and(|consent| is_no(place, consent))
}

/// `approval appr-7 was later revoked`, `approval for order 7 was rejected`, `approval appr-7: revoked`.
fn is_taken_back_after(consent: Place<'_, '_>) -> bool {
    const LATER: &[&str] =
        &["later", "since", "now", "then", "already", "just", "subsequently", "meanwhile", "again"];
    let (mut of, mut has_digit, mut between, mut being) = (false, false, 0_u8, false);
    let mut at = consent;
    for _ in 0..10_u8 {
        let Some(next) = at.after() else { return false };
        let is_value = next.word().is_some_and(|it| it.is_value && it.border != Border::Hard);
        if next.starts_clause() && !is_value {
            return false;
        }
        at = next;
        if is_no(next, consent) {
            return being || is_value || between == 0 || (has_digit && !of && between <= 3);
        }
        match next.sense() {
            Sense::Being => being = true,
            _ if next.is_any(LATER) => {}
            Sense::No(..) => return false,
            // Behind the verb comes something else: `approval was sent to the blocked account`.
            _ if being || is_value => return false,
            _ => {
                of |= between == 0 && next.is_any(&["for", "of", "from", "by"]);
                between = between.saturating_add(1);
                has_digit |=
                    next.word().is_some_and(|word| word.text.iter().any(u8::is_ascii_digit));
                if !of && between > 3 {
                    return false;
                }
            }
        }
        if being && between > 0 && !of && !has_digit {
            return false;
        }
    }
    false
}

/// `revoked the approval`, `withdrew his consent`.
fn is_taken_back_before(consent: Place<'_, '_>) -> bool {
    consent
        .back(3)
        .find(|word| {
            word.sense() != Sense::Article
                && !word.is_any(&["his", "her", "their", "its", "my", "our", "any", "all"])
        })
        .is_some_and(|no| is_no(no, consent))
}
