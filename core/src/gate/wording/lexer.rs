//! A text taken apart into words with what parts them.

use alloc::{borrow::Cow, string::String, vec::Vec};

use super::{
    letters::{is_letter, without_quotes},
    words::{Sense, sense_of},
};
use crate::{confusables, secrets};

/// What stands between a word and the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Border {
    None,
    /// `,` and `:` and the like: ends a clause, but not directly behind a yes-word.
    Soft,
    Hard,
}

/// One word of a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lexeme<'t> {
    pub(super) text: &'t [u8],
    pub(super) sense: Sense,
    /// What parts it from the word before.
    pub(super) border: Border,
    /// A `:` or `=` stands before it.
    pub(super) is_value: bool,
}

/// The words of a text, as [`plain`] gives it.
#[derive(Debug, Clone)]
pub(super) struct Lexer<'t> {
    rest: &'t [u8],
}

impl<'t> Lexer<'t> {
    pub(super) const fn new(text: &'t str) -> Self {
        Self { rest: text.as_bytes() }
    }
}

impl<'t> Iterator for Lexer<'t> {
    type Item = Lexeme<'t>;

    fn next(&mut self) -> Option<Lexeme<'t>> {
        let (mut border, mut is_value) = (Border::None, false);
        loop {
            let length =
                self.rest.iter().position(|byte| is_letter(*byte)).unwrap_or(self.rest.len());
            let (gap, rest) = self.rest.split_at_checked(length)?;
            border = border.max(border_of(gap, rest.is_empty()));
            is_value |= gap.iter().any(|byte| matches!(byte, b':' | b'='));
            let length = rest.iter().position(|byte| !is_letter(*byte)).unwrap_or(rest.len());
            let (word, rest) = rest.split_at_checked(key_part(rest, length))?;
            self.rest = rest;
            if word.is_empty() {
                return None;
            }
            let text = without_quotes(word);
            if !text.is_empty() {
                return Some(Lexeme { text, sense: sense_of(text), border, is_value });
            }
        }
    }
}

/// How much of a word of this length is one: of a key each part by itself, `isApproved=` is `is Approved`. A name in
/// a sentence stays whole.
fn key_part(text: &[u8], length: usize) -> usize {
    let behind = text.get(length..).unwrap_or_default();
    let mut behind = behind.iter().skip_while(|byte| matches!(byte, b'"' | b' '));
    if !matches!(behind.next(), Some(b':' | b'=')) {
        return length;
    }
    let mut pairs = text.windows(2).take(length.saturating_sub(1));
    pairs
        .position(|pair| matches!(pair, [before, after] if before.is_ascii_lowercase() && after.is_ascii_uppercase()))
        .map_or(length, |at| at.saturating_add(1))
}

/// A point within a number or a name parts nothing: `40.00`, `a.txt`.
fn border_of(gap: &[u8], at_end: bool) -> Border {
    if gap == b"." && !at_end {
        return Border::None;
    }
    // A dash between blanks parts as a comma does; one within a word does not.
    let dash = gap.windows(3).any(|three| three == b" - ");
    let least = if dash { Border::Soft } else { Border::None };
    gap.iter().fold(least, |border, byte| {
        border.max(match byte {
            b'.' | b';' | b'!' | b'?' | b'\n' => Border::Hard,
            b',' | b':' | b'=' | b'(' | b')' | b'/' => Border::Soft,
            _ => Border::None,
        })
    })
}

/// All words.
pub(super) fn lex(text: &str) -> Vec<Lexeme<'_>> {
    Lexer::new(text).collect()
}

/// The text as a person reads it: plain apostrophes, letters without accents, plain letters for those that look
/// like them, and blanks for what is not a letter outside ASCII. Nearly every text is plain already.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    if text.is_ascii() && !text.contains('`') {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    for character in secrets::plain(text).chars() {
        match character {
            '\u{2018}' | '\u{2019}' | '\u{B4}' | '`' | '\u{2BC}' | '\u{FF07}' => plain.push('\''),
            'ß' => plain.push_str("ss"),
            '\u{2014}' => plain.push_str(" - "),
            '\u{2010}'..='\u{2013}' => plain.push('-'),
            '\u{300}'..='\u{36F}' => {}
            _ if character.is_ascii() => plain.push(character),
            _ if character.is_alphanumeric() => {
                let latin =
                    without_accent(character).or_else(|| confusables::latin_letter(character));
                plain.push(latin.unwrap_or(character));
            }
            _ => plain.push(' '),
        }
    }
    Cow::Owned(plain)
}

/// The letters of the languages whose words are known.
const fn without_accent(character: char) -> Option<char> {
    Some(match character {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'À' | 'Á' | 'Â' | 'Ã' | 'Ä' => 'a',
        'ç' | 'Ç' => 'c',
        'è' | 'é' | 'ê' | 'ë' | 'È' | 'É' | 'Ê' | 'Ë' => 'e',
        'ì' | 'í' | 'î' | 'ï' | 'Ì' | 'Í' | 'Î' | 'Ï' => 'i',
        'ñ' | 'Ñ' => 'n',
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'Ò' | 'Ó' | 'Ô' | 'Õ' | 'Ö' => 'o',
        'ù' | 'ú' | 'û' | 'ü' | 'Ù' | 'Ú' | 'Û' | 'Ü' => 'u',
        _ => return None,
    })
}
