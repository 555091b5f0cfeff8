//! A JSON number as its digits.

use alloc::{borrow::Cow, string::ToString};

/// A JSON number as it was written: `9007199254740993` and `1.50` keep every digit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Number<'a>(Cow<'a, str>);

impl<'a> Number<'a> {
    /// A number from its JSON text, or `None` if the text is not exactly one finite JSON number.
    pub fn from_text(text: impl Into<Cow<'a, str>>) -> Option<Self> {
        let text = text.into();
        let (length, _) = number_len(text.as_bytes())?;
        let number = Self(text);
        (length == number.0.len() && number.is_finite()).then_some(number)
    }

    /// A finite double, or `None` for a number that JSON cannot hold.
    pub fn from_f64(number: f64) -> Option<Self> {
        if !number.is_finite() {
            return None;
        }
        let mut buffer = ryu_js::Buffer::new();
        Some(Self(Cow::Owned(buffer.format_finite(number).to_string())))
    }

    pub(crate) const fn unchecked(text: &'a str) -> Self {
        Self(Cow::Borrowed(text))
    }

    pub(super) fn into_owned(self) -> Number<'static> {
        Number(Cow::Owned(self.0.into_owned()))
    }

    /// The number as it was written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it was written without a fraction and an exponent.
    pub fn is_integer(&self) -> bool {
        !self.0.bytes().any(|byte| matches!(byte, b'.' | b'e' | b'E'))
    }

    /// The nearest double. Infinite only for an integer of more than 308 digits.
    pub fn as_f64(&self) -> f64 {
        nearest(&self.0).unwrap_or(f64::NAN)
    }

    /// Whether the number has a double: an integer always counts, since it keeps its digits.
    pub(crate) fn is_finite(&self) -> bool {
        // With few digits, and without an exponent above zero, no double overflows.
        let mut bytes = self.0.bytes();
        let has_exponent = bytes.any(|byte| matches!(byte, b'e' | b'E'));
        if self.0.len() < 300 && (!has_exponent || bytes.next() == Some(b'-')) {
            return true;
        }
        self.is_integer() || self.as_f64().is_finite()
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn nearest(number: &str) -> Option<f64> {
    number.parse().ok()
}

#[cfg(target_arch = "wasm32")]
fn nearest(number: &str) -> Option<f64> {
    lexical_parse_float::FromLexical::from_lexical(number.as_bytes()).ok()
}

impl From<i64> for Number<'_> {
    fn from(number: i64) -> Self {
        Self(Cow::Owned(number.to_string()))
    }
}

/// The length of the JSON number at the start of `bytes`, and whether it has an exponent.
pub(super) fn number_len(bytes: &[u8]) -> Option<(usize, bool)> {
    let digits = |from: usize| -> usize {
        let rest = bytes.get(from..).unwrap_or_default();
        rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len())
    };
    let mut length = usize::from(bytes.first() == Some(&b'-'));
    let whole = digits(length);
    if whole == 0 || (whole > 1 && bytes.get(length) == Some(&b'0')) {
        return None;
    }
    length = length.wrapping_add(whole);
    if bytes.get(length) == Some(&b'.') {
        let fraction = digits(length.wrapping_add(1));
        if fraction == 0 {
            return None;
        }
        length = length.wrapping_add(1).wrapping_add(fraction);
    }
    let mut has_exponent = false;
    if let Some(b'e' | b'E') = bytes.get(length) {
        has_exponent = true;
        length = length.wrapping_add(1);
        if let Some(b'+' | b'-') = bytes.get(length) {
            length = length.wrapping_add(1);
        }
        let exponent = digits(length);
        if exponent == 0 {
            return None;
        }
        length = length.wrapping_add(exponent);
    }
    Some((length, has_exponent))
}
