//! Ids of requests.

use aana_core::json::Value;

use crate::tree;

/// The largest whole number that every reader of JSON keeps as it is.
const SAFE: i64 = (1 << 53) - 1;

/// The id of a request: a text, or a whole number that every reader of JSON takes for the same.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Id {
    /// A text.
    Text(String),
    /// A whole number.
    Number(i64),
}

impl Id {
    /// The id, if the value is one. Two ids that some reader takes for one are not ids here.
    pub(crate) fn of(value: &Value<'_>) -> Option<Self> {
        match value {
            Value::String(text) => Some(Self::Text(text.clone().into_owned())),
            Value::Number(number) if number.is_integer() => {
                let number = number.as_str().parse().ok()?;
                (-SAFE..=SAFE).contains(&number).then_some(Self::Number(number))
            }
            _ => None,
        }
    }

    pub(crate) fn value(&self) -> Value<'static> {
        match self {
            Self::Text(text) => tree::string(text.as_str()),
            Self::Number(number) => tree::number(*number),
        }
    }

    /// Whether it has the form of the guard's own ids.
    pub(crate) fn is_own(&self) -> bool {
        matches!(self, Self::Text(text) if text.starts_with("aana-"))
    }
}
