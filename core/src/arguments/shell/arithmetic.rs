//! Arithmetic: where it ends, and what runs in it.

use super::parser::{Parser, Within};
use super::state::Stop;
use super::text::Text;
use super::word::Line;
use crate::arguments::effect::Program;
use crate::arguments::shell::environment::is_bad;
use crate::arguments::steps::step;

/// How far arithmetic is looked for.
const FAR: usize = 4096;

/// Whether what begins with two parentheses is arithmetic.
pub(super) enum Ends {
    /// It closes with two parentheses here.
    At(usize),
    /// It does not, so it is a command in two parentheses.
    Not,
    /// It has quotes in it, and nobody can say without reading it twice.
    Unclear,
}

/// Looks for the end of what two parentheses begin. `from` is the first byte behind them.
pub(super) fn end(text: &Text<'_>, from: usize, ahead: &mut usize) -> Ends {
    let mut depth = 2_usize;
    let mut at = from;
    let mut quotes = false;
    while at < from.saturating_add(FAR) {
        let Some(left) = ahead.checked_sub(1) else { return Ends::Unclear };
        *ahead = left;
        step(1);
        match text.byte(at) {
            None => break,
            Some(b'\\') => at = at.saturating_add(1),
            Some(b'\'' | b'`') => return Ends::Unclear,
            Some(b'"') => quotes = true,
            Some(b'(') => depth = depth.saturating_add(1),
            Some(b')') => {
                depth = depth.saturating_sub(1);
                if depth == 1 {
                    let closes = text.byte(at.saturating_add(1)) == Some(b')');
                    return match closes {
                        true if !quotes || balanced_quotes(text.between(from, at)) => Ends::At(at),
                        false if !quotes => Ends::Not,
                        _ => Ends::Unclear,
                    };
                }
            }
            Some(_) => {}
        }
        at = at.saturating_add(1);
    }
    if quotes { Ends::Unclear } else { Ends::Not }
}

/// Whether quotes close, and none holds a parenthesis: then the parentheses were counted right.
fn balanced_quotes(text: &str) -> bool {
    let parts = text.split('"');
    parts.clone().count() % 2 == 1
        && parts.skip(1).step_by(2).all(|part| !part.contains(['(', ')', '\\']))
}

impl Parser<'_, '_, '_> {
    /// Reads arithmetic up to a place: only substitutions in it run.
    pub(super) fn arithmetic(&mut self, end: usize) -> Result<(), Stop> {
        let mut inner = Line::default();
        inner.begin();
        let mut name = None;
        loop {
            let at = self.text.at;
            let byte = if at < end { self.text.peek() } else { None };
            let in_name = byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            match name {
                None if in_name => name = Some(at),
                Some(start) if !in_name => {
                    self.arithmetic_name(start, at);
                    name = None;
                }
                _ => {}
            }
            match byte {
                None if at == end => return Ok(()),
                None => return Err(Stop::Unparsed),
                Some(b'$') => {
                    self.shell.arithmetic = true;
                    self.dollar(&mut inner, Within::Double)?;
                }
                Some(b'\\') => self.text.skip(2),
                Some(b'`' | b'\'') => return Err(Stop::Unparsed),
                Some(_) => {
                    self.text.bump();
                }
            }
        }
    }

    /// A number, or a variable: its value is arithmetic as well, and it may be set here.
    fn arithmetic_name(&mut self, start: usize, end: usize) {
        let name = self.text.between(start, end);
        if name.starts_with(|first: char| first.is_ascii_digit()) {
            return;
        }
        self.shell.arithmetic = true;
        self.shell.set(name, false);
        if is_bad(name) {
            self.shell.cannot_tell(Program::of("assignment"));
        }
    }
}
