//! Values that say that something is not so.

use crate::json::Value;

/// Whether a value says that something is not so: `"revoked": false`.
pub(super) fn is_off(value: &Value<'_>) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => {
            let text = text.trim();
            let off = ["", "false", "no", "0", "none", "null"];
            off.iter().any(|no| text.eq_ignore_ascii_case(no))
        }
        Value::Number(number) => number.as_f64() == 0.0,
        Value::Array(items) => items.is_empty(),
        Value::Object(object) => object.members().iter().all(|member| is_off(&member.value)),
        Value::Bool(true) => false,
    }
}
