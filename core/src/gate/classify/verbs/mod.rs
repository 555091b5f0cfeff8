//! The one table of verbs: what a tool's name says that it does.
//!
//! The gate reads names through it, and whoever else does comes by [`names`](crate::names).

mod derived;
mod table;

pub(crate) use derived::{
    derived_verb, destroys_by_prefix, undone_verb, verb_prefix, verb_with_object,
};

use crate::{contract::VerbClass, tokens::Word};

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

const fn row(class: VerbClass, place: Place, at_the_end: bool) -> Verb {
    Verb {
        class,
        noun_too: !matches!(place, Place::Anywhere),
        only_reads: false,
        place,
        at_the_end,
    }
}

/// A verb that acts wherever it stands.
pub(super) const fn acting(class: VerbClass) -> Verb {
    row(class, Place::Anywhere, false)
}

/// The verb that a word is, if it is one.
pub(crate) fn verb(word: Word) -> Option<Verb> {
    table::VERBS.get(word)
}

/// What `s` or `es` makes of a verb at the front of a name: `deletes_user`.
pub(crate) fn third_person(word: Word) -> Option<Verb> {
    word.singulars().skip(1).find_map(|singular| {
        verb(singular).filter(|verb| verb.class.acts() && verb.place == Place::Anywhere)
    })
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    /// A word in two classes would have the one that happens to be found.
    #[test]
    fn no_word_is_in_two_classes() {
        let words: Vec<Word> = table::VERBS.words().collect();
        assert!(words.is_sorted_by(|one, next| one < next));
    }
}
