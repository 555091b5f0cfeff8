//! Secrets in a string that stands under a key: the key's name may say what the string is, but the string
//! has to look like it.
//!
//! Whoever proposes a call also chooses its keys. So a name alone hides nothing: a string that could be a
//! command, an address, a recipient or plain words is shown, whatever its key is called. So are numbers,
//! booleans, and everything inside an object or array.

use alloc::vec::Vec;
use core::ops::Range;

use super::assignment::looks_secret;
use super::fold::{self, FoldedText};
use super::names::{self, Family, Named};
use super::shape::Shape;
use super::text::{ALNUM, DASH, DIGIT, UNDERSCORE, is};
use super::{joined, spans, value};

/// No secret is longer than this but those that are told by themselves.
const LONGEST: usize = 512;

/// Where the secrets are in `text`, the string directly under `key`: those of [`spans`], without personal
/// data, and those that the key's name announces. In order, and none overlaps another.
pub fn spans_under(key: &str, text: &str) -> Vec<Range<usize>> {
    let found = spans(text).into_iter().filter(|span| span.kind.is_secret());
    let mut found: Vec<Range<usize>> = found.map(|span| span.range).collect();
    if let Some(named) = named(key) {
        announced(text, named, &mut found);
    }
    joined(found)
}

fn named(key: &str) -> Option<Named> {
    if key.is_ascii() { names::named(key) } else { names::named(&fold::plain(key)) }
}

fn announced(text: &str, named: Named, found: &mut Vec<Range<usize>>) {
    if text.len() > LONGEST {
        return;
    }
    let plain = FoldedText::of(text);
    let value = plain.text.as_bytes();
    let mut add = |start: usize, end: usize| found.push(plain.original(start..end));
    if value.iter().all(|&byte| is(byte, DIGIT)) {
        // A number of more digits may say who gets something.
        if named.may_be_short() && (3..=8).contains(&value.len()) {
            add(0, value.len());
        }
        return;
    }
    let looks = match named {
        Named::Code => false,
        Named::Family(Family::Password) => looks_secret(value, Family::Password, true),
        Named::Family(family) => value.len() >= 8 && looks_secret(value, family, true),
        Named::Noun => value.len() >= 16 && Shape::of(value).token(),
    };
    if !looks || is_recipient(value) || is_name(value) {
        return;
    }
    let is_word = |byte: u8| is(byte, ALNUM | DASH | UNDERSCORE) || b"+/=.~!@#%^".contains(&byte);
    if value.iter().all(|&byte| is_word(byte)) {
        value::each(value, add);
        return;
    }
    // It may be a command: only the words in it that look like a secret are one.
    value::words(value, add);
}

/// Whether it says who gets something: an address of a chain, an account, a host.
fn is_recipient(value: &[u8]) -> bool {
    let all = |part: &[u8]| part.iter().all(|&byte| is(byte, ALNUM));
    match value {
        [b'0', b'x' | b'X', rest @ ..] | [b'b', b'c', b'1', rest @ ..] => all(rest),
        // An IBAN.
        [a, b, c, d, rest @ ..]
            if a.is_ascii_uppercase()
                && b.is_ascii_uppercase()
                && is(*c, DIGIT)
                && is(*d, DIGIT) =>
        {
            (11..=30).contains(&rest.len())
                && rest.iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
        }
        _ => value::is_host(value),
    }
}

/// Plain words and numbers, joined as in the name of a command: `drop_table_2`.
fn is_name(value: &[u8]) -> bool {
    let shape = Shape::of(value);
    shape.mixed == 0 && shape.marks == 0 && !shape.scrambled && shape.chunk < 24
}
