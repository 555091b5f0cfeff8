//! `sed`, as far as its script can be read.

use super::super::does::Does;
use super::super::options::{OPERAND, Parts};
use super::super::word::Word;
use super::call::Call;
use crate::arguments::headed::{Headed, headed};

const SED: Headed = headed!(
    "edits: -i in-place~
     script: -e= expression=
     unknown: -f=
     plain: -nErsuzb -l= binary debug follow-symlinks help line-length= null-data posix quiet regexp-extended sandbox \
            separate silent unbuffered"
);

/// What `sed` does. An option that is not known may write.
pub(super) fn sed(call: &mut Call<'_, '_, '_>) -> Does {
    let mut does = Does::READS;
    let (mut given, mut first) = (false, None);
    for part in Parts::new(call.args, SED) {
        does = does.and(match part.kind {
            b'e' => Does::EDITS,
            b's' => {
                given = true;
                Does::READS.or_unknown(part.word.is_some_and(reads))
            }
            b'p' => Does::READS,
            OPERAND => {
                first = first.or(part.word);
                Does::READS
            }
            _ => Does::UNKNOWN,
        });
    }
    does.and(Does::READS.or_unknown(given || first.is_some_and(reads)))
}

/// Whether a script only prints and changes what goes through.
fn reads(script: Word<'_>) -> bool {
    let Some(text) = script.plain() else { return false };
    let mut script = Script { rest: text.chars() };
    script.reads().is_some()
}

struct Script<'a> {
    rest: core::str::Chars<'a>,
}

impl Script<'_> {
    fn peek(&self) -> Option<char> {
        self.rest.clone().next()
    }

    fn skip(&mut self, what: impl Fn(char) -> bool) {
        while self.peek().is_some_and(&what) {
            self.rest.next();
        }
    }

    /// Goes over the whole script; nothing, if a command is not known to be harmless.
    fn reads(&mut self) -> Option<()> {
        loop {
            self.skip(|it| it.is_ascii_whitespace() || matches!(it, ';' | '{' | '}'));
            let Some(next) = self.peek() else { return Some(()) };
            if next == '#' {
                self.skip(|it| it != '\n');
                continue;
            }
            self.address()?;
            self.command()?;
            self.skip(|it| it == ' ' || it == '\t');
            match self.peek() {
                None | Some(';' | '\n' | '}' | '#') => {}
                Some(_) => return None,
            }
        }
    }

    /// The lines that a command is for.
    fn address(&mut self) -> Option<()> {
        loop {
            match self.peek()? {
                '0'..='9' | '$' | ',' | '+' | '~' | '!' | ' ' | '\t' => {
                    self.rest.next();
                }
                '/' => {
                    self.rest.next();
                    self.part('/')?;
                    self.skip(|it| matches!(it, 'I' | 'M'));
                }
                '\\' => {
                    self.rest.next();
                    let end = self.rest.next()?;
                    self.part(end)?;
                    self.skip(|it| matches!(it, 'I' | 'M'));
                }
                '{' => {
                    self.rest.next();
                    self.skip(|it| it.is_ascii_whitespace() || it == ';');
                }
                _ => return Some(()),
            }
        }
    }

    fn command(&mut self) -> Option<()> {
        match self.rest.next()? {
            'p' | 'd' | 'D' | 'P' | 'N' | 'n' | 'G' | 'g' | 'H' | 'h' | 'x' | '=' => Some(()),
            'q' | 'l' => {
                self.skip(|it| it == ' ');
                self.skip(|it| it.is_ascii_digit());
                Some(())
            }
            'y' => {
                let end = self.rest.next()?;
                self.part(end)?;
                self.part(end)
            }
            's' => {
                let end = self.rest.next()?;
                self.part(end)?;
                self.part(end)?;
                self.skip(|it| it.is_ascii_digit() || "gpiImM".contains(it));
                Some(())
            }
            '}' => Some(()),
            _ => None,
        }
    }

    /// What stands before a delimiter.
    fn part(&mut self, end: char) -> Option<()> {
        let mut in_bracket = false;
        if end == '\\' || end == '\n' || end.is_alphanumeric() {
            return None;
        }
        loop {
            match self.rest.next()? {
                '\\' => {
                    self.rest.next()?;
                }
                // In brackets the delimiter ends the part for some programs and not for others.
                it if it == end => return (!in_bracket).then_some(()),
                '[' => in_bracket = true,
                ']' => in_bracket = false,
                _ => {}
            }
        }
    }
}
