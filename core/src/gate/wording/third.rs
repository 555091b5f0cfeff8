//! What is said of a third thing, and not of what was asked: `Approved: the card was declined twice`.

use alloc::{borrow::Cow, string::String};

use super::{
    clause::Place,
    words::{Form, Sense},
};
use crate::tokens::{Token, tokens};

/// Things with a state of their own that is not that of an approval.
const THINGS: &[&str] = &[
    "card",
    "account",
    "coupon",
    "voucher",
    "claim",
    "payment",
    "charge",
    "transaction",
    "subscription",
    "item",
    "shipment",
    "delivery",
    "invoice",
    "warranty",
    "contract",
    "license",
    "licence",
    "trial",
    "membership",
    "parcel",
    "package",
    "booking",
    "flight",
    "reservation",
    "build",
    "test",
    "tests",
    "certificate",
    "domain",
    "password",
];

/// What a review of no account is called: `1 stale review was dismissed`.
const STALE: &[&str] = &["stale", "outdated", "obsolete", "duplicate"];

/// Whether a participle of a no is about a third thing, behind a yes. What `tool_name` names is the thing itself, not a
/// third one.
pub(super) fn is_of_third_thing(
    no: Place<'_, '_>,
    form: Form,
    yes_earlier: bool,
    tool_name: &str,
) -> bool {
    if form != Form::Participle || !yes_earlier {
        return false;
    }
    let is_thing = |place: Place<'_, '_>| {
        place.is_any(THINGS)
            && place.word().is_some_and(|word| {
                !tokens(tool_name).any(|token: Token<'_>| {
                    word.text.get(..token.text.len()).is_some_and(|stem| {
                        token.text.len() > 2 && stem.eq_ignore_ascii_case(token.text.as_bytes())
                    })
                })
            })
    };
    // `insurer denied the claim`
    let object = no.next().filter(|it| it.sense() == Sense::Article).and_then(Place::next);
    let by_person = no.previous().is_some_and(|who| who.sense() == Sense::Person);
    if object.is_some_and(is_thing) && !by_person {
        return true;
    }
    // `the card was declined`, `the coupon had expired`
    let is_being = |place: &Place<'_, '_>| place.sense() == Sense::Being || place.is("had");
    let Some(mut be) = no.previous().filter(is_being) else { return false };
    if let Some(before) = be.previous().filter(is_being) {
        be = before;
    }
    if be.previous().is_some_and(is_thing) {
        return true;
    }
    let mut back = be.back(5);
    let review = back.find(|it| it.is("review") || it.is("reviews"));
    review.and_then(Place::previous).is_some_and(|stale| stale.is_any(STALE))
}

/// A text without what stands before an arrow in its clause: of `Waiting -> Approved` what it became.
pub(super) fn without_what_was_left(text: &str) -> Cow<'_, str> {
    const ARROW: &str = "->";
    if !text.contains(ARROW) {
        return Cow::Borrowed(text);
    }
    let mut kept = String::with_capacity(text.len());
    let mut parts = text.split(ARROW).peekable();
    while let Some(part) = parts.next() {
        let ends = |it: char| matches!(it, '(' | '.' | ';' | ',' | ':' | '!' | '?' | '\n');
        let end = match (parts.peek(), part.rfind(ends)) {
            (None, _) => part.len(),
            (Some(_), Some(at)) => at.saturating_add(1),
            (Some(_), None) => 0,
        };
        kept.push_str(part.get(..end).unwrap_or_default());
        kept.push(' ');
    }
    Cow::Owned(kept)
}
