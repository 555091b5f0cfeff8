//! Reading the fields of a policy: what several readers share.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};

use crate::{
    codes::FaultCode,
    event::{FieldReader, found},
    fault::Path,
    json::{Member, Object, Value},
};

/// How many entries a list of a policy may have.
pub(super) const MOST_ENTRIES: usize = 1000;

pub(super) fn set<T>(field: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *field = value;
    }
}

/// A misspelt field would silently not tighten what it was meant to tighten.
pub(super) fn unknown_field(reader: &mut FieldReader, path: &Path<'_>) {
    let message = format_args!("`aana.policy.v1` has no such field");
    reader.fault(path, FaultCode::UnknownField, message);
}

pub(super) fn whole_number(
    reader: &mut FieldReader,
    path: &Path<'_>,
    name: &str,
    value: &Value<'_>,
    least: u32,
    most: u32,
) -> Option<u32> {
    let Value::Number(number) = value else {
        reader.wrong_type(path, name, value, "a whole number");
        return None;
    };
    // JSON has one kind of number: `168.0` is as whole as `168`.
    let double = number.as_f64();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "what the cast changes is compared with what it was"
    )]
    let whole = Some(double as u32).filter(|whole| {
        (f64::from(*whole) - double).abs() == 0.0 && (least..=most).contains(whole)
    });
    if whole.is_none() {
        let message = format_args!(
            "`{name}` is a number outside of what is allowed: a whole number from {least} to {most}"
        );
        reader.fault(path, FaultCode::NumberOutOfRange, message);
    }
    whole
}

/// The members of an object, if there are not too many.
pub(super) fn members<'a>(
    reader: &mut FieldReader,
    path: &Path<'_>,
    name: &str,
    value: Value<'a>,
    most: usize,
) -> Vec<Member<'a>> {
    let members = reader.object(path, name, value).map(Object::into_members).unwrap_or_default();
    if members.len() > most {
        too_many(reader, path, name, ("an object", members.len(), "members"), most);
        return Vec::new();
    }
    members
}

/// The elements of a list, if there are not too many.
pub(super) fn elements<'a>(
    reader: &mut FieldReader,
    path: &Path<'_>,
    name: &str,
    value: Value<'a>,
) -> Vec<Value<'a>> {
    let items = reader.array(path, name, value).unwrap_or_default();
    if items.len() > MOST_ENTRIES {
        too_many(reader, path, name, ("an array", items.len(), "elements"), MOST_ENTRIES);
        return Vec::new();
    }
    items
}

fn too_many(
    reader: &mut FieldReader,
    path: &Path<'_>,
    name: &str,
    (what, count, of): (&str, usize, &str),
    most: usize,
) {
    let message = format_args!("`{name}` is {what} of {count} {of}; at most {most} are allowed");
    reader.fault(path, FaultCode::TooLong, message);
}

/// The texts of a list, each of which says something and passes a test. `allowed` says what passes.
pub(super) fn texts(
    reader: &mut FieldReader,
    path: &Path<'_>,
    name: &str,
    value: Value<'_>,
    (passes, allowed): (fn(&str) -> bool, &str),
) -> Vec<String> {
    let mut texts = Vec::new();
    for (index, item) in elements(reader, path, name, value).into_iter().enumerate() {
        let path = path.index(index);
        let Some(text) = reader.said(&path, name, item) else { continue };
        if passes(&text) {
            texts.push(text.to_string());
        } else {
            not_allowed(reader, &path, name, &Value::String(text), allowed);
        }
    }
    texts
}

/// Reports a value of the right type that is not allowed.
pub(super) fn not_allowed(
    reader: &mut FieldReader,
    path: &Path<'_>,
    name: &str,
    value: &Value<'_>,
    allowed: &str,
) {
    let message = format_args!("`{name}` is {}; {allowed} is allowed", found(value));
    reader.fault(path, FaultCode::NotAllowedValue, message);
}

/// One of a few words, spelled exactly, and what it stands for.
pub(super) fn choice<T: Copy>(
    reader: &mut FieldReader,
    path: &Path<'_>,
    name: &str,
    value: &Value<'_>,
    choices: &[(&str, T)],
) -> Option<T> {
    let Value::String(text) = value else {
        reader.wrong_type(path, name, value, "a string");
        return None;
    };
    let choice = choices.iter().find(|(word, _)| word == text);
    if choice.is_none() {
        let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
        let words = words.join("`, `");
        let message = format_args!("`{name}` is {}; allowed is one of `{words}`", found(value));
        reader.fault(path, FaultCode::NotAllowedValue, message);
    }
    choice.map(|(_, meaning)| *meaning)
}
