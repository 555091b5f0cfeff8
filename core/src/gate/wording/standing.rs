//! Whether a yes stands: nothing takes it back, and somebody gave it.

use super::{
    act::is_denied,
    clause::Place,
    words::{Sense, Yes},
};

/// A yes that is not taken back and that somebody gave: not `to be approved`, not `auto-approved`.
pub(super) fn is_standing_yes(place: Place<'_, '_>) -> bool {
    matches!(place.sense(), Sense::Yes(Yes::Said)) && !is_denied(place) && !is_unsaid(place)
}

/// `to be approved`, `auto-approved`, `un-approved`, `if approved`.
fn is_unsaid(place: Place<'_, '_>) -> bool {
    place.back(3).take_while(|word| is_filler(*word) || is_unsaying(word.sense())).any(|word| {
        is_unsaying(word.sense())
            && (word.sense() != Sense::To || place.back(2).any(|be| be.is("be")))
    })
}

pub(super) const fn is_unsaying(sense: Sense) -> bool {
    matches!(
        sense,
        Sense::To | Sense::Auto | Sense::Prefix | Sense::If | Sense::Will | Sense::Modal
    )
}

pub(super) fn is_filler(place: Place<'_, '_>) -> bool {
    place.sense() == Sense::Being
        || place.is_any(&["yet", "fully", "also", "first", "formally", "explicitly", "non", "only"])
}
