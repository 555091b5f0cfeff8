//! The one table of verbs: what a tool's name says that it does.
//!
//! The gate reads names through it, and other crates through [`names`](crate::names).

mod derived;
mod row;
mod table;

pub(crate) use derived::{
    derived_verb, destroys_by_prefix, undone_verb, verb_prefix, verb_with_object,
};

pub(crate) use row::Place;
pub use row::Verb;
pub(in crate::gate::classify) use row::acting;

use crate::tokens::Word;

/// The verb that a word is, if it is one.
pub(crate) fn verb(word: Word) -> Option<Verb> {
    table::VERBS.get(word)
}

/// What `s` or `es` makes of a verb at the front of a name: `deletes_user`.
pub(crate) fn third_person(word: Word) -> Option<Verb> {
    word.plural_of().find_map(|singular| {
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
