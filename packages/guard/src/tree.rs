//! Members of the tree, and the one way in which it is written again.

use std::borrow::Cow;
use std::fmt::Write as _;

use aana_core::json::{Member, Object, Value};

/// The text of a value: compact, the order of keys and the digits of numbers as they were read, on one line.
///
/// Whatever a reader could take for the end of a line is escaped, so that nobody's reader finds a second message in it.
pub(crate) fn write(value: &Value<'_>) -> String {
    let mut out = String::new();
    write_to(&mut out, value);
    out
}

fn write_to(out: &mut String, value: &Value<'_>) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(true) => out.push_str("true"),
        Value::Bool(false) => out.push_str("false"),
        Value::Number(number) => out.push_str(number.as_str()),
        Value::String(text) => write_text(out, text),
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write_to(out, item);
            }
            out.push(']');
        }
        Value::Object(object) => write_object(out, object),
    }
}

fn write_object(out: &mut String, object: &Object<'_>) {
    out.push('{');
    for (index, member) in object.members().iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        write_text(out, &member.key);
        out.push(':');
        write_to(out, &member.value);
    }
    out.push('}');
}

/// The text of an object.
pub(crate) fn object_text(object: &Object<'_>) -> String {
    let mut out = String::new();
    write_object(&mut out, object);
    out
}

fn write_text(out: &mut String, text: &str) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            // Some readers of lines also stop at these.
            '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' => {
                let _ = write!(out, "\\u{:04x}", u32::from(character));
            }
            _ => out.push(character),
        }
    }
    out.push('"');
}

/// The canonical text of a value, over which digests are made.
pub(crate) fn canonical(value: &Value<'_>) -> String {
    let mut out = String::new();
    aana_core::json::canonical(&mut out, value);
    out
}

pub(crate) fn string(text: impl Into<String>) -> Value<'static> {
    Value::String(Cow::Owned(text.into()))
}

pub(crate) fn number(number: i64) -> Value<'static> {
    Value::Number(number.into())
}

pub(crate) fn strings<T: Into<String>>(texts: impl IntoIterator<Item = T>) -> Value<'static> {
    Value::Array(texts.into_iter().map(string).collect())
}

pub(crate) fn with(key: &str, value: Value<'static>) -> Member<'static> {
    Member { key: Cow::Owned(key.to_owned()), value }
}

pub(crate) fn member(key: &str, text: impl Into<String>) -> Member<'static> {
    with(key, string(text))
}

/// An object of members whose keys differ, as those of this crate's own do. If two have the same key, the object is empty.
pub(crate) fn of(members: Vec<Member<'static>>) -> Object<'static> {
    Object::new(members).unwrap_or_default()
}

pub(crate) fn object(members: Vec<Member<'static>>) -> Value<'static> {
    Value::Object(of(members))
}

pub(crate) fn owned(object: &Object<'_>) -> Object<'static> {
    match Value::Object(object.clone()).into_owned() {
        Value::Object(object) => object,
        _ => Object::default(),
    }
}

/// The object with this member in place of one with the same key, or at its end.
pub(crate) fn set(object: Object<'static>, new: Member<'static>) -> Object<'static> {
    let mut members = object.into_members();
    match members.iter_mut().find(|member| member.key == new.key) {
        Some(member) => member.value = new.value,
        None => members.push(new),
    }
    of(members)
}

/// The object without this member.
pub(crate) fn without(object: Object<'static>, key: &str) -> Object<'static> {
    of(object.into_members().into_iter().filter(|member| member.key != key).collect())
}

/// The object under a key.
pub(crate) fn inner<'v, 'm>(object: &'v Object<'m>, key: &str) -> Option<&'v Object<'m>> {
    object.get(key).and_then(Value::as_object)
}

/// The text under a key.
pub(crate) fn text<'v>(object: &'v Object<'_>, key: &str) -> Option<&'v str> {
    object.get(key).and_then(Value::as_str)
}

/// Whether the member is there and `true`.
pub(crate) fn is_true(object: &Object<'_>, key: &str) -> bool {
    matches!(object.get(key), Some(Value::Bool(true)))
}

#[cfg(test)]
mod tests {
    use super::write;
    use aana_core::json;

    #[test]
    fn what_is_written_is_one_line_with_the_same_digits() {
        let text =
            "{\"b\" :\r\n[1.50, 12345678901234567890,\"a\\u2028\\u0085\\n\u{e9}\"],\"a\":null}";
        let tree = json::parse(text, 1 << 10).unwrap();
        let written = write(&tree);
        assert_eq!(
            written,
            "{\"b\":[1.50,12345678901234567890,\"a\\u2028\\u0085\\n\u{e9}\"],\"a\":null}"
        );
        assert_eq!(json::parse(&written, 1 << 10).unwrap(), tree);
    }
}
