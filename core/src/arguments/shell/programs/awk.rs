//! `awk`, as far as its program can be read.

use super::super::does::Does;
use super::super::options::{OPERAND, Parts};
use super::call::Call;
use crate::arguments::effect::EffectCode;
use crate::arguments::headed::{Headed, headed};

/// What `awk` does. Options count only before the program.
pub(super) fn awk(call: &mut Call<'_, '_, '_>) -> Does {
    let program = Parts::new(call.args, headed!("plain: -Fv="))
        .find(|part| part.kind != b'p' || part.word.is_none())
        .filter(|part| part.kind == OPERAND);
    let text = program.and_then(|part| part.word?.plain());
    if text.is_some_and(|text| Source::new(text).reads()) {
        Does::READS
    } else {
        Does::UNKNOWN.with(EffectCode::CodeRun)
    }
}

/// Words that run something or change files, those that print, and others behind which no operand ends.
const WORDS: Headed = headed!(
    "unknown: system getline close fflush
     prints: print printf
     keyword: return in else do case exit delete"
);

struct Source<'a> {
    rest: core::str::Chars<'a>,
    text: &'a str,
}

impl<'a> Source<'a> {
    fn new(text: &'a str) -> Self {
        Self { rest: text.chars(), text }
    }

    /// Whether it runs nothing and writes only to its output.
    fn reads(&mut self) -> bool {
        // Also in strings: what is a string is not sure enough.
        let mut words = self.text.split(|it: char| !it.is_ascii_alphanumeric() && it != '_');
        if words.any(|word| WORDS.of(word) == Some(b'u')) {
            return false;
        }
        let mut prints = false;
        // Behind an operand a slash divides.
        let mut operand = false;
        while let Some(character) = self.rest.next() {
            match character {
                '"' => {
                    if !self.string('"', false) {
                        return false;
                    }
                    operand = true;
                }
                '/' if !operand => {
                    if !self.string('/', true) {
                        return false;
                    }
                    operand = true;
                }
                '#' => while self.rest.next().is_some_and(|it| it != '\n') {},
                '|' => {
                    if self.rest.next() != Some('|') {
                        return false;
                    }
                    operand = false;
                }
                '>' if prints => return false,
                '@' | '\\' => return false,
                ';' | '\n' | '{' | '}' => {
                    prints = false;
                    operand = false;
                }
                ')' | ']' | '$' => operand = character != '$',
                it if it.is_ascii_alphanumeric() || it == '_' || it == '.' => {
                    let word = WORDS.of(self.word(it));
                    prints |= word == Some(b'p');
                    operand = word.is_none();
                }
                it if it.is_whitespace() => {}
                _ => operand = false,
            }
        }
        true
    }

    /// The rest of a name or a number.
    fn word(&mut self, first: char) -> &'a str {
        let rest = self.rest.as_str();
        let start = self.text.len().saturating_sub(rest.len()).saturating_sub(first.len_utf8());
        let length = rest
            .find(|it: char| !it.is_ascii_alphanumeric() && it != '_' && it != '.')
            .unwrap_or(rest.len());
        self.rest = rest.get(length..).unwrap_or_default().chars();
        let end = start.saturating_add(first.len_utf8()).saturating_add(length);
        self.text.get(start..end).unwrap_or_default()
    }

    /// A string or a pattern, whose first delimiter is read. A quote in a pattern makes it unclear.
    fn string(&mut self, end: char, pattern: bool) -> bool {
        while let Some(character) = self.rest.next() {
            match character {
                '\\' => {
                    self.rest.next();
                }
                '"' if pattern => return false,
                '[' if pattern && self.bracket_holds_slash() => return false,
                '\n' => return false,
                it if it == end => return true,
                _ => {}
            }
        }
        false
    }

    /// A slash in brackets ends a pattern for some programs and not for others.
    fn bracket_holds_slash(&self) -> bool {
        let rest = self.rest.as_str();
        rest.find(']').is_some_and(|end| rest.get(..end).is_some_and(|inner| inner.contains('/')))
    }
}
