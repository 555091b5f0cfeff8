//! What the arguments say: whom the call is about, and whether they carry a secret.

use alloc::vec::Vec;

use super::nouns;
use crate::{
    event::{Path, Pointer},
    json::{Object, Value},
    secrets,
};

/// What one walk over the arguments found.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ArgumentReading {
    /// A key at any depth names somebody, and its value is not null.
    pub(crate) identity_bound: bool,
    /// A string at any depth is a provider key, a private key or a signed token.
    pub(crate) secret: bool,
}

/// Reads `proposed_arguments`.
pub(crate) fn read_arguments(arguments: &Object<'_>) -> ArgumentReading {
    let mut reading = ArgumentReading::default();
    read_object(&mut reading, arguments);
    reading
}

fn read_object(reading: &mut ArgumentReading, object: &Object<'_>) {
    for member in object.members() {
        reading.identity_bound = reading.identity_bound
            || (member.value != Value::Null && nouns::is_identity_bound(&member.key));
        read_text(reading, &member.key);
        read_value(reading, &member.value);
    }
}

fn read_value(reading: &mut ArgumentReading, value: &Value<'_>) {
    match value {
        Value::String(text) => read_text(reading, text),
        Value::Array(items) => items.iter().for_each(|item| read_value(reading, item)),
        Value::Object(object) => read_object(reading, object),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn read_text(reading: &mut ArgumentReading, text: &str) {
    reading.secret = reading.secret || secrets::holds_provider_secret(text);
}

/// Where in the arguments the secrets stand, for the report of a call that has any.
pub(crate) fn secret_pointers(arguments: &Object<'_>) -> Vec<Pointer> {
    let mut pointers = Vec::new();
    let (root, name) = (Path::Root, "proposed_arguments");
    object_pointers(&mut pointers, &root.key(name), arguments);
    pointers
}

fn object_pointers(pointers: &mut Vec<Pointer>, path: &Path<'_>, object: &Object<'_>) {
    for member in object.members() {
        let path = path.key(&member.key);
        if secrets::holds_provider_secret(&member.key) {
            pointers.push(path.pointer());
        }
        value_pointers(pointers, &path, &member.value);
    }
}

fn value_pointers(pointers: &mut Vec<Pointer>, path: &Path<'_>, value: &Value<'_>) {
    match value {
        Value::String(text) if secrets::holds_provider_secret(text) => {
            pointers.push(path.pointer());
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                value_pointers(pointers, &path.index(index), item);
            }
        }
        Value::Object(object) => object_pointers(pointers, path, object),
        _ => {}
    }
}
