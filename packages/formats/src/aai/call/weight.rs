//! How much the values of a request weigh, before they are put in: a template may hold one many times.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::super::{model::Body, template::Part};

/// Bytes of the values in a request.
const MOST_BYTES: usize = 4 << 20;

/// Whether a path and a body hold more than a request may.
pub(super) fn is_too_large(
    path: &[Part],
    body: Option<&Body>,
    arguments: &Map<String, Value>,
) -> bool {
    let each = arguments.iter().map(|(name, it)| (name.as_str(), weight(it))).collect();
    let body = body.map_or(0, |it| of_body(it, &each));
    of_parts(path, &each).saturating_add(body) > MOST_BYTES
}

fn of_parts(parts: &[Part], each: &BTreeMap<&str, usize>) -> usize {
    let of = |part: &Part| match part {
        Part::Text(_) => 0,
        Part::Value(name) => each.get(name.as_str()).copied().unwrap_or(0),
    };
    parts.iter().map(of).fold(0, usize::saturating_add)
}

fn of_body(body: &Body, each: &BTreeMap<&str, usize>) -> usize {
    match body {
        Body::Fixed(_) => 0,
        Body::Text(parts) => of_parts(parts, each),
        Body::List(items) => {
            items.iter().map(|it| of_body(it, each)).fold(0, usize::saturating_add)
        }
        Body::Object(members) => {
            members.iter().map(|(_, it)| of_body(it, each)).fold(0, usize::saturating_add)
        }
    }
}

fn weight(value: &Value) -> usize {
    let below: usize = match value {
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(weight).sum(),
        Value::Object(map) => map.iter().map(|(key, it)| key.len() + weight(it)).sum(),
        _ => 0,
    };
    // What is written around it.
    below + 8
}
