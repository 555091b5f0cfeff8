//! A body template with its values in.
//!
//! Values are put in as values. Nothing is pasted into JSON text, and no value is looked at for
//! placeholders.

use serde_json::{Map, Value};

use super::super::{
    CallRule as Rule,
    findings::{Findings, member},
    model::Body,
    template::Part,
};

/// A string, a number or a boolean as text.
pub(super) fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Bool(it) => Some(it.to_string()),
        Value::Number(number) => Some(match number.as_f64() {
            // An integer written as `4.0` is the integer 4; up to 2^53 a double is one exactly.
            Some(it) if number.is_f64() && it.fract() == 0.0 && it.abs() < 9.0e15 => {
                format!("{it:.0}")
            }
            _ => number.to_string(),
        }),
        _ => None,
    }
}

/// The template with its values in, or `None` where a value that is missing leaves nothing.
pub(super) fn fill(
    template: &Body,
    arguments: &Map<String, Value>,
    findings: &mut Findings<Rule>,
) -> Option<Value> {
    match template {
        Body::Fixed(value) => Some(value.clone()),
        Body::Text(parts) => match parts.as_slice() {
            [Part::Value(name)] => arguments.get(name).cloned(),
            parts => text(parts, arguments, findings).map(Value::String),
        },
        Body::List(items) => {
            let list: Vec<Value> =
                items.iter().filter_map(|item| fill(item, arguments, findings)).collect();
            (!list.is_empty()).then_some(Value::Array(list))
        }
        Body::Object(members) => {
            let map: Map<String, Value> = members
                .iter()
                .filter_map(|(key, item)| Some((key.clone(), fill(item, arguments, findings)?)))
                .collect();
            (!map.is_empty()).then_some(Value::Object(map))
        }
    }
}

fn text(
    parts: &[Part],
    arguments: &Map<String, Value>,
    findings: &mut Findings<Rule>,
) -> Option<String> {
    let mut out = String::new();
    let mut whole = true;
    for part in parts {
        match part {
            Part::Text(text) => out.push_str(text),
            Part::Value(name) => match arguments.get(name).map(scalar) {
                Some(Some(text)) => out.push_str(&text),
                Some(None) => {
                    let message = "only a string, a number or a boolean can stand inside text";
                    findings.add(Rule::PlanStringType, &member("", name), message);
                }
                None => whole = false,
            },
        }
    }
    whole.then_some(out)
}

/// Whether [`fill`] leaves something of a template.
pub(super) fn is_there(template: &Body, arguments: &Map<String, Value>) -> bool {
    match template {
        Body::Fixed(_) => true,
        Body::Text(parts) => parts.iter().all(|part| match part {
            Part::Value(name) => arguments.contains_key(name),
            Part::Text(_) => true,
        }),
        Body::List(items) => items.iter().any(|item| is_there(item, arguments)),
        Body::Object(members) => members.iter().any(|(_, item)| is_there(item, arguments)),
    }
}
