//! Words of action in the arguments, and the methods of requests among them.

use super::{
    methods::http_method,
    place::Place,
    reading::{CallReading, add},
    roles::Role,
};
use crate::{
    contract::VerbClass,
    gate::classify::name::{changes_nothing, read_name},
    json::{Member, Object, Value},
    tokens::{Name, Word, word_set},
};

word_set! {
    /// The modes that change what is opened.
    WRITING_MODES = [
        "write", "append", "create", "update", "delete", "overwrite", "w", "wb", "wt", "a", "ab", "w+",
        "r+", "a+", "rw",
    ]
}

word_set! {
    /// What says which action an object is.
    OF_ACTIONS = ["action", "kind", "name", "op", "operation", "type"]
}

/// The action that an object is: `{"type": "delete"}`, `{"delete": {}}`.
pub(super) fn of_action<'v>(object: &'v Object<'_>) -> Option<&'v str> {
    let named = object.members().iter().find_map(|Member { key, value }| {
        value.as_str().filter(|_| OF_ACTIONS.contains(Word::of(key)))
    });
    let only = || match object.members() {
        [
            Member {
                key,
                value: Value::Object(_) | Value::Array(_) | Value::Bool(true) | Value::Null,
            },
        ] => Some(&**key),
        _ => None,
    };
    named.or_else(only)
}

/// Reads a word of action, or each of a list.
pub(super) fn read_action(
    role: Role,
    value: &Value<'_>,
    place: Place<'_>,
    reading: &mut CallReading,
) {
    match value {
        Value::String(text) => read_word(role, text.trim(), place, reading),
        Value::Array(words) => {
            for word in words.iter().filter_map(Value::as_object).filter_map(of_action) {
                read_word(Role::Action, word.trim(), place, reading);
            }
            let before = reading.word.take();
            for word in words.iter().filter_map(Value::as_str) {
                read_word(role, word.trim(), place, reading);
            }
            let found = core::mem::replace(&mut reading.word, before);
            let is_outer = role == Role::Action && place.is_arguments && place.depth == 0;
            let of = if is_outer { &mut reading.listed } else { &mut reading.word };
            if let Some(class) = found {
                add(of, class);
            }
        }
        Value::Object(object) => {
            if let Some(word) = of_action(object) {
                read_word(Role::Action, word.trim(), place, reading);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

pub(super) fn read_word(role: Role, text: &str, place: Place<'_>, reading: &mut CallReading) {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    reading.says_something |= !word.is_empty();
    // `DELETE /orders/7`, `DELETE HTTP/1.1` and `delete all` say no more than their first words.
    let method = http_method(word).filter(|_| rest.is_empty() || is_of_request(rest));
    let class = match (role, method) {
        (Role::Mode, _) if WRITING_MODES.contains(Word::of(text)) => VerbClass::Edit,
        (Role::Mode, _) => return,
        (Role::Method, Some(class)) => {
            if place.covers.methods {
                reading.covered_word |= class.acts();
            } else {
                add(&mut reading.method, class);
            }
            return;
        }
        (_, Some(class)) if !rest.is_empty() => class,
        _ if is_plain_word(word) && (rest.is_empty() || changes_nothing(Word::of(rest))) => {
            read_name(&Name::of(word)).verb_class
        }
        _ => return,
    };
    if place.covers.words {
        reading.covered_word |= class.acts();
    } else {
        add(&mut reading.word, class);
    }
}

/// What stands behind a method in the first line of a request.
fn is_of_request(rest: &str) -> bool {
    rest.starts_with('/') || rest.get(..4).is_some_and(|it| it.eq_ignore_ascii_case("http"))
}

/// A word or a few, joined as in a name. What has blanks in it is a text.
fn is_plain_word(text: &str) -> bool {
    (1..=40).contains(&text.len())
        && text.bytes().all(|byte| {
            byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'/' | b':')
        })
}
