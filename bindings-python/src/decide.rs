//! One decision about what Python's objects, or a text, describe.

use aana_core::{Decision, Gate, json};
use pyo3::prelude::*;

use crate::args::{self, Json};
use crate::walk::{self, Stop};

/// From this size on, other threads run while the core works.
pub(crate) const LARGE: usize = 16 << 10;

/// Decides one event that Python's objects describe. `attested` are the positions of the refs that the
/// host has checked itself.
pub(crate) fn decide(
    event: &Bound<'_, PyAny>,
    given: &Gate,
    now_ms: i64,
    attested: &[u32],
) -> PyResult<Decision<'static>> {
    let gate = given.attesting(attested);
    match walk::event(event, given.max_event_bytes()) {
        Ok((tree, size)) if size < LARGE => Ok(gate.check_value(tree, now_ms)),
        Ok((tree, _)) => Ok(event.py().detach(|| gate.check_value(tree, now_ms))),
        Err(Stop::Fault(fault)) => Ok(given.refuse(vec![fault], now_ms)),
        Err(Stop::Raise(error)) => Err(error),
    }
}

/// Decides one event given as JSON text. The decision keeps no part of the text, so that it can be kept as long
/// as Python likes.
pub(crate) fn decide_text(
    event: &Bound<'_, PyAny>,
    given: &Gate,
    now_ms: i64,
    attested: &[u32],
) -> Decision<'static> {
    let by = |text: &[u8]| match json::parse_bytes(text, given.max_event_bytes()) {
        Ok(tree) => given.attesting(attested).check_value(tree.into_owned(), now_ms),
        Err(fault) => given.refuse(vec![fault], now_ms),
    };
    match args::json(event) {
        Json::Bytes(text) if text.len() < LARGE => by(text),
        Json::Bytes(text) => event.py().detach(|| by(text)),
        Json::Fault(fault) => given.refuse(vec![fault], now_ms),
    }
}
