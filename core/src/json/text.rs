//! Strings as JSON text, with the escapes that RFC 8785 prescribes.

use alloc::string::String;

use crate::digits::push_hex;

/// Appends `text` in double quotes. Only what must be escaped is: the quote, the backslash and the
/// control characters, in their short form where JSON has one.
pub(crate) fn write_string(out: &mut String, text: &str) {
    out.push('"');
    let mut rest = text;
    loop {
        let (plain, special) =
            rest.split_at_checked(plain_len(rest.as_bytes())).unwrap_or((rest, ""));
        out.push_str(plain);
        let Some(byte) = special.bytes().next() else { break };
        write_escape(out, byte);
        rest = special.get(1..).unwrap_or_default();
    }
    out.push('"');
}

/// How many bytes come before the next quote, backslash or control character.
#[inline]
pub(super) fn plain_len(bytes: &[u8]) -> usize {
    let mut length = 0_usize;
    let mut rest = bytes;
    while let Some((chunk, after)) = rest.split_first_chunk::<8>() {
        if let Some(offset) = first_special(*chunk) {
            return length.wrapping_add(offset);
        }
        length = length.wrapping_add(8);
        rest = after;
    }
    let is_special = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..0x20);
    length.wrapping_add(rest.iter().position(is_special).unwrap_or(rest.len()))
}

/// Where among eight bytes the first quote, backslash or control character is.
///
/// All eight are looked at in one word: taking a one from every byte of `word ^ pattern` borrows into
/// the high bit exactly where the byte was zero, and above that, so that the lowest hit is true.
#[inline]
fn first_special(chunk: [u8; 8]) -> Option<usize> {
    const EACH: u64 = u64::from_ne_bytes([0x01; 8]);
    const HIGH: u64 = u64::from_ne_bytes([0x80; 8]);
    const QUOTES: u64 = u64::from_ne_bytes([b'"'; 8]);
    const BACKSLASHES: u64 = u64::from_ne_bytes([b'\\'; 8]);
    const BLANKS: u64 = u64::from_ne_bytes([b' '; 8]);
    let word = u64::from_le_bytes(chunk);
    let zero = |word: u64| word.wrapping_sub(EACH) & !word;
    let controls = word.wrapping_sub(BLANKS) & !word;
    let hits = (zero(word ^ QUOTES) | zero(word ^ BACKSLASHES) | controls) & HIGH;
    (hits != 0).then(|| (hits.trailing_zeros() >> 3) as usize)
}

fn write_escape(out: &mut String, byte: u8) {
    match byte {
        b'"' => out.push_str("\\\""),
        b'\\' => out.push_str("\\\\"),
        0x08 => out.push_str("\\b"),
        0x09 => out.push_str("\\t"),
        0x0a => out.push_str("\\n"),
        0x0c => out.push_str("\\f"),
        0x0d => out.push_str("\\r"),
        _ => {
            out.push_str("\\u00");
            push_hex(out, byte);
        }
    }
}
