//! Numbers as text, without the machinery of `format!`.

use alloc::string::String;

const HEX: &[u8; 16] = b"0123456789abcdef";

/// Appends a whole number.
pub(crate) fn push_decimal(out: &mut String, value: u32) {
    let (tens, last) = (value.checked_div(10).unwrap_or(0), value.checked_rem(10).unwrap_or(0));
    if tens > 0 {
        push_decimal(out, tens);
    }
    out.push(char::from_digit(last, 10).unwrap_or('0'));
}

/// A text that is a whole number and nothing else.
#[cfg_attr(target_family = "wasm", inline(never))]
pub(crate) fn whole_number(text: &str) -> Option<u64> {
    text.parse().ok()
}

/// Appends a byte as two lower-case hexadecimal digits.
pub(crate) fn push_hex(out: &mut String, byte: u8) {
    for nibble in [byte >> 4, byte & 0xf] {
        out.push(HEX.get(usize::from(nibble)).copied().map_or('0', char::from));
    }
}
