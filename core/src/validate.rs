//! Validation without a decision: what the published schema says of an event.

use alloc::{vec, vec::Vec};

use crate::{
    event::read_by_schema,
    fault::Fault,
    json::{self, Value},
    listed::Listed,
    policy::Policy,
};

/// The faults of an event by the published schema, the first hundred of them; empty if there is none.
///
/// Besides the faults of form, for which [`Gate::check`](crate::Gate::check) refuses, this reports
/// where the schema does not permit the recommended `accept` (Agent Action Contract v1,
/// Authorization State Semantics). The gate takes it as a recommendation and decides by its
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
    validate(json::parse(event, max_event_bytes()))
}

/// The same for bytes that should be UTF-8 JSON text.
pub fn validate_bytes(event: &[u8]) -> Vec<Fault> {
    validate(json::parse_bytes(event, max_event_bytes()))
}

/// The same for a tree that a binding built from its host's objects.
pub fn validate_value(event: Value<'_>) -> Vec<Fault> {
    read_by_schema(event).err().map(Listed::into_entries).unwrap_or_default()
}

fn validate(event: Result<Value<'_>, Fault>) -> Vec<Fault> {
    event.map_or_else(|fault| vec![fault], validate_value)
}

/// As for a check without a policy.
fn max_event_bytes() -> usize {
    Policy::default().max_event_bytes
}
