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
    policy::fields::{choice, elements, members, not_allowed, set, unknown_field, whole_number},
};

/// How many rules an entry may have: each is held against the arguments of every call of its tools.
const MOST_RULES: usize = 100;

const LARGEST: u32 = 1_000_000_000;

/// What may follow from a rule that does not hold.
const ELSE: [(&str, Route); 3] =
    [("ask", Route::Ask), ("defer", Route::Defer), ("refuse", Route::Refuse)];

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
    for member in members(reader, path, name, value, MOST_RULES) {
        let path = path.key(&member.key);
        let pointer = pointer(reader, &path, name, &member.key);
        let rule = rule(reader, &path, member.value, has_else);
        if let (Some(pointer), Some((rule, otherwise))) = (pointer, rule) {
            rules.add(ValueRule { pointer, rule, otherwise });
        }
    }
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
    for member in reader.object(path, "a rule", value)?.into_members() {
        let (path, name, value) = (path.key(&member.key), &*member.key, member.value);
        says_something |= name != "else";
        match name {
            "one_of" => rule.one_of = Some(literals(reader, &path, name, value)),
            "match" => rule.matches = Some(patterns(reader, &path, name, value, false)),
            "not_match" => rule.not_match = Some(patterns(reader, &path, name, value, true)),
            "at_most" => rule.at_most = number(reader, &path, name, &value),
            "at_least" => rule.at_least = number(reader, &path, name, &value),
            "max_items" => rule.max_items = whole_number(reader, &path, name, &value, 0, LARGEST),
            "max_length" => rule.max_length = whole_number(reader, &path, name, &value, 0, LARGEST),
            "required" => rule.required = reader.boolean(&path, name, value),
            "absent" => set(&mut rule.absent, reader.boolean(&path, name, value)),
            "total" => rule.total = totals(reader, &path, name, value),
            "else" if has_else => set(&mut otherwise, choice(reader, &path, name, &value, &ELSE)),
            _ => unknown_field(reader, &path),
        }
    }
    if !says_something {
        let message = format_args!("a rule says nothing; at least one of its keys is required");
        reader.fault(path, FaultCode::MissingField, message);
    }
    Some((rule, otherwise))
}

/// The elements of a list that has some.
fn some<'a>(
    reader: &mut FieldReader,
    path: &Path<'_>,
    name: &str,
    value: Value<'a>,
) -> Vec<Value<'a>> {
    if value.as_array().is_some_and(<[_]>::is_empty) {
        not_allowed(reader, path, name, &value, "an array with at least one element");
    }
    elements(reader, path, name, value)
}

fn literals(
    reader: &mut FieldReader,
    path: &Path<'_>,
    name: &str,
    value: Value<'_>,
) -> Vec<Literal> {
    let mut literals = Vec::new();
    for (index, item) in some(reader, path, name, value).into_iter().enumerate() {
        literals.push(match item {
            Value::String(text) => Literal::Text(text.to_string()),
            Value::Number(number) => Literal::Number(number.as_str().to_string()),
            Value::Bool(truth) => Literal::Bool(truth),
            Value::Null => Literal::Null,
            other => {
                let allowed = "a string, a number, a boolean or null";
                reader.wrong_type(&path.index(index), name, &other, allowed);
                continue;
            }
        });
    }
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
    for (index, item) in some(reader, path, name, value).into_iter().enumerate() {
        let path = path.index(index);
        let Some(text) = reader.text(&path, name, item) else { continue };
        if text.chars().count() > LONGEST {
            let text = Value::String(text);
            let found = found(&text);
            let message =
                format_args!("`{name}` is {found}; at most {LONGEST} characters are allowed");
            reader.fault(&path, FaultCode::TooLong, message);
        } else {
            patterns.push(TextPattern::new(&text, forbids));
        }
    }
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
    let sums = members(reader, path, name, value, MOST_RULES);
    if sums.is_empty() {
        let message = format_args!("`{name}` names no sum; at least one pointer is required");
        reader.fault(path, FaultCode::MissingField, message);
    }
    for member in sums {
        let path = path.key(&member.key);
        let of = pointer(reader, &path, name, &member.key);
        let (mut at_most, mut at_least) = (None, None);
        let limits = members(reader, &path, "a total", member.value, MOST_RULES);
        if limits.is_empty() {
            let message = format_args!("a total has no limit; `at_most` or `at_least` is required");
            reader.fault(&path, FaultCode::MissingField, message);
        }
        for limit in limits {
            let (path, name) = (path.key(&limit.key), &*limit.key);
            match name {
                "at_most" => at_most = number(reader, &path, name, &limit.value),
                "at_least" => at_least = number(reader, &path, name, &limit.value),
                _ => unknown_field(reader, &path),
            }
        }
        totals.extend(of.map(|of| Total { of, at_most, at_least }));
    }
    totals
}
