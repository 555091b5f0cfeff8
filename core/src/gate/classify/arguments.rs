//! What the arguments say: whom the call is about, what it does, and whether they carry a secret.

use alloc::string::String;

use super::{
    calls::{CallReading, ObjectReading, Place, Role, role_of},
    identity::{Below, folded, is_identity_bound, is_somebody, read_key},
    name::NameReading,
};
use crate::{
    fault::Pointer,
    json::{self, Member, Object, Value},
    listed::Listed,
    policy::{Call, Policy},
    secrets,
    tokens::{Name, Word, word_set},
};

/// What one walk over the arguments found.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ArgumentReading {
    /// A key at any depth names somebody, and its value is not null.
    pub(crate) identity_bound: bool,
    /// A string at any depth is a provider key, a private key or a signed token.
    pub(crate) secret: bool,
    /// What the call says that it does.
    pub(crate) calls: CallReading,
    /// How many texts of JSON stand around what is read.
    texts: u8,
}

/// How deep texts of JSON within texts of JSON are read.
const DEEPEST_TEXT: u8 = 4;

/// Reads the arguments of a call of this tool, whose name says this.
pub(crate) fn read_arguments(
    tool: &Name<'_>,
    name: NameReading,
    call: &Call<'_>,
    policy: &Policy,
) -> ArgumentReading {
    let mut reading = ArgumentReading::default();
    let top = Place::top(tool, name.verb_class, call, policy);
    if !call.arguments.members().is_empty() {
        reading.object(call.arguments, top, Below::Nothing);
    }
    reading.calls.calls_unnamed = top.has_to_name_calls() && !reading.calls.says_something;
    reading
}

impl ArgumentReading {
    fn object(&mut self, object: &Object<'_>, place: Place<'_>, below: Below) {
        let read = ObjectReading::of(object, place, &mut self.calls);
        self.identity_bound = self.identity_bound || filters_by_identity(object);
        for Member { key, value } in object.members() {
            let plain = folded(key);
            let (key_reading, role) = (read_key(&plain), role_of(&plain));
            self.identity_bound |= *value != Value::Null
                && (key_reading.identity_bound
                    || (below != Below::Nothing && key_reading.identifies() && identifies(value)));
            self.text(key);
            let under = Under {
                place: read.below(role),
                below: key_reading.below,
                call: role.is_some_and(Role::is_arguments) || read.in_dispatcher(),
            };
            self.value(value, under);
        }
    }

    fn value(&mut self, value: &Value<'_>, under: Under<'_>) {
        self.identity_bound = self.identity_bound || under.below.names(value);
        match value {
            Value::String(text) => {
                self.text(text);
                if text.trim_start().starts_with(['{', '[', '"']) {
                    self.json_text(text, under);
                }
            }
            Value::Array(items) => items.iter().for_each(|item| self.value(item, under)),
            Value::Object(object) => self.object(object, under.place, under.below),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// A text of JSON: whoever runs the call may well read it, so it names whom an object would. Where the
    /// arguments of a call stand, it also says what the call does.
    fn json_text(&mut self, text: &str, under: Under<'_>) {
        self.texts = self.texts.saturating_add(1);
        let before = *self;
        match json::parse(text, text.len()) {
            Ok(value) if self.texts <= DEEPEST_TEXT => self.value(&value, under),
            // Others may read what is not read here: a key that stands twice, say.
            Err(_) if !(under.call && holds_a_key(text)) && self.texts <= DEEPEST_TEXT => {}
            _ => {
                self.identity_bound = true;
                self.calls.take_unread(under.place);
            }
        }
        // The report points at a secret as it stands in the event.
        self.secret = before.secret;
        if !under.call {
            self.calls = before.calls;
        }
        self.texts = before.texts.saturating_sub(1);
    }

    fn text(&mut self, text: &str) {
        self.secret = self.secret || secrets::holds_provider_secret(text);
    }
}

/// Where a value stands.
#[derive(Clone, Copy)]
struct Under<'p> {
    place: Place<'p>,
    below: Below,
    /// The arguments of a call stand here, as its host may write them: as a text.
    call: bool,
}

/// Whether a text holds what looks like a key of JSON.
fn holds_a_key(text: &str) -> bool {
    text.split('"').skip(1).any(|behind| behind.trim_start().starts_with(':'))
}

/// Whether the value of `id` or `name` below a private noun tells who is meant, and is not how to sort:
/// `{"order": {"name": "asc"}}`.
fn identifies(value: &Value<'_>) -> bool {
    match value {
        Value::String(text) => is_somebody(text) || text.trim().chars().count() == 1,
        Value::Bool(_) | Value::Null => false,
        Value::Number(_) | Value::Array(_) | Value::Object(_) => true,
    }
}

word_set! {
    /// Keys whose value names another key.
    OF_KEYS = ["key", "field", "column", "property", "attribute", "name"]
}

/// A filter by whom the call is about: `{"field": "user_id", "value": 7}`.
fn filters_by_identity(object: &Object<'_>) -> bool {
    const VALUE: Word = Word::literal("value");
    const VALUES: Word = Word::literal("values");
    let mut names = false;
    let mut has_value = false;
    for Member { key, value } in object.members() {
        let word = Word::of(key);
        has_value |= (word == VALUE || word == VALUES) && *value != Value::Null;
        names |= OF_KEYS.contains(word) && value.as_str().is_some_and(is_identity_bound);
    }
    names && has_value
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
