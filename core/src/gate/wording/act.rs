//! Whether a no-word is the act that was asked about, and no verdict: `approved to cancel order 7`.

use super::{
    clause::Place,
    lexer::Border,
    words::{Act, Form, Sense, ToolVerbs, Yes},
};

/// What is known of the text at the word that is read.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Known {
    /// A yes that is not taken back stands somewhere in the text.
    pub(super) has_yes: bool,
    /// Such a yes stands before the word.
    pub(super) yes_earlier: bool,
    /// A person stands before the word in its clause.
    pub(super) person_in_clause: bool,
    /// A yes that is not taken back stands before the word in its clause.
    pub(super) yes_in_clause: bool,
    /// As many approvals as are asked for are there.
    pub(super) is_complete: bool,
}

/// What makes a noun of two: `cancellation request`, `refusal letter`.
const HEADS: &[&str] = &[
    "letter", "letters", "notice", "notices", "mail", "email", "message", "form", "page", "policy",
    "request", "requests", "list", "log", "rule", "rules", "fee", "fees", "template", "reason",
    "reasons", "report",
];

/// Words of an earlier try: `the first request had expired`.
const EARLIER: &[&str] = &[
    "first",
    "earlier",
    "previous",
    "prior",
    "old",
    "former",
    "original",
    "initial",
    "last",
    "duplicate",
];

/// How things stood before: `initially declined, now approved`.
const AT_FIRST: &[&str] = &["initially", "originally", "previously", "formerly"];

/// What one of several is chosen from: `rejected option A, approved option B`.
const CHOICES: &[&str] = &["option", "alternative", "variant", "plan", "proposal", "version"];

/// Whether the no-word at this place is what was asked about.
pub(super) fn is_act(
    place: Place<'_, '_>,
    act: Act,
    form: Form,
    tool: ToolVerbs,
    known: Known,
) -> bool {
    let is_own = tool.contains(act);
    if is_chosen(place, form, is_own) || place.words.len() == 1 {
        return false;
    }
    if is_own && (form != Form::Participle || known.has_yes) {
        return true;
    }
    governed(place, form)
        || is_asked_about(place)
        || is_object(place, form, known)
        || (form == Form::Noun && is_confirmed_later(place, known))
        || (form == Form::Participle
            && (is_history(place, known) || is_state(place, act, known) || is_other_choice(place)))
}

/// `handles expired tokens`, `retries failed payments`: in what state something is that the yes is about.
fn is_state(place: Place<'_, '_>, act: Act, known: Known) -> bool {
    let is_state = match act {
        Act::Expire | Act::Invalid | Act::Void => true,
        Act::Fail => place.next().is_some_and(Place::is_plural),
        _ => false,
    };
    is_state
        && known.yes_in_clause
        && has_object(place)
        && place.previous().is_some_and(|it| {
            !matches!(it.sense(), Sense::Being | Sense::Consent | Sense::Person | Sense::Yes(_))
                && !it.is_any(&["with", "despite"])
        })
}

/// `rejected option A, approved option B`.
fn is_other_choice(place: Place<'_, '_>) -> bool {
    let Some(choice) = place.next().filter(|it| it.is_any(CHOICES)) else { return false };
    let name = choice.next().and_then(Place::word).map(|it| it.text);
    let mut at = choice.after();
    while let Some(word) = at {
        let approved = word
            .before()
            .is_some_and(|yes| yes.sense() == Sense::Yes(Yes::Said) && !is_denied(yes));
        if approved && word.is_any(CHOICES) {
            let other = word.next().and_then(Place::word).map(|it| it.text);
            return other.is_some() && other != name;
        }
        at = word.after();
    }
    false
}

/// `from Waiting to Approved`: what stands between `from` and `to` was left.
pub(super) fn is_left(place: Place<'_, '_>) -> bool {
    place.back(4).any(|from| from.is("from"))
        && place.ahead(4).any(|to| {
            to.sense() == Sense::To
                && to.next().is_some_and(|yes| yes.sense() == Sense::Yes(Yes::Said))
        })
}

/// `pressed Deny`, `clicked the Cancel button`, `said: reject`.
fn is_chosen(place: Place<'_, '_>, form: Form, is_own: bool) -> bool {
    let mut at = place;
    for _ in 0..3_u8 {
        let Some(before) = at.before() else { break };
        if at.word().is_some_and(|word| word.border == Border::Hard) {
            break;
        }
        match before.sense() {
            Sense::Chosen => return true,
            Sense::Article => at = before,
            Sense::To if !is_own => at = before,
            _ if before.is("on") => at = before,
            _ => break,
        }
    }
    form != Form::Participle
        && place.next().is_some_and(|next| next.is_any(&["button", "option", "choice"]))
}

/// A yes-word governs it: before it in its clause, with at most `to`, `the`, `of`, or words in -ing between.
fn governed(place: Place<'_, '_>, form: Form) -> bool {
    let mut between = 0_u8;
    for before in place.back(6) {
        match before.sense() {
            // `approved, cancelled` is two verdicts; `approved cancelled orders` is not a clear one.
            Sense::Yes(Yes::Said | Yes::Answer) => {
                // `changed from approved to rejected`.
                let left = before.previous().is_some_and(|from| from.is("from"));
                return !left && (between > 0 || form != Form::Participle) && !is_denied(before);
            }
            Sense::To | Sense::Article => {}
            _ if before.ends_in_ing()
                || before.is_any(&["that", "despite", "all", "my", "their", "our"]) => {}
            _ => return false,
        }
        between = between.saturating_add(1);
    }
    false
}

/// `asked to cancel order 7`, `wants the cancellation`. `asked to stop` alone is a no.
fn is_asked_about(place: Place<'_, '_>) -> bool {
    let Some(to) = place.previous() else { return false };
    to.sense() == Sense::To
        && has_object(place)
        && to
            .previous()
            .is_some_and(|verb| matches!(verb.sense(), Sense::Wanted) || verb.is("requested"))
}

/// Directly behind `to`, `the`, `a`, `this`, `of` it is a part of what is spoken of, unless a person does it.
fn is_object(place: Place<'_, '_>, form: Form, known: Known) -> bool {
    let Some(before) = place.previous() else { return false };
    let small = matches!(before.sense(), Sense::To | Sense::Article);
    if !small {
        return false;
    }
    if form == Form::Participle {
        // `the blocked users`, but not `this rejected`.
        let before_noun = !before.is("this") && has_object(place);
        return before_noun && (!known.person_in_clause || known.yes_in_clause);
    }
    let complete = before.sense() != Sense::To || has_object(place);
    complete && !known.person_in_clause
}

/// Whether a word that it can be about follows it directly: not `it`, `this`, or `by`.
fn has_object(place: Place<'_, '_>) -> bool {
    place.next().is_some_and(|next| {
        let ends = matches!(
            next.sense(),
            Sense::By | Sense::But | Sense::Being | Sense::No(..) | Sense::Weak
        );
        let alone = next.is_any(&["this", "that"]) && next.next().is_none();
        let small = next
            .is_any(&["it", "and", "or", "at", "on", "in", "from", "for", "now", "please", "so"]);
        !(ends || alone || small)
    })
}

/// `cancellation of order 7 confirmed`, `the refusal letter was approved`.
fn is_confirmed_later(place: Place<'_, '_>, known: Known) -> bool {
    let Some(next) = place.next() else { return false };
    let names_it = next.is_any(&["of", "for"]) || next.is_any(HEADS);
    names_it
        && (known.yes_in_clause
            || place
                .ahead(16)
                .take_while(|word| !matches!(word.sense(), Sense::No(..)))
                .any(|word| matches!(word.sense(), Sense::Yes(Yes::Said)) && !is_denied(word)))
}

/// `User approved; the first request had expired`, `one failed attempt`.
fn is_history(place: Place<'_, '_>, known: Known) -> bool {
    let is_yes = |word: &Place<'_, '_>| matches!(word.sense(), Sense::Yes(Yes::Said));
    if known.has_yes && place.back(3).take_while(|it| !is_yes(it)).any(|it| it.is_any(AT_FIRST)) {
        return true;
    }
    if !known.yes_earlier {
        return false;
    }
    let attempt =
        place.next().is_some_and(|next| next.is_any(&["attempt", "attempts", "try", "tries"]));
    let past = place.back(2).any(|word| word.is("had"));
    attempt || (past && place.back(8).any(|word| word.is_any(EARLIER))) || is_request_of_old(place)
}

/// `the old request is superseded`, `the refund that was declined before`. What is said of an approval counts.
fn is_request_of_old(place: Place<'_, '_>) -> bool {
    const OLD: &[&str] = &["first", "earlier", "previous", "old", "former", "original"];
    let is_yes = |word: &Place<'_, '_>| matches!(word.sense(), Sense::Yes(_) | Sense::Consent);
    let is_being = |word: &Place<'_, '_>| word.sense() == Sense::Being;
    let Some(be) = place.previous().filter(is_being) else { return false };
    let be = be.previous().filter(is_being).unwrap_or(be);
    if place.back(6).take_while(|word| !is_yes(word)).any(|word| word.is_any(OLD)) {
        return !place.back(6).any(|word| is_yes(&word));
    }
    let relative = be.previous().filter(|that| that.is_any(&["that", "which"]));
    relative.and_then(Place::previous).is_some_and(|noun| {
        noun.sense() == Sense::Other
            && noun
                .back(3)
                .any(|yes| matches!(yes.sense(), Sense::Yes(Yes::Said)) && !is_denied(yes))
    })
}

/// `previous session expired`: another sign-in than the one that counts.
pub(super) fn is_of_old(place: Place<'_, '_>) -> bool {
    place.back(4).any(|it| it.is("other") || it.is_any(EARLIER))
}

/// Whether a yes-word is taken back by a negation before it, or by `nobody` behind it.
pub(super) fn is_denied(yes: Place<'_, '_>) -> bool {
    let (mut distance, mut at) = (0_u8, yes);
    let (mut crossed, mut only_being) = (false, true);
    while let Some(before) = at.before() {
        let border = at.word().map_or(Border::Hard, |word| word.border);
        if border == Border::Hard || before.sense() == Sense::But || distance > 3 {
            break;
        }
        crossed |= border == Border::Soft;
        // `not, in the end, approved`.
        let reaches = !crossed || (border == Border::Soft && distance > 0);
        if reaches && negates(before, only_being) {
            return true;
        }
        only_being &= before.sense() == Sense::Being;
        distance = distance.saturating_add(1);
        at = before;
    }
    let by = yes.next().filter(|by| by.sense() == Sense::By).and_then(Place::next);
    by.is_some_and(|by| {
        by.sense() == Sense::Nobody
            || (by.sense() == Sense::NoAnswer && by.next().is_some_and(|one| one.is("one")))
    })
}

/// Whether a word before a yes-word denies it. `no` does so only directly before it: `no fue aprobado`.
fn negates(word: Place<'_, '_>, is_near: bool) -> bool {
    let after_no = || word.before().is_some_and(|no| no.sense() == Sense::NoAnswer);
    match word.sense() {
        Sense::Not | Sense::Nobody => !is_not_only(word),
        Sense::NoAnswer => is_near,
        _ => word.is_any(&["longer", "one"]) && after_no(),
    }
}

fn is_not_only(not: Place<'_, '_>) -> bool {
    not.next().is_some_and(|next| next.is_any(&["only", "just"]))
}
