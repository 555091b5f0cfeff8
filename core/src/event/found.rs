//! What stands in a document, described without showing it.

use core::fmt;

use crate::json::Value;

/// What stands in the document, described without showing it.
pub(crate) const fn found<'v>(value: &'v Value<'v>) -> FoundValue<'v> {
    FoundValue(value)
}

/// A description that is written out where it is needed.
pub(crate) struct FoundValue<'v>(&'v Value<'v>);

impl fmt::Display for FoundValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Value::String(text) => match text.chars().count() {
                0 => f.write_str("an empty string"),
                1 => f.write_str("a string of 1 character"),
                length => write!(f, "a string of {length} characters"),
            },
            Value::Array(items) if items.is_empty() => f.write_str("an empty array"),
            other => f.write_str(other.type_name()),
        }
    }
}
