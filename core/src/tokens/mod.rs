//! Names taken apart into words: `getUserOrders2` is get, user, orders.
//!
//! Tool names and argument keys come in snake, kebab and camel case, with or without a namespace.
//! Rules compare whole words, never parts: `border` holds no `order`.

mod kinds;
mod name;
mod table;
#[cfg(test)]
mod tests;
mod word;

pub(crate) use kinds::Kinds;
pub(crate) use name::Name;
pub(crate) use table::{WordMap, WordSet, short_words, word_map, word_set};
pub(crate) use word::{Word, packed};

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
        Some(Token { text, word: word_of(text), starts_segment, joint: self.joint })
    }
}

impl<'a> Tokens<'a> {
    /// What has not been read yet.
    pub(crate) const fn rest(&self) -> &'a str {
        self.rest
    }

    /// Skips what is not a letter or digit, and notes a namespace separator: `.`, `/`, `:` or `__`.
    fn skip_separators(&mut self) {
        self.joint = Joint::Word;
        let (mut before, mut length) = (0, 0_usize);
        while let Some(&byte) = self.rest.as_bytes().get(length) {
            if byte.is_ascii_alphanumeric() {
                break;
            }
            match byte {
                b'&' | b',' | b'+' | b'|' | b';' => self.joint = Joint::And,
                b' ' | b'\t' => self.joint = self.joint.max(Joint::Blank),
                b'.' | b'/' | b':' => self.starts_segment = true,
                b'_' => self.starts_segment |= before == b'_',
                _ => {}
            }
            let separator = character_at(self.rest, length).filter(|it| !it.is_alphanumeric());
            let Some(separator) = separator else { break };
            before = byte;
            length = length.wrapping_add(separator.len_utf8());
        }
        if length > 0 {
            self.rest = self.rest.get(length..).unwrap_or_default();
        }
    }
}

/// The word of a token: without the number at its end, unless it is one.
fn word_of(text: &str) -> Word {
    let text = text.as_bytes();
    let mut stem = text;
    while let [start @ .., b'0'..=b'9'] = stem {
        stem = start;
    }
    Word::of_bytes(if stem.is_empty() { text } else { stem })
}

/// The length in bytes of the token at the start of `text`: up to a separator or a camel-case border
/// (`getUser` before `User`, `HTTPServer` before `Server`).
fn token_len(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut length, mut after_capital) = (0_usize, false);
    while let Some(&byte) = bytes.get(length) {
        if byte.is_ascii_lowercase() || byte.is_ascii_digit() {
            after_capital = false;
            length = length.wrapping_add(1);
            continue;
        }
        let mut width = 1;
        let is_capital = byte.is_ascii_uppercase();
        if is_capital {
            let before_small =
                || bytes.get(length.wrapping_add(1)).is_some_and(u8::is_ascii_lowercase);
            if length > 0 && (!after_capital || before_small()) {
                break;
            }
        } else {
            let letter = character_at(text, length).filter(|it| it.is_alphanumeric());
            let Some(letter) = letter else { break };
            width = letter.len_utf8();
        }
        after_capital = is_capital;
        length = length.wrapping_add(width);
    }
    length
}

/// The character at a place, which for most takes one byte.
fn character_at(text: &str, at: usize) -> Option<char> {
    let byte = *text.as_bytes().get(at)?;
    if byte.is_ascii() { Some(char::from(byte)) } else { text.get(at..)?.chars().next() }
}
