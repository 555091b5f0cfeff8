//! Characters that hide a secret from a reader of bytes, but not from a reader of the screen.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::text::{Meter, Text};
use crate::{characters, confusables};

/// What a character stands for.
enum Folded {
    Itself,
    Nothing,
    Ascii(u8),
}

/// Takes out what Unicode calls default-ignorable, and gives full-width forms, blanks and hyphens
/// their plain form. A soft hyphen shows nothing in a line, so it goes too.
fn fold(c: char) -> Folded {
    match c {
        _ if characters::is_default_ignorable(c) => Folded::Nothing,
        _ if characters::is_non_ascii_space(c) => Folded::Ascii(b' '),
        '\u{2010}'..='\u{2013}' | '\u{2212}' => Folded::Ascii(b'-'),
        _ => confusables::full_width(c)
            .and_then(|plain| u8::try_from(plain).ok())
            .map_or(Folded::Itself, Folded::Ascii),
    }
}

/// Whether the character at `i` has to be folded.
pub(super) fn changes<M: Meter>(text: Text<'_, M>, i: usize) -> bool {
    // Most characters with these first bytes are letters; the second byte tells.
    let second = text.after(i, 1);
    let candidate = match text.at(i) {
        0xC2 => matches!(second, 0xA0 | 0xAD),
        0xCD => second == 0x8F,
        0xD8 => second == 0x9C,
        0xE1 => matches!(second, 0x85 | 0x9A | 0x9E | 0xA0),
        0xE2 => matches!(second, 0x80 | 0x81 | 0x88),
        0xE3 => matches!(second, 0x80 | 0x85),
        0xEF => second >= 0xB8,
        0xF0 => matches!(second, 0x9B | 0x9D),
        0xF3 => second == 0xA0,
        _ => false,
    };
    if !candidate {
        return false;
    }
    let bytes = text.slice(i, i.saturating_add(4));
    text.step(bytes.len());
    let character = bytes.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
    character.is_some_and(|c| !matches!(fold(c), Folded::Itself))
}

/// The whole text, folded.
pub(crate) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        push(&mut plain, c);
    }
    plain
}

fn push(plain: &mut String, c: char) {
    match fold(c) {
        Folded::Itself => plain.push(c),
        Folded::Nothing => {}
        Folded::Ascii(byte) => plain.push(char::from(byte)),
    }
}

/// A folded text that knows where its bytes come from.
pub(super) struct FoldedText {
    pub(super) text: String,
    /// For each byte of the text, the bytes of the original of which its character was made.
    from: Vec<(usize, usize)>,
}

impl FoldedText {
    /// Folds the whole text.
    pub(super) fn of(original: &str) -> Self {
        let mut text = String::with_capacity(original.len());
        let mut from = Vec::with_capacity(original.len());
        for (start, c) in original.char_indices() {
            push(&mut text, c);
            from.resize(text.len(), (start, start.saturating_add(c.len_utf8())));
        }
        Self { text, from }
    }

    /// What a part of the folded text is in the original, with what shows nothing within it.
    pub(super) fn original(&self, part: Range<usize>) -> Range<usize> {
        let last = part.end.saturating_sub(1);
        match (self.from.get(part.start), self.from.get(last)) {
            (Some(&(start, _)), Some(&(_, end))) if last >= part.start => start..end,
            _ => 0..0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::text::{TRIGGERS, Unmetered},
        *,
    };

    /// The first bytes are a short cut to the table; it must not lead past any of its rows.
    #[test]
    fn every_character_that_is_folded_is_found_by_its_bytes() {
        for character in '\0'..=char::MAX {
            let mut bytes = [0; 4];
            let text =
                Text::new(character.encode_utf8(&mut bytes).as_bytes(), &TRIGGERS, &Unmetered);
            let folds = !matches!(fold(character), Folded::Itself);
            assert_eq!(changes(text, 0), folds, "U+{:04X}", u32::from(character));
        }
    }
}
