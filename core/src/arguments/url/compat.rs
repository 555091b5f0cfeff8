//! Characters that clients turn into ASCII before they ask for a host.

use alloc::{borrow::Cow, string::String};

use crate::arguments::steps::step;
use crate::characters;

/// A host in lower case, with what clients decode.
pub(super) struct Decoded<'a> {
    pub(super) text: Cow<'a, str>,
    /// Whether something was decoded: nobody writes a host so.
    pub(super) is_odd: bool,
}

/// Decodes a host as clients do: `%31`, full-width and circled forms, other full stops, and what shows nothing.
pub(super) fn decode(text: &str) -> Decoded<'_> {
    step(text.len());
    let is_plain = |byte: u8| byte.is_ascii() && byte != b'%' && !byte.is_ascii_uppercase();
    if text.bytes().all(is_plain) {
        return Decoded { text: Cow::Borrowed(text), is_odd: false };
    }
    let mut out = String::with_capacity(text.len());
    let mut is_odd = false;
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        rest = rest.get(character.len_utf8()..).unwrap_or_default();
        if character == '%' {
            is_odd = true;
            match hex_pair(rest) {
                Some(byte) if byte.is_ascii() => {
                    out.push(char::from(byte).to_ascii_lowercase());
                    rest = rest.get(2..).unwrap_or_default();
                }
                _ => out.push('%'),
            }
            continue;
        }
        if characters::is_default_ignorable(character) {
            is_odd = true;
            continue;
        }
        match to_ascii(character) {
            Some(ascii) => {
                is_odd |= !character.is_ascii();
                out.push(ascii);
            }
            None => out.extend(character.to_lowercase()),
        }
    }
    Decoded { text: Cow::Owned(out), is_odd }
}

fn hex_pair(text: &str) -> Option<u8> {
    let pair = text.get(..2)?;
    let is_hex = pair.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_hex { u8::from_str_radix(pair, 16).ok() } else { None }
}

/// The ASCII character that a compatibility form stands for, in lower case.
fn to_ascii(character: char) -> Option<char> {
    let code = u32::from(character);
    let letter = |from: u32, base: u8| {
        let place = code.wrapping_sub(from);
        u8::try_from(place).ok().map(|place| char::from(base.wrapping_add(place)))
    };
    match character {
        '\0'..='\u{7F}' => Some(character.to_ascii_lowercase()),
        '\u{3002}' | '\u{FF0E}' | '\u{FF61}' | '\u{2024}' => Some('.'),
        '\u{FF01}'..='\u{FF5E}' => letter(0xFF01, b'!').map(|c| c.to_ascii_lowercase()),
        '\u{2460}'..='\u{2468}' => letter(0x2460, b'1'),
        '\u{24EA}' | '\u{2070}' | '\u{2080}' => Some('0'),
        '\u{B9}' => Some('1'),
        '\u{B2}' | '\u{B3}' => letter(0xB2, b'2'),
        '\u{2074}'..='\u{2079}' => letter(0x2074, b'4'),
        '\u{2081}'..='\u{2089}' => letter(0x2081, b'1'),
        '\u{24B6}'..='\u{24CF}' => letter(0x24B6, b'a'),
        '\u{24D0}'..='\u{24E9}' => letter(0x24D0, b'a'),
        '\u{1D7CE}'..='\u{1D7FF}' => {
            let place = code.wrapping_sub(0x1D7CE).checked_rem(10)?;
            char::from_digit(place, 10)
        }
        '\u{212A}' => Some('k'),
        '\u{17F}' => Some('s'),
        _ => None,
    }
}
