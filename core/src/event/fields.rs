//! Reading one field: its type, its words, and what to say when they are wrong.

use alloc::{borrow::Cow, fmt::format, vec::Vec};
use core::fmt;

use super::found;
use crate::{
    codes::FaultCode,
    contract::{Word, place_of},
    fault::{Fault, Path},
    json::{Number, Object, Value},
    listed::Listed,
    mask::LONGEST_NAME,
};

/// Whether a text is empty or only white space. The byte order mark is white space to ECMAScript, and
/// shows nothing either.
pub(crate) fn is_blank(text: &str) -> bool {
    text.chars().all(|character| character.is_whitespace() || character == '\u{feff}')
}

/// A field by its name, or an element by what it is, such as `an evidence ref`.
struct Named<'n>(&'n str);

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(name) = self;
        if name.contains(' ') { f.write_str(name) } else { write!(f, "`{name}`") }
    }
}

/// Words, each in backticks.
struct Choices<'c>(&'c [&'c str]);

impl fmt::Display for Choices<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().enumerate().try_for_each(|(index, word)| {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}`{word}`")
        })
    }
}

/// Reads fields one by one and collects what is wrong with them.
#[derive(Debug, Default)]
pub(crate) struct FieldReader {
    pub(crate) faults: Listed<Fault>,
    /// Whether the schema's rules about `recommended_route` count as well.
    pub(super) by_schema: bool,
}

impl FieldReader {
    /// Reports a fault. Its message is written only if there is room for it.
    pub(crate) fn fault(&mut self, path: &Path<'_>, code: FaultCode, message: fmt::Arguments<'_>) {
        self.faults.add(|| Fault::new(path, code, format(message)));
    }

    pub(crate) fn wrong_type(
        &mut self,
        path: &Path<'_>,
        name: &str,
        value: &Value<'_>,
        allowed: &str,
    ) {
        let message = format_args!("{} is {}; {allowed} is allowed", Named(name), found(value));
        self.fault(path, FaultCode::WrongType, message);
    }

    /// Reads a field that has to be there.
    pub(crate) fn required<'a, T>(
        &mut self,
        parent: &Path<'_>,
        name: &str,
        value: Option<Value<'a>>,
        read: impl FnOnce(&mut Self, &Path<'_>, &str, Value<'a>) -> Option<T>,
    ) -> Option<T> {
        let path = parent.key(name);
        if value.is_none() {
            self.missing(&path, name);
        }
        read(self, &path, name, value?)
    }

    #[cold]
    #[inline(never)]
    pub(super) fn missing(&mut self, path: &Path<'_>, name: &str) {
        self.fault(path, FaultCode::MissingField, format_args!("`{name}` is required"));
    }

    /// What `take` takes out of a value of the allowed type; it hands back a value of another.
    fn typed<'a, T>(
        &mut self,
        path: &Path<'_>,
        name: &str,
        value: Value<'a>,
        allowed: &str,
        take: fn(Value<'a>) -> Result<T, Value<'a>>,
    ) -> Option<T> {
        take(value).map_err(|other| self.wrong_type(path, name, &other, allowed)).ok()
    }

    /// A string.
    pub(crate) fn text<'a>(
        &mut self,
        path: &Path<'_>,
        name: &str,
        value: Value<'a>,
    ) -> Option<Cow<'a, str>> {
        self.typed(path, name, value, "a string", |value| match value {
            Value::String(inner) => Ok(inner),
            other => Err(other),
        })
    }

    /// A string that says something: at least one character of it is not white space.
    pub(crate) fn said<'a>(
        &mut self,
        path: &Path<'_>,
        name: &str,
        value: Value<'a>,
    ) -> Option<Cow<'a, str>> {
        let text = self.text(path, name, value)?;
        if !is_blank(&text) {
            return Some(text);
        }
        let text = Value::String(text);
        let message = format_args!(
            "{} is {}; a string with a character that is not white space is allowed",
            Named(name),
            found(&text),
        );
        self.fault(path, FaultCode::BlankString, message);
        None
    }

    /// The name of a tool: a string that says something and is no longer than a name can be. Every
    /// pattern of a policy is held against it.
    pub(crate) fn name<'a>(
        &mut self,
        path: &Path<'_>,
        name: &str,
        value: Value<'a>,
    ) -> Option<Cow<'a, str>> {
        let text = self.said(path, name, value)?;
        self.fits_a_name(path, name, &text).then_some(text)
    }

    /// Whether a text is no longer than a name can be; a fault if it is.
    pub(crate) fn fits_a_name(&mut self, path: &Path<'_>, name: &str, text: &str) -> bool {
        let fits = text.len() <= LONGEST_NAME;
        if !fits {
            let message = format_args!(
                "{} is a string of {} bytes; at most {LONGEST_NAME} are allowed",
                Named(name),
                text.len(),
            );
            self.fault(path, FaultCode::TooLong, message);
        }
        fits
    }

    /// An array of strings.
    pub(crate) fn texts<'a>(
        &mut self,
        path: &Path<'_>,
        name: &str,
        value: Value<'a>,
    ) -> Option<Vec<Cow<'a, str>>> {
        let items = self.array(path, name, value)?;
        let mut texts = Vec::new();
        for (index, item) in items.into_iter().enumerate() {
            texts.extend(self.text(&path.index(index), name, item));
        }
        Some(texts)
    }

    pub(crate) fn array<'a>(
        &mut self,
        path: &Path<'_>,
        name: &str,
        value: Value<'a>,
    ) -> Option<Vec<Value<'a>>> {
        self.typed(path, name, value, "an array", |value| match value {
            Value::Array(inner) => Ok(inner),
            other => Err(other),
        })
    }

    pub(crate) fn object<'a>(
        &mut self,
        path: &Path<'_>,
        name: &str,
        value: Value<'a>,
    ) -> Option<Object<'a>> {
        self.typed(path, name, value, "an object", |value| match value {
            Value::Object(inner) => Ok(inner),
            other => Err(other),
        })
    }

    pub(crate) fn boolean(
        &mut self,
        path: &Path<'_>,
        name: &str,
        value: Value<'_>,
    ) -> Option<bool> {
        self.typed(path, name, value, "a boolean", |value| match value {
            Value::Bool(inner) => Ok(inner),
            other => Err(other),
        })
    }

    /// One of the contract's words, spelled exactly.
    #[expect(clippy::needless_pass_by_value, reason = "readers of fields all look alike")]
    pub(crate) fn word<W: Word>(
        &mut self,
        path: &Path<'_>,
        name: &str,
        value: Value<'_>,
    ) -> Option<W> {
        W::VALUES.get(self.choice(path, name, &value, W::CHOICES)?).copied()
    }

    /// One of a few words, spelled exactly: its place among them.
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub(crate) fn choice(
        &mut self,
        path: &Path<'_>,
        name: &str,
        value: &Value<'_>,
        choices: &[&str],
    ) -> Option<usize> {
        let Value::String(text) = value else {
            self.wrong_type(path, name, value, "a string");
            return None;
        };
        let place = place_of(text, choices);
        if place.is_none() {
            let (name, choices) = (Named(name), Choices(choices));
            let message = format_args!("{name} is {}; allowed is one of {choices}", found(value));
            self.fault(path, FaultCode::NotAllowedValue, message);
        }
        place
    }

    /// A number of hours, not negative.
    #[expect(clippy::needless_pass_by_value, reason = "readers of fields all look alike")]
    pub(super) fn hours(&mut self, path: &Path<'_>, name: &str, value: Value<'_>) -> Option<f64> {
        let Value::Number(number) = &value else {
            self.wrong_type(path, name, &value, "a number");
            return None;
        };
        let hours = Number::as_f64(number);
        if hours >= 0.0 {
            return Some(hours);
        }
        let message = format_args!("`{name}` is a negative number; a number from 0 up is allowed");
        self.fault(path, FaultCode::NumberOutOfRange, message);
        None
    }
}
