//! Faults that a host found while it wrote its objects as JSON, themselves written as JSON.

use alloc::{borrow::ToOwned as _, vec::Vec};

use aana_core::{
    Fault, Step,
    codes::FaultCode,
    json::{self, Object, Value},
};

/// More bytes than any host's faults have: the keys that lead to them come from an event.
const MAX_BYTES: usize = 1 << 27;

/// The faults of a list. What is not understood still is a fault: a refusal never loses its reason.
pub(crate) fn read(text: &str) -> Vec<Fault> {
    let mut faults: Vec<Fault> = match json::parse(text, MAX_BYTES) {
        Ok(Value::Array(list)) => list.iter().map(fault).collect(),
        _ => Vec::new(),
    };
    if faults.is_empty() {
        faults.push(fault(&Value::Null));
    }
    faults
}

/// The first fault of a list.
pub(crate) fn first(text: &str) -> Fault {
    read(text).swap_remove(0)
}

/// What [`crate::gate`] says of a word that names no mode.
pub(crate) fn unknown_mode() -> Fault {
    let message = "`mode` is not one of `enforce` and `shadow`";
    Fault::at(&[Step::Key("mode")], FaultCode::NotAllowedValue, message.to_owned())
}

fn fault(sent: &Value<'_>) -> Fault {
    let member = |name| match sent {
        Value::Object(object) => Object::get(object, name),
        _ => None,
    };
    let word = |name| member(name).and_then(Value::as_str);
    let code = word("code").and_then(FaultCode::parse).unwrap_or(FaultCode::WrongType);
    let message = word("message").unwrap_or("the event cannot be written as JSON").to_owned();
    let path = member("path").and_then(Value::as_array).unwrap_or_default();
    let steps: Vec<Step<'_>> = path.iter().map_while(step).collect();
    Fault::at(&steps, code, message)
}

fn step<'v>(sent: &'v Value<'_>) -> Option<Step<'v>> {
    match sent {
        Value::String(key) => Some(Step::Key(key)),
        Value::Number(index) => index.as_str().parse().ok().map(Step::Index),
        _ => None,
    }
}
