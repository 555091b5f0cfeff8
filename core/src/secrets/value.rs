//! Which part of a value is the secret: all of it, or only the words of a longer one that look like it.
//!
//! A value in quotes may hold a whole command, and so may a password in a URL; one without quotes may be a
//! whole address. Whoever hides a secret
//! must not hide those with it.

use super::kind::Kind;
use super::raw_span::{RawSpan, Sink};
use super::shape::Shape;
use super::text::{ALNUM, DASH, DOT, LETTER, Meter, TOKEN, Text, is};

/// Adds the parts of a value that was found to be a secret.
pub(super) fn add<M: Meter, S: Sink>(text: Text<'_, M>, value: Option<RawSpan>, found: &mut S) {
    let Some(value) = value else { return };
    if !S::PLACES {
        found.add(Kind::Assignment, value);
        return;
    }
    let bytes = text.slice(value.start, value.end);
    text.step(bytes.len().saturating_mul(4));
    each(bytes, |start, end| {
        let (start, end) = (value.start.saturating_add(start), value.start.saturating_add(end));
        let tail = if end == value.end { value.tail } else { 0 };
        found.add(Kind::Assignment, RawSpan { start, end, tail });
    });
}

/// Calls `add` with the parts of `value` that look like a secret: all of it, unless it is an address.
pub(super) fn each(value: &[u8], mut add: impl FnMut(usize, usize)) {
    if mark(value).is_some() || !is_address(value) {
        add(0, value.len());
        return;
    }
    let mut at = 0_usize;
    let mut best = (0, 0, 0);
    let mut any = false;
    for part in value.split(|&byte| matches!(byte, b'/' | b'@' | b'?' | b':')) {
        let end = at.saturating_add(part.len());
        let shape = Shape::of(part);
        if shape.token() || shape.mixed >= 6 {
            any = true;
            add(at, end);
        } else if (shape.mixed, part.len()) > (best.0, best.2) && !is_host(part) {
            best = (shape.mixed, at, part.len());
        }
        at = end.saturating_add(1);
    }
    // Something in it made it a secret; then it is what looks most like one.
    if !any && best.2 > 0 {
        add(best.1, best.1.saturating_add(best.2));
    }
}

/// Where the first sign stands that parts words or commands in some shell, query or program: no mask may
/// hide one. The breaks that only Unicode knows are signs too.
pub(super) fn mark(stretch: &[u8]) -> Option<usize> {
    (0..stretch.len()).find(|at| match stretch.get(*at..) {
        Some([0xC2, 0x85, ..] | [0xE2, 0x80, 0xA8 | 0xA9, ..]) => true,
        Some([byte, ..]) => *byte <= b' ' || b"`$(){};|&<>'\"\\".contains(byte),
        _ => false,
    })
}

/// Calls `add` with the words of a stretch, in which a command may stand, that look like a secret. Says
/// whether there are any.
pub(super) fn words(stretch: &[u8], mut add: impl FnMut(usize, usize)) -> bool {
    let mut at = 0_usize;
    let mut any = false;
    for part in stretch.split(|&byte| !is(byte, TOKEN)) {
        let end = at.saturating_add(part.len());
        let shape = Shape::of(part);
        if shape.token() || shape.mixed >= 8 {
            any = true;
            add(at, end);
        }
        at = end.saturating_add(1);
    }
    any
}

/// Calls `add` with the word of a stretch that has the most digits, if it has more of them than the name of a
/// program does.
pub(super) fn number(stretch: &[u8], add: impl FnOnce(usize, usize)) {
    const LEAST: usize = 4;
    let mut at = 0_usize;
    let mut most = LEAST.saturating_sub(1);
    let mut place = None;
    for part in stretch.split(|&byte| !is(byte, TOKEN)) {
        let end = at.saturating_add(part.len());
        let digits = Shape::of(part).digits;
        if digits > most {
            (most, place) = (digits, Some((at, end)));
        }
        at = end.saturating_add(1);
    }
    if let Some((start, end)) = place {
        add(start, end);
    }
}

/// Whether a value says where something is, so that most of it has to be seen.
fn is_address(value: &[u8]) -> bool {
    let head = value.split(|&byte| matches!(byte, b'/' | b'?' | b':')).next().unwrap_or_default();
    let mailbox = value.iter().rposition(|&byte| byte == b'@').is_some_and(|at| {
        let host = value.get(at.saturating_add(1)..).unwrap_or_default();
        let end = host.iter().position(|&byte| !is(byte, ALNUM | DASH | DOT)).unwrap_or(host.len());
        is_host(host.get(..end).unwrap_or_default())
    });
    value.starts_with(b"/") || mailbox || (head.len() < value.len() && is_host(head))
}

/// Whether it is the name of a host, with a top level.
pub(super) fn is_host(name: &[u8]) -> bool {
    let Some(dot) = name.iter().rposition(|&byte| byte == b'.') else { return false };
    let (head, top) = name.split_at_checked(dot).unwrap_or_default();
    let top = top.strip_prefix(b".").unwrap_or(top);
    head.first().is_some_and(|&byte| is(byte, ALNUM))
        && name.iter().all(|&byte| is(byte, ALNUM | DASH | DOT))
        && top.len() >= 2
        && top.iter().all(|&byte| is(byte, LETTER))
}
