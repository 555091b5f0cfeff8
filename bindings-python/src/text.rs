//! A tree as JSON text, for the functions of the core that take text.

use aana_core::json::{Value, canonical};

/// The text of a value, its members in their order.
pub(crate) fn write(value: &Value<'_>) -> String {
    let mut out = String::new();
    push(&mut out, value);
    out
}

fn push(out: &mut String, value: &Value<'_>) {
    match value {
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                push(out, item);
            }
            out.push(']');
        }
        Value::Object(object) => {
            out.push('{');
            for (index, member) in object.members().iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                canonical(out, &Value::String(member.key.as_ref().into()));
                out.push(':');
                push(out, &member.value);
            }
            out.push('}');
        }
        leaf => canonical(out, leaf),
    }
}
