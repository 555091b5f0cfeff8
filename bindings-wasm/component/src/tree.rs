//! Records put together as JSON objects.

use alloc::{borrow::Cow, vec::Vec};

use aana_core::json::{Member, Object, Value};

/// Members in order; what is absent does not become one.
#[derive(Default)]
pub(crate) struct Members<'a>(Vec<Member<'a>>);

impl<'a> Members<'a> {
    pub(crate) fn value(&mut self, key: &'static str, value: Value<'a>) {
        self.0.push(Member { key: Cow::Borrowed(key), value });
    }

    pub(crate) fn text(&mut self, key: &'static str, text: &'a str) {
        self.value(key, string(text));
    }

    pub(crate) fn optional_text(&mut self, key: &'static str, text: Option<&'a str>) {
        if let Some(text) = text {
            self.text(key, text);
        }
    }

    pub(crate) fn boolean(&mut self, key: &'static str, value: Option<bool>) {
        if let Some(value) = value {
            self.value(key, Value::Bool(value));
        }
    }

    /// The object. All keys are written out here, once each, so it never has one twice.
    pub(crate) fn into_value(self) -> Value<'a> {
        Object::new(self.0).map_or(Value::Null, Value::Object)
    }
}

pub(crate) fn string(text: &str) -> Value<'_> {
    Value::String(Cow::Borrowed(text))
}

pub(crate) fn strings(texts: &[impl AsRef<str>]) -> Value<'_> {
    Value::Array(texts.iter().map(|text| string(text.as_ref())).collect())
}
