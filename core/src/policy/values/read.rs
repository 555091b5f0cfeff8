//! Reading rules for values.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};

use super::{
    element::TextPattern,
    glob::LONGEST,
    number::Signed,
    pointer::ArgumentPointer,
    rule::{Literal, Rule, Total},
    rules::{ValueRule, ValueRules},
};
use crate::{
    codes::FaultCode,
    contract::Route,
    event::{FieldReader, found},
    fault::Path,
    json::Value,
    policy::fields::{Choices, choice, each_element, each_member, not_allowed, set, whole_number},
};

/// How many rules an entry may have: each is held against the arguments of every call of its tools.
const MOST_RULES: usize = 100;

const LARGEST: u32 = 1_000_000_000;

/// What may follow from a rule that does not hold.
const ELSE: Choices<Route> =
    (&["ask", "defer", "refuse"], &[Route::Ask, Route::Defer, Route::Refuse]);

/// The rules of an entry: by pointer.
pub(crate) fn read_values(
    reader: &mut FieldReader,
    path: &Path<'_>,
    name: &str,
    value: Value<'_>,
) -> ValueRules {
    read(reader, path, name, value, true)
}

/// The same as conditions of an entry, from which nothing follows by itself.
pub(crate) fn read_conditions(
    reader: &mut FieldReader,
    path: &Path<'_>,
    name: &str,
    value: Value<'_>,
) -> ValueRules {
    read(reader, path, name, value, false)
}

fn read(
    reader: &mut FieldReader,
    path: &Path<'_>,
    name: &str,
    value: Value<'_>,
    has_else: bool,
) -> ValueRules {
    let mut rules = ValueRules::default();
    each_member(reader, path, name, value, MOST_RULES, &mut |reader, path, key, value| {
        let pointer = pointer(reader, path, name, key);
        let rule = rule(reader, path, value, has_else);
        if let (Some(pointer), Some((rule, otherwise))) = (pointer, rule) {
            rules.add(ValueRule { pointer, rule, otherwise });
        }
        true
    });
    rules
}

fn pointer(
    reader: &mut FieldReader,
    path: &Path<'_>,
    name: &str,
    text: &str,
) -> Option<ArgumentPointer> {
    let pointer = ArgumentPointer::parse(text);
    if pointer.is_none() {
        let message = format_args!(
            "`{name}` has a key that is not a JSON pointer; an empty one or one that begins with `/` is allowed, with `*` for every element"
        );
        reader.fault(path, FaultCode::NotAllowedValue, message);
    }
    pointer
}

fn rule(
    reader: &mut FieldReader,
    path: &Path<'_>,
    value: Value<'_>,
    has_else: bool,
) -> Option<(Rule, Route)> {
    let mut rule = Rule::default();
    let mut otherwise = Route::Ask;
    let mut says_something = false;
    let read = &mut |reader: &mut FieldReader, path: &Path<'_>, name: &str, value: Value<'_>| {
        says_something |= name != "else";
        match name {
            "one_of" => rule.one_of = Some(literals(reader, path, name, value)),
            "match" => rule.matches = Some(patterns(reader, path, name, value, false)),
            "not_match" => rule.not_match = Some(patterns(reader, path, name, value, true)),
            "at_most" => rule.at_most = number(reader, path, name, &value),
            "at_least" => rule.at_least = number(reader, path, name, &value),
            "max_items" => rule.max_items = whole_number(reader, path, name, &value, 0, LARGEST),
            "max_length" => rule.max_length = whole_number(reader, path, name, &value, 0, LARGEST),
            "required" => rule.required = reader.boolean(path, name, value),
            "absent" => set(&mut rule.absent, reader.boolean(path, name, value)),
            "total" => rule.total = totals(reader, path, name, value),
            "else" if has_else => set(&mut otherwise, choice(reader, path, name, &value, ELSE)),
            _ => return false,
        }
        true
    };
    each_member(reader, path, "a rule", value, usize::MAX, read)?;
    if !says_something {
        let message = format_args!("a rule says nothing; at least one of its keys is required");
        reader.fault(path, FaultCode::MissingField, message);
    }
    Some((rule, otherwise))
}

/// Reads a list that has some elements.
fn each_of_some(
    reader: &mut FieldReader,
    path: &Path<'_>,
    name: &str,
    value: Value<'_>,
    read: &mut dyn FnMut(&mut FieldReader, &Path<'_>, usize, Value<'_>),
) {
    if value.as_array().is_some_and(<[_]>::is_empty) {
        not_allowed(reader, path, name, &value, "an array with at least one element");
    }
    each_element(reader, path, name, value, read);
}

fn literals(
    reader: &mut FieldReader,
    path: &Path<'_>,
    name: &str,
    value: Value<'_>,
) -> Vec<Literal> {
    let mut literals = Vec::new();
    each_of_some(reader, path, name, value, &mut |reader, path, _, item| {
        literals.push(match item {
            Value::String(text) => Literal::Text(text.into_owned()),
            Value::Number(number) => Literal::Number(number.as_str().to_string()),
            Value::Bool(truth) => Literal::Bool(truth),
            Value::Null => Literal::Null,
            other => {
                let allowed = "a string, a number, a boolean or null";
                reader.wrong_type(path, name, &other, allowed);
                return;
            }
        });
    });
    literals
}

fn patterns(
    reader: &mut FieldReader,
    path: &Path<'_>,
    name: &str,
    value: Value<'_>,
    forbids: bool,
) -> Vec<TextPattern> {
    let mut patterns = Vec::new();
    each_of_some(reader, path, name, value, &mut |reader, path, _, item| {
        let Some(text) = reader.text(path, name, item) else { return };
        if text.chars().count() > LONGEST {
            let text = Value::String(text);
            let found = found(&text);
            let message =
                format_args!("`{name}` is {found}; at most {LONGEST} characters are allowed");
            reader.fault(path, FaultCode::TooLong, message);
        } else {
            patterns.push(TextPattern::new(&text, forbids));
        }
    });
    patterns
}

/// A number, or a text that is one: JSON libraries may have taken digits off the former.
fn number(
    reader: &mut FieldReader,
    path: &Path<'_>,
    name: &str,
    value: &Value<'_>,
) -> Option<String> {
    let text = match value {
        Value::Number(number) => number.as_str(),
        Value::String(text) => text,
        other => {
            reader.wrong_type(path, name, other, "a number, or a string of digits,");
            return None;
        }
    };
    let is_number = |text: &str| {
        text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'.'))
            && Signed::parse(text).is_some()
    };
    if matches!(value, Value::Number(_)) || is_number(text) {
        return Some(text.to_string());
    }
    not_allowed(reader, path, name, value, "a number without anything else");
    None
}

fn totals(reader: &mut FieldReader, path: &Path<'_>, name: &str, value: Value<'_>) -> Vec<Total> {
    let mut totals = Vec::new();
    let count =
        each_member(reader, path, name, value, MOST_RULES, &mut |reader, path, key, value| {
            let of = pointer(reader, path, name, key);
            let (mut at_most, mut at_least) = (None, None);
            let mut limits =
                |reader: &mut FieldReader, path: &Path<'_>, name: &str, value: Value<'_>| {
                    match name {
                        "at_most" => at_most = number(reader, path, name, &value),
                        "at_least" => at_least = number(reader, path, name, &value),
                        _ => return false,
                    }
                    true
                };
            let count = each_member(reader, path, "a total", value, MOST_RULES, &mut limits);
            if count.unwrap_or(0) == 0 {
                let message =
                    format_args!("a total has no limit; `at_most` or `at_least` is required");
                reader.fault(path, FaultCode::MissingField, message);
            }
            totals.extend(of.map(|of| Total { of, at_most, at_least }));
            true
        });
    if count == Some(0) {
        let message = format_args!("`{name}` names no sum; at least one pointer is required");
        reader.fault(path, FaultCode::MissingField, message);
    }
    totals
}
