//! The schema of an answer, as MCP takes it.

use serde_json::{Value, json};

/// Structured answers are objects: any other is wrapped as `{result}`.
pub(super) fn output(returns: &Value) -> Value {
    let mut schema = returns.clone();
    if let Some(map) = schema.as_object_mut() {
        map.shift_remove("$schema");
    }
    if returns.get("type").and_then(Value::as_str) == Some("object") {
        return schema;
    }
    // What the references of the inner schema lead to stays where they lead: at the root.
    let mut rebased = schema;
    rebase(&mut rebased);
    json!({"type": "object", "properties": {"result": rebased}, "required": ["result"]})
}

/// Points the references of a schema at its new place.
fn rebase(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(rebase),
        Value::Object(map) => {
            for (key, value) in map.iter_mut() {
                match (key.as_str(), value) {
                    ("$ref", Value::String(reference)) => {
                        if let Some(pointer) = reference.strip_prefix('#') {
                            *reference = format!("#/properties/result{pointer}");
                        }
                    }
                    ("enum" | "const" | "default" | "examples", _) => {}
                    (_, value) => rebase(value),
                }
            }
        }
        _ => {}
    }
}
