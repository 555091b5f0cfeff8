//! Canonical JSON: RFC 8785, with integers kept digit by digit.
//!
//! RFC 8785 writes every number as the nearest double. Ids beyond 2^53 would collide there, so that
//! an approval for one record would also fit its neighbour. A number written as an integer therefore
//! keeps its digits, whatever its size; every other number is the nearest double in ECMAScript's
//! shortest form, as the RFC says.

use alloc::{string::String, vec::Vec};
use core::cmp::Ordering;

use super::{Member, Number, Object, Value, write_string};

/// Appends the canonical form of `value`.
///
/// # Example: spelling does not matter
///
/// ```
/// use aana_core::json::{Value, canonical, Number};
///
/// let mut text = String::new();
/// canonical(&mut text, &Value::Number(Number::from_text("1.50e1").unwrap()));
/// assert_eq!(text, "15");
/// ```
pub fn canonical(out: &mut String, value: &Value<'_>) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(true) => out.push_str("true"),
        Value::Bool(false) => out.push_str("false"),
        Value::Number(number) => canonical_number(out, number),
        Value::String(text) => write_string(out, text),
        Value::Array(items) => canonical_array(out, items),
        Value::Object(object) => canonical_object(out, object),
    }
}

fn canonical_array(out: &mut String, items: &[Value<'_>]) {
    out.push('[');
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        canonical(out, item);
    }
    out.push(']');
}

pub(crate) fn canonical_object(out: &mut String, object: &Object<'_>) {
    let mut members: Vec<&Member<'_>> = object.members().iter().collect();
    members.sort_unstable_by(|left, right| by_utf16(&left.key, &right.key));
    out.push('{');
    for (index, member) in members.into_iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        write_string(out, &member.key);
        out.push(':');
        canonical(out, &member.value);
    }
    out.push('}');
}

fn canonical_number(out: &mut String, number: &Number<'_>) {
    if number.is_integer() {
        out.push_str(if number.as_str() == "-0" { "0" } else { number.as_str() });
    } else {
        out.push_str(ryu_js::Buffer::new().format(number.as_f64()));
    }
}

/// The order of RFC 8785: by UTF-16 code units, not by code points.
fn by_utf16(left: &str, right: &str) -> Ordering {
    if left.is_ascii() && right.is_ascii() {
        left.cmp(right)
    } else {
        left.encode_utf16().cmp(right.encode_utf16())
    }
}
