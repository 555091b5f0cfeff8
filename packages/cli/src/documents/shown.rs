//! What was found in a document, shown: a line each, or on a terminal with the place underlined.

use std::io::{self, IsTerminal as _};
use std::iter;
use std::ops::Range;

use aana_core::{
    json::{self, Limits, MAX_DEPTH},
    secrets,
};
use aana_formats::{Finding, Place, Rule, Severity};
use codespan_reporting::diagnostic::{Diagnostic, Label};
use codespan_reporting::files::SimpleFile;
use codespan_reporting::term::{self, Config};
use serde_json::value::RawValue;

use super::locate::{lines_and_columns, locate};
use crate::style::{CODE, FAILURE, FAINT, FINE, HEADING, printable};

/// How long a document may be, and how much may be wrong with it, for its lines to be shown: each time all of it
/// is looked through for what a terminal must not see.
const UNDERLINED_BYTES: usize = 64 << 10;
const UNDERLINED_FINDINGS: usize = 100;

/// A document with its name in messages.
pub(crate) struct Document<'d> {
    pub(crate) name: String,
    pub(crate) text: &'d str,
    /// How many lines stand before the text in its file.
    pub(crate) lines_before: usize,
}

impl Document<'_> {
    /// Every finding, a line each. On a terminal the place is underlined, unless the document is long or has
    /// much wrong with it.
    pub(crate) fn show<'f, R: Rule>(
        &self,
        findings: impl IntoIterator<Item = &'f Finding<R>>,
    ) -> String {
        let findings: Vec<&Finding<R>> = findings.into_iter().collect();
        let short = self.text.len() <= UNDERLINED_BYTES && findings.len() <= UNDERLINED_FINDINGS;
        let underlined = short && io::stdout().is_terminal();
        let ranges = self.ranges(&findings);
        let places = self.places(&findings);
        findings
            .iter()
            .zip(&ranges)
            .zip(places)
            .map(|((finding, range), place)| {
                match underlined.then(|| self.underline(finding, range)).flatten() {
                    Some(text) => text,
                    None => self.line(finding, place),
                }
            })
            .collect()
    }

    /// The message of a finding. A place that it names is one in the file.
    pub(crate) fn message<R: Rule>(&self, finding: &Finding<R>) -> String {
        const AT: &str = " at line ";
        let message = &finding.message;
        let moved = || {
            let (before, rest) = message.split_once(AT)?;
            let digits = rest.len() - rest.trim_start_matches(|it: char| it.is_ascii_digit()).len();
            let (line, rest) = rest.split_at_checked(digits)?;
            let line = line.parse::<usize>().ok()? + self.lines_before;
            Some(format!("{before}{AT}{line}{rest}"))
        };
        if self.lines_before == 0 { None } else { moved() }.unwrap_or_else(|| message.clone())
    }

    /// Where a text that is not JSON stops being so. Pointers lead nowhere in it.
    fn broken(&self) -> Option<Range<usize>> {
        serde_json::from_str::<&RawValue>(self.text).err()?;
        let limits = Limits { max_bytes: usize::MAX, max_depth: MAX_DEPTH };
        let at = json::fault_offset(self.text, limits)?;
        // At the end there is nothing more to point at.
        let rest = self.text.get(at..)?;
        Some(at..at + rest.chars().next().map_or(0, char::len_utf8))
    }

    /// The line and the column of each finding in the file, both from 1.
    pub(crate) fn places<R: Rule>(&self, findings: &[&Finding<R>]) -> Vec<(usize, usize)> {
        let starts: Vec<usize> = self.ranges(findings).iter().map(|range| range.start).collect();
        let located = lines_and_columns(self.text, &starts);
        let place = |(finding, located): (&&Finding<R>, (usize, usize))| match finding.place {
            // Of a file that was not read there is no text.
            Place::Line { line, column } => (line + self.lines_before, column),
            Place::Pointer(_) => (located.0 + self.lines_before, located.1),
        };
        findings.iter().zip(located).map(place).collect()
    }

    /// Where each finding is in the text.
    fn ranges<R: Rule>(&self, findings: &[&Finding<R>]) -> Vec<Range<usize>> {
        let pointers = findings.iter().filter_map(|finding| match &finding.place {
            Place::Pointer(pointer) => Some(pointer.as_str()),
            Place::Line { .. } => None,
        });
        let points = findings.iter().any(|it| matches!(it.place, Place::Pointer(_)));
        let broken = if points { self.broken() } else { None };
        let mut located = locate(self.text, pointers).into_iter();
        let mut lines: Option<Vec<usize>> = None;
        findings
            .iter()
            .map(|finding| match finding.place {
                Place::Pointer(_) => {
                    let located = located.next().unwrap_or_default();
                    broken.clone().unwrap_or(located)
                }
                Place::Line { line, column } => {
                    let starts = lines.get_or_insert_with(|| self.line_starts());
                    let start = starts.get(line.saturating_sub(1)).copied();
                    self.in_line(start.unwrap_or(self.text.len()), column)
                }
            })
            .collect()
    }

    fn line_starts(&self) -> Vec<usize> {
        let ends = self.text.match_indices('\n').map(|(at, _)| at + 1);
        iter::once(0).chain(ends).collect()
    }

    /// From a column of the line that begins at `start` to its end.
    fn in_line(&self, start: usize, column: usize) -> Range<usize> {
        let rest = self.text.get(start..).unwrap_or_default();
        let rest = rest.lines().next().unwrap_or_default();
        let from = rest.char_indices().nth(column.saturating_sub(1));
        let from = start + from.map_or(rest.len(), |(at, _)| at);
        from..(start + rest.len()).max(from)
    }

    /// `file:line:column: error[rule]: message`, as compilers say it.
    fn line<R: Rule>(&self, finding: &Finding<R>, (line, column): (usize, usize)) -> String {
        let place = match &finding.place {
            Place::Pointer(pointer) if !pointer.is_empty() => {
                format!(" {FAINT}`{}`{FAINT:#}", printable(pointer))
            }
            _ => String::new(),
        };
        let (severity, style) = match finding.rule.severity() {
            Severity::Error => ("error", FAILURE),
            Severity::Warning => ("warning", HEADING),
        };
        format!(
            "{}:{line}:{column}: {style}{severity}{style:#}[{CODE}{}{CODE:#}]{place}: {}\n",
            printable(&self.name),
            finding.rule.id(),
            printable(&self.message(finding)),
        )
    }

    /// The same with the lines themselves. `None` where one of them may hold a secret, which must not
    /// come up on a screen or in a log.
    fn underline<R: Rule>(&self, finding: &Finding<R>, range: &Range<usize>) -> Option<String> {
        let (shown, range) = plain(self.text, range);
        let lines = lines_around(&shown, &range);
        if secrets::scan(lines).secret() {
            return None;
        }
        let file = SimpleFile::new(printable(&self.name), &shown);
        let diagnostic = match finding.rule.severity() {
            Severity::Error => Diagnostic::error(),
            Severity::Warning => Diagnostic::warning(),
        };
        let diagnostic = diagnostic
            .with_code(finding.rule.id())
            .with_message(finding.rule.sentence())
            .with_label(Label::primary((), range).with_message(printable(&finding.message)));
        term::emit_into_string(&Config::default(), &file, &diagnostic).ok()
    }
}

/// That nothing was found.
pub(crate) fn fine(name: &str) -> String {
    format!("{}: {FINE}valid{FINE:#}\n", printable(name))
}

/// A text that a terminal can be shown, with the same range in it: what could steer the terminal or hide
/// something is a replacement character.
fn plain(text: &str, range: &Range<usize>) -> (String, Range<usize>) {
    let mut shown = String::with_capacity(text.len());
    let mut place = range.clone();
    for (at, character) in text.char_indices() {
        if at == range.start {
            place.start = shown.len();
        }
        if at == range.end {
            place.end = shown.len();
        }
        let harmless = matches!(character, ' '..='~' | '\n') || character.is_alphanumeric();
        shown.push(if harmless { character } else { '\u{fffd}' });
    }
    if range.start >= text.len() {
        place.start = shown.len();
    }
    if range.end >= text.len() {
        place.end = shown.len();
    }
    (shown, place)
}

/// The lines that hold a range.
fn lines_around<'t>(text: &'t str, range: &Range<usize>) -> &'t str {
    let start =
        text.get(..range.start).and_then(|before| before.rfind('\n')).map_or(0, |at| at + 1);
    let end = text.get(range.end..).and_then(|after| after.find('\n')).map(|at| range.end + at);
    text.get(start..end.unwrap_or(text.len())).unwrap_or_default()
}
