//! A path in components, with `..` taken out.

use alloc::vec::Vec;

use super::place::Place;
use crate::arguments::steps::step;

/// Where a path begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Root {
    /// Where the program stands.
    None,
    /// At the root of the file system.
    Slash,
    /// At the root of a drive, with its letter in lower case.
    Drive(u8),
    /// On another machine.
    Share,
    /// In somebody's home.
    Home,
}

impl Root {
    pub(super) const fn is_absolute(self) -> bool {
        !matches!(self, Self::None)
    }
}

/// A path without `.` and `..`.
pub(super) struct Resolved<'a> {
    pub(super) root: Root,
    /// How many folders above its beginning it leads.
    pub(super) climbs: usize,
    pub(super) parts: Vec<&'a str>,
    /// Whether it holds `..` at all.
    pub(super) has_dots: bool,
    /// Whether it holds `..` beside a back-slash, or with something hung on to it.
    pub(super) has_slash_dots: bool,
    /// Whether `..` takes its first component away.
    pub(super) leaves_first: bool,
}

/// Splits a path and takes out what cancels.
pub(super) fn resolve(path: &str, place: Place) -> Resolved<'_> {
    step(path.len());
    let by_backslash = place == Place::Argument;
    let (root, rest) = root_of(path, by_backslash);
    let mut resolved = Resolved {
        root,
        climbs: 0,
        parts: Vec::new(),
        has_dots: false,
        has_slash_dots: false,
        leaves_first: false,
    };
    let mut first = None;
    // A home is left with the first `..`.
    let mut floor = usize::from(root != Root::Home);
    let mut before = path.as_bytes().get(path.len().saturating_sub(rest.len()).wrapping_sub(1));
    let is_separator = |byte: u8| byte == b'/' || (by_backslash && byte == b'\\');
    let mut next = Some(rest);
    while let Some(rest) = next {
        step(1);
        let end = rest.bytes().position(is_separator);
        let part = rest.get(..end.unwrap_or(rest.len())).unwrap_or_default();
        next = end.and_then(|end| rest.get(end.saturating_add(1)..));
        let after = end.and_then(|end| rest.as_bytes().get(end));
        let slash = by_backslash && (before == Some(&b'\\') || after == Some(&b'\\'));
        before = after;
        match part {
            "" | "." => {}
            _ if is_dots(part) => {
                resolved.has_dots = true;
                resolved.has_slash_dots |= slash || part.len() > 2;
                if resolved.parts.pop().is_none() {
                    resolved.climbs = resolved.climbs.saturating_add(1);
                    floor = 0;
                }
            }
            part => {
                first = first.or(Some(part));
                resolved.parts.push(part);
            }
        }
    }
    resolved.leaves_first = root.is_absolute()
        && resolved.has_dots
        && (resolved.climbs > 0 || (floor > 0 && resolved.parts.first().copied() != first));
    resolved
}

/// `..`, also with a parameter behind it, which some servers take off.
fn is_dots(part: &str) -> bool {
    part == ".." || part.starts_with("..;")
}

/// Where a path begins, and what follows.
fn root_of(path: &str, by_backslash: bool) -> (Root, &str) {
    let bytes = path.as_bytes();
    let is_separator =
        |byte: Option<&u8>| byte == Some(&b'/') || (by_backslash && byte == Some(&b'\\'));
    let behind = |length: usize| path.get(length..).unwrap_or_default();
    match bytes.first() {
        Some(b'\\') if by_backslash && is_separator(bytes.get(1)) => (Root::Share, behind(2)),
        Some(b'/') if by_backslash && bytes.get(1) == Some(&b'\\') => (Root::Share, behind(2)),
        first if is_separator(first) => (Root::Slash, behind(1)),
        Some(b'~') => {
            // `~` or `~name`.
            let end = path.find(['/', '\\']).unwrap_or(path.len());
            (Root::Home, behind(end))
        }
        Some(letter) if letter.is_ascii_alphabetic() && bytes.get(1) == Some(&b':') => {
            if bytes.get(2).is_some_and(|byte| matches!(byte, b'/' | b'\\')) {
                (Root::Drive(letter.to_ascii_lowercase()), behind(3))
            } else {
                (Root::None, path)
            }
        }
        _ => (Root::None, path),
    }
}
