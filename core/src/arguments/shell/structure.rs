//! Lists of commands, and what is around them: parentheses, braces, `if`, loops.

use alloc::vec::Vec;

use super::arithmetic::{self, Ends};
use super::does::Does;
use super::frames::{Frame, Frames, own_reserved};
use super::parser::Parser;
use super::state::Stop;
use super::word::{Line, QUOTED};
use crate::arguments::effect::Program;

/// Where in a command the reader is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum At {
    /// A command may start here.
    Start,
    /// Behind its first word.
    Words,
    /// Behind something that closed.
    Closed,
}

/// What ends a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Separator {
    Line,
    Then,
    Pipe,
    Background,
}

/// A list of commands while it is read.
struct List {
    frames: Frames,
    line: Line,
    at: At,
    /// The command reads from a pipe.
    piped: bool,
    /// So many here-documents belong to what is around it.
    documents: usize,
    /// How many commands handed on what they read before the outermost parentheses or braces were opened; nothing
    /// behind a loop, which reads by itself.
    inputs_before: Option<usize>,
    /// What is read is in parentheses or braces that read from a pipe.
    is_fed: bool,
    /// It is in parentheses of a substitution and has a here-document.
    loses_separators: bool,
}

impl List {
    /// Parentheses or braces are opened.
    fn notes_inputs(&mut self, so_far: usize) {
        if self.frames.is_empty() {
            self.inputs_before = Some(so_far);
        }
    }
}

impl Parser<'_, '_, '_> {
    /// Reads commands up to the end of the text, or of the parentheses that are around them.
    pub(super) fn list(&mut self, nested: bool) -> Result<(), Stop> {
        let mut list = List {
            frames: Frames::default(),
            line: Line::with_room(self.text.rest().len()),
            at: At::Start,
            piped: false,
            documents: self.documents.len(),
            inputs_before: None,
            is_fed: false,
            loses_separators: false,
        };
        loop {
            self.text.blanks();
            match self.text.peek() {
                None => {
                    self.ends(&mut list, Separator::Line)?;
                    let whole = !nested && list.frames.is_empty() && self.documents.is_empty();
                    return if whole { Ok(()) } else { Err(Stop::Unparsed) };
                }
                Some(b'\n') => {
                    // Behind an operator the command goes on in the next line.
                    if list.at != At::Start {
                        self.ends(&mut list, Separator::Line)?;
                    }
                    self.text.skip(1);
                    self.bodies(list.documents, nested)?;
                }
                Some(b'#') => self.text.comment(),
                Some(b';') => {
                    if list.at == At::Start || matches!(self.text.second(), Some(b';' | b'&')) {
                        return Err(Stop::Unparsed);
                    }
                    // Some versions of bash write such a list down again without this separator, and run that.
                    if list.loses_separators {
                        self.shell.uncovered_unknown();
                    }
                    self.ends(&mut list, Separator::Then)?;
                    self.text.skip(1);
                }
                Some(b'&') if self.text.second() == Some(b'>') => {
                    self.redirects(&mut list, nested)?;
                }
                Some(b'&' | b'|') => self.joins(&mut list)?,
                Some(b'(') => self.opens(&mut list)?,
                Some(b')') => {
                    self.ends(&mut list, Separator::Line)?;
                    self.text.skip(1);
                    if list.frames.is_empty() && nested {
                        let whole = self.documents.len() == list.documents;
                        return if whole { Ok(()) } else { Err(Stop::Unparsed) };
                    }
                    list.frames.close(Frame::Paren)?;
                    self.shell.leave_subshell();
                    list.at = At::Closed;
                }
                Some(b'<' | b'>') if self.text.second() != Some(b'(') => {
                    self.redirects(&mut list, nested)?;
                }
                Some(_) => self.begins_word(&mut list)?,
            }
        }
    }

    /// `&`, `&&`, `|`, `||` or `|&`.
    fn joins(&mut self, list: &mut List) -> Result<(), Stop> {
        if list.at == At::Start {
            return Err(Stop::Unparsed);
        }
        let separator = if self.text.peek() == Some(b'|') {
            if self.text.take_second(b'|') {
                Separator::Then
            } else {
                if !self.text.take_second(b'&') {
                    self.text.skip(1);
                }
                Separator::Pipe
            }
        } else if self.text.take_second(b'&') {
            Separator::Then
        } else {
            self.text.skip(1);
            Separator::Background
        };
        self.ends(list, separator)
    }

    /// An opening parenthesis where a command may start.
    fn opens(&mut self, list: &mut List) -> Result<(), Stop> {
        if list.at != At::Start || !list.line.is_empty() {
            return Err(Stop::Unparsed);
        }
        let second = self.text.past_continuations(self.text.at.saturating_add(1));
        if self.text.byte(second) == Some(b'(') {
            let inner = second.saturating_add(1);
            match arithmetic::end(&self.text, inner, &mut self.shell.ahead) {
                Ends::At(end) => {
                    self.shell.only_bash();
                    self.text.at = inner;
                    self.arithmetic(end)?;
                    self.text.skip(2);
                    list.at = At::Closed;
                    return Ok(());
                }
                Ends::Unclear => return Err(Stop::Unparsed),
                Ends::Not => {}
            }
        }
        self.text.skip(1);
        list.notes_inputs(self.shell.open_inputs);
        list.frames.open(Frame::Paren);
        list.is_fed |= list.piped;
        self.shell.enter_subshell();
        Ok(())
    }

    /// A redirection.
    fn redirects(&mut self, list: &mut List, nested: bool) -> Result<(), Stop> {
        self.redirection(&mut list.line)?;
        let handed_on = list.inputs_before.is_some_and(|before| self.shell.open_inputs > before);
        if list.at == At::Closed && list.line.is_fed && handed_on {
            self.shell.uncovered(Does::SENDS.row(Program::of("ssh")));
        }
        list.loses_separators |= nested && self.documents.len() > list.documents;
        if list.at == At::Start {
            list.at = At::Words;
        }
        Ok(())
    }

    /// A word, which may be a reserved one.
    fn begins_word(&mut self, list: &mut List) -> Result<(), Stop> {
        if list.at == At::Closed {
            let mut line = Line::default();
            self.word(&mut line)?;
            let word = line.last().filter(|word| !word.has(QUOTED)).map(|word| word.text);
            let reserved = word.and_then(own_reserved).ok_or(Stop::Unparsed)?;
            // Behind a redirection a word is one of a command, and there is none.
            if list.line.redirected {
                return Err(Stop::Unparsed);
            }
            return self.reserved(reserved, list);
        }
        let start = self.text.at;
        let first = list.line.is_empty() && list.at == At::Start;
        self.word(&mut list.line)?;
        if self.text.at == start {
            return Err(Stop::Unparsed);
        }
        if first
            && let Some(word) = list.line.last()
            && !word.has(QUOTED)
            && let Some(reserved) = own_reserved(word.text)
            && !(reserved == "time" && list.piped)
        {
            list.line.clear();
            return self.reserved(reserved, list);
        }
        list.at = At::Words;
        self.descriptor(&mut list.line);
        Ok(())
    }

    /// A number or a name in braces directly before a redirection belongs to it.
    fn descriptor(&mut self, line: &mut Line) {
        if !matches!(self.text.peek(), Some(b'<' | b'>')) || self.text.second() == Some(b'(') {
            return;
        }
        let Some(word) = line.last().filter(|word| !word.has(QUOTED)) else { return };
        let number = !word.text.is_empty() && word.text.bytes().all(|byte| byte.is_ascii_digit());
        let name = word.text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
        let name = name.filter(|name| super::word::is_name(name));
        if let Some(name) = name {
            self.assigned(name, None);
        }
        if number || name.is_some() {
            line.pop();
            line.redirected = true;
        }
    }

    /// A reserved word where a command may start, or behind something that closed.
    fn reserved(&mut self, word: &str, list: &mut List) -> Result<(), Stop> {
        list.at = match word {
            "!" if list.at == At::Start => At::Start,
            "time" if list.at == At::Start => {
                self.time_options();
                At::Start
            }
            "[[" if list.at == At::Start => {
                self.shell.only_bash();
                self.condition()?;
                At::Closed
            }
            "for" if list.at == At::Start => {
                let frame = self.header()?;
                list.frames.open(frame);
                At::Start
            }
            "{" | "if" | "while" | "until" if list.at == At::Start => {
                // A loop goes over what it reads.
                list.is_fed |= list.piped && matches!(word, "{" | "if");
                list.notes_inputs(self.shell.open_inputs);
                list.frames.open_word(word);
                At::Start
            }
            "then" | "elif" | "else" | "do" => {
                list.frames.go_on(word)?;
                At::Start
            }
            "}" | "fi" | "done" => {
                list.frames.close_word(word)?;
                if word == "done" {
                    list.inputs_before = None;
                }
                At::Closed
            }
            _ => return Err(Stop::Unparsed),
        };
        list.piped = false;
        Ok(())
    }

    /// The options of the reserved word `time`.
    fn time_options(&mut self) {
        for option in ["-p", "--"] {
            self.text.blanks();
            let rest = self.text.rest();
            let behind = rest.strip_prefix(option).map(|behind| behind.chars().next());
            if behind.is_some_and(|next| next.is_none_or(|next| " \t\n;&|()<>".contains(next))) {
                self.text.skip(option.len());
            }
        }
    }

    /// What stands in double brackets. The first two are read.
    fn condition(&mut self) -> Result<(), Stop> {
        let mut line = Line::default();
        loop {
            self.text.blanks();
            match self.text.peek() {
                None | Some(b';' | b'#') => return Err(Stop::Unparsed),
                Some(b'\n' | b'(' | b')' | b'|') => self.text.skip(1),
                Some(b'&') => {
                    if !self.text.take_second(b'&') {
                        return Err(Stop::Unparsed);
                    }
                }
                Some(b'<' | b'>') if self.text.second() != Some(b'(') => self.text.skip(1),
                Some(_) => {
                    self.word(&mut line)?;
                    let word = line.last().ok_or(Stop::Unparsed)?;
                    if word.text == "]]" && !word.has(QUOTED) {
                        break;
                    }
                }
            }
        }
        let words: Vec<_> = line.words().collect();
        self.shell.condition_words(&words);
        Ok(())
    }

    /// The header of `for`. The word itself is read.
    fn header(&mut self) -> Result<Frame, Stop> {
        self.text.blanks();
        let mut line = Line::default();
        self.word(&mut line)?;
        self.lines()?;
        let mut next = Line::default();
        if self.text.peek() == Some(b';') {
            self.text.skip(1);
            self.lines()?;
            self.word(&mut next)?;
            self.looped(&line, None)?;
        } else {
            self.word(&mut next)?;
            if next.last().is_some_and(|word| word.text == "in" && !word.has(QUOTED)) {
                next.clear();
                self.header_words(&mut next)?;
                self.looped(&line, Some(&next))?;
                next.clear();
                self.lines()?;
                self.word(&mut next)?;
            } else {
                self.looped(&line, None)?;
            }
        }
        match next.last().filter(|word| !word.has(QUOTED)).map(|word| word.text) {
            Some("do") => Ok(Frame::Body),
            Some("{") => Ok(Frame::Brace),
            _ => Err(Stop::Unparsed),
        }
    }

    /// The words that a loop goes over.
    fn header_words(&mut self, line: &mut Line) -> Result<(), Stop> {
        // Behind a first word a subscript is none of an assignment.
        line.begin();
        line.finish();
        loop {
            self.text.blanks();
            match self.text.peek() {
                Some(b';' | b'\n') => {
                    self.text.skip(1);
                    return Ok(());
                }
                Some(b'#') => self.text.comment(),
                None | Some(b'&' | b'|' | b'(' | b')') => return Err(Stop::Unparsed),
                Some(b'<' | b'>') if self.text.second() != Some(b'(') => {
                    return Err(Stop::Unparsed);
                }
                Some(_) => self.word(line)?,
            }
        }
    }

    /// Skips line ends, blanks and comments.
    fn lines(&mut self) -> Result<(), Stop> {
        loop {
            self.text.blanks();
            match self.text.peek() {
                Some(b'\n') if self.documents.is_empty() => self.text.skip(1),
                Some(b'\n') => return Err(Stop::Unparsed),
                Some(b'#') => self.text.comment(),
                _ => return Ok(()),
            }
        }
    }

    /// The variable of a loop, and what it goes over.
    fn looped(&mut self, name: &Line, words: Option<&Line>) -> Result<(), Stop> {
        let name = name.last().filter(|word| !word.has(QUOTED)).map(|word| word.text);
        let name = name.filter(|name| super::word::is_name(name)).ok_or(Stop::Unparsed)?;
        let safe = words.is_some_and(|words| {
            words.count() > 1 && words.words().skip(1).all(super::variables::is_safe_value)
        });
        self.assigned(name, Some(safe));
        for word in words.iter().flat_map(|words| words.words().skip(1)) {
            self.shell.secret_value(word.text);
            self.shell.value(name, word.text);
        }
        Ok(())
    }

    /// The end of a command.
    fn ends(&mut self, list: &mut List, separator: Separator) -> Result<(), Stop> {
        self.shell.room()?;
        // In a pipe and in the background assignments stay in a subshell.
        let stays = !list.piped && matches!(separator, Separator::Line | Separator::Then);
        if list.line.count() > 0 {
            if list.at == At::Closed {
                return Err(Stop::Unparsed);
            }
            let before = self.shell.is_fed;
            self.shell.is_fed |= list.piped || list.is_fed || list.line.is_fed;
            self.shell.segment(&list.line, list.piped, stays);
            self.shell.is_fed = before;
        }
        list.is_fed &= !list.frames.is_empty();
        list.line.clear();
        list.piped = separator == Separator::Pipe;
        list.at = At::Start;
        Ok(())
    }
}
