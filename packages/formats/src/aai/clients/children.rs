//! The schemas that stand in a schema of draft-07.

use serde_json::Value;

/// Keywords with one schema.
pub(super) const ONE: [&str; 8] = [
    "additionalItems",
    "additionalProperties",
    "contains",
    "else",
    "if",
    "not",
    "propertyNames",
    "then",
];
/// Keywords with a list of schemas.
pub(super) const LIST: [&str; 3] = ["allOf", "anyOf", "oneOf"];
/// Keywords with an object of schemas.
pub(super) const MAP: [&str; 4] = ["$defs", "definitions", "patternProperties", "properties"];

/// The schemas right below this one.
pub(super) fn children(schema: &Value) -> impl Iterator<Item = &Value> {
    let map = schema.as_object().into_iter().flatten();
    map.flat_map(|(keyword, value)| -> Vec<&Value> {
        match (keyword.as_str(), value) {
            ("items", Value::Array(items)) => items.iter().collect(),
            ("items", one) => vec![one],
            (word, Value::Array(items)) if LIST.contains(&word) => items.iter().collect(),
            ("dependencies", Value::Object(map)) => {
                map.values().filter(|it| !it.is_array()).collect()
            }
            (word, Value::Object(map)) if MAP.contains(&word) => map.values().collect(),
            (word, one) if ONE.contains(&word) => vec![one],
            _ => Vec::new(),
        }
    })
}
