//! The handshake: how a subscriber and a producer agree on what is sent, and how they part.
//!
//! These messages are not events: they have no envelope, and each is a closed object.

mod answer;
mod shapes;

use aana_core::json::Value;

use super::{
    AaepRule,
    event::{self, read},
    shape::{Field, Shape, must},
    walk::{FindingCollector, Location, Precision},
};
use crate::Report;

pub(super) use answer::compare;

/// The types of messages.
const TYPES: &[&str] = &[
    "subscription.request",
    "subscription.accepted",
    "subscription.rejected",
    "subscription.renegotiate",
    "subscription.close",
];

static UNKNOWN: &[Field] = &[must("type", Shape::Word(TYPES))];

fn fields(name: Option<&str>) -> Option<&'static [Field]> {
    Some(match name? {
        "subscription.request" => shapes::REQUEST,
        "subscription.accepted" => shapes::ACCEPTED,
        "subscription.rejected" => shapes::REJECTED,
        "subscription.renegotiate" => shapes::RENEGOTIATE,
        "subscription.close" => shapes::CLOSE,
        _ => return None,
    })
}

/// Checks one message of the handshake, given as JSON text: `subscription.request`, `.accepted`, `.rejected`,
/// `.renegotiate` or `.close`.
///
/// # Example
///
/// ```
/// use aana_formats::{Rule as _, aaep};
///
/// let report = aaep::check_handshake(r#"{
///     "type": "subscription.rejected", "reason_code": "busy", "reason_message": "Try again later."
/// }"#);
/// assert_eq!(report.findings()[0].rule.id(), "field.enum");
/// ```
pub fn check_handshake(text: &str) -> Report<AaepRule> {
    match read(text) {
        Ok(value) => check_handshake_value(&value),
        Err(finding) => Report::new(vec![finding]),
    }
}

/// The same for a tree that was already read.
pub fn check_handshake_value(message: &Value<'_>) -> Report<AaepRule> {
    let mut walk = FindingCollector::new(Precision::Any);
    let Some(object) = event::object_of(message, &mut walk) else { return walk.into_report() };
    match fields(object.get("type").and_then(Value::as_str)) {
        Some(fields) => {
            walk.fields(object, fields, Location::Root);
            walk.no_others(object, fields, Location::Root);
        }
        // Of a message that nobody knows, nothing else can be said.
        None => walk.fields(object, UNKNOWN, Location::Root),
    }
    walk.into_report()
}

/// Checks what a producer accepted against what a subscriber asked for: a `subscription.request` or a
/// `subscription.renegotiate`, and the `subscription.accepted` that answers it. What only one of them states is
/// not compared. Findings are about the answer; a request that is not valid itself has nothing to compare.
///
/// # Example
///
/// ```
/// use aana_formats::{Place, aaep};
///
/// let report = aaep::check_accepted(
///     r#"{"type": "subscription.request", "aaep_version": "1.0.0", "subscriber_id": "reader",
///         "capabilities": {"max_events_per_second": 3}}"#,
///     r#"{"type": "subscription.accepted", "aaep_version": "1.0.0", "subscription_id": "sub_1",
///         "producer": {"agent_id": "desk"}, "honored_capabilities": {"max_events_per_second": 5}}"#,
/// );
/// let place = Place::Pointer("/honored_capabilities/max_events_per_second".into());
/// assert_eq!(report.findings()[0].place, place);
/// ```
pub fn check_accepted(request: &str, accepted: &str) -> Report<AaepRule> {
    let answer = match read(accepted) {
        Ok(answer) => answer,
        Err(finding) => return Report::new(vec![finding]),
    };
    let report = check_handshake_value(&answer);
    match read(request) {
        Ok(request) if report.is_valid() && check_handshake_value(&request).is_valid() => {
            compare(&request, &answer)
        }
        _ => report,
    }
}
