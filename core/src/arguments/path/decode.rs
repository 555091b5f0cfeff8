//! Characters of a path that are written so that a careless check does not see them.

use alloc::{borrow::Cow, string::String};

use crate::arguments::steps::step;

/// A path with its dots and separators written out.
pub(super) struct Decoded<'a> {
    pub(super) text: Cow<'a, str>,
    /// Whether a dot or separator was encoded.
    pub(super) has_encoded_dots: bool,
}

/// Writes out `%2e`, `%2f`, `%5c` and `%00`, however often they are encoded, and the full-width forms that some
/// systems take for them. Other sequences stay: they may be part of a name.
pub(super) fn decode(text: &str) -> Decoded<'_> {
    step(text.len());
    if !text.contains(['%', '\u{FF0E}', '\u{2024}', '\u{FF0F}', '\u{FF3C}', '\u{2025}']) {
        return Decoded { text: Cow::Borrowed(text), has_encoded_dots: false };
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut has_encoded_dots = false;
    while let Some(character) = rest.chars().next() {
        let (meaning, length) = match character {
            '%' => encoded(rest.as_bytes()),
            '\u{FF0E}' | '\u{2024}' => (Some("."), 3),
            '\u{2025}' => (Some(".."), 3),
            '\u{FF0F}' => (Some("/"), 3),
            '\u{FF3C}' => (Some("\\"), 3),
            other => (None, other.len_utf8()),
        };
        step(length);
        match meaning {
            Some(meaning) => {
                has_encoded_dots |= meaning != "\0";
                out.push_str(meaning);
            }
            None => out.push_str(rest.get(..length).unwrap_or_default()),
        }
        rest = rest.get(length..).unwrap_or_default();
    }
    Decoded { text: Cow::Owned(out), has_encoded_dots }
}

/// What an encoded character stands for, and how long the sequence is: `%2e`, `%252e`, `%25252e`.
fn encoded(bytes: &[u8]) -> (Option<&'static str>, usize) {
    let mut at = 1_usize;
    while bytes.get(at..at.saturating_add(2)) == Some(b"25") {
        at = at.saturating_add(2);
    }
    let digits = |from: usize| {
        let pair = bytes.get(from..from.saturating_add(2));
        pair.map(|pair| {
            [
                pair.first().map_or(0, u8::to_ascii_lowercase),
                pair.last().map_or(0, u8::to_ascii_lowercase),
            ]
        })
    };
    let end = at.saturating_add(2);
    let meaning = match digits(at).as_ref() {
        Some(b"2e") => ".",
        Some(b"2f") => "/",
        Some(b"5c") => "\\",
        Some(b"00") => "\0",
        // The same in two bytes, as no reader should take it.
        Some(b"c0" | b"c1") if bytes.get(end) == Some(&b'%') => {
            let second = digits(end.saturating_add(1));
            let meaning = match (digits(at).as_ref(), second.as_ref()) {
                (Some(b"c0"), Some(b"ae")) => ".",
                (Some(b"c0"), Some(b"af")) => "/",
                (Some(b"c1"), Some(b"9c")) => "\\",
                _ => return (None, at),
            };
            return (Some(meaning), end.saturating_add(3));
        }
        _ => return (None, at),
    };
    (Some(meaning), end)
}
