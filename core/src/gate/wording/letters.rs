//! What words are made of.

/// What a word is made of. An apostrophe belongs to a word (`isn't`), as does a letter outside ASCII,
/// which makes it none that matters.
#[inline]
pub(super) fn is_letter(byte: u8) -> bool {
    static LETTERS: [bool; 256] = letters();
    LETTERS.get(usize::from(byte)).copied().unwrap_or_default()
}

#[expect(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "built at compile time, where a bad index does not compile"
)]
const fn letters() -> [bool; 256] {
    let mut letters = [false; 256];
    let mut byte = 0_u8;
    loop {
        letters[byte as usize] = byte.is_ascii_alphanumeric() || byte == b'\'' || byte >= 0x80;
        if byte == u8::MAX {
            return letters;
        }
        byte += 1;
    }
}

/// A word without the apostrophes around it.
pub(super) fn without_quotes(mut word: &[u8]) -> &[u8] {
    while let Some(inner) = word.strip_prefix(b"'").or_else(|| word.strip_suffix(b"'")) {
        word = inner;
    }
    word
}

/// `isn't`, `hasn't`.
pub(super) fn is_contracted(word: &[u8]) -> bool {
    word.last_chunk().is_some_and(|end: &[u8; 3]| end.eq_ignore_ascii_case(b"n't"))
}
