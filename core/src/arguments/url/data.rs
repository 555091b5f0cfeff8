//! Data that leaves in an address.

use alloc::vec::Vec;

use super::percent::percent_decoded;
use super::signed;
use crate::arguments::steps::step;
use crate::secrets::is_secret_name;
use crate::tokens::{Word, tokens, word_set};

/// A longer query says more than what is asked for.
const LONGEST_QUERY: usize = 1024;
/// A shorter value holds no text worth the name.
const SHORTEST: usize = 16;
/// A page's cursor is a server's own, up to this length.
const LONGEST_CURSOR: usize = 128;
/// A longer label is no name.
const LONGEST_LABEL: usize = 40;

word_set! {
    /// Parameters that say where a list goes on.
    CURSORS = [
        "cursor", "after", "before", "continuation", "state", "pagetoken", "nexttoken", "startafter",
        "endcursor", "startcursor", "marker", "offset"
    ]
}

word_set! {
    /// A token for one of these only says where something goes on.
    PLACES = ["page", "next", "continuation", "pagination", "sync", "prev", "previous"]
}

/// Whether a query carries data away from here to this host.
pub(super) fn carries_data(query: &str, host: &str) -> bool {
    step(query.len());
    let signed = signed::is_signed(query, host);
    let token = query.split('&').filter(|it| signed && signed::is_part(it));
    let length = token.fold(query.len(), |length, part| length.saturating_sub(part.len()));
    let mut parameters = query.split(['&', ';']);
    length > LONGEST_QUERY || parameters.any(|it| is_data(it, signed && signed::is_part(it)))
}

fn is_data(parameter: &str, signs: bool) -> bool {
    let (key, value) = parameter.split_once('=').unwrap_or(("", parameter));
    // A name may be written in sequences as well as a value.
    let decoded = if key.contains('%') { percent_decoded(key) } else { Vec::new() };
    let key = if decoded.is_empty() { Ok(key) } else { core::str::from_utf8(&decoded) };
    let key = key.unwrap_or_default();
    if is_cursor(key) && value.len() <= LONGEST_CURSOR {
        return false;
    }
    (!value.is_empty() && !signs && is_secret_name(key)) || is_text_in_disguise(value)
}

/// `cursor`, `page_token`, `next_token` and the like.
fn is_cursor(key: &str) -> bool {
    const TOKEN: Word = Word::literal("token");
    let (mut before, mut last) = (Word::OTHER, Word::OTHER);
    for token in tokens(key) {
        before = last;
        last = token.word;
    }
    CURSORS.contains(last) || (last == TOKEN && PLACES.contains(before))
}

/// Whether a label of a host is data: too long for a name, or text in hexadecimal digits.
pub(super) fn is_data_label(label: &str) -> bool {
    label.len() > LONGEST_LABEL || hex(label).is_some_and(|bytes| is_text(&bytes))
}

/// Whether a value is text in hexadecimal digits or base64.
fn is_text_in_disguise(value: &str) -> bool {
    if value.len() < SHORTEST {
        return false;
    }
    step(value.len());
    let value = percent_decoded(value);
    let value = value.as_slice();
    let Ok(value) = core::str::from_utf8(value) else { return false };
    hex(value).is_some_and(|bytes| is_text(&bytes))
        || base64(value).is_some_and(|bytes| is_text(&bytes))
}

/// The bytes of hexadecimal digits, if there are enough of them.
fn hex(text: &str) -> Option<Vec<u8>> {
    let digits = text.as_bytes();
    if digits.len() < SHORTEST || digits.len() & 1 == 1 {
        return None;
    }
    let (pairs, _) = digits.as_chunks::<2>();
    let digit = |byte: u8| char::from(byte).to_digit(16);
    pairs
        .iter()
        .map(|[high, low]| {
            let value = digit(*high)?.checked_mul(16)?.checked_add(digit(*low)?)?;
            u8::try_from(value).ok()
        })
        .collect()
}

/// The bytes of base64, in either alphabet, with or without padding.
fn base64(text: &str) -> Option<Vec<u8>> {
    if text.len() < SHORTEST {
        return None;
    }
    let text = text.trim_end_matches('=');
    if text.len() & 3 == 1 {
        return None;
    }
    let mut out = Vec::with_capacity(text.len());
    let (mut bits, mut held) = (0_u32, 0_u32);
    for byte in text.bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte.wrapping_sub(b'A'),
            b'a'..=b'z' => byte.wrapping_sub(b'a').wrapping_add(26),
            b'0'..=b'9' => byte.wrapping_sub(b'0').wrapping_add(52),
            b'+' | b'-' | b' ' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = ((bits << 6) | u32::from(value)) & 0xFF_FFFF;
        held = held.wrapping_add(6);
        if held >= 8 {
            held = held.wrapping_sub(8);
            out.push(((bits >> held) & 0xFF) as u8);
        }
    }
    Some(out)
}

/// Whether nearly all bytes are ASCII that can be printed.
fn is_text(bytes: &[u8]) -> bool {
    let printed = |byte: &&u8| matches!(byte, b' '..=b'~' | b'\t' | b'\n' | b'\r');
    let count = bytes.iter().filter(printed).count();
    count.saturating_mul(100) >= bytes.len().saturating_mul(95) && !bytes.is_empty()
}
