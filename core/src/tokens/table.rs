//! Tables of words.

use super::Word;

/// How many of a table's words have at most eight letters. Those take half the room.
#[expect(
    clippy::indexing_slicing,
    reason = "counted at compile time, where a bad index does not compile"
)]
pub(crate) const fn short_words(words: &[&str]) -> usize {
    let (mut index, mut count) = (0_usize, 0_usize);
    while index < words.len() {
        count = count.wrapping_add((words[index].len() <= SHORT) as usize);
        index = index.wrapping_add(1);
    }
    count
}

/// Declares a set of words, as long as its list.
macro_rules! word_set {
    ($(#[$about:meta])* $name:ident = [$($word:literal),* $(,)?]) => {
        $(#[$about])*
        static $name: $crate::tokens::WordSet<
            { $crate::tokens::short_words(&[$($word),*]) },
            { [$($word),*].len() - $crate::tokens::short_words(&[$($word),*]) },
            { [$($word),*].len() },
        > = $crate::tokens::WordMap::new(&[$(($word, ())),*], ());
    };
}
pub(crate) use word_set;

/// Declares a table of words and what each means, as long as its list. The last value fills the table before it
/// is sorted; any value will do.
macro_rules! word_map {
    ($(#[$about:meta])* $vis:vis $name:ident: $meaning:ty = [$(($word:literal, $value:expr)),* $(,)?], $filler:expr) => {
        $(#[$about])*
        $vis static $name: $crate::tokens::WordMap<
            $meaning,
            { $crate::tokens::short_words(&[$($word),*]) },
            { [$($word),*].len() - $crate::tokens::short_words(&[$($word),*]) },
            { [$($word),*].len() },
        > = $crate::tokens::WordMap::new(&[$(($word, $value)),*], $filler);
    };
}
pub(crate) use word_map;

/// A sorted set of words.
pub(crate) type WordSet<const S: usize, const L: usize, const N: usize> = WordMap<(), S, L, N>;

impl<const S: usize, const L: usize, const N: usize> WordSet<S, L, N> {
    pub(crate) fn contains(&self, word: Word) -> bool {
        place_among(&self.short, &self.long, word).is_some()
    }

    /// Whether the word, or what it is the plural of, is in the set.
    pub(crate) fn contains_noun(&self, word: Word) -> bool {
        is_noun_among(&self.short, &self.long, word)
    }
}

/// The most letters of a word that fits into half of a [`Word`].
const SHORT: usize = 8;

/// A sorted table of `N` words and what each means: `S` of at most eight letters, and `L` longer ones. Tables are
/// much of a small module, so no word takes more room than it needs.
pub(crate) struct WordMap<T, const S: usize, const L: usize, const N: usize> {
    pub(super) short: [u64; S],
    pub(super) long: [u128; L],
    /// Those of the short words first.
    pub(super) meanings: [T; N],
}

impl<T: Copy, const S: usize, const L: usize, const N: usize> WordMap<T, S, L, N> {
    /// A table of literals in any order; `filler` is any value, to begin with.
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        clippy::cast_possible_truncation,
        reason = "tables are built at compile time, where a bad index does not compile"
    )]
    pub(crate) const fn new(rows: &[(&str, T)], filler: T) -> Self {
        let mut map = Self { short: [0; S], long: [0; L], meanings: [filler; N] };
        let (mut row, mut short, mut long) = (0, 0, 0);
        while row < rows.len() {
            let (text, meaning) = rows[row];
            let word = Word::literal(text).0;
            if text.len() <= SHORT {
                let mut place = short;
                while place > 0 && map.short[place - 1] > word as u64 {
                    map.short[place] = map.short[place - 1];
                    map.meanings[place] = map.meanings[place - 1];
                    place -= 1;
                }
                map.short[place] = word as u64;
                map.meanings[place] = meaning;
                short += 1;
            } else {
                let mut place = long;
                while place > 0 && map.long[place - 1] > word {
                    map.long[place] = map.long[place - 1];
                    map.meanings[S + place] = map.meanings[S + place - 1];
                    place -= 1;
                }
                map.long[place] = word;
                map.meanings[S + place] = meaning;
                long += 1;
            }
            row += 1;
        }
        map
    }

    /// What the word means, if it is in the table.
    pub(crate) fn get(&self, word: Word) -> Option<T> {
        let place = place_among(&self.short, &self.long, word)?;
        self.meanings.get(place).copied()
    }

    /// The same for a word of a text. Most are told by their first letter and their length not to be in the
    /// table; `lengths` is what [`Self::lengths_by_first_letter`] says of it.
    pub(crate) fn get_in_text(&self, lengths: &[u32; 256], word: &[u8]) -> Option<T> {
        let first = word.first()?.to_ascii_lowercase();
        let lengths = lengths.get(usize::from(first)).copied().unwrap_or_default();
        let length = u32::try_from(word.len()).unwrap_or(u32::MAX);
        if lengths.unbounded_shr(length) & 1 == 0 {
            return None;
        }
        self.get(Word::of_bytes(word))
    }

    /// For each first byte the lengths of the words that begin with it, as bits.
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "tables are built at compile time, where a bad index does not compile"
    )]
    pub(crate) const fn lengths_by_first_letter(&self) -> [u32; 256] {
        let mut lengths = [0; 256];
        let mut index = 0;
        while index < N {
            let word = if index < S { self.short[index] as u128 } else { self.long[index - S] };
            let length = word.ilog2() / 8 + 1;
            lengths[(word >> ((length - 1) * 8)) as usize] |= 1 << length;
            index += 1;
        }
        lengths
    }

    /// The words, the short ones first.
    #[cfg(test)]
    pub(crate) fn words(&self) -> impl Iterator<Item = Word> {
        self.short.iter().map(|short| u128::from(*short)).chain(self.long).map(Word)
    }
}

/// In WebAssembly there is one search for tables of every length: unrolled for each of them, and at each place where
/// one is asked, they would be a tenth of the module.
#[cfg_attr(target_family = "wasm", inline(never))]
pub(super) fn place_among(short: &[u64], long: &[u128], word: Word) -> Option<usize> {
    match u64::try_from(word.0) {
        Ok(word) => short.binary_search(&word).ok(),
        Err(_) => long.binary_search(&word.0).ok().map(|place| place.saturating_add(short.len())),
    }
}

#[cfg_attr(target_family = "wasm", inline(never))]
fn is_noun_among(short: &[u64], long: &[u128], word: Word) -> bool {
    let holds = |word| place_among(short, long, word).is_some();
    word.singulars().any(holds)
}
