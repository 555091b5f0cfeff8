//! What the table says of one word.

use crate::contract::VerbClass;

/// What a word does where it is a verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verb {
    /// The consequence.
    pub class: VerbClass,
    /// The word is also a common noun: `order_item` buys, `order_status` is about an order. It counts
    /// as a verb only at the front, and mostly only where no noun of report follows.
    pub noun_too: bool,
    /// The word alone shows that a tool only reads. Of `export`, `resolve` or `history` that is not
    /// so: the gate does not count them as acts, but who has nothing else to judge by needs more.
    pub only_reads: bool,
    /// Where the word counts.
    pub(crate) place: Place,
    /// It also counts as the last word of a name that is otherwise without a verb.
    pub(crate) at_the_end: bool,
}

/// Where in a segment a word is a verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// Wherever it stands.
    Anywhere,
    /// As the first word.
    First,
    /// As the first word, or as the second behind one unknown word.
    Front,
}

pub(super) const fn row(class: VerbClass, place: Place, at_the_end: bool) -> Verb {
    Verb {
        class,
        noun_too: !matches!(place, Place::Anywhere),
        only_reads: false,
        place,
        at_the_end,
    }
}

/// A verb that acts wherever it stands.
pub(in crate::gate::classify) const fn acting(class: VerbClass) -> Verb {
    row(class, Place::Anywhere, false)
}
