//! Here-documents.

use alloc::string::String;

use super::parser::{Document, Parser, Within};
use super::state::Stop;
use super::word::{DYNAMIC, Line, QUOTED};

impl Parser<'_, '_, '_> {
    /// Notes a here-document whose operator is read. Its body comes with the next line.
    pub(super) fn document(&mut self, strips_tabs: bool) -> Result<(), Stop> {
        self.text.blanks();
        let start = self.text.at;
        let mut line = Line::default();
        self.word(&mut line)?;
        let word = line.last().filter(|_| self.text.at > start).ok_or(Stop::Unparsed)?;
        // What stands there is not expanded, so that it is not what was read.
        if word.has(DYNAMIC) || word.text.contains(['$', '`', '\n']) {
            return Err(Stop::Unparsed);
        }
        let quoted = word.has(QUOTED);
        self.documents.push(Document { end: String::from(word.text), strips_tabs, quoted });
        Ok(())
    }

    /// Reads the bodies that are due from a number on. The line end before them is read.
    pub(super) fn bodies(&mut self, first: usize, nested: bool) -> Result<(), Stop> {
        for document in self.documents.split_off(first) {
            let body = self.body(&document, nested)?;
            if !document.quoted {
                let mut inner = Parser::new(self.shell, &body);
                inner.expand_body()?;
            }
        }
        Ok(())
    }

    /// The lines of one body.
    fn body(&mut self, document: &Document, nested: bool) -> Result<String, Stop> {
        let mut body = String::new();
        loop {
            if self.text.peek().is_none() {
                return Err(Stop::Unparsed);
            }
            let start = body.len();
            self.body_line(document.quoted, &mut body);
            let line = body.get(start..).unwrap_or_default();
            let line = if document.strips_tabs { line.trim_start_matches('\t') } else { line };
            if line == document.end {
                body.truncate(start);
                return Ok(body);
            }
            // Here a parenthesis behind the end counts in some shells.
            if nested && line.starts_with(document.end.as_str()) {
                return Err(Stop::Unparsed);
            }
            body.push('\n');
        }
    }

    /// One line; one that goes on is joined with the next.
    fn body_line(&mut self, quoted: bool, body: &mut String) {
        while let Some(character) = self.text.bump() {
            match character {
                '\n' => return,
                '\\' if !quoted => match self.text.bump() {
                    Some('\n') => {}
                    next => {
                        body.push('\\');
                        body.extend(next);
                    }
                },
                character => body.push(character),
            }
        }
    }

    /// Only what is expanded in a body counts.
    fn expand_body(&mut self) -> Result<(), Stop> {
        let mut line = Line::default();
        line.begin();
        loop {
            match self.text.peek() {
                None => return Ok(()),
                Some(b'\\') => {
                    self.text.skip(1);
                    self.text.bump();
                }
                Some(b'$') => self.dollar(&mut line, Within::Document)?,
                Some(b'`') => {
                    self.text.skip(1);
                    self.backticks(&mut line, Within::Document)?;
                }
                Some(_) => {
                    self.text.bump();
                }
            }
        }
    }
}
