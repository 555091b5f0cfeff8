//! The tokens of a GraphQL document.

use crate::arguments::steps::step;

/// A token; what is quoted is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Name(&'a str),
    /// A punctuation character.
    Mark(u8),
    Spread,
    /// A text in quotes.
    Text,
    /// What does not belong in a document.
    Other,
}

pub(super) struct Lexer<'a> {
    rest: &'a str,
}

impl<'a> Lexer<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { rest: text }
    }

    pub(super) fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let start = self.rest.trim_start_matches([' ', '\t', '\n', '\r', ',', '\u{FEFF}']);
            step(self.rest.len().saturating_sub(start.len()));
            self.rest = start;
            if !start.starts_with('#') {
                break;
            }
            let end = start.find(['\n', '\r']).unwrap_or(start.len());
            self.skip(end);
        }
        let first = self.rest.bytes().next()?;
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        Some(match first {
            b'"' => self.text(),
            b'.' if self.rest.starts_with("...") => {
                self.skip(3);
                Token::Spread
            }
            b'-' | b'+' | b'.' => {
                self.skip(1);
                Token::Other
            }
            byte if is_name(byte) => {
                let length = self.rest.bytes().take_while(|byte| is_name(*byte)).count();
                let name = self.rest.get(..length).unwrap_or_default();
                self.skip(length);
                Token::Name(name)
            }
            byte if byte.is_ascii_punctuation() => {
                self.skip(1);
                Token::Mark(byte)
            }
            _ => {
                let length = self.rest.chars().next().map_or(1, char::len_utf8);
                self.skip(length);
                Token::Other
            }
        })
    }

    fn skip(&mut self, length: usize) {
        step(length);
        self.rest = self.rest.get(length..).unwrap_or_default();
    }

    /// `"..."` or `"""..."""`. One that does not close is not a token.
    fn text(&mut self) -> Token<'a> {
        let is_block = self.rest.starts_with("\"\"\"");
        let close = if is_block { "\"\"\"" } else { "\"" };
        self.skip(close.len());
        loop {
            let Some(at) = self.rest.find(['"', '\\', '\n']) else {
                self.skip(self.rest.len());
                return Token::Other;
            };
            self.skip(at);
            if self.rest.starts_with(close) {
                self.skip(close.len());
                return Token::Text;
            }
            let escaped = if is_block { self.rest.starts_with("\\\"\"\"") } else { true };
            match self.rest.bytes().next() {
                Some(b'\n') if !is_block => return Token::Other,
                Some(b'\\') if is_block && escaped => self.skip(4),
                Some(b'\\') if !is_block => {
                    let next = self.rest.chars().nth(1).map_or(0, char::len_utf8);
                    self.skip(next.saturating_add(1));
                }
                _ => self.skip(1),
            }
        }
    }
}
