//! An SQL text in tokens, by the rules of its dialect, and whether another dialect could see other tokens.

use alloc::vec::Vec;

use super::token::{Kind, Token};
use super::words::{is_word_byte, looks_like_code};
use crate::arguments::{effect::Dialect, steps::step};
use crate::characters;
use crate::tokens::Word;

/// What became of a text.
pub(super) struct Lexed {
    pub(super) tokens: Vec<Token>,
    /// Whether this is only one of the ways in which it can be read.
    pub(super) ambiguous: bool,
}

/// Reads the whole text.
pub(super) fn lex(text: &str, dialect: Dialect) -> Lexed {
    step(text.len());
    let mut lexer = Lexer {
        text,
        at: 0,
        dialect,
        tokens: Vec::with_capacity(text.len().div_ceil(4)),
        ambiguous: is_template(text),
        watch: Watch::default(),
    };
    while let Some(byte) = lexer.peek(0) {
        lexer.token(byte);
    }
    Lexed { tokens: lexer.tokens, ambiguous: lexer.ambiguous }
}

/// Whether the text is still to be filled in, or holds what ends it for some readers.
fn is_template(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.contains(&0)
        || (bytes.contains(&b'$') && (text.contains("${") || text.contains("$(")))
        || (bytes.contains(&b'{') && (text.contains("{{") || text.contains("{%")))
}

/// What another dialect might be in the middle of, while this reading is at a quoted text.
#[derive(Default)]
pub(super) struct Watch {
    /// Behind `[`: a name in brackets.
    pub(super) bracket: bool,
    /// Behind `#` on this line: a comment.
    pub(super) hash: bool,
    /// Between `/*!` and `*/`: a comment of a server that is older.
    pub(super) version: bool,
    /// Behind a text that ends elsewhere in another dialect: what is quoted here may be code there.
    pub(super) shifted: bool,
}

pub(super) struct Lexer<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    pub(super) dialect: Dialect,
    pub(super) tokens: Vec<Token>,
    pub(super) ambiguous: bool,
    pub(super) watch: Watch,
}

impl<'a> Lexer<'a> {
    #[inline]
    pub(super) fn peek(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at.saturating_add(ahead)).copied()
    }

    pub(super) fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    #[inline]
    pub(super) fn skip(&mut self, bytes: usize) {
        step(1);
        self.at = self.at.saturating_add(bytes).min(self.text.len());
    }

    /// Skips to behind the first `end`, or to the end of the text, where nothing closes.
    pub(super) fn skip_behind(&mut self, end: &str) {
        let found = self.rest().find(end);
        if found.is_none() {
            self.ambiguous = true;
        }
        let length = found.map_or(self.rest().len(), |at| at.saturating_add(end.len()));
        step(length);
        self.skip(length);
    }

    pub(super) const fn knows(&self) -> bool {
        !matches!(self.dialect, Dialect::Unknown)
    }

    #[inline]
    pub(super) fn push(&mut self, kind: Kind, start: usize) {
        self.push_word(kind, Word::OTHER, start);
    }

    #[inline]
    fn push_word(&mut self, kind: Kind, word: Word, start: usize) {
        let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        self.tokens.push(Token { kind, word, start: place(start), end: place(self.at) });
    }

    fn token(&mut self, byte: u8) {
        let start = self.at;
        match byte {
            // Most of a statement is words with a blank between them.
            b'a'..=b'z' | b'A'..=b'Z' => self.word(),
            b' ' | b'\t' | b'\r' | b'\x0C' | b'\x0B' => self.skip(1),
            b'\n' => {
                self.watch.hash = false;
                self.skip(1);
            }
            b'-' if self.peek(1) == Some(b'-') && self.is_line_comment() => self.line_comment(2),
            b'#' if self.dialect == Dialect::Mysql => self.line_comment(1),
            b'#' => self.hash(),
            b'/' if self.peek(1) == Some(b'*') => self.block_comment(),
            b'*' if self.watch.version && self.peek(1) == Some(b'/') => {
                self.watch.version = false;
                self.skip(2);
            }
            b'\'' => self.single_quoted(),
            b'"' => self.double_quoted(),
            b'`' => self.quoted_name(b'`'),
            b'[' => self.bracket(),
            b'$' => self.dollar(),
            b'\\' => self.backslash(),
            b'.' if self.begins_statement() && self.is_letter(1) => self.client_line(),
            b'.' if self.is_digit(1) && !self.follows_name() => self.number(),
            b'0'..=b'9' => self.number(),
            b';' => {
                self.skip(1);
                self.push(Kind::End, start);
            }
            byte if is_word_byte(byte) => self.word(),
            _ => {
                self.watch.bracket &= byte != b']';
                // A control character that no dialect takes for a blank.
                self.ambiguous |= byte < b' ' || byte == 0x7F;
                self.skip(1);
                self.push(Kind::Mark(byte), start);
            }
        }
    }

    fn is_letter(&self, ahead: usize) -> bool {
        self.peek(ahead).is_some_and(|byte| byte.is_ascii_alphabetic())
    }

    fn is_digit(&self, ahead: usize) -> bool {
        self.peek(ahead).is_some_and(|byte| byte.is_ascii_digit())
    }

    /// Whether the token before touches this place and is a name.
    fn follows_name(&self) -> bool {
        self.tokens.last().is_some_and(|token| {
            (token.is_name() || token.is(b']') || token.is(b')')) && token.end as usize == self.at
        })
    }

    fn begins_statement(&self) -> bool {
        self.tokens.last().is_none_or(|token| matches!(token.kind, Kind::End | Kind::Client))
    }

    /// `#` begins a comment in one dialect, a name in another and an operator in a third.
    fn hash(&mut self) {
        let start = self.at;
        if self.dialect == Dialect::Tsql {
            self.word();
            return;
        }
        if !self.knows() {
            self.watch.hash = true;
            self.ambiguous |= !matches!(self.peek(1), Some(b'>' | b'-'));
        }
        self.skip(1);
        self.push(Kind::Mark(b'#'), start);
    }

    /// Client programs obey a backslash in the middle of a text too; what they make of it is known at the start of a
    /// line.
    fn backslash(&mut self) {
        let start = self.at;
        let before = self.text.get(..start).unwrap_or_default().trim_end_matches([' ', '\t']);
        let begins_line = self.tokens.is_empty() || before.ends_with('\n');
        if begins_line && self.begins_statement() {
            self.client_line();
            return;
        }
        self.ambiguous = true;
        self.skip(1);
        self.push(Kind::Mark(b'\\'), start);
    }

    fn client_line(&mut self) {
        let start = self.at;
        let length = self.rest().find('\n').unwrap_or(self.rest().len());
        step(length);
        self.skip(length);
        self.push(Kind::Client, start);
    }

    fn word(&mut self) {
        let start = self.at;
        let allows_hash = self.dialect == Dialect::Tsql;
        let goes_on = |byte: u8| is_word_byte(byte) || (allows_hash && byte == b'#');
        let rest = self.rest();
        let mut bits = 0;
        let ends = |byte: u8| {
            let goes_on = goes_on(byte);
            bits |= if goes_on { byte } else { 0 };
            !goes_on
        };
        let length = rest.bytes().position(ends).unwrap_or(rest.len());
        step(length);
        self.skip(length.max(1));
        let text = rest.get(..length).unwrap_or_default();
        if !bits.is_ascii() {
            self.ambiguous |= text.chars().any(|c| !c.is_ascii() && characters::is_hidden(c));
        }
        let word = Word::of(text);
        if word == super::words::GO && self.ends_batch(start) {
            return self.push(Kind::End, start);
        }
        self.push_word(Kind::Word, word, start);
    }

    /// Whether the word that begins here and ends at this place stands alone in its line, perhaps with a number: one
    /// dialect's clients begin another batch behind it.
    fn ends_batch(&mut self, start: usize) -> bool {
        if !matches!(self.dialect, Dialect::Unknown | Dialect::Tsql) {
            return false;
        }
        let is_blank = |c: char| matches!(c, ' ' | '\t' | '\r');
        let before = self.text.get(..start).unwrap_or_default().trim_end_matches(is_blank);
        let line = self.rest().split('\n').next().unwrap_or_default();
        step(line.len());
        let is_alone = (before.is_empty() || before.ends_with('\n'))
            && line.chars().all(|c| is_blank(c) || c.is_ascii_digit());
        // Elsewhere it is the name of a function, whose parenthesis follows.
        let is_called = is_alone && self.rest().trim_start().starts_with('(');
        self.ambiguous |= is_called && !self.knows();
        is_alone && !is_called
    }

    /// A number ends where a letter follows: `1UNION` is two tokens in some dialects.
    fn number(&mut self) {
        let start = self.at;
        let bytes = self.rest().as_bytes();
        let run = |from: usize, is: fn(&u8) -> bool| {
            let rest = bytes.get(from..).unwrap_or_default();
            from.saturating_add(rest.iter().position(|byte| !is(byte)).unwrap_or(rest.len()))
        };
        let is_based = bytes.first() == Some(&b'0')
            && matches!(bytes.get(1), Some(b'x' | b'X' | b'b' | b'B' | b'o' | b'O'));
        let end = if is_based {
            run(2, u8::is_ascii_hexdigit)
        } else {
            let end = run(0, |byte| byte.is_ascii_digit() || *byte == b'.');
            let sign = usize::from(matches!(bytes.get(end.saturating_add(1)), Some(b'+' | b'-')));
            let digits = end.saturating_add(1).saturating_add(sign);
            match (bytes.get(end), bytes.get(digits)) {
                (Some(b'e' | b'E'), Some(byte)) if byte.is_ascii_digit() => {
                    run(digits, u8::is_ascii_digit)
                }
                _ => end,
            }
        };
        step(end);
        self.skip(end.max(1));
        self.push(Kind::Number, start);
    }

    /// Looks at what is quoted or commented out here, for what another dialect would make of it.
    pub(super) fn quoted(&mut self, start: usize) {
        let body = self.text.get(start..self.at).unwrap_or_default();
        let watch = &self.watch;
        if !(watch.bracket || watch.hash || watch.version || watch.shifted) {
            return;
        }
        step(body.len());
        let inner = body.get(1..body.len().saturating_sub(1)).unwrap_or_default();
        self.ambiguous |= (watch.bracket && body.contains(']'))
            || (watch.hash && body.contains('\n'))
            || (watch.version && body.contains("*/"))
            || (watch.shifted && looks_like_code(inner));
    }
}
