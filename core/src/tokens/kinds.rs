//! Tables of words that say several things of a word at once.

use super::{Word, WordMap, table::place_among};

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
        kinds_among(&self.short, &self.long, &self.meanings, word)
    }
}

/// In WebAssembly one for tables of every length, as their search is.
#[cfg_attr(target_family = "wasm", inline(never))]
fn kinds_among(short: &[u64], long: &[u128], meanings: &[u16], word: Word) -> Kinds {
    let kinds = |word| {
        let place = place_among(short, long, word);
        place.and_then(|place| meanings.get(place).copied()).unwrap_or_default()
    };
    let itself = kinds(word);
    let in_singular = word.plural_of().map(kinds).fold(itself, |all, one| all | one);
    Kinds { itself, in_singular }
}
