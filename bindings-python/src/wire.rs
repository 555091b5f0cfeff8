//! For servers: bytes that came in go to the core as they are, and bytes that may go out come back.

use aana_core::{codes::Blocker, should_execute};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use crate::args::{self, Json};
use crate::decide::LARGE;
use crate::gate::Gate;

/// The route, the hard blockers and the decision in full.
type Answer<'py> = (Bound<'py, PyString>, Bound<'py, PyTuple>, Bound<'py, PyBytes>);

/// Decides one event given as JSON text: `(route, hard_blockers, decision)`.
///
/// The decision is the one of `check_json`. With `recorded=False` it is what stands in its place where its
/// record could not be written: at least `defer`, with the blocker `audit_unavailable`.
///
/// >>> import aana
/// >>> from aana._native import answer_json
/// >>> answer_json(b"[]", aana.Gate())[:2]
/// ('refuse', ('schema_validation_failed',))
/// >>> answer_json(b"[]", aana.Gate(), recorded=False)[:2]
/// ('refuse', ('schema_validation_failed', 'audit_unavailable'))
#[pyfunction]
#[pyo3(signature = (event, gate, now=None, *, recorded=true, attested=None))]
pub(crate) fn answer_json<'py>(
    event: &Bound<'py, PyAny>,
    gate: &Bound<'py, Gate>,
    now: Option<&Bound<'py, PyAny>>,
    recorded: bool,
    attested: Option<&Bound<'py, PyAny>>,
) -> PyResult<Answer<'py>> {
    let py = event.py();
    let (given, now_ms) = (&gate.get().core, args::now_ms(now)?);
    let attested = args::attested(attested)?;
    let gate = given.attesting(&attested);
    let (route, blockers, json) = match args::json(event) {
        Json::Bytes(text) if text.len() < LARGE => told(gate.check_bytes(text, now_ms), recorded),
        Json::Bytes(text) => py.detach(|| told(gate.check_bytes(text, now_ms), recorded)),
        Json::Fault(fault) => told(given.refuse(vec![fault], now_ms), recorded),
    };
    Ok((
        PyString::intern(py, route),
        PyTuple::new(py, blockers.iter().map(|blocker| PyString::intern(py, blocker)))?,
        PyBytes::new(py, json.as_bytes()),
    ))
}

fn told(
    decision: aana_core::Decision<'_>,
    recorded: bool,
) -> (&'static str, Vec<&'static str>, String) {
    let decision = if recorded { decision } else { decision.unrecorded() };
    let blockers = decision.hard_blockers().iter().map(Blocker::as_str).collect();
    (decision.route().as_str(), blockers, decision.to_json())
}

/// What `should_execute_json` is asked. Nothing else may stand beside it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked<'a> {
    #[serde(borrow)]
    decision: &'a RawValue,
    #[serde(borrow, default, deserialize_with = "present")]
    event: Option<&'a RawValue>,
}

/// A `null` that is there is an invalid event, which is not the same as no event.
fn present<'de, D: Deserializer<'de>>(from: D) -> Result<Option<&'de RawValue>, D::Error> {
    Deserialize::deserialize(from).map(Some)
}

/// Answers `{"decision": ..., "event": ...}`, given as JSON text, as `should_execute_tool` does; `event`
/// may be left out. What is not understood is `False`.
///
/// >>> from aana._native import should_execute_json
/// >>> should_execute_json(b'{"decision": {"gate_decision": "pass", "recommended_action": "accept", '
/// ...                     b'"hard_blockers": [], "aix": {"hard_blockers": []}}}')
/// True
/// >>> should_execute_json(b'{"decision": {}, "event": null}')
/// False
#[pyfunction]
pub(crate) fn should_execute_json(asked: &Bound<'_, PyAny>) -> bool {
    let Json::Bytes(text) = args::json(asked) else { return false };
    let answer = || {
        serde_json::from_slice::<Asked<'_>>(text).is_ok_and(|Asked { decision, event }| {
            should_execute(decision.get(), event.map(RawValue::get))
        })
    };
    if text.len() < LARGE { answer() } else { asked.py().detach(answer) }
}
