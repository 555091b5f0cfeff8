//! The borrowed JSON tree.

use alloc::{borrow::Cow, string::ToString, vec::Vec};

use super::read::number_len;

/// A JSON value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value<'a> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, kept as its text.
    Number(Number<'a>),
    /// A string, unescaped.
    String(Cow<'a, str>),
    /// An array.
    Array(Vec<Value<'a>>),
    /// An object, its members in the order of the text.
    Object(Object<'a>),
}

impl<'a> Value<'a> {
    /// The JSON type, as a message names it.
    pub const fn type_name(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::String(_) => "a string",
            Self::Array(_) => "an array",
            Self::Object(_) => "an object",
        }
    }

    /// The string, if it is one.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// The object, if it is one.
    pub const fn as_object(&self) -> Option<&Object<'a>> {
        match self {
            Self::Object(object) => Some(object),
            _ => None,
        }
    }

    /// The elements, if it is an array.
    pub fn as_array(&self) -> Option<&[Value<'a>]> {
        match self {
            Self::Array(items) => Some(items),
            _ => None,
        }
    }
}

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
        // Without an exponent and with few digits no double overflows.
        if self.0.len() < 300 && !self.0.bytes().any(|byte| matches!(byte, b'e' | b'E')) {
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

/// One member of an object.
#[derive(Debug, Clone, PartialEq)]
pub struct Member<'a> {
    /// The name.
    pub key: Cow<'a, str>,
    /// The value.
    pub value: Value<'a>,
}

/// A JSON object: its members in order, every key once.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Object<'a>(Vec<Member<'a>>);

/// Up to this many members, comparing every pair is cheaper than sorting.
const PAIRWISE: usize = 16;

impl<'a> Object<'a> {
    /// An object of these members, or the index of the first member whose key is already there.
    ///
    /// # Errors
    ///
    /// The index of the first repeated key.
    pub fn new(members: Vec<Member<'a>>) -> Result<Self, usize> {
        match Self::repeat_in(&members) {
            None => Ok(Self(members)),
            Some(index) => Err(index),
        }
    }

    /// An object of members that were already looked through.
    pub(super) const fn from_unique(members: Vec<Member<'a>>) -> Self {
        Self(members)
    }

    /// The index of the first member whose key an earlier member has.
    pub(super) fn repeat_in(members: &[Member<'a>]) -> Option<usize> {
        if members.len() <= PAIRWISE {
            return members.iter().enumerate().find_map(|(index, member)| {
                let earlier = members.get(..index)?;
                earlier.iter().any(|other| other.key == member.key).then_some(index)
            });
        }
        let mut order: Vec<(&str, usize)> =
            members.iter().enumerate().map(|(index, member)| (&*member.key, index)).collect();
        order.sort_unstable();
        order
            .iter()
            .zip(order.iter().skip(1))
            .filter(|((key, _), (next, _))| key == next)
            .map(|(_, (_, index))| *index)
            .min()
    }

    /// The value of the member with this key.
    pub fn get(&self, key: &str) -> Option<&Value<'a>> {
        self.0.iter().find(|member| member.key == key).map(|member| &member.value)
    }

    /// The members in order.
    pub fn members(&self) -> &[Member<'a>] {
        &self.0
    }

    /// The members in order, by value.
    pub fn into_members(self) -> Vec<Member<'a>> {
        self.0
    }
}
