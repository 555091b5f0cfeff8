//! A place in a text.

use crate::arguments::steps::step;

/// A text and how much of it was read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Text<'t> {
    source: &'t str,
    pub(crate) at: usize,
}

impl<'t> Text<'t> {
    pub(crate) const fn new(source: &'t str) -> Self {
        Self { source, at: 0 }
    }

    /// The byte at a place.
    pub(crate) fn byte(&self, at: usize) -> Option<u8> {
        self.source.as_bytes().get(at).copied()
    }

    /// The next byte.
    pub(crate) fn peek(&self) -> Option<u8> {
        self.byte(self.at)
    }

    /// What was not read yet.
    pub(crate) fn rest(&self) -> &'t str {
        self.source.get(self.at..).unwrap_or_default()
    }

    pub(crate) fn between(&self, start: usize, end: usize) -> &'t str {
        self.source.get(start..end).unwrap_or_default()
    }

    /// Goes on by so many bytes.
    pub(crate) fn skip(&mut self, bytes: usize) {
        step(bytes);
        self.at = self.at.saturating_add(bytes);
    }

    /// Reads one character.
    pub(crate) fn bump(&mut self) -> Option<char> {
        let character = self.rest().chars().next()?;
        self.skip(character.len_utf8());
        Some(character)
    }

    /// Reads as many of these as there are. What is beyond ASCII is one of them, or none of its bytes is.
    pub(crate) fn run(&mut self, is: impl Fn(u8) -> bool) -> &'t str {
        let rest = self.rest();
        let length = rest.bytes().position(|byte| !is(byte)).unwrap_or(rest.len());
        self.skip(length);
        rest.get(..length).unwrap_or_default()
    }

    /// The first place from `at` on that no backslash and line end stand at: the shell takes those out first.
    pub(crate) fn past_continuations(&self, mut at: usize) -> usize {
        while self.byte(at) == Some(b'\\') && self.byte(at.saturating_add(1)) == Some(b'\n') {
            at = at.saturating_add(2);
        }
        at
    }

    /// The byte behind the next one.
    pub(crate) fn second(&self) -> Option<u8> {
        self.byte(self.past_continuations(self.at.saturating_add(1)))
    }

    /// Takes the next byte, and the one behind it if it is this.
    pub(crate) fn take_second(&mut self, byte: u8) -> bool {
        let second = self.past_continuations(self.at.saturating_add(1));
        let takes = self.byte(second) == Some(byte);
        if takes {
            self.at = second.saturating_add(1);
        }
        takes
    }

    /// Skips blanks, and lines that go on.
    pub(crate) fn blanks(&mut self) {
        loop {
            self.at = self.past_continuations(self.at);
            match self.peek() {
                Some(b' ' | b'\t') => self.skip(1),
                _ => return,
            }
        }
    }

    /// Skips a comment up to the end of the line.
    pub(crate) fn comment(&mut self) {
        let length = self.rest().find('\n').unwrap_or(self.rest().len());
        self.skip(length);
    }
}
