//! The method of a request, where another key than `method` says it: a header, a query, a body.

use super::{
    place::Place,
    reading::{CallReading, add},
    roles::{Role, role_of, whole_word},
};
use crate::{
    arguments::overrides,
    contract::VerbClass,
    gate::classify::identity::folded,
    json::{Member, Object, Value},
    tokens::word_map,
};

/// What a key says about a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Where the request goes.
    Address,
    /// What it carries.
    Body,
    /// Its fields.
    Headers,
    /// What stands behind the `?` of its address.
    Query,
    /// Its method, and nothing else's.
    Method,
    /// A request, or its method as `curl` has it.
    Request,
    /// What the value beside it is called.
    Name,
    /// A value.
    Value,
}

word_map! {
    /// The keys, without what separates their words.
    PARTS: Part = [
        ("url", Part::Address), ("uri", Part::Address), ("endpoint", Part::Address),
        ("href", Part::Address), ("link", Part::Address), ("address", Part::Address),
        ("baseurl", Part::Address), ("apiurl", Part::Address), ("requesturl", Part::Address),
        ("targeturl", Part::Address),
        ("json", Part::Body), ("data", Part::Body), ("body", Part::Body), ("form", Part::Body),
        ("formdata", Part::Body), ("jsonbody", Part::Body), ("requestbody", Part::Body),
        ("headers", Part::Headers), ("header", Part::Headers), ("httpheaders", Part::Headers),
        ("requestheaders", Part::Headers), ("extraheaders", Part::Headers),
        ("query", Part::Query), ("querystring", Part::Query), ("params", Part::Query),
        ("queryparams", Part::Query), ("searchparams", Part::Query),
        ("httpmethod", Part::Method), ("requestmethod", Part::Method), ("httpverb", Part::Method),
        ("request", Part::Request),
        ("name", Part::Name), ("key", Part::Name), ("field", Part::Name),
        ("value", Part::Value),
    ], Part::Address
}

/// The methods of extensions that change something. Other words are the methods of something else.
const EXTENSIONS: [&str; 11] = [
    "PURGE",
    "MOVE",
    "COPY",
    "MKCOL",
    "PROPPATCH",
    "LOCK",
    "UNLOCK",
    "MERGE",
    "LINK",
    "UNLINK",
    "CONNECT",
];

/// The class of an HTTP method. The methods that read have the class of reading.
pub(super) fn http_method(text: &str) -> Option<VerbClass> {
    const METHODS: [(&str, VerbClass); 7] = [
        ("POST", VerbClass::Send),
        ("PUT", VerbClass::Edit),
        ("PATCH", VerbClass::Edit),
        ("DELETE", VerbClass::Destroy),
        ("GET", VerbClass::Read),
        ("HEAD", VerbClass::Read),
        ("OPTIONS", VerbClass::Read),
    ];
    let known = METHODS.iter().find(|(name, _)| text.eq_ignore_ascii_case(name));
    known.map(|(_, class)| *class).or_else(|| EXTENSIONS.contains(&text).then_some(VerbClass::Edit))
}

/// Reads what an object of the arguments says about a request.
pub(super) fn read_request(object: &Object<'_>, place: Place<'_>, reading: &mut CallReading) {
    let mut found = Found::default();
    for Member { key, value } in object.members() {
        let key = folded(key);
        if overrides::is_name(&key) {
            found.method(value.as_str());
            continue;
        }
        let Some(part) = whole_word(&key).and_then(|word| PARTS.get(word)) else {
            if role_of(&key) == Some(Role::Method) {
                found.said |= value.as_str().is_some_and(|text| !text.trim().is_empty());
                found.beside = value.as_str();
            }
            continue;
        };
        match part {
            Part::Address => {
                found.overridden(value);
                found.has_address |= value.as_str().is_some_and(|text| text.contains("://"));
            }
            Part::Body => {
                found.overridden(value);
                found.has_body |= is_body(value);
            }
            Part::Headers | Part::Query => {
                found.overridden(value);
                found.names_override |= value.as_str().is_some_and(overrides::is_name);
            }
            Part::Method => {
                found.said = true;
                found.method(value.as_str());
            }
            Part::Request => found.request = value.as_str(),
            Part::Name => found.names_override |= value.as_str().is_some_and(overrides::is_name),
            Part::Value => found.value = value.as_str(),
        }
    }
    found.settle(place, reading);
}

/// What is found on the way through an object.
#[derive(Default)]
struct Found<'v> {
    has_address: bool,
    has_body: bool,
    /// A method is said.
    said: bool,
    /// The class of what is certainly a method, if it acts.
    class: Option<VerbClass>,
    /// What is a method only beside an address.
    beside: Option<&'v str>,
    request: Option<&'v str>,
    names_override: bool,
    value: Option<&'v str>,
}

impl Found<'_> {
    /// Hears a method.
    fn method(&mut self, text: Option<&str>) {
        let word = text.map(first_word).unwrap_or_default();
        if !word.is_empty() {
            add(&mut self.class, class_of(word));
        }
    }

    /// Looks for the method that counts in texts of headers, queries and bodies.
    fn overridden(&mut self, value: &Value<'_>) {
        match value {
            Value::String(text) => self.method(overrides::method_in(text)),
            Value::Array(items) => {
                let mut named = false;
                for item in items {
                    if named {
                        self.method(item.as_str());
                    }
                    named = item.as_str().is_some_and(overrides::is_name);
                    self.overridden(item);
                }
            }
            // Each object is read by itself.
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => {}
        }
    }

    fn settle(mut self, place: Place<'_>, reading: &mut CallReading) {
        if self.names_override {
            self.method(self.value);
        }
        if self.has_address && (place.is_arguments || place.in_dispatcher) {
            let is_word = |text: &str| {
                (3..=10).contains(&text.chars().count()) && text.chars().all(char::is_alphabetic)
            };
            if let Some(class) = self.beside.map(first_word).filter(|it| is_word(it)).map(class_of)
            {
                add(
                    if place.covers.methods { &mut self.class } else { &mut reading.method },
                    class,
                );
            }
            let request = self.request.filter(|text| http_method(first_word(text)).is_some());
            self.said |= request.is_some();
            self.method(request);
            if self.has_body && !self.said {
                add(&mut self.class, VerbClass::Send);
            }
        }
        let Some(class) = self.class else { return };
        if place.covers.methods {
            reading.covered_word = true;
        } else {
            add(&mut reading.stated_method, class);
        }
    }
}

/// The class of a word that is certainly a method. Whatever does not read acts.
fn class_of(method: &str) -> VerbClass {
    http_method(method).unwrap_or(VerbClass::Edit)
}

fn first_word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or_default()
}

/// Whether a value is what a request carries, and not a switch.
fn is_body(value: &Value<'_>) -> bool {
    match value {
        Value::Object(_) | Value::Array(_) => true,
        Value::String(text) => !text.trim().is_empty(),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}
