//! Sorted lists of words, kept as one text each.

use core::cmp::Ordering;

use crate::tokens::{Word, packed};

/// A sorted list of words. The offsets are found when the list is compiled, so that a word costs two bytes beside
/// its letters.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Words {
    /// The words in order, with one blank between them.
    text: &'static str,
    /// Where each word begins in the text.
    starts: &'static [u16],
}

impl Words {
    pub(crate) const fn new(text: &'static str, starts: &'static [u16]) -> Self {
        Self { text, starts }
    }

    /// How many words there are.
    pub(crate) const fn len(&self) -> usize {
        self.starts.len()
    }

    /// The same words in lower case, each packed so that comparing two is comparing two integers.
    pub(crate) const fn packed<const N: usize>(&self) -> Packed<N> {
        Packed::new(self.text)
    }

    /// The word with this number.
    pub(crate) fn get(&self, index: usize) -> Option<&'static str> {
        let start = usize::from(*self.starts.get(index)?);
        let end = match self.starts.get(index.saturating_add(1)) {
            Some(next) => usize::from(*next).saturating_sub(1),
            None => self.text.len(),
        };
        self.text.get(start..end)
    }

    /// The number of a word.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(crate) fn find(&self, word: &str) -> Option<usize> {
        let word = word.as_bytes();
        let sought = Head::of(word)?;
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low.midpoint(high);
            let start = usize::from(*self.starts.get(middle)?);
            let rest = self.text.as_bytes().get(start..)?;
            // Nearly all words differ in their first letters.
            let mut order = sought.compare(rest);
            if order == Ordering::Equal && word.len() >= 8 {
                order = self.get(middle)?.as_bytes().cmp(word);
            }
            match order {
                Ordering::Less => low = middle.saturating_add(1),
                Ordering::Equal => return Some(middle),
                Ordering::Greater => high = middle,
            }
        }
        None
    }

    pub(crate) fn contains(&self, word: &str) -> bool {
        self.find(word).is_some()
    }

    /// Every word in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &'static str> {
        let count = self.len();
        let list = *self;
        (0..count).filter_map(move |index| list.get(index))
    }
}

/// The first eight bytes of a word that is sought, with a blank behind it, in an order of integers.
struct Head {
    bytes: u64,
    /// The bytes that count.
    mask: u64,
}

impl Head {
    /// Of a word with a blank in it there is none.
    fn of(word: &[u8]) -> Option<Self> {
        let start = word.get(..8).unwrap_or(word);
        let bits = u32::try_from(start.len().saturating_mul(8)).ok()?;
        let bytes = u64::try_from(packed(start)?).ok()?.unbounded_shl(64_u32.saturating_sub(bits));
        let behind = u64::MAX.unbounded_shr(bits);
        // A byte that is a blank becomes zero, and from zero alone one can borrow.
        let blanks = (bytes | behind) ^ BLANKS;
        if blanks.wrapping_sub(repeated(1)) & !blanks & repeated(0x80) != 0 {
            return None;
        }
        let mask = !u64::MAX.unbounded_shr(bits.saturating_add(8));
        Some(Self { bytes: (bytes | (BLANKS & behind)) & mask, mask })
    }

    /// How the word compares with which a text begins.
    #[inline]
    fn compare(&self, text: &[u8]) -> Ordering {
        (first_eight(text) & self.mask).cmp(&self.bytes)
    }
}

const BLANKS: u64 = repeated(b' ');

const fn repeated(byte: u8) -> u64 {
    u64::from_be_bytes([byte; 8])
}

/// Behind the end of a text are blanks.
#[inline]
fn first_eight(text: &[u8]) -> u64 {
    u64::from_be_bytes(text.first_chunk().copied().unwrap_or_else(|| {
        let mut bytes = [b' '; 8];
        for (place, byte) in bytes.iter_mut().zip(text) {
            *place = *byte;
        }
        bytes
    }))
}

/// A sorted set of packed words.
pub(crate) struct Packed<const N: usize>([Word; N]);

impl<const N: usize> Packed<N> {
    /// The words of a text, with one blank between them.
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        reason = "tables are built at compile time, where a bad index does not compile"
    )]
    const fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut sorted = [Word::OTHER; N];
        let (mut count, mut start, mut at) = (0, 0, 0);
        while at <= bytes.len() {
            if at == bytes.len() || bytes[at] == b' ' {
                let word = Word::literal_part(bytes, start, at);
                let mut place = count;
                while place > 0 && sorted[place - 1].after(word) {
                    sorted[place] = sorted[place - 1];
                    place -= 1;
                }
                sorted[place] = word;
                count += 1;
                start = at + 1;
            }
            at += 1;
        }
        assert!(count == N, "a set holds as many words as its text");
        Self(sorted)
    }

    /// The words in the order in which they are packed.
    pub(crate) const fn words(&self) -> &[Word; N] {
        &self.0
    }

    pub(crate) fn contains(&self, word: Word) -> bool {
        self.0.binary_search(&word).is_ok()
    }
}

/// Words with a value each.
#[derive(Debug)]
pub(crate) struct Map<T: 'static> {
    words: Words,
    values: &'static [T],
}

impl<T: Copy> Map<T> {
    pub(crate) const fn new(words: Words, values: &'static [T]) -> Self {
        assert!(words.len() == values.len(), "each word has a value");
        Self { words, values }
    }

    /// The value of a word.
    pub(crate) fn get(&self, word: &str) -> Option<T> {
        self.values.get(self.words.find(word)?).copied()
    }

    /// The word as the table holds it, and its value.
    pub(crate) fn entry(&self, word: &str) -> Option<(&'static str, T)> {
        let index = self.words.find(word)?;
        Some((self.words.get(index)?, *self.values.get(index)?))
    }
}

/// Where each word of a list begins.
///
/// # Panics
///
/// If the words are not sorted, or are not `N`: the table then does not compile.
#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::cast_possible_truncation,
    reason = "tables are built at compile time, where a bad index does not compile"
)]
pub(crate) const fn starts<const N: usize>(text: &str) -> [u16; N] {
    let bytes = text.as_bytes();
    assert!(bytes.len() < u16::MAX as usize, "a list is shorter than 64 KiB");
    let mut starts = [0; N];
    let (mut at, mut count) = (0, 1);
    while at < bytes.len() {
        if bytes[at] == b' ' {
            starts[count] = at as u16 + 1;
            count += 1;
        }
        at += 1;
    }
    assert!(count == N, "a list holds as many words as it says");
    starts
}

/// A list of so many words.
macro_rules! list {
    ($count:literal, $text:literal) => {
        $crate::arguments::table::Words::new(
            $text,
            &const { $crate::arguments::table::starts::<$count>($text) },
        )
    };
}
pub(crate) use list;

#[cfg(test)]
mod tests {
    use super::Words;

    static LIST: Words = list!(6, ": Get-Item cat longer-one longer-oneself ls");

    #[test]
    fn every_word_is_found_and_no_other() {
        assert!(LIST.iter().eq([":", "Get-Item", "cat", "longer-one", "longer-oneself", "ls"]));
        for word in LIST.iter() {
            assert_eq!(LIST.find(word).and_then(|index| LIST.get(index)), Some(word));
        }
        for other in [
            "",
            " ",
            "ca",
            "cats",
            "cat\0",
            "ls ",
            "cat longer-one",
            "Get-Item cat",
            "Get-Ite",
            "longer-o",
            "longer-on",
            "longer-ones",
            "longer-oneselfs",
            "longer-one longer-oneself",
            "zz",
        ] {
            assert_eq!(LIST.find(other), None, "{other}");
        }
    }
}
