//! Kinds of JSON values, as a set.

use serde_json::Value;

/// A set of kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Kinds(u8);

impl Kinds {
    pub(super) const ANY: Self = Self(0b11_1111);
    pub(super) const NONE: Self = Self(0);
    pub(super) const STRING: Self = Self(0b00_0001);
    const NUMBER: Self = Self(0b00_0010);
    const BOOLEAN: Self = Self(0b00_0100);
    const NULL: Self = Self(0b00_1000);
    const ARRAY: Self = Self(0b01_0000);
    pub(super) const OBJECT: Self = Self(0b10_0000);

    /// Bytes of a number or a boolean as text at most; a double has up to 309 digits before its point.
    pub(super) const LONGEST_WRITTEN: usize = 400;

    /// The kind of a value.
    pub(super) const fn of(value: &Value) -> Self {
        match value {
            Value::Null => Self::NULL,
            Value::Bool(_) => Self::BOOLEAN,
            Value::Number(_) => Self::NUMBER,
            Value::String(_) => Self::STRING,
            Value::Array(_) => Self::ARRAY,
            Value::Object(_) => Self::OBJECT,
        }
    }

    /// The kinds that a `type` allows; one that cannot be read allows any.
    pub(super) fn of_type(declared: &Value) -> Self {
        match declared {
            Value::String(word) => match word.as_str() {
                "null" => Self::NULL,
                "boolean" => Self::BOOLEAN,
                "number" | "integer" => Self::NUMBER,
                "string" => Self::STRING,
                "array" => Self::ARRAY,
                "object" => Self::OBJECT,
                _ => Self::ANY,
            },
            Value::Array(words) => {
                words.iter().map(Self::of_type).fold(Self::NONE, |all, it| Self(all.0 | it.0))
            }
            _ => Self::ANY,
        }
    }

    /// Whether a kind is in both.
    pub(super) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether a value of these kinds could be written as this text.
    pub(super) fn could_be_written(self, text: &str) -> bool {
        self.meets(Self::STRING)
            || (text.len() <= Self::LONGEST_WRITTEN
                && match serde_json::from_str::<Value>(text) {
                    Ok(value @ (Value::Bool(_) | Value::Number(_))) => self.meets(Self::of(&value)),
                    _ => false,
                })
    }
}
