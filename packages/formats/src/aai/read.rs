//! From text to a tree, strictly.

use aana_core::{
    Fault,
    codes::FaultCode,
    json::{self, Limits, Number},
};
use serde_json::{Map, Value};

use super::{CallRule, DescriptorRule, findings::Findings, findings::push_key};

/// Bytes of a descriptor, and of the arguments of one call.
pub(super) const MAX_BYTES: usize = 1 << 20;
/// Values in a descriptor: each of them is kept several times, as part of a schema.
const MAX_VALUES: usize = 1 << 17;
/// Values in the arguments of one call.
const MAX_ARGUMENTS: usize = 1 << 18;
/// Levels of a descriptor.
const MAX_DEPTH: u8 = 127;

/// Reads a descriptor's text.
pub(super) fn descriptor(text: &str, findings: &mut Findings<DescriptorRule>) -> Option<Value> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let limits = Limits { max_bytes: MAX_BYTES, max_depth: MAX_DEPTH };
    let value = match json::parse_within(text, limits) {
        Ok(value) => value,
        Err(fault) => {
            no_descriptor(fault, findings);
            return None;
        }
    };
    if !has_at_most(&value, &mut { MAX_VALUES }) {
        let message = format!("the text has more than {MAX_VALUES} JSON values");
        findings.add(DescriptorRule::JsonTooLarge, "", message);
        return None;
    }
    match convert(&value) {
        Ok(value) => Some(value),
        Err(pointer) => {
            findings.add(DescriptorRule::JsonNumberRange, &pointer, UNKEPT);
            None
        }
    }
}

/// Why there is no descriptor.
pub(super) fn no_descriptor(fault: Fault, findings: &mut Findings<DescriptorRule>) {
    let (rule, pointer) = match fault.code {
        FaultCode::EventTooLarge => (DescriptorRule::JsonTooLarge, ""),
        FaultCode::NestingTooDeep => (DescriptorRule::JsonTooDeep, ""),
        FaultCode::DuplicateKey => (DescriptorRule::JsonDuplicateKey, &*fault.path),
        FaultCode::NumberOutOfRange => (DescriptorRule::JsonNumberRange, &*fault.path),
        _ => (DescriptorRule::JsonSyntax, ""),
    };
    findings.add(rule, pointer, fault.message);
}

/// Reads the arguments of a call.
pub(super) fn arguments(text: &str, findings: &mut Findings<CallRule>) -> Option<Value> {
    match json::parse(text, MAX_BYTES) {
        Ok(value) => convert_arguments(&value, "", findings),
        Err(fault) => {
            no_arguments(fault, findings);
            None
        }
    }
}

/// Why there are no arguments.
pub(super) fn no_arguments(fault: Fault, findings: &mut Findings<CallRule>) {
    let rule = match fault.code {
        FaultCode::NumberOutOfRange => CallRule::ArgsNumberRange,
        _ => CallRule::ArgsJson,
    };
    findings.add(rule, &fault.path, fault.message);
}

/// The same for a tree that was read already; `pointer` is where it stands.
pub(super) fn convert_arguments(
    value: &json::Value<'_>,
    pointer: &str,
    findings: &mut Findings<CallRule>,
) -> Option<Value> {
    if !has_at_most(value, &mut { MAX_ARGUMENTS }) {
        let message = format!("there are more than {MAX_ARGUMENTS} JSON values");
        findings.add(CallRule::ArgsBudgetExceeded, pointer, message);
        return None;
    }
    match convert(value) {
        Ok(value) => Some(value),
        Err(below) => {
            findings.add(CallRule::ArgsNumberRange, &format!("{pointer}{below}"), UNKEPT);
            None
        }
    }
}

/// Whether a tree has no more values than are left.
fn has_at_most(value: &json::Value<'_>, left: &mut usize) -> bool {
    let Some(fewer) = left.checked_sub(1) else { return false };
    *left = fewer;
    match value {
        json::Value::Array(items) => items.iter().all(|item| has_at_most(item, left)),
        json::Value::Object(object) => {
            object.members().iter().all(|member| has_at_most(&member.value, left))
        }
        _ => true,
    }
}

const UNKEPT: &str = "an integer of more than 64 bits would be rounded; send it as a string";

/// The tree as the validator takes it, or the pointer of a number that it would change.
fn convert(value: &json::Value<'_>) -> Result<Value, String> {
    Ok(match value {
        json::Value::Null => Value::Null,
        json::Value::Bool(it) => Value::Bool(*it),
        json::Value::Number(it) => number(it).ok_or_else(String::new)?,
        json::Value::String(it) => Value::String(it.clone().into_owned()),
        json::Value::Array(items) => {
            let mut list = Vec::with_capacity(items.len());
            for (index, item) in items.iter().enumerate() {
                list.push(convert(item).map_err(|below| format!("/{index}{below}"))?);
            }
            Value::Array(list)
        }
        json::Value::Object(object) => {
            let mut map = Map::with_capacity(object.members().len());
            for member in object.members() {
                let value = convert(&member.value).map_err(|below| {
                    let mut pointer = String::new();
                    push_key(&mut pointer, &member.key);
                    pointer + &below
                })?;
                map.insert(member.key.clone().into_owned(), value);
            }
            Value::Object(map)
        }
    })
}

/// Integers keep every digit; what was written with a fraction or an exponent is a double.
fn number(number: &Number<'_>) -> Option<Value> {
    if number.is_integer() {
        let text = number.as_str();
        // `-0` is the integer 0.
        return text
            .parse::<i64>()
            .map(Value::from)
            .or_else(|_| text.parse::<u64>().map(Value::from))
            .ok();
    }
    serde_json::Number::from_f64(number.as_f64()).map(Value::Number)
}
