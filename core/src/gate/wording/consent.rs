//! What is said of an approval as a thing: that it is needed, that it was not had, how many there are.

use super::{
    clause::Place,
    reader::Reader,
    words::{Sense, Yes},
};
use crate::digits::whole_number;

impl Reader<'_> {
    /// `no approval`, `without the owner's consent`, `needs approval`. An approval may say that none was needed, or
    /// that it is the one that was.
    pub(super) fn without(&mut self, place: Place<'_, '_>) {
        let Some(consent) = place.ahead(3).find(|word| word.sense() == Sense::Consent) else {
            return;
        };
        let needs = place.sense() == Sense::Needs;
        let outweighed = (self.known.has_yes && (needs || is_needed(consent)))
            || (needs && (self.known.is_complete || is_had(consent)));
        self.found.denies |= !outweighed;
    }
}

/// `approval required`, `approval is required`.
pub(super) fn is_needed(consent: Place<'_, '_>) -> bool {
    consent
        .ahead(2)
        .take_while(|word| matches!(word.sense(), Sense::Being | Sense::Needs))
        .any(|word| word.sense() == Sense::Needs)
}

/// `all required approvals received`.
fn is_had(consent: Place<'_, '_>) -> bool {
    consent
        .ahead(3)
        .find(|word| word.sense() != Sense::Being)
        .is_some_and(|had| had.is_any(&["received", "obtained", "given", "granted", "collected"]))
}

/// `approval was not obtained`, `did not consent`. Saying that none was needed is not a denial.
pub(super) fn is_not_had(consent: Place<'_, '_>) -> bool {
    let not = consent
        .ahead(3)
        .take_while(|word| {
            matches!(word.sense(), Sense::Being | Sense::Not | Sense::Will | Sense::Modal)
        })
        .find(|word| word.sense() == Sense::Not);
    let is_had = |not: Place<'_, '_>| {
        not.ahead(2).any(|word| {
            word.sense() == Sense::Needs || word.is_any(&["necessary", "only", "just", "expected"])
        })
    };
    let is_verb =
        consent.is("consent") && consent.previous().is_some_and(|not| not.sense() == Sense::Not);
    is_verb || not.is_some_and(|not| !is_had(not))
}

/// A word under which a record writes its verdict: `approval status: false`.
pub(super) fn is_key(place: Place<'_, '_>) -> bool {
    matches!(place.sense(), Sense::Judge | Sense::Chosen)
        || place.is_any(&["status", "outcome", "result", "granted", "state", "action"])
}

/// `approved: no`, `"approved": false`, `status = denied`: a value, and nothing behind it.
pub(super) fn is_set_to_no(key: Place<'_, '_>) -> bool {
    let Some(value) = key.after() else { return false };
    let is_no =
        matches!(value.sense(), Sense::NoAnswer | Sense::False | Sense::Nobody | Sense::No(..));
    is_no && value.word().is_some_and(|word| word.is_value) && value.next().is_none()
}

/// How many of the approvals there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Some,
    All,
}

/// `1 of 2 approvals`, `0 of 2 approvers approved`, `2 of 2 required approvals`.
pub(super) fn part_at(place: Place<'_, '_>) -> Option<Part> {
    let number = |place: Place<'_, '_>| {
        let number = whole_number(core::str::from_utf8(place.word()?.text).ok()?)?;
        u32::try_from(number).ok()
    };
    let count = number(place)?;
    let total = place.next().filter(|of| of.is("of")).and_then(Place::next)?;
    let of_approvals = total.ahead(2).any(|word| {
        matches!(word.sense(), Sense::Consent | Sense::Yes(Yes::Said))
            || word.is_any(&["approvers", "reviewers", "signatures"])
    });
    let part = if count < number(total)? { Part::Some } else { Part::All };
    of_approvals.then_some(part)
}
