//! Redirections.

use super::parser::Parser;
use super::state::{Shell, Stop};
use super::word::{DYNAMIC, Line, PIPE, Word};
use crate::arguments::effect::{EffectCode, Nested, Program, Row};
use crate::arguments::tables::programs::SAFE_TARGETS;
use crate::contract::VerbClass;

const PROGRAM: Program = Program::of("redirection");

impl Parser<'_, '_, '_> {
    /// A redirection, at whose operator the text stands.
    pub(super) fn redirection(&mut self, line: &mut Line) -> Result<(), Stop> {
        line.redirected = true;
        self.shell.room()?;
        let first = self.text.peek();
        let mut output = first != Some(b'<');
        let mut copies = false;
        if first == Some(b'&') {
            // `&>` or `&>>`.
            self.text.take_second(b'>');
            self.take(b'>');
        } else if first == Some(b'<') {
            if self.text.take_second(b'<') {
                line.is_fed = true;
                if self.take(b'<') {
                    return self.here_string();
                }
                let strips_tabs = self.take(b'-');
                return self.document(strips_tabs);
            }
            if self.text.take_second(b'>') {
                output = true;
            } else if self.text.take_second(b'&') {
                copies = true;
            } else {
                self.text.skip(1);
            }
        } else if self.text.take_second(b'&') {
            copies = true;
        } else if !(self.text.take_second(b'>') || self.text.take_second(b'|')) {
            self.text.skip(1);
        }
        if copies {
            self.text.blanks();
            // A dash closes the descriptor, and what follows is a word of its own.
            if self.take(b'-') {
                return Ok(());
            }
        }
        let mut target = Line::default();
        self.target(&mut target)?;
        let word = target.last().ok_or(Stop::Unparsed)?;
        line.is_fed |= first == Some(b'<') && !word.is("/dev/null");
        self.shell.redirect(word, output, copies);
        Ok(())
    }

    /// Takes the next byte if it is this.
    fn take(&mut self, byte: u8) -> bool {
        self.text.at = self.text.past_continuations(self.text.at);
        let takes = self.text.peek() == Some(byte);
        if takes {
            self.text.skip(1);
        }
        takes
    }

    /// The word behind the operator.
    fn target(&mut self, target: &mut Line) -> Result<(), Stop> {
        self.text.blanks();
        let start = self.text.at;
        // A name with a bracket is no subscript here.
        target.begin();
        target.finish();
        if self.text.peek() == Some(b'#') {
            return Err(Stop::Unparsed);
        }
        self.word(target)?;
        if self.text.at == start { Err(Stop::Unparsed) } else { Ok(()) }
    }

    fn here_string(&mut self) -> Result<(), Stop> {
        self.target(&mut Line::default())
    }
}

impl Shell<'_> {
    /// What a redirection does.
    fn redirect(&mut self, word: Word<'_>, output: bool, copies: bool) {
        let text = word.text;
        let number = text.strip_suffix('-').unwrap_or(text).bytes().all(|it| it.is_ascii_digit());
        if copies && number && word.plain().is_some() {
            return;
        }
        if copies && !output {
            // Only a number may stand here.
            return self.uncovered(Row::cannot_tell(PROGRAM));
        }
        // Some versions of bash expand this word twice, and run what was quoted in it.
        if copies && (word.has(DYNAMIC) || text.contains(['$', '`', '<', '>'])) {
            self.uncovered(Row::cannot_tell(PROGRAM));
        }
        if text.strip_prefix(PIPE) == Some("") || (output && SAFE_TARGETS.contains(text)) {
            return;
        }
        if device(text).is_some_and(|rest| rest.starts_with("tcp/") || rest.starts_with("udp/")) {
            let row = Row::writes(PROGRAM, VerbClass::Send).with(EffectCode::NetSocket);
            return self.uncovered(row.with(EffectCode::NetSend));
        }
        if word.has(DYNAMIC) {
            for text in self.known_parts(word) {
                self.nested(Nested::Path(&text));
            }
        } else {
            self.nested(Nested::Path(text));
        }
        if !output {
            return;
        }
        let row = if device(text).is_some() {
            Row::writes(PROGRAM, VerbClass::Destroy).with(EffectCode::DiskOverwrite)
        } else {
            Row::writes(PROGRAM, VerbClass::Edit)
        };
        self.uncovered(row.with(EffectCode::FsWrite));
    }
}

/// What follows `/dev/` in a path.
fn device(text: &str) -> Option<&str> {
    let rest = below(text.strip_prefix('/')?).strip_prefix("dev/")?;
    Some(below(rest))
}

/// A path without the parts at its start that lead nowhere.
fn below(mut path: &str) -> &str {
    loop {
        path = path.trim_start_matches('/');
        match path.strip_prefix("./") {
            Some(rest) => path = rest,
            None => return path,
        }
    }
}
