//! Sequences of a percent sign and two digits.

use alloc::{string::String, vec::Vec};

/// A value with its sequences written out, as a text.
pub(super) fn written_out(value: &str) -> String {
    String::from_utf8_lossy(&percent_decoded(value)).into_owned()
}

/// A value with its sequences written out.
pub(super) fn percent_decoded(value: &str) -> Vec<u8> {
    let bytes = value.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0_usize;
    while let Some(byte) = bytes.get(at) {
        let digits = bytes.get(at.saturating_add(1)..at.saturating_add(3));
        let decoded = (*byte == b'%').then_some(digits).flatten().and_then(|digits| {
            let digits = core::str::from_utf8(digits).ok()?;
            if digits.starts_with('+') { None } else { u8::from_str_radix(digits, 16).ok() }
        });
        out.push(decoded.unwrap_or(*byte));
        at = at.saturating_add(if decoded.is_some() { 3 } else { 1 });
    }
    out
}
