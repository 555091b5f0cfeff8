//! `no` and `not` in an approval.

use super::{
    clause::Place,
    reader::Reader,
    words::{Sense, is_phrase},
};

/// What `no` may stand before without being an answer.
pub(super) const NO_ANSWER_TO: &[&str] = &[
    "objection",
    "objections",
    "change",
    "changes",
    "question",
    "questions",
    "problem",
    "problems",
    "issue",
    "issues",
    "concern",
    "concerns",
    "worries",
    "doubt",
    "further",
    "more",
    "other",
    "need",
    "one",
];

/// What may be done or not without a word about the approval.
const HARMLESS: &[&str] = &["object", "mind", "oppose", "forget", "hesitate"];

/// Of these, whoever does not do them says no.
const WILLING: &[&str] = &[
    "want",
    "agree",
    "approve",
    "consent",
    "allow",
    "authorize",
    "accept",
    "permit",
    "wish",
    "confirm",
];

impl Reader<'_> {
    /// `no`: alone in its clause, chosen, or before what was not given.
    pub(super) fn no(&mut self, place: Place<'_, '_>) {
        let next = place.next();
        let next_is = |known: &[&str]| next.is_some_and(|next| next.is_any(known));
        let starts = place
            .previous()
            .is_none_or(|before| matches!(before.sense(), Sense::But | Sense::NoAnswer));
        let ends = next.is_none_or(|next| next.sense() == Sense::NoAnswer)
            || next_is(&["way", "thanks", "thank"]);
        let chosen = place.before().is_some_and(|before| before.sense() == Sense::Chosen);
        // `no: 7` numbers, `n/a` says nothing.
        let numbered = place.after().is_some_and(|after| {
            after.word().is_some_and(|word| word.text.first().is_some_and(u8::is_ascii_digit))
                || (place.is("n") && after.is("a"))
        });
        // `said no to this`, but not `said no changes are needed`.
        self.found.denies |= (starts && ends && !numbered) || (chosen && !next_is(NO_ANSWER_TO));
        self.without(place);
    }

    /// `not`, alone or before what was asked, and `do not`.
    pub(super) fn not(&mut self, place: Place<'_, '_>) {
        let contracted = place.word().is_some_and(|word| is_phrase(word.text));
        let modal = place.previous().filter(|before| before.sense() == Sense::Modal);
        if contracted || modal.is_some() {
            self.do_not(place, modal);
        }
        match place.next() {
            // `Approved ... NOT`, `definitely not`; but `if not, tell me`.
            None => {
                let starts = place.previous().is_none_or(|before| before.sense() == Sense::But);
                let mut before = place.back(3);
                let is_short = before.clone().count() < 3
                    && before.all(|word| matches!(word.sense(), Sense::Other | Sense::Person));
                self.found.denies |= starts || is_short;
            }
            Some(next) if next.sense() == Sense::Consent => self.without(place),
            Some(_) => {}
        }
    }

    fn do_not(&mut self, place: Place<'_, '_>, modal: Option<Place<'_, '_>>) {
        let next_is = |known: &[&str]| place.next().is_some_and(|next| next.is_any(known));
        if next_is(HARMLESS) {
            return;
        }
        let first = modal.unwrap_or(place);
        let by_person = first.previous().is_some_and(|who| who.sense() == Sense::Person);
        let asks = modal.is_none_or(|modal| modal.is_any(&["do", "must"]))
            && !place.is_any(&["shouldn't", "shouldnt"]);
        // `approved, but please do not` forbids everything.
        let is_condition = self.known.yes_earlier
            && place.next().is_some()
            && asks
            && !next_is(WILLING)
            && !(by_person && self.known.yes_in_clause);
        self.found.has_condition |= is_condition;
        self.found.denies |= !is_condition;
    }
}
