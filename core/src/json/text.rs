//! Strings as JSON text, with the escapes that RFC 8785 prescribes.

use alloc::string::String;

const HEX: &[u8; 16] = b"0123456789abcdef";

/// Appends `text` in double quotes. Only what must be escaped is: the quote, the backslash and the
/// control characters, in their short form where JSON has one.
pub(crate) fn write_string(out: &mut String, text: &str) {
    out.push('"');
    let mut rest = text;
    while let Some(stop) = rest.bytes().position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20)) {
        out.push_str(rest.get(..stop).unwrap_or_default());
        write_escape(out, rest.as_bytes().get(stop).copied().unwrap_or_default());
        rest = rest.get(stop.wrapping_add(1)..).unwrap_or_default();
    }
    out.push_str(rest);
    out.push('"');
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

/// Appends a byte as two lower-case hexadecimal digits.
pub(crate) fn push_hex(out: &mut String, byte: u8) {
    for nibble in [byte >> 4, byte & 0xf] {
        out.push(HEX.get(usize::from(nibble)).copied().map_or('0', char::from));
    }
}
