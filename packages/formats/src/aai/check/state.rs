//! A check under way: what it has found, and how it takes members of the document.

use serde_json::{Map, Value};

use super::super::{
    DescriptorRule as Rule, Profile,
    findings::{Findings, found, member},
    model::{Auth, Placement},
    nearest, schema,
};

/// A check under way.
pub(super) struct Check {
    pub(super) profile: Profile,
    pub(super) findings: Findings<Rule>,
    pub(super) budget: schema::Budget,
    /// Whether the document has the marks of the next shape.
    pub(super) next: bool,
    /// Whether it has the later shape with names in camel case.
    pub(super) camel_case: bool,
}

pub(super) type Object = Map<String, Value>;

impl Check {
    pub(super) fn error(&mut self, rule: Rule, pointer: &str, message: impl Into<String>) {
        self.findings.add(rule, pointer, message);
    }

    /// Points out members that have no meaning.
    pub(super) fn unknown(&mut self, object: &Object, at: &str, known: &[&str]) {
        for key in object.keys() {
            if !known.contains(&key.as_str()) && !key.starts_with("x-") && !key.starts_with('_') {
                let hint = nearest::hint(key, known.iter().copied());
                let message =
                    format!("the specification has no such member here; it is ignored{hint}");
                self.error(Rule::FieldUnknown, &member(at, key), message);
            }
        }
    }

    pub(super) fn missing(&mut self, at: &str, key: &str) {
        let message = format!("`{key}` is missing; it is required here");
        self.error(Rule::FieldMissing, &member(at, key), message);
    }

    pub(super) fn wrong_type(&mut self, at: &str, key: &str, value: &Value, wanted: &str) {
        let message = format!("`{key}` is {}; it must be {wanted}", found(value));
        self.error(Rule::FieldType, &member(at, key), message);
    }

    pub(super) fn optional_string<'d>(
        &mut self,
        object: &'d Object,
        at: &str,
        key: &str,
    ) -> Option<&'d str> {
        match object.get(key)? {
            Value::String(text) => Some(text),
            other => {
                self.wrong_type(at, key, other, "a string");
                None
            }
        }
    }

    pub(super) fn required_string<'d>(
        &mut self,
        object: &'d Object,
        at: &str,
        key: &str,
    ) -> Option<&'d str> {
        if !object.contains_key(key) {
            self.missing(at, key);
        }
        self.optional_string(object, at, key)
    }

    /// A required string that must say something.
    pub(super) fn required_text<'d>(
        &mut self,
        object: &'d Object,
        at: &str,
        key: &str,
    ) -> Option<&'d str> {
        let text = self.required_string(object, at, key)?;
        if text.trim().is_empty() {
            let message = format!("`{key}` is empty or blank; it must say something");
            self.error(Rule::FieldEmpty, &member(at, key), message);
        }
        Some(text)
    }

    pub(super) fn optional_object<'d>(
        &mut self,
        object: &'d Object,
        at: &str,
        key: &str,
    ) -> Option<&'d Object> {
        match object.get(key)? {
            Value::Object(inner) => Some(inner),
            other => {
                self.wrong_type(at, key, other, "an object");
                None
            }
        }
    }

    pub(super) fn required_object<'d>(
        &mut self,
        object: &'d Object,
        at: &str,
        key: &str,
    ) -> Option<&'d Object> {
        if !object.contains_key(key) {
            self.missing(at, key);
        }
        self.optional_object(object, at, key)
    }

    /// A flag of the profile: whether what the neighbours write is read.
    pub(super) fn reads_neighbours(&self) -> bool {
        self.profile == Profile::Compat
    }
}

/// Whether the header that `auth` sets has this name, whatever its case.
pub(super) fn auth_sets_header(auth: Option<&Auth>, name: &str) -> bool {
    match auth {
        Some(Auth::ApiKey { placement: Placement::Header, name: key, .. }) => {
            key.eq_ignore_ascii_case(name)
        }
        Some(Auth::Oauth2) => name.eq_ignore_ascii_case("authorization"),
        _ => false,
    }
}
