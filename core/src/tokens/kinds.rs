//! Tables of words that say several things of a word at once.

use super::{Word, WordMap};

/// Of which kinds a word is, as the bits of a table: asked once, for all that the table says of it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Kinds {
    itself: u16,
    in_singular: u16,
}

impl Kinds {
    /// Whether the word, or what it is the plural of, is of one of these kinds.
    pub(crate) const fn has(self, kinds: u16) -> bool {
        self.in_singular & kinds != 0
    }

    /// Whether the word itself is of one of these kinds.
    pub(crate) const fn has_itself(self, kinds: u16) -> bool {
        self.itself & kinds != 0
    }
}

impl<const S: usize, const L: usize, const N: usize> WordMap<u16, S, L, N> {
    /// Of which kinds a word is.
    pub(crate) fn kinds(&self, word: Word) -> Kinds {
        let kinds = |word| self.get(word).unwrap_or_default();
        let itself = kinds(word);
        let in_singular = word.plural_of().map(kinds).fold(itself, |all, one| all | one);
        Kinds { itself, in_singular }
    }
}
