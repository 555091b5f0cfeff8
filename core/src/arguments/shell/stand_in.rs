//! Characters that stand in a word for what is decided when it runs.

/// Stands in a word for what an expansion puts there.
pub(crate) const EXPANDED: char = '\0';
/// The same for a value that is known to begin with no `-` and to hold no blank.
pub(crate) const SAFE: char = '\u{1}';
/// The first of those for variables of which the text says the value. Behind the last [`SAFE`] stands for all others.
const FIRST_VARIABLE: char = '\u{fdd0}';
const LAST_VARIABLE: char = '\u{fdef}';
/// The same for the name of a pipe that a process substitution puts there.
pub(crate) const PIPE: char = '\u{2}';

/// The stand-in for the variable at a place.
pub(crate) fn stand_in_of(place: usize) -> char {
    let place = u32::try_from(place).unwrap_or(u32::MAX);
    let stand_in = char::from_u32(place.saturating_add(u32::from(FIRST_VARIABLE)));
    stand_in.filter(|it| *it <= LAST_VARIABLE).unwrap_or(SAFE)
}

/// The place of the variable that a stand-in is for.
pub(crate) fn place_of(stand_in: char) -> Option<usize> {
    let is_one = (FIRST_VARIABLE..=LAST_VARIABLE).contains(&stand_in);
    let place = u32::from(stand_in).checked_sub(u32::from(FIRST_VARIABLE));
    place.filter(|_| is_one).and_then(|place| usize::try_from(place).ok())
}

/// Whether a character stands for an expansion.
pub(crate) fn is_stand_in(character: char) -> bool {
    matches!(character, EXPANDED | SAFE | PIPE | FIRST_VARIABLE..=LAST_VARIABLE)
}
