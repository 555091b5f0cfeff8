//! What an approval says that leaves little of its yes: limits, doubts, another order, something missing.

use super::{
    clause::Place,
    limits::{self, Limit, limit_of},
    record::Reader,
    words::{Sense, Yes},
};

impl Reader<'_> {
    /// What it holds for, and until when.
    pub(super) fn limit(&mut self, place: Place<'_, '_>) {
        if place.is("only") {
            match limit_of(place, self.call.tool_name) {
                Limit::None => {}
                Limit::Condition => self.found.has_condition = true,
                Limit::Trial => self.found.not_given = true,
            }
        } else if place.is_any(&["until", "till", "through", "expires", "expiring", "expiry"]) {
            self.found.is_past |= limits::is_past(place, self.call.now_ms);
        }
    }

    /// Phrases that leave little of a yes: `by no means`, `far from`, `changed her mind`, `for another order`.
    pub(super) fn doubt(&mut self, place: Place<'_, '_>) {
        let previous = place.previous();
        let previous_is = |known: &[&str]| previous.is_some_and(|word| word.is_any(known));
        let next_is = |known: &[&str]| place.next().is_some_and(|word| word.is_any(known));
        let behind = place.next().and_then(Place::next);
        let before_yes = behind.is_some_and(|yes| matches!(yes.sense(), Sense::Yes(_)));
        // Here `no` belongs to the phrase.
        self.found.denies |= place.is_any(&["means", "circumstances"]) && previous_is(&["no"]);
        // `approved by mistake`, `accidentally approved`.
        let is_yes = |word: Option<Place<'_, '_>>| {
            word.is_some_and(|yes| matches!(yes.sense(), Sense::Yes(Yes::Said)))
        };
        let by_mistake = (place.is("mistake") && previous_is(&["by"]))
            || (place.is("error") && previous_is(&["in"]) && place.next().is_none());
        self.found.denies |= (by_mistake && is_yes(previous.and_then(Place::previous)))
            || (place.is_any(&["mistakenly", "accidentally"]) && is_yes(place.next()));
        self.found.not_given |= place.is("yet") && next_is(&["to"]);
        let is_draft =
            place.is("draft") && place.next().is_some_and(|it| it.sense() == Sense::Consent);
        self.found.not_given |= is_draft;
        let denies = (place.is("far") && next_is(&["from"]) && before_yes)
            || (place.is("anything") && next_is(&["but"]) && before_yes)
            || (place.is_any(&["rather", "better"]) && next_is(&["not"]))
            || (place.is("mind")
                && place.back(2).any(|word| word.is_any(&["changed", "changes", "change"])))
            || (place.is("against") && next_is(&["it", "this", "that"]));
        self.found.denies |= denies && !place.is_taken_back();
        self.found.has_condition |= place.is("subject") && next_is(&["to"]);
        let of_yes = place
            .back(4)
            .find(|word| word.sense() != Sense::Article && !word.is_any(&["for", "to"]))
            .is_some_and(|yes| matches!(yes.sense(), Sense::Yes(Yes::Said) | Sense::Consent));
        let other = place.is_any(&["another", "different", "wrong"]);
        let wrong =
            place.is("wrong") && place.next().is_some_and(|it| it.sense() == Sense::Consent);
        self.found.not_given |= (other && of_yes) || wrong;
        let open = (place.is("review") && previous_is(&["in", "under", "for"]))
            || (place.is("closed")
                && place
                    .back(6)
                    .chain(place.ahead(6))
                    .any(|word| word.is_any(&["dialog", "prompt", "window", "popup"])));
        self.found.not_given |= open && !self.known.has_yes;
    }

    /// `missing data`, `disputes this`.
    pub(super) fn fault(&mut self, place: Place<'_, '_>) {
        let what = ["data", "details", "documents", "signature", "signatures", "proof", "approval"];
        let names_what = place.next().is_some_and(|next| next.is_any(&what))
            || place.previous().is_some_and(|before| before.is_any(&what));
        self.found.marks_missing |=
            place.is("missing") && names_what && !self.known.yes_earlier && !place.is_taken_back();
        let verb = place.is_any(&["disputes", "disputing"])
            || (place.is("dispute")
                && place.previous().is_some_and(|who| who.sense() == Sense::Person));
        let of_this = place.next().is_none_or(|next| {
            next.sense() == Sense::Article || next.is_any(&["it", "that", "his", "her", "their"])
        });
        let is_asked_about = self.known.yes_in_clause;
        self.found.contradicts |= verb && of_this && !is_asked_about && !place.is_taken_back();
    }
}
