//! AAEP events, replies, streams and sessions, as text.

use std::borrow::Cow;

use aana_core::Fault;
use aana_formats::aaep::text;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};

use crate::gate::Gate;
use crate::given::{self, JsonInput, answered, json};

/// The report about an event.
#[pyfunction]
pub(crate) fn aaep_check_event(event: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(report(event.py(), json(event)?, text::check_event))
}

/// The report about a reply.
#[pyfunction]
pub(crate) fn aaep_check_reply(reply: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(report(reply.py(), json(reply)?, text::check_reply))
}

/// The report about a message of the handshake.
#[pyfunction]
pub(crate) fn aaep_check_handshake(message: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(report(message.py(), json(message)?, text::check_handshake))
}

/// The report about what a producer accepted.
#[pyfunction]
pub(crate) fn aaep_check_accepted(
    request: &Bound<'_, PyAny>,
    accepted: &Bound<'_, PyAny>,
) -> PyResult<String> {
    // A request that JSON cannot hold is not valid, and then there is nothing to compare.
    let asked = json(request)?.unwrap_or_default();
    Ok(report(accepted.py(), json(accepted)?, |text| text::check_accepted(&asked, text)))
}

/// The report about a document, told by its `type`.
#[pyfunction]
pub(crate) fn aaep_check(document: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(report(document.py(), json(document)?, text::check))
}

fn report(py: Python<'_>, given: JsonInput<'_>, check: impl Fn(&str) -> String + Sync) -> String {
    match given {
        Ok(text) => answered(py, text.len(), || check(&text)),
        Err(fault) => text::unread(fault),
    }
}

/// The report about a stream: JSON Lines, or any iterable of its items.
#[pyfunction]
pub(crate) fn aaep_check_stream(events: &Bound<'_, PyAny>) -> PyResult<String> {
    let py = events.py();
    if events.is_instance_of::<PyString>() || events.is_instance_of::<PyBytes>() {
        return Ok(match (json(events)?, events.cast::<PyBytes>()) {
            (Ok(lines), _) => answered(py, lines.len(), || text::check_stream(&lines)),
            (Err(_), Ok(bytes)) => {
                let bytes = bytes.as_bytes();
                answered(py, bytes.len(), || text::check_items(lines(bytes)))
            }
            // A `str` that is not text has no lines that could be told apart.
            (Err(fault), Err(_)) => text::check_items([Err::<&str, _>(fault)]),
        });
    }
    if events.is_instance_of::<PyDict>() {
        let allowed = "JSON Lines as `str` or `bytes`, or an iterable of events";
        return Err(given::wrong_type(events, "events", allowed));
    }
    let mut failed = None;
    let items = events.try_iter()?.map_while(|item| {
        let text = item.and_then(|item| json(&item).map(|given| given.map(Cow::into_owned)));
        text.map_err(|error| failed = Some(error)).ok()
    });
    let report = text::check_items(items);
    match failed {
        Some(error) => Err(error),
        None => Ok(report),
    }
}

/// The lines of bytes of which not all are UTF-8.
fn lines(bytes: &[u8]) -> impl Iterator<Item = Result<&str, Fault>> {
    bytes
        .split(|byte| *byte == b'\n')
        .map(given::utf8)
        .filter(|line| !line.as_ref().is_ok_and(|line| line.trim().is_empty()))
}

/// One step of a session, both as JSON text.
#[pyfunction]
pub(crate) fn aaep_session_step(gate: &Bound<'_, Gate>, session: &str, request: &str) -> String {
    let core = &gate.get().core;
    let size = session.len().saturating_add(request.len());
    answered(gate.py(), size, || text::session_step(core, session, request))
}
