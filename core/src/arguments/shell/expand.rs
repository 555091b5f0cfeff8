//! What a dollar sign or a back-tick begins.

use alloc::string::String;

use super::arithmetic::{self, Ends};
use super::parser::{Parser, Within};
use super::programs::is_text_program;
use super::state::{GivenOut, Stop};
use super::word::{DYNAMIC, EXPANDED, HOME, Line, QUOTED, SAFE, has_substitution};
use crate::arguments::effect::Program;

impl<'t> Parser<'_, 't, '_> {
    /// A dollar sign and what it begins.
    pub(super) fn dollar(&mut self, line: &mut Line, within: Within) -> Result<(), Stop> {
        let next = self.text.at.saturating_add(1);
        if self.text.past_continuations(next) != next {
            return Err(Stop::Unparsed);
        }
        let bare = within == Within::Bare;
        match self.text.byte(next) {
            Some(b'(') => {
                self.text.skip(2);
                let second = self.text.past_continuations(self.text.at);
                if self.text.byte(second) == Some(b'(') {
                    let inner = second.saturating_add(1);
                    match arithmetic::end(&self.text, inner, &mut self.shell.ahead) {
                        Ends::At(end) => {
                            self.text.at = inner;
                            self.arithmetic(end)?;
                            self.text.skip(2);
                            line.expansion(EXPANDED, false);
                            return Ok(());
                        }
                        Ends::Unclear => return Err(Stop::Unparsed),
                        Ends::Not => {}
                    }
                }
                let before = self.shell.given_out;
                self.substitution()?;
                self.output(line, before, bare);
            }
            Some(b'{') => {
                self.text.skip(2);
                self.shell.enter()?;
                let outcome = self.parameter(line, within);
                self.shell.leave();
                return outcome;
            }
            Some(b'[') => {
                self.text.skip(2);
                let rest = self.text.rest();
                let length = rest.find(']').ok_or(Stop::Unparsed)?;
                if rest.get(..length).is_none_or(|inner| inner.contains(['[', '\'', '"', '\\'])) {
                    return Err(Stop::Unparsed);
                }
                let end = self.text.at.saturating_add(length);
                self.arithmetic(end)?;
                self.text.skip(1);
                line.expansion(EXPANDED, false);
            }
            Some(b'\'') if bare => {
                self.shell.only_bash();
                self.text.skip(2);
                self.ansi(line)?;
            }
            Some(b'"') if bare => {
                self.text.skip(2);
                self.double(line)?;
            }
            Some(byte) if byte.is_ascii_alphabetic() || byte == b'_' => {
                self.text.skip(1);
                let name = self.name();
                if self.text.past_continuations(self.text.at) != self.text.at {
                    return Err(Stop::Unparsed);
                }
                if name == "HOME" {
                    line.flag(HOME);
                }
                match self.shell.safe_variable(name) {
                    Some(stand_in) => line.variable(stand_in, false),
                    // Every shell sets it to a path from the root on.
                    None if name == "PWD" && !bare && self.shell.is_from_outside(name) => {
                        line.variable(SAFE, false);
                    }
                    None if self.shell.is_from_outside(name) => line.variable(EXPANDED, bare),
                    None => line.expansion(EXPANDED, bare),
                }
            }
            Some(b'?' | b'#' | b'$') => {
                self.text.skip(2);
                line.variable(SAFE, false);
            }
            Some(b'@' | b'*') => {
                self.text.skip(2);
                line.expansion(EXPANDED, true);
            }
            Some(byte) if byte.is_ascii_digit() || byte == b'!' || byte == b'-' => {
                self.text.skip(2);
                line.expansion(EXPANDED, bare);
            }
            _ => {
                self.text.skip(1);
                line.push('$');
            }
        }
        Ok(())
    }

    /// Letters, digits and underscores.
    fn name(&mut self) -> &'t str {
        let start = self.text.at;
        while self.text.peek().is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            self.text.skip(1);
        }
        self.text.between(start, self.text.at)
    }

    /// `${...}`, of which the brace is read.
    fn parameter(&mut self, line: &mut Line, within: Within) -> Result<(), Stop> {
        let (mut safe, mut stand_in) = (false, SAFE);
        let (mut runs, mut from_outside) = (false, false);
        let mut splits = within == Within::Bare;
        match self.text.peek() {
            Some(b'#') if self.text.second() != Some(b'}') => {
                self.text.skip(1);
                safe = true;
            }
            Some(b'!') if self.text.second() != Some(b'}') => {
                self.text.skip(1);
                runs = true;
            }
            _ => {}
        }
        match self.text.peek() {
            Some(byte) if byte.is_ascii_alphabetic() || byte == b'_' => {
                let name = self.name();
                let closes = self.text.peek() == Some(b'}');
                if closes && name == "HOME" {
                    line.flag(HOME);
                }
                from_outside = closes && !runs && self.shell.is_from_outside(name);
                safe |= from_outside && name == "PWD" && within == Within::Double;
                if closes
                    && !runs
                    && !safe
                    && let Some(variable) = self.shell.safe_variable(name)
                {
                    (safe, stand_in) = (true, variable);
                }
            }
            Some(byte) if byte.is_ascii_digit() => while self.digit() {},
            Some(b'@' | b'*') => {
                self.text.skip(1);
                splits = true;
            }
            Some(b'#' | b'?' | b'$' | b'!' | b'-') => self.text.skip(1),
            // A blank or a bar begins a command in later shells.
            _ => return Err(Stop::Unparsed),
        }
        if self.text.peek() == Some(b'[') {
            self.text.skip(1);
            splits |= matches!(self.text.peek(), Some(b'@' | b'*'));
            self.subscript()?;
        }
        match self.text.peek() {
            Some(b'=') => runs = true,
            Some(b':') => match self.text.second() {
                Some(b'=') => runs = true,
                Some(b'-' | b'+' | b'?') => {}
                // Where a part begins and how long it is, is arithmetic.
                _ => self.shell.arithmetic = true,
            },
            // `@P` runs what is in the value.
            Some(b'@') => runs |= self.text.second() == Some(b'P'),
            _ => {}
        }
        let plain = self.text.peek() == Some(b'}');
        let is_said = line.word(0).is_some_and(|word| is_text_program(word.text));
        self.parameter_word(within, !is_said)?;
        if runs {
            self.shell.cannot_tell(Program::of("expansion"));
        }
        if safe && plain {
            line.variable(stand_in, false);
        } else if from_outside && plain {
            line.variable(EXPANDED, splits);
        } else {
            line.expansion(EXPANDED, splits);
        }
        Ok(())
    }

    fn digit(&mut self) -> bool {
        let is_digit = self.text.peek().is_some_and(|byte| byte.is_ascii_digit());
        if is_digit {
            self.text.skip(1);
        }
        is_digit
    }

    /// The subscript of an array, of which the bracket is read.
    fn subscript(&mut self) -> Result<(), Stop> {
        let mut inner = Line::default();
        inner.begin();
        loop {
            match self.text.peek() {
                Some(b']') => {
                    self.text.skip(1);
                    return Ok(());
                }
                Some(b'$') => {
                    self.shell.arithmetic = true;
                    self.dollar(&mut inner, Within::Double)?;
                }
                Some(byte) if byte.is_ascii_alphanumeric() || b"_@*+- ".contains(&byte) => {
                    self.shell.arithmetic |= byte.is_ascii_alphabetic();
                    self.text.skip(1);
                }
                _ => return Err(Stop::Unparsed),
            }
        }
    }

    /// The rest of `${...}`.
    fn parameter_word(&mut self, within: Within, may_be_path: bool) -> Result<(), Stop> {
        let mut inner = Line::default();
        inner.begin();
        loop {
            match self.text.peek() {
                None => return Err(Stop::Unparsed),
                Some(b'}') => {
                    self.text.skip(1);
                    let whole = inner.current();
                    if has_substitution(whole) {
                        self.shell.quoted_substitution = true;
                    }
                    // What stands there for a variable that is not set.
                    let instead =
                        whole.strip_prefix(':').unwrap_or(whole).strip_prefix(['-', '+', '=']);
                    if let Some(instead) = instead.filter(|_| may_be_path) {
                        self.shell.secret_value(instead);
                    }
                    return Ok(());
                }
                Some(b'\\') => {
                    self.text.skip(1);
                    inner.push(self.text.bump().ok_or(Stop::Unparsed)?);
                }
                // Whether a quote is one here depends on the operator, and on the shell.
                Some(b'\'') if within != Within::Bare => return Err(Stop::Unparsed),
                Some(b'\'') => {
                    self.text.skip(1);
                    self.single(&mut inner)?;
                }
                Some(b'"') if within == Within::Document => return Err(Stop::Unparsed),
                Some(b'"') => {
                    self.text.skip(1);
                    self.double(&mut inner)?;
                }
                Some(b'$') => self.dollar(&mut inner, within)?,
                Some(b'`') => {
                    self.text.skip(1);
                    self.backticks(&mut inner, within)?;
                }
                Some(b'<' | b'>') if self.text.second() == Some(b'(') => {
                    return Err(Stop::Unparsed);
                }
                Some(_) => {
                    if let Some(character) = self.text.bump() {
                        inner.push(character);
                    }
                }
            }
        }
    }

    /// A text in back-ticks, of which the first is read.
    pub(super) fn backticks(&mut self, line: &mut Line, within: Within) -> Result<(), Stop> {
        let mut inner = String::new();
        loop {
            match self.text.bump() {
                None => return Err(Stop::Unparsed),
                Some('`') => break,
                Some('\\') => match self.text.bump() {
                    None => return Err(Stop::Unparsed),
                    Some(character @ ('$' | '`' | '\\')) => inner.push(character),
                    Some('"') if within == Within::Double => inner.push('"'),
                    Some('"') if within == Within::Document => return Err(Stop::Unparsed),
                    Some(character) => {
                        inner.push('\\');
                        inner.push(character);
                    }
                },
                Some(character) => inner.push(character),
            }
        }
        self.shell.enter_subshell();
        let before = self.shell.given_out;
        self.shell.text(&inner);
        self.shell.leave_subshell();
        self.output(line, before, within == Within::Bare);
        Ok(())
    }

    /// What the commands of a substitution gave out, as part of a word.
    fn output(&self, line: &mut Line, before: GivenOut, bare: bool) {
        if self.shell.given_out.is_one_name_since(before) {
            line.expansion(SAFE, false);
        } else {
            line.expansion(EXPANDED, bare);
        }
    }

    /// `$'...'`, of which the quote is read.
    fn ansi(&mut self, line: &mut Line) -> Result<(), Stop> {
        line.flag(QUOTED);
        loop {
            let character = match self.text.bump().ok_or(Stop::Unparsed)? {
                '\'' => return Ok(()),
                '\\' => match self.text.bump().ok_or(Stop::Unparsed)? {
                    'n' => '\n',
                    't' => '\t',
                    'r' => '\r',
                    'a' => '\u{7}',
                    'b' => '\u{8}',
                    'e' | 'E' => '\u{1b}',
                    'f' => '\u{c}',
                    'v' => '\u{b}',
                    'x' => self.number(16, 2, 0),
                    'u' => self.number(16, 4, 0),
                    'U' => self.number(16, 8, 0),
                    'c' => {
                        self.text.bump().ok_or(Stop::Unparsed)?;
                        EXPANDED
                    }
                    digit @ '0'..='7' => self.number(8, 2, digit.to_digit(8).unwrap_or(0)),
                    // Where the quote is known to no shell but bash and its kin, the text ends here.
                    '\'' => return Err(Stop::Unparsed),
                    other @ ('\\' | '"' | '?') => other,
                    other => {
                        line.push('\\');
                        other
                    }
                },
                character => character,
            };
            // What is no character by itself is taken for something unknown.
            if character == EXPANDED {
                line.flag(DYNAMIC);
            }
            line.push(character);
        }
    }

    /// The character with a number; the stand-in for an expansion if it is none of ASCII.
    fn number(&mut self, base: u32, most: usize, first: u32) -> char {
        let mut value = first;
        let mut count = 0;
        while count < most
            && let Some(digit) = self.text.peek().and_then(|byte| char::from(byte).to_digit(base))
        {
            value = value.saturating_mul(base).saturating_add(digit);
            self.text.skip(1);
            count = count.saturating_add(1);
        }
        if count == 0 && base == 16 {
            return EXPANDED;
        }
        match u8::try_from(value) {
            Ok(byte) if byte.is_ascii() => char::from(byte),
            _ => EXPANDED,
        }
    }
}
