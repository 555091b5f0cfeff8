//! Members of a payload.

use std::borrow::Cow;

use aana_core::json::{self, Limits, Member, Object, Value};

/// How many bytes of a payload are read: Cursor sends whole files.
pub const MAX_BYTES: usize = 16 << 20;

const LIMITS: Limits = Limits { max_bytes: MAX_BYTES, max_depth: json::MAX_DEPTH };

/// A payload, or a text of JSON in one. Strictly: what two readers understand differently is not understood.
pub(crate) fn parse(text: &str) -> Option<Value<'_>> {
    json::parse_within(text, LIMITS).ok()
}

/// The first of these members that is a text with something in it.
pub(crate) fn text<'v>(object: &'v Object<'_>, keys: &[&str]) -> Option<&'v str> {
    keys.iter().find_map(|key| object.get(key)?.as_str()).filter(|text| !text.trim().is_empty())
}

/// The object under the first of these keys that is there.
pub(crate) fn object<'v, 'p>(object: &'v Object<'p>, keys: &[&str]) -> Option<&'v Object<'p>> {
    keys.iter().find_map(|key| object.get(key)).and_then(Value::as_object)
}

/// The arguments of a call: an object, a text of JSON that is one, or a bare text, which stands under `input`.
pub(crate) fn arguments(value: Option<&Value<'_>>) -> Option<Object<'static>> {
    match value? {
        Value::Object(object) => Some(owned(object)),
        Value::String(text) => match parse(text) {
            Some(Value::Object(object)) => Some(owned(&object)),
            // Another reader may find an object in it.
            _ if text.trim_start().starts_with(['{', '[']) => None,
            _ => Some(of(vec![member("input", text.as_ref())])),
        },
        _ => None,
    }
}

pub(crate) fn owned(object: &Object<'_>) -> Object<'static> {
    match Value::Object(object.clone()).into_owned() {
        Value::Object(object) => object,
        _ => Object::default(),
    }
}

/// An object of these members. If two have the same key, the object is empty.
pub(crate) fn of(members: Vec<Member<'static>>) -> Object<'static> {
    Object::new(members).unwrap_or_default()
}

pub(crate) fn member(key: &str, value: impl Into<String>) -> Member<'static> {
    with(key, string(value))
}

pub(crate) fn with(key: &str, value: Value<'static>) -> Member<'static> {
    Member { key: Cow::Owned(key.to_owned()), value }
}

pub(crate) fn string(text: impl Into<String>) -> Value<'static> {
    Value::String(Cow::Owned(text.into()))
}
