//! Numbers as exact decimals, of any length and without their sign.

use core::cmp::Ordering;

use super::steps::step;
use crate::digits::whole_number;

/// A decimal number: `0.d1d2d3...` times ten to the power of `magnitude`, where `d1` is not zero.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Decimal<'a> {
    /// The digits before the point, from the first that is not zero on.
    whole: &'a str,
    /// The digits behind it, from there on too if there is none before it.
    fraction: &'a str,
    magnitude: i64,
}

impl<'a> Decimal<'a> {
    /// Reads `12`, `-12.50`, `.5` or `1.2e3`, and nothing else.
    pub(crate) fn parse(text: &'a str) -> Option<Self> {
        step(text.len());
        let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
        let (number, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((number, exponent)) => (number, power(exponent)?),
            None => (unsigned, 0),
        };
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if (whole.is_empty() && fraction.is_empty()) || !is_digits(whole) || !is_digits(fraction) {
            return None;
        }
        let trimmed = whole.trim_start_matches('0');
        let length = |part: &str| i64::try_from(part.len()).unwrap_or(i64::MAX);
        if !trimmed.is_empty() {
            let magnitude = length(trimmed).saturating_add(exponent);
            return Some(Self { whole: trimmed, fraction, magnitude });
        }
        let rest = fraction.trim_start_matches('0');
        let zeros = length(fraction).saturating_sub(length(rest));
        Some(Self { whole: "", fraction: rest, magnitude: exponent.saturating_sub(zeros) })
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.digits().next().is_none()
    }

    /// The number times ten to this power.
    #[must_use]
    pub(crate) fn scaled(mut self, tens: i64) -> Self {
        self.magnitude = self.magnitude.saturating_add(tens);
        self
    }

    /// The number in units of ten to the power of `-decimals`, if it is a whole number of them.
    pub(crate) fn units(&self, decimals: i64) -> Option<u128> {
        let (mut units, mut digits) = (0_u128, 0_i64);
        for digit in self.digits() {
            digits = digits.saturating_add(1);
            units = units.checked_mul(10)?.checked_add(u128::from(digit & 0xf))?;
        }
        let zeros = self.magnitude.saturating_sub(digits).saturating_add(decimals);
        if units == 0 {
            return Some(0);
        }
        units.checked_mul(10_u128.checked_pow(u32::try_from(zeros).ok()?)?)
    }

    /// The digits up to the last that is not zero.
    fn digits(&self) -> impl Iterator<Item = u8> + '_ {
        let fraction = self.fraction.trim_end_matches('0');
        let whole = if fraction.is_empty() { self.whole.trim_end_matches('0') } else { self.whole };
        whole.bytes().chain(fraction.bytes())
    }

    /// Which is greater, whatever the signs.
    pub(crate) fn compare(&self, other: &Self) -> Ordering {
        step(self.whole.len().saturating_add(other.whole.len()));
        match (self.is_zero(), other.is_zero()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            (false, false) => {
                self.magnitude.cmp(&other.magnitude).then_with(|| self.digits().cmp(other.digits()))
            }
        }
    }
}

/// An exponent. One that is out of all reason stays so.
fn power(text: &str) -> Option<i64> {
    let (digits, negative) = match text.strip_prefix('-') {
        Some(digits) => (digits, true),
        None => (text.strip_prefix('+').unwrap_or(text), false),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let value = whole_number(digits).and_then(|value| i64::try_from(value).ok());
    let value = value.map_or(i64::MAX / 4, |value| value.min(i64::MAX / 4));
    Some(if negative { value.saturating_neg() } else { value })
}

#[cfg(test)]
mod tests {
    use core::cmp::Ordering::{self, Equal, Greater, Less};

    use super::Decimal;

    #[test]
    fn decimals_compare_exactly() {
        let cases: [(&str, Ordering, &str); 14] = [
            ("1000", Equal, "1000.00"),
            ("1000.01", Greater, "1000"),
            ("0.1", Less, "0.10000000000000000000000000000001"),
            ("9007199254740993", Greater, "9007199254740992"),
            ("1e3", Equal, "1000"),
            ("1e400", Greater, "99999999"),
            ("1e-400", Less, ".5"),
            ("-4000", Greater, "1000"),
            ("0", Equal, "-0.000"),
            ("0", Less, "0.0001"),
            ("007", Equal, "7"),
            ("0.05", Less, "0.5"),
            ("12e99999999999999999999", Greater, "1"),
            ("100", Greater, "99.9"),
        ];
        for (one, order, other) in cases {
            let parse = |text| Decimal::parse(text).unwrap();
            assert_eq!(parse(one).compare(&parse(other)), order, "{one} {other}");
            assert_eq!(parse(other).compare(&parse(one)), order.reverse(), "{other} {one}");
        }
        assert_eq!(
            Decimal::parse("60000").unwrap().scaled(-2).compare(&Decimal::parse("600").unwrap()),
            Equal
        );
    }

    #[test]
    fn decimals_are_counted_in_units() {
        for (text, units) in [
            ("12.5", Some(1250)),
            ("0", Some(0)),
            ("1e3", Some(100_000)),
            ("0.01", Some(1)),
            ("0.001", None),
            ("1e60", None),
            ("1200", Some(120_000)),
        ] {
            assert_eq!(Decimal::parse(text).unwrap().units(2), units, "{text}");
        }
    }

    #[test]
    fn what_is_no_number_is_none() {
        for text in
            ["", ".", "-", "1,000", "1 000", "0x10", "1e", "1e+", "1.2.3", "NaN", "one", "+-1"]
        {
            assert!(Decimal::parse(text).is_none(), "{text}");
        }
    }
}
