//! Labels in `xn--` form, written out.

use alloc::{string::String, vec::Vec};

use crate::arguments::steps::step;

/// The longest label that a name may have.
const LONGEST: usize = 63;

/// A name in lower case with its labels written out; what is no valid form stays as it is.
pub(super) fn to_unicode(name: &str) -> String {
    step(name.len());
    let mut out = String::with_capacity(name.len());
    for (number, label) in name.split('.').enumerate() {
        if number > 0 {
            out.push('.');
        }
        match encoded(label).and_then(decode) {
            Some(decoded) => out.push_str(&decoded),
            None => out.extend(label.chars().flat_map(char::to_lowercase)),
        }
    }
    out
}

/// What follows `xn--`.
pub(super) fn encoded(label: &str) -> Option<&str> {
    let (prefix, rest) = label.split_at_checked(4)?;
    prefix.eq_ignore_ascii_case("xn--").then_some(rest)
}

/// Decodes the part behind `xn--`, as RFC 3492 says. Nothing, if it is not the form of a label with other letters.
pub(super) fn decode(text: &str) -> Option<String> {
    if text.len() > LONGEST || !text.is_ascii() {
        return None;
    }
    let (basic, extended) = text.rsplit_once('-').unwrap_or(("", text));
    let mut out: Vec<char> = basic.chars().map(|c| c.to_ascii_lowercase()).collect();
    let (mut code, mut place, mut bias) = (128_u32, 0_u32, 72_u32);
    let mut digits = extended.as_bytes().iter();
    let mut is_first = true;
    while !digits.as_slice().is_empty() {
        let before = place;
        let (mut weight, mut step) = (1_u32, 36_u32);
        loop {
            let digit = digit_of(*digits.next()?)?;
            place = place.checked_add(digit.checked_mul(weight)?)?;
            let threshold = step.saturating_sub(bias).clamp(1, 26);
            if digit < threshold {
                break;
            }
            weight = weight.checked_mul(36_u32.checked_sub(threshold)?)?;
            step = step.checked_add(36)?;
        }
        let count = u32::try_from(out.len()).ok()?.checked_add(1)?;
        bias = adapt(place.checked_sub(before)?, count, is_first)?;
        is_first = false;
        code = code.checked_add(place.checked_div(count)?)?;
        place = place.checked_rem(count)?;
        out.insert(usize::try_from(place).ok()?, char::from_u32(code)?);
        place = place.checked_add(1)?;
    }
    // A label without other letters has no such form.
    out.iter()
        .any(|c| !c.is_ascii())
        .then(|| out.into_iter().flat_map(char::to_lowercase).collect())
}

const fn digit_of(byte: u8) -> Option<u32> {
    match byte {
        b'a'..=b'z' => Some(byte.wrapping_sub(b'a') as u32),
        b'A'..=b'Z' => Some(byte.wrapping_sub(b'A') as u32),
        b'0'..=b'9' => Some((byte.wrapping_sub(b'0') as u32).wrapping_add(26)),
        _ => None,
    }
}

fn adapt(delta: u32, count: u32, is_first: bool) -> Option<u32> {
    let mut delta = delta.checked_div(if is_first { 700 } else { 2 })?;
    delta = delta.checked_add(delta.checked_div(count)?)?;
    let mut bias = 0_u32;
    while delta > 455 {
        delta = delta.checked_div(35)?;
        bias = bias.checked_add(36)?;
    }
    bias.checked_add(delta.checked_mul(36)?.checked_div(delta.checked_add(38)?)?)
}

#[cfg(test)]
mod tests {
    use super::{decode, to_unicode};

    #[test]
    fn labels_are_written_out() {
        for (encoded, decoded) in [
            ("mnchen-3ya", Some("m\u{FC}nchen")),
            ("MNCHEN-3YA", Some("m\u{FC}nchen")),
            ("bcher-kva", Some("b\u{FC}cher")),
            ("80ak6aa92e", Some("\u{430}\u{440}\u{440}\u{4CF}\u{435}")),
            ("ls8h", Some("\u{1F4A9}")),
            ("maana-pta", Some("ma\u{F1}ana")),
            ("0zwm56d", Some("\u{6D4B}\u{8BD5}")),
            ("google-", None),
            ("", None),
            ("!", None),
            ("999999999", None),
            ("a\u{E9}", None),
        ] {
            assert_eq!(decode(encoded).as_deref(), decoded, "{encoded}");
        }
        assert_eq!(to_unicode("WWW.xn--mnchen-3ya.example"), "www.m\u{FC}nchen.example");
        assert_eq!(to_unicode("xn--google-.example"), "xn--google-.example");
    }
}
