//! Words under headings, kept as one text.
//!
//! What is known of a program stands in such a text: `reads: get list edits: create`. The first letter of a heading is
//! the answer for all of its words, so that code tells them apart by one byte. Words that begin with a dash are packed
//! before all others, so that a search for one of them soon ends.

/// Words under headings. Each word has its length before it, and each heading a zero and its letter.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Headed(&'static str);

/// A word that was found, and the first letter of its heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Found {
    pub(crate) heading: u8,
    pub(crate) word: &'static str,
}

impl Headed {
    pub(crate) const fn new(packed: &'static [u8]) -> Self {
        match core::str::from_utf8(packed) {
            Ok(text) => Self(text),
            Err(_) => Self(""),
        }
    }

    /// A word with its heading.
    pub(crate) fn get(self, word: &str) -> Option<Found> {
        self.find(word, &|own| own == word)
    }

    /// The heading of a word.
    pub(crate) fn of(self, word: &str) -> Option<u8> {
        self.get(word).map(|found| found.heading)
    }

    pub(crate) fn contains(self, word: &str) -> bool {
        self.of(word).is_some()
    }

    /// The heading of a word. One that ends in `*` stands for all that begin so.
    pub(crate) fn of_pattern(self, word: &str) -> Option<u8> {
        self.find(word, &|own| is_like(word, own)).map(|found| found.heading)
    }

    /// The heading of a word in any case. The words of the list are in lower case.
    pub(crate) fn of_any_case(self, word: &str) -> Option<u8> {
        let first = word.as_bytes().first()?.to_ascii_lowercase();
        self.first(first, &|own| own.eq_ignore_ascii_case(word)).map(|found| found.heading)
    }

    /// The first word that fits and begins with the same letter as a text. The others are passed over, so that most
    /// of them cost no more than that.
    pub(crate) fn find(self, given: &str, fits: &dyn Fn(&'static str) -> bool) -> Option<Found> {
        self.first(*given.as_bytes().first()?, fits)
    }

    #[cfg_attr(target_family = "wasm", inline(never))]
    fn first(self, first: u8, fits: &dyn Fn(&'static str) -> bool) -> Option<Found> {
        let bytes = self.0.as_bytes();
        let (mut at, mut heading) = (0_usize, b' ');
        loop {
            let length = usize::from(*bytes.get(at)?);
            let start = at.wrapping_add(1);
            let letter = *bytes.get(start)?;
            if length == 0 {
                heading = letter;
                at = start.wrapping_add(1);
                continue;
            }
            at = start.wrapping_add(length);
            if letter == first {
                let word = self.0.get(start..at)?;
                if fits(word) {
                    return Some(Found { heading, word });
                }
            } else if first == b'-' {
                return None;
            }
        }
    }
}

/// Whether a text is this word, or begins so where the word ends in `*`.
pub(crate) fn is_like(given: &str, word: &str) -> bool {
    match word.strip_suffix('*') {
        Some(start) => given.starts_with(start),
        None => given == word,
    }
}

/// Whether a byte stands between words.
const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n')
}

/// Whether a word is a heading: `edits:`, but not a lone colon or an option.
#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "tables are built at compile time, where a bad index does not compile"
)]
const fn is_heading(text: &[u8], start: usize, end: usize) -> bool {
    end - start > 1 && text[end - 1] == b':' && text[start] != b'-'
}

/// The next word of a text, by where it begins and ends. Behind the last word both are the end of the text.
#[expect(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    reason = "tables are built at compile time, where a bad index does not compile"
)]
const fn next_word(text: &[u8], from: usize) -> (usize, usize) {
    let mut start = from;
    while start < text.len() && is_blank(text[start]) {
        start += 1;
    }
    let mut end = start;
    while end < text.len() && !is_blank(text[end]) {
        end += 1;
    }
    (start, end)
}

/// How many bytes a text has when it is packed.
pub(crate) const fn packed_len(text: &str) -> usize {
    let bytes = text.as_bytes();
    let packed = Packed { bytes: [0; 4096], length: 0 };
    packed.words(bytes, true).words(bytes, false).length
}

/// Packs a text.
///
/// # Panics
///
/// If a word has 128 letters or more: the table then does not compile.
pub(crate) const fn pack<const N: usize>(text: &str) -> [u8; N] {
    let packed = Packed { bytes: [0; N], length: 0 };
    packed.words(text.as_bytes(), true).words(text.as_bytes(), false).bytes
}

/// A text while it is packed.
struct Packed<const N: usize> {
    bytes: [u8; N],
    length: usize,
}

impl<const N: usize> Packed<N> {
    /// Adds the words that begin with a dash, or the others, each behind its heading.
    #[expect(
        clippy::arithmetic_side_effects,
        clippy::indexing_slicing,
        clippy::cast_possible_truncation,
        reason = "tables are built at compile time, where a bad index does not compile"
    )]
    const fn words(mut self, text: &[u8], dashes: bool) -> Self {
        let mut heading = b' ';
        let mut written = if self.length == 0 { b' ' } else { 0 };
        let (mut start, mut end) = next_word(text, 0);
        while start < end {
            if is_heading(text, start, end) {
                heading = text[start];
            } else if (text[start] == b'-') == dashes {
                if heading != written {
                    self.bytes[self.length + 1] = heading;
                    self.length += 2;
                    written = heading;
                }
                assert!(end - start < 128, "a word is shorter than 128 letters");
                self.bytes[self.length] = (end - start) as u8;
                self.length += 1;
                let mut letter = start;
                while letter < end {
                    self.bytes[self.length] = text[letter];
                    self.length += 1;
                    letter += 1;
                }
            }
            (start, end) = next_word(text, end);
        }
        self
    }
}

/// Words under headings: `headed!("reads: get list edits: create")`.
macro_rules! headed {
    ($text:literal) => {
        $crate::arguments::headed::Headed::new(
            const {
                &$crate::arguments::headed::pack::<{ $crate::arguments::headed::packed_len($text) }>(
                    $text,
                )
            },
        )
    };
}
pub(crate) use headed;

#[cfg(test)]
mod tests {
    use super::{Found, Headed};

    const WORDS: Headed = headed!(
        "plain
         reads: get get-url list*
         edits: create -:x
         destroys: get-url rm :"
    );

    #[test]
    fn a_word_has_the_letter_of_its_heading() {
        for (word, heading) in
            [("plain", b' '), ("get", b'r'), ("create", b'e'), ("-:x", b'e'), (":", b'd')]
        {
            assert_eq!(WORDS.of(word), Some(heading), "{word}");
        }
        for word in ["", "ge", "gets", "reads:", "reads", "list", "listen", "r", "é"] {
            assert_eq!(WORDS.of(word), None, "{word}");
        }
        assert_eq!(WORDS.of_pattern("listen"), Some(b'r'));
        assert_eq!(WORDS.of_any_case("CreATE"), Some(b'e'));
        assert_eq!(WORDS.of_any_case("Creat"), None);
    }

    #[test]
    fn the_first_word_that_fits_counts() {
        assert_eq!(WORDS.of("get-url"), Some(b'r'));
        let found = WORDS.find("c", &|word| word.starts_with('c'));
        assert_eq!(found, Some(Found { heading: b'e', word: "create" }));
    }
}
