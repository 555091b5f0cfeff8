//! A word as one integer.

/// A lower-case ASCII word of at most 16 letters and digits, packed so that comparing two words is
/// comparing two integers. Anything else is [`Word::OTHER`], which no table holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Word(pub(super) u128);

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

    /// The word with an `e` behind it.
    pub(crate) const fn with_e(self) -> Self {
        self.with(b'e')
    }

    /// The word with a letter behind it.
    pub(crate) const fn with(self, letter: u8) -> Self {
        if self.0 >> 120 == 0 { Self((self.0 << 8) | letter as u128) } else { Self::OTHER }
    }

    /// The forms that this word can have in the singular, itself first.
    pub(crate) fn singulars(self) -> impl Iterator<Item = Self> {
        core::iter::once(self).chain(self.plural_of())
    }

    /// The words of which this one can be the plural. Nearly all words are told by their last letter not to be one.
    pub(crate) fn plural_of(self) -> impl Iterator<Item = Self> {
        /// How many letters a plural ends in and which, and how many the singular has instead and which.
        const ENDINGS: [(u32, u32, u32, u32); 4] = [
            (1, letters(b"s"), 0, 0),
            (2, letters(b"es"), 0, 0),
            (3, letters(b"ies"), 1, letters(b"y")),
            (3, letters(b"ses"), 3, letters(b"sis")),
        ];
        let ends_in_s = self.0 & 0xFF == u128::from(b's');
        ENDINGS.iter().take_while(move |_| ends_in_s).filter_map(
            move |&(count, ending, count_instead, instead)| {
                let mask = (1_u128 << count.saturating_mul(8)).wrapping_sub(1);
                let is_plural = self.0 & mask == u128::from(ending) && self.0 > mask;
                let stem = self.0 >> count.saturating_mul(8);
                let singular = (stem << count_instead.saturating_mul(8)) | u128::from(instead);
                is_plural.then_some(Self(singular))
            },
        )
    }
}

/// A few letters as they end a packed word.
#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "evaluated by the compiler, where a bad index does not compile"
)]
const fn letters(text: &[u8]) -> u32 {
    let (mut packed, mut index) = (0, 0);
    while index < text.len() {
        packed = (packed << 8) | text[index] as u32;
        index += 1;
    }
    packed
}
