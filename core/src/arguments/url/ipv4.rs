//! Addresses of four bytes in every spelling that a client accepts.

use core::net::Ipv4Addr;

use crate::arguments::steps::step;

/// A host that is a number.
pub(super) struct Number {
    /// What it comes to for most clients; nothing if they refuse it.
    pub(super) address: Option<Ipv4Addr>,
    /// What it comes to for those who do not take a leading zero for another base, or cut off what is too large.
    pub(super) other: Option<Ipv4Addr>,
    /// Whether it is written as four decimal numbers.
    pub(super) is_plain: bool,
}

/// Reads a host whose last part is a number. One to four parts, each decimal, or with `0x`, or octal with a zero.
pub(super) fn read(host: &str) -> Option<Number> {
    step(host.len());
    let last = host.rsplit('.').next()?;
    let is_number = !last.is_empty()
        && (last.bytes().all(|byte| byte.is_ascii_digit()) || hex_of(last).is_some());
    if !is_number {
        return None;
    }
    let refused = Number { address: None, other: None, is_plain: false };
    let count = host.split('.').count();
    if count > 4 {
        return Some(refused);
    }
    let (mut parts, mut decimal_parts) = ([Part::default(); 4], [Part::default(); 4]);
    let places = parts.iter_mut().zip(&mut decimal_parts);
    for (text, (part, decimal)) in host.split('.').zip(places) {
        let (Some(value), other) = (value_of(text), decimal_of(text)) else {
            return Some(Number { other: None, ..refused });
        };
        *part = value;
        *decimal = other.unwrap_or(value);
    }
    let parts = parts.get(..count)?;
    let decimal_parts = decimal_parts.get(..count)?;
    let octets = host.split('.').all(|text| text == "0" || !text.starts_with('0'));
    let is_plain =
        count == 4 && octets && host.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let address = join(parts, false);
    let cut = join(parts, true);
    let decimal = join(decimal_parts, false);
    // Which of the two readings is worse is for the caller: both are told.
    let other = if decimal == address { cut } else { decimal.or(cut) };
    Some(Number { address: address.or(cut), other, is_plain: is_plain && address.is_some() })
}

/// One number, as far as 32 bits go.
#[derive(Debug, Clone, Copy, Default)]
struct Part {
    value: u32,
    is_cut: bool,
}

fn hex_of(text: &str) -> Option<&str> {
    let digits = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"))?;
    digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then_some(digits)
}

fn value_of(text: &str) -> Option<Part> {
    match hex_of(text) {
        Some(digits) => digits_of(digits, 16),
        None if text.len() > 1 && text.starts_with('0') => {
            digits_of(text, 8).or_else(|| digits_of(text, 10))
        }
        None if text.is_empty() => None,
        None => digits_of(text, 10),
    }
}

fn decimal_of(text: &str) -> Option<Part> {
    if text.is_empty() { None } else { digits_of(text, 10) }
}

fn digits_of(digits: &str, base: u32) -> Option<Part> {
    digits.chars().try_fold(Part::default(), |part, digit| {
        let digit = digit.to_digit(base)?;
        let next =
            u64::from(part.value).saturating_mul(u64::from(base)).saturating_add(u64::from(digit));
        let is_cut = part.is_cut || next > u64::from(u32::MAX);
        let value = u32::try_from(next & u64::from(u32::MAX)).unwrap_or(u32::MAX);
        Some(Part { value, is_cut })
    })
}

/// Joins the parts: all but the last are one byte each, and the last fills what is left.
fn join(parts: &[Part], cuts: bool) -> Option<Ipv4Addr> {
    let (last, head) = parts.split_last()?;
    let mut address = 0_u32;
    let mut shift = 32_u32;
    for part in head {
        if !cuts && (part.is_cut || part.value > 0xFF) {
            return None;
        }
        shift = shift.saturating_sub(8);
        address |= (part.value & 0xFF) << shift;
    }
    let most = if shift == 32 { u32::MAX } else { (1_u32 << shift).wrapping_sub(1) };
    if !cuts && (last.is_cut || last.value > most) {
        return None;
    }
    Some(Ipv4Addr::from(address | (last.value & most)))
}
