//! Bytes, characters and line ends: what may stand in the file at all.

use aana_core::characters;

use crate::tool_request::{
    RequestRule as Rule,
    found::{Position, RequestFindings},
};

const MAX_BYTES: usize = 65_536;
const MAX_LINE_BYTES: usize = 8_192;

/// One line without its end.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Line<'a> {
    pub(crate) text: &'a str,
    /// From 1.
    pub(crate) number: usize,
}

impl Line<'_> {
    /// Its first character that is not a blank.
    pub(crate) fn at(&self) -> Position {
        let blanks = self.text.bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        Position { line: self.number, column: blanks.saturating_add(1) }
    }

    pub(crate) fn at_byte(&self, offset: usize) -> Position {
        let before = self.text.char_indices().take_while(|(index, _)| *index < offset).count();
        Position { line: self.number, column: before.saturating_add(1) }
    }
}

/// The text of the file, or nothing if its bytes are not to be read any further.
pub(crate) fn decode<'a>(bytes: &'a [u8], found: &mut RequestFindings) -> Option<&'a str> {
    if bytes.len() > MAX_BYTES {
        found.add(Rule::DocTooLarge, Position::START, "the file has more than 65,536 bytes");
        return None;
    }
    if bytes.iter().all(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n')) {
        found.add(
            Rule::DocEmpty,
            Position::START,
            "the file holds nothing but blanks and line ends",
        );
        return None;
    }
    let marks: [&[u8]; 4] = [b"\xEF\xBB\xBF", b"\xFF\xFE", b"\xFE\xFF", b"\x00\x00\xFE\xFF"];
    if marks.iter().any(|mark| bytes.starts_with(mark)) {
        found.add(
            Rule::DocBom,
            Position::START,
            "the file starts with a byte order mark; its first bytes have to be three dashes",
        );
        return None;
    }
    if let Some(index) = bytes.iter().position(|byte| *byte == 0) {
        found.add(Rule::DocNul, at_byte(bytes, index), "the file holds a zero byte");
        return None;
    }
    match str::from_utf8(bytes) {
        Ok(text) => Some(text),
        Err(error) => {
            let at = at_byte(bytes, error.valid_up_to());
            found.add(Rule::DocNotUtf8, at, "the file is not well-formed UTF-8");
            None
        }
    }
}

/// The place of a byte in a file that may not be text.
fn at_byte(bytes: &[u8], index: usize) -> Position {
    let before = bytes.get(..index).unwrap_or_default();
    let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let line = before.split(|byte| *byte == b'\n').count();
    let in_line = before.get(line_start..).unwrap_or_default();
    // A byte that continues a character is none.
    let characters = in_line.iter().filter(|byte| **byte & 0xC0 != 0x80).count();
    Position { line, column: characters + 1 }
}

/// What a single character breaks, if anything.
fn forbidden(c: char) -> Option<(Rule, &'static str)> {
    match c {
        '\n' | '\t' | ' '..='~' => None,
        '\u{85}' | '\u{2028}' | '\u{2029}' => Some((
            Rule::DocUnicodeLineBreak,
            "a character that some readers take for a line end and others do not",
        )),
        _ if c.is_control() => {
            Some((Rule::DocControlChar, "a control character; only line ends and tabs are allowed"))
        }
        _ if characters::is_bidi_control(c) => Some((
            Rule::DocBidiControl,
            "a character that changes the order in which the text is shown",
        )),
        _ if characters::is_non_ascii_space(c) => {
            Some((Rule::DocNonAsciiSpace, "a blank other than the space and the tab"))
        }
        _ if shows_nothing(c) => Some((Rule::DocInvisibleChar, "a character that shows nothing")),
        _ => None,
    }
}

/// Marks that enclose the digits behind them are writing. What stands for something that is not in the
/// text, as U+FFFC, is not.
const fn shows_nothing(c: char) -> bool {
    (characters::is_hidden(c) && !characters::is_format(c)) || matches!(c, '\u{FFF9}'..='\u{FFFD}')
}

/// The lines of the text, or nothing if a character or a line's length stops the reading. Of each kind
/// the first is reported.
pub(crate) fn split<'a>(text: &'a str, found: &mut RequestFindings) -> Option<Vec<Line<'a>>> {
    let mut seen: Vec<Rule> = Vec::new();
    let mut lines = Vec::new();
    let (mut with_return, mut without) = (false, false);
    let mut rest = text;
    while !rest.is_empty() {
        let number = lines.len() + 1;
        let (raw, next, ended) = match rest.split_once('\n') {
            Some((raw, next)) => (raw, next, true),
            None => (rest, "", false),
        };
        rest = next;
        let line = match raw.strip_suffix('\r') {
            Some(line) if ended => {
                with_return = true;
                line
            }
            _ => {
                without |= ended;
                raw
            }
        };
        if line.len() > MAX_LINE_BYTES && !seen.contains(&Rule::DocLineTooLong) {
            seen.push(Rule::DocLineTooLong);
            let message = "a line has more than 8,192 bytes";
            found.add(Rule::DocLineTooLong, Position { line: number, column: 1 }, message);
        }
        for (index, c) in line.chars().enumerate() {
            let Some((rule, message)) = forbidden(c) else { continue };
            if !seen.contains(&rule) {
                seen.push(rule);
                found.add(rule, Position { line: number, column: index + 1 }, message);
            }
        }
        lines.push(Line { text: line, number });
    }
    if with_return && without {
        found.add(
            Rule::DocMixedEol,
            Position::START,
            "lines end both with and without a carriage return",
        );
    }
    seen.is_empty().then_some(lines)
}

#[cfg(test)]
mod tests {
    use super::{Rule, forbidden};

    #[test]
    fn what_shows_nothing_is_invisible_and_marks_of_a_script_are_not() {
        let rule = |character| forbidden(character).map(|(rule, _)| rule);
        for unseen in
            ['\u{AD}', '\u{3164}', '\u{2800}', '\u{E000}', '\u{FDD0}', '\u{13441}', '\u{FFFC}']
        {
            assert_eq!(rule(unseen), Some(Rule::DocInvisibleChar), "{unseen:?}");
        }
        for shown in ['a', 'é', '日', '\u{600}', '\u{6DD}'] {
            assert_eq!(rule(shown), None, "{shown:?}");
        }
        assert_eq!(rule('\u{85}'), Some(Rule::DocUnicodeLineBreak));
        assert_eq!(rule('\u{202E}'), Some(Rule::DocBidiControl));
        assert_eq!(rule('\u{3000}'), Some(Rule::DocNonAsciiSpace));
        assert_eq!(rule('\0'), Some(Rule::DocControlChar));
    }
}
