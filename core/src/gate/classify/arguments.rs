//! What the arguments say: whom the call is about, and whether they carry a secret.

use alloc::string::String;

use super::nouns;
use crate::{
    fault::Pointer,
    json::{Object, Value},
    listed::Listed,
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
pub(crate) fn secret_pointers(arguments: &Object<'_>) -> Listed<String> {
    let mut walk = SecretWalk { at: Pointer::root(), found: Listed::default() };
    walk.at.append_key("proposed_arguments");
    walk.object(arguments);
    walk.found
}

/// A walk over the arguments that keeps the pointer to where it is: each key is masked once, however
/// many secrets stand below it.
struct SecretWalk {
    at: Pointer,
    found: Listed<String>,
}

impl SecretWalk {
    fn object(&mut self, object: &Object<'_>) {
        for member in object.members() {
            let length = self.at.length();
            self.at.append_key(&member.key);
            self.text(&member.key);
            self.value(&member.value);
            self.at.cut_back(length);
        }
    }

    fn value(&mut self, value: &Value<'_>) {
        match value {
            Value::String(text) => self.text(text),
            Value::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    let length = self.at.length();
                    self.at.append_index(index);
                    self.value(item);
                    self.at.cut_back(length);
                }
            }
            Value::Object(object) => self.object(object),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    fn text(&mut self, text: &str) {
        if secrets::holds_provider_secret(text) {
            self.found.add(|| self.at.to_shown());
        }
    }
}
