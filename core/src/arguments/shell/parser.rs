//! One text while it is read, and how its words are.

use alloc::string::String;
use alloc::vec::Vec;

use crate::arguments::effect::Finding;
use crate::arguments::shell::state::{Shell, Stop};
use crate::arguments::shell::text::Text;
use crate::arguments::shell::word::{DYNAMIC, EXPANDED, Line, PIPE, QUOTED};

/// A here-document whose body comes with the next line.
#[derive(Debug)]
pub(super) struct Document {
    /// The line that ends it.
    pub(super) end: String,
    /// Tabs at the start of its lines are taken out.
    pub(super) strips_tabs: bool,
    /// Nothing in it is expanded.
    pub(super) quoted: bool,
}

/// What is around an expansion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Within {
    /// Nothing: what it gives is split.
    Bare,
    /// Double quotes.
    Double,
    /// A here-document.
    Document,
}

/// A text of the shell while it is read.
pub(super) struct Parser<'p, 't, 's> {
    pub(super) shell: &'p mut Shell<'s>,
    pub(super) text: Text<'t>,
    pub(super) documents: Vec<Document>,
}

impl<'p, 't, 's> Parser<'p, 't, 's> {
    pub(super) fn new(shell: &'p mut Shell<'s>, source: &'t str) -> Self {
        Self { shell, text: Text::new(source), documents: Vec::new() }
    }

    /// Reads one word into the line. The text stands at its first byte.
    pub(super) fn word(&mut self, line: &mut Line) -> Result<(), Stop> {
        line.begin();
        loop {
            match self.text.peek() {
                None | Some(b' ' | b'\t' | b'\n' | b';' | b'&' | b'|' | b'(' | b')') => break,
                Some(b'<' | b'>') => {
                    if self.text.second() != Some(b'(') {
                        break;
                    }
                    // What is written to such a pipe is what the commands in it read.
                    let (before, is_output) = (self.shell.is_fed, self.text.peek() == Some(b'>'));
                    self.text.take_second(b'(');
                    self.shell.is_fed |= is_output;
                    self.pipe(line)?;
                    self.shell.is_fed = before;
                }
                Some(b'\\') => self.escape(line)?,
                Some(b'\'') => {
                    self.text.skip(1);
                    self.single(line)?;
                }
                Some(b'"') => {
                    self.text.skip(1);
                    self.double(line)?;
                }
                Some(b'$') => self.dollar(line, Within::Bare)?,
                Some(b'`') => {
                    self.text.skip(1);
                    self.backticks(line, Within::Bare)?;
                }
                Some(b'[') if line.may_have_subscript() => return Err(Stop::Unparsed),
                Some(byte) if is_plain(byte) => line.push_str(self.text.run(is_plain)),
                Some(_) => {
                    if let Some(character) = self.text.bump() {
                        self.bare(character, line);
                    }
                }
            }
        }
        line.finish();
        if let Some(word) = line.last()
            && word.has(QUOTED)
            && crate::arguments::shell::word::has_substitution(word.text)
        {
            self.shell.quoted_substitution = true;
        }
        Ok(())
    }

    /// A character outside quotes.
    fn bare(&mut self, character: char, line: &mut Line) {
        let unseen = character.is_control()
            || crate::characters::is_line_separator(character)
            || crate::characters::is_non_ascii_space(character);
        if unseen {
            self.shell.finding(Finding::HiddenText);
        }
        if character == EXPANDED {
            line.flag(DYNAMIC);
        }
        line.push_bare(character);
    }

    fn escape(&mut self, line: &mut Line) -> Result<(), Stop> {
        self.text.skip(1);
        match self.text.bump() {
            None => Err(Stop::Unparsed),
            Some('\n') => Ok(()),
            Some(character) => {
                line.flag(QUOTED);
                line.push(character);
                Ok(())
            }
        }
    }

    /// What stands in single quotes. The first is read.
    pub(super) fn single(&mut self, line: &mut Line) -> Result<(), Stop> {
        let inner = self.text.run(|byte| byte != b'\'');
        if self.text.peek().is_none() {
            return Err(Stop::Unparsed);
        }
        line.flag(QUOTED);
        line.push_str(inner);
        self.text.skip(1);
        Ok(())
    }

    /// What stands in double quotes. The first is read.
    pub(super) fn double(&mut self, line: &mut Line) -> Result<(), Stop> {
        line.flag(QUOTED);
        loop {
            match self.text.peek() {
                None => return Err(Stop::Unparsed),
                Some(b'"') => {
                    self.text.skip(1);
                    return Ok(());
                }
                Some(b'\\') => {
                    self.text.skip(1);
                    match self.text.peek() {
                        None => return Err(Stop::Unparsed),
                        Some(b'\n') => self.text.skip(1),
                        Some(byte @ (b'$' | b'`' | b'"' | b'\\')) => {
                            self.text.skip(1);
                            line.push(char::from(byte));
                        }
                        Some(_) => line.push('\\'),
                    }
                }
                Some(b'$') => self.dollar(line, Within::Double)?,
                Some(b'`') => {
                    self.text.skip(1);
                    self.shell.finding(Finding::BacktickInText);
                    self.backticks(line, Within::Double)?;
                }
                Some(_) => line.push_str(self.text.run(means_itself)),
            }
        }
    }

    /// A process substitution, whose parenthesis is read.
    fn pipe(&mut self, line: &mut Line) -> Result<(), Stop> {
        self.substitution()?;
        line.expansion(PIPE, false);
        Ok(())
    }

    /// A text in parentheses, of which the first is read.
    pub(super) fn substitution(&mut self) -> Result<(), Stop> {
        self.shell.enter()?;
        self.shell.enter_subshell();
        let outcome = self.list(true);
        self.shell.leave_subshell();
        self.shell.leave();
        outcome
    }
}

/// What means itself also outside quotes, wherever it stands in a word.
fn is_plain(byte: u8) -> bool {
    PLAIN.get(usize::from(byte >> 5)).is_some_and(|bits| bits & (1 << (byte & 31)) != 0)
}

/// Letters, digits and `%-/:@_`, one bit for each byte.
static PLAIN: [u32; 8] = [0, 0x07FF_A020, 0x87FF_FFFF, 0x07FF_FFFE, 0, 0, 0, 0];

/// What means itself in double quotes.
const fn means_itself(byte: u8) -> bool {
    !matches!(byte, b'"' | b'\\' | b'$' | b'`')
}

#[cfg(test)]
mod tests {
    use super::is_plain;

    #[test]
    fn letters_digits_and_few_marks_are_plain() {
        for byte in 0..=u8::MAX {
            let is = byte.is_ascii_alphanumeric() || b"%-/:@_".contains(&byte);
            assert_eq!(is_plain(byte), is, "{byte}");
        }
    }
}
