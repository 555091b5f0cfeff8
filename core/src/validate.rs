//! Validation without a decision: what the published schema says of an event.

use alloc::{vec, vec::Vec};

use crate::{
    event::{self, Fault, read_by_schema},
    gate::limits,
    json::{self, Value},
    policy::Policy,
};

/// Every fault of an event by the published schema; empty if there is none.
///
/// Besides the faults of form, for which [`Gate::check`](crate::Gate::check) refuses, this reports
/// where the schema does not permit the recommended `accept` (Agent Action Contract v1,
/// Authorization State Semantics). The gate takes that recommendation as a wish and decides by its
/// rules.
///
/// # Example
///
/// ```
/// use aana_core::{codes::FaultCode, validate_event};
///
/// let faults = validate_event(r#"{"tool_name": 7}"#);
/// assert_eq!(faults.len(), 7);
/// assert_eq!((faults[0].path.as_str(), faults[0].code), ("/tool_name", FaultCode::WrongType));
/// assert_eq!(faults[0].message, "`tool_name` is a number; a string is allowed");
/// ```
pub fn validate_event(event: &str) -> Vec<Fault> {
    let limits = limits(&Policy::default());
    match json::read(event, limits) {
        Ok(value) => validate_value(value),
        Err(fault) => vec![event::read_fault(fault, event, limits)],
    }
}

/// The same for bytes that should be UTF-8 JSON text.
pub fn validate_bytes(event: &[u8]) -> Vec<Fault> {
    let limit = Policy::default().max_event_bytes;
    if event.len() > limit {
        return vec![Fault::event_too_large(event::size(event.len()), limit)];
    }
    match core::str::from_utf8(event) {
        Ok(text) => validate_event(text),
        Err(error) => vec![event::utf8_fault(error.valid_up_to())],
    }
}

/// The same for a tree that a binding built from its host's objects.
pub fn validate_value(event: Value<'_>) -> Vec<Fault> {
    read_by_schema(event).err().unwrap_or_default()
}
