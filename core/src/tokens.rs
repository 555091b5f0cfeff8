//! Names taken apart into words: `getUserOrders2` is get, user, orders.
//!
//! Tool names and argument keys come in snake, kebab and camel case, with or without a namespace.
//! Rules compare whole words, never parts: `border` holds no `order`.

/// A lower-case ASCII word of at most 16 letters and digits, packed so that comparing two words is
/// comparing two integers. Anything else is [`Word::OTHER`], which no table holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Word(u128);

/// The bit of each byte that ASCII does not use.
const HIGH_BITS: u128 = repeated(0x80);

/// A byte in each of the sixteen places.
const fn repeated(byte: u8) -> u128 {
    u128::from_be_bytes([byte; 16])
}

/// At most sixteen bytes as one integer. Two loads that overlap take every length from four and from eight on.
pub(crate) fn packed(text: &[u8]) -> Option<u128> {
    let beyond = |bytes: u32| {
        let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
        length.saturating_sub(bytes).saturating_mul(8)
    };
    if text.len() > 16 {
        return None;
    }
    if let (Some(first), Some(last)) = (text.first_chunk(), text.last_chunk()) {
        let first = u128::from(u64::from_be_bytes(*first));
        return Some(first.unbounded_shl(beyond(8)) | u128::from(u64::from_be_bytes(*last)));
    }
    if let (Some(first), Some(last)) = (text.first_chunk(), text.last_chunk()) {
        let first = u64::from(u32::from_be_bytes(*first));
        let both = first.unbounded_shl(beyond(4)) | u64::from(u32::from_be_bytes(*last));
        return Some(u128::from(both));
    }
    Some(text.iter().fold(0, |packed, byte| (packed << 8) | u128::from(*byte)))
}

impl Word {
    /// A word that is in no table.
    pub(crate) const OTHER: Self = Self(u128::MAX);

    /// The word of a literal, for tables.
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "tables are built at compile time, where a bad index does not compile"
    )]
    pub(crate) const fn literal(text: &str) -> Self {
        let bytes = text.as_bytes();
        assert!(bytes.len() <= 16, "a word in a table has at most 16 letters");
        let (mut packed, mut index) = (0, 0);
        while index < bytes.len() {
            packed = (packed << 8) | bytes[index] as u128;
            index += 1;
        }
        Self(packed)
    }

    /// The same for a part of a literal, in lower case.
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "tables are built at compile time, where a bad index does not compile"
    )]
    pub(crate) const fn literal_part(bytes: &[u8], start: usize, end: usize) -> Self {
        assert!(end - start <= 16, "a word in a table has at most 16 letters");
        let (mut packed, mut index) = (0, start);
        while index < end {
            packed = (packed << 8) | bytes[index].to_ascii_lowercase() as u128;
            index += 1;
        }
        Self(packed)
    }

    /// The lower-case word that `text` is, whatever its case.
    pub(crate) fn of(text: &str) -> Self {
        Self::of_bytes(text.as_bytes())
    }

    /// The same for bytes that may be anything.
    pub(crate) fn of_bytes(text: &[u8]) -> Self {
        let Some(packed) = packed(text) else { return Self::OTHER };
        if packed & HIGH_BITS != 0 {
            return Self::OTHER;
        }
        // Of each byte at once: one bit says that it is at least `A`, another that it is beyond `Z`.
        let from_a = packed.wrapping_add(repeated(0x80 - b'A'));
        let beyond_z = packed.wrapping_add(repeated(0x80 - b'Z' - 1));
        Self(packed | ((from_a & !beyond_z & HIGH_BITS) >> 2))
    }

    /// Whether this word comes after the other in a sorted table.
    pub(crate) const fn after(self, other: Self) -> bool {
        self.0 > other.0
    }

    /// The first letter of a word, and how many it has.
    #[inline]
    pub(crate) const fn first_and_length(self) -> (u8, u32) {
        let length = 128_u32.saturating_sub(self.0.leading_zeros()).div_ceil(8);
        let first = self.0 >> length.saturating_sub(1).saturating_mul(8);
        ((first & 0xFF) as u8, length)
    }

    /// The word without its last `count` letters.
    const fn without(self, count: u32) -> Self {
        Self(self.0 >> count.saturating_mul(8))
    }

    /// The word with an `e` behind it.
    pub(crate) const fn with_e(self) -> Self {
        self.with(b'e')
    }

    /// The word with a letter behind it.
    pub(crate) const fn with(self, letter: u8) -> Self {
        if self.0 >> 120 == 0 { Self((self.0 << 8) | letter as u128) } else { Self::OTHER }
    }

    const fn ends_with(self, ending: Self, letters: u32) -> bool {
        let mask = (1_u128 << letters.saturating_mul(8)).wrapping_sub(1);
        self.0 & mask == ending.0 && self.0 > mask
    }

    /// The forms that this word can have in the singular, itself first.
    pub(crate) fn singulars(self) -> impl Iterator<Item = Self> {
        const NOTHING: Word = Word(0);
        const S: Word = Word::literal("s");
        const ES: Word = Word::literal("es");
        const IES: Word = Word::literal("ies");
        const SES: Word = Word::literal("ses");
        let ending = |letters: u32, ending: Self, instead: Self, extra: u32| {
            self.ends_with(ending, letters)
                .then(|| Self((self.without(letters).0 << extra.saturating_mul(8)) | instead.0))
        };
        [
            Some(self),
            ending(1, S, NOTHING, 0),
            ending(2, ES, NOTHING, 0),
            ending(3, IES, Word::literal("y"), 1),
            ending(3, SES, Word::literal("sis"), 3),
        ]
        .into_iter()
        .flatten()
    }
}

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
    short: [u64; S],
    long: [u128; L],
    /// Those of the short words first.
    meanings: [T; N],
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
fn place_among(short: &[u64], long: &[u128], word: Word) -> Option<usize> {
    match u64::try_from(word.0) {
        Ok(word) => short.binary_search(&word).ok(),
        Err(_) => long.binary_search(&word.0).ok().map(|place| place.saturating_add(short.len())),
    }
}

#[cfg_attr(target_family = "wasm", inline(never))]
fn is_noun_among(short: &[u64], long: &[u128], word: Word) -> bool {
    let holds = |word| place_among(short, long, word).is_some();
    holds(word) || (word.0 & 0xff == u128::from(b's') && word.singulars().skip(1).any(holds))
}

/// One word of a name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Token<'a> {
    /// As it stands in the name.
    pub(crate) text: &'a str,
    /// In lower case and without a number at its end: `delete2` deletes.
    pub(crate) word: Word,
    /// Whether it is the first of its namespace segment.
    pub(crate) starts_segment: bool,
    /// What parts it from the word before.
    pub(crate) joint: Joint,
}

/// What parts two words of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Joint {
    /// An underscore, a hyphen, the case of a letter and the like.
    Word,
    /// A blank.
    Blank,
    /// One of `& , + | ;`, which join as `and` does.
    And,
}

/// The words of a name in order.
pub(crate) fn tokens(name: &str) -> Tokens<'_> {
    Tokens { rest: name, starts_segment: true, joint: Joint::Word }
}

/// See [`tokens`].
#[derive(Debug, Clone)]
pub(crate) struct Tokens<'a> {
    rest: &'a str,
    starts_segment: bool,
    joint: Joint,
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        self.skip_separators();
        let length = token_len(self.rest);
        let (text, rest) = self.rest.split_at_checked(length)?;
        if text.is_empty() {
            return None;
        }
        self.rest = rest;
        let starts_segment = core::mem::take(&mut self.starts_segment);
        let digits = text.bytes().rev().take_while(u8::is_ascii_digit).count();
        let stem = text.as_bytes().get(..text.len().saturating_sub(digits)).unwrap_or_default();
        let word = Word::of_bytes(if stem.is_empty() { text.as_bytes() } else { stem });
        Some(Token { text, word, starts_segment, joint: self.joint })
    }
}

impl<'a> Tokens<'a> {
    /// What has not been read yet.
    pub(crate) const fn rest(&self) -> &'a str {
        self.rest
    }

    /// Skips what is not a letter or digit, and notes a namespace separator: `.`, `/`, `:` or `__`.
    fn skip_separators(&mut self) {
        let mut before = None;
        let mut length = 0_usize;
        self.joint = Joint::Word;
        while let Some(character) = character_at(self.rest, length) {
            if character.is_alphanumeric() {
                break;
            }
            self.joint = self.joint.max(match character {
                '&' | ',' | '+' | '|' | ';' => Joint::And,
                ' ' | '\t' => Joint::Blank,
                _ => Joint::Word,
            });
            if matches!(character, '.' | '/' | ':') || (character == '_' && before == Some('_')) {
                self.starts_segment = true;
            }
            before = Some(character);
            length = length.saturating_add(character.len_utf8());
        }
        self.rest = self.rest.get(length..).unwrap_or_default();
    }
}

/// The length in bytes of the token at the start of `text`: up to a separator or a camel-case border
/// (`getUser` before `User`, `HTTPServer` before `Server`).
fn token_len(text: &str) -> usize {
    let mut length = 0_usize;
    let mut after_capital = false;
    loop {
        let rest = text.as_bytes().get(length..).unwrap_or_default();
        let plain = |byte: &&u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        let run = rest.iter().take_while(plain).count();
        if run > 0 {
            length = length.saturating_add(run);
            after_capital = false;
        }
        let Some(character) = character_at(text, length) else { break };
        if !character.is_alphanumeric() {
            break;
        }
        let next = length.saturating_add(character.len_utf8());
        let is_capital = character.is_ascii_uppercase();
        let before_small = || text.as_bytes().get(next).is_some_and(u8::is_ascii_lowercase);
        if is_capital && length > 0 && (!after_capital || before_small()) {
            break;
        }
        after_capital = is_capital;
        length = next;
    }
    length
}

/// The character at a place, which for most takes one byte.
#[inline]
fn character_at(text: &str, at: usize) -> Option<char> {
    let byte = *text.as_bytes().get(at)?;
    if byte.is_ascii() { Some(char::from(byte)) } else { text.get(at..)?.chars().next() }
}

#[cfg(test)]
mod tests {
    use alloc::{vec, vec::Vec};

    use super::*;

    fn words(name: &str) -> Vec<&str> {
        tokens(name).map(|token| token.text).collect()
    }

    #[test]
    fn names_of_every_case_come_apart() {
        assert_eq!(words("get_user_orders"), ["get", "user", "orders"]);
        assert_eq!(words("getUserOrders"), ["get", "User", "Orders"]);
        assert_eq!(words("grant-admin-role"), ["grant", "admin", "role"]);
        assert_eq!(words("CustomerID"), ["Customer", "ID"]);
        assert_eq!(words("parseHTTPServer2Now"), ["parse", "HTTP", "Server2", "Now"]);
        assert_eq!(words("__"), Vec::<&str>::new());
        assert_eq!(words(""), Vec::<&str>::new());
        assert_eq!(words("d\u{301}elete"), ["d", "elete"]);
    }

    #[test]
    fn segments_start_after_a_namespace_separator() {
        let starts =
            |name: &str| tokens(name).map(|token| token.starts_segment).collect::<Vec<_>>();
        assert_eq!(starts("mcp__mail__send_now"), vec![true, true, true, false]);
        assert_eq!(starts("users/purge.all:now"), vec![true, true, true, true]);
        assert_eq!(starts("a_b"), vec![true, false]);
    }

    #[test]
    fn a_number_at_the_end_does_not_hide_a_word() {
        let word = |name: &str| tokens(name).map(|token| token.word).next();
        assert_eq!(word("delete2"), Some(Word::literal("delete")));
        assert_eq!(word("DELETE"), Some(Word::literal("delete")));
        assert_eq!(word("2024"), Some(Word::literal("2024")));
        assert_eq!(word("averyveryverylongword"), Some(Word::OTHER));
        assert_eq!(word("größe"), Some(Word::OTHER));
    }

    #[test]
    fn plurals_are_nouns_too() {
        word_set! {
            SET = ["salary", "inbox", "diagnosis", "user", "status"]
        }
        for plural in ["salaries", "inboxes", "diagnoses", "users", "user", "status"] {
            assert!(SET.contains_noun(Word::of(plural)), "{plural}");
        }
        for other in ["s", "es", "ies", "use", "stat", "inboxs1"] {
            assert!(!SET.contains_noun(Word::of(other)), "{other}");
        }
    }
}
