//! How one value of the front matter is taken, whatever its key means.

use crate::tool_request::read::{
    front::{Front, Item, Value},
    scalar::{Scalar, is_ambiguous},
};
use crate::tool_request::{
    RequestRule as Rule,
    found::{Position, RequestFindings},
};

/// Text keys in which an unquoted value must be a text to every reader.
pub(crate) const TEXTS: [&str; 7] =
    ["request_type", "request_id", "requested_by", "approved_by", "purpose", "language", "network"];

/// What a key holds where one value is due.
pub(crate) enum Single<'a> {
    /// The key is absent, or has no value.
    Empty,
    /// Reported already.
    Faulty,
    Text(&'a str),
}

/// The top of the front matter while its fields are checked.
pub(crate) struct FieldReader<'a> {
    pub(crate) front: &'a Front,
    pub(crate) found: &'a mut RequestFindings,
}

impl<'a> FieldReader<'a> {
    /// The value of a key that takes one.
    pub(crate) fn single(&self, key: &str) -> Single<'a> {
        match self.front.get(key).map(|entry| &entry.value) {
            None | Some(Value::Nothing) => Single::Empty,
            Some(Value::List(_)) => Single::Faulty,
            Some(Value::Scalar(scalar)) => {
                let text = scalar.text.trim_matches(' ');
                if scalar.plain
                    && matches!(text, "~" | "null" | "Null" | "NULL")
                    && is_approval(key)
                {
                    Single::Empty
                } else if TEXTS.contains(&key) && scalar.plain && is_ambiguous(text) {
                    Single::Faulty
                } else if text.is_empty() {
                    Single::Empty
                } else {
                    Single::Text(text)
                }
            }
        }
    }

    /// Where a key stands, or the front matter if it is absent.
    pub(crate) fn at(&self, key: &str) -> Position {
        self.front.get(key).map_or(Position::START, |entry| entry.at)
    }

    pub(crate) fn add(&mut self, rule: Rule, key: &str, message: impl Into<String>) {
        let at = self.at(key);
        self.found.add(rule, at, message);
    }

    /// The texts of a list of texts, with their places.
    pub(crate) fn texts(&mut self, key: &str) -> Vec<&'a Scalar> {
        let mut texts = Vec::new();
        for item in self.front.list(key) {
            match item {
                Item::Map(at, _) => {
                    self.found.add(
                        Rule::FmType,
                        *at,
                        format!("an entry of `{key}` is a mapping; a text is due"),
                    );
                }
                Item::Scalar(scalar) => {
                    if !ambiguous(scalar, key, self.found) {
                        texts.push(scalar);
                    }
                }
            }
        }
        texts
    }
}

/// Whether a key is part of the approval, which a draft may leave open.
pub(crate) fn is_approval(key: &str) -> bool {
    matches!(key, "approved_by" | "approved_utc" | "requested_by")
}

/// Reports an unquoted value that is not text to every reader.
pub(crate) fn ambiguous(scalar: &Scalar, key: &str, found: &mut RequestFindings) -> bool {
    let is = scalar.plain && is_ambiguous(&scalar.text);
    if is {
        found.add(
            Rule::FmAmbiguousScalar,
            scalar.at,
            format!("an unquoted value of `{key}` that some readers take for no text; quote it"),
        );
    }
    is
}
