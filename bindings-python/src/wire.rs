//! For servers: bytes that came in go to the core as they are.

use aana_core::{json, should_execute};
use pyo3::prelude::*;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use crate::args::{self, Json};
use crate::build::build;
use crate::chosen::Chosen;
use crate::decide::{LARGE, decide_text};
use crate::gate::{Gate, GateDecision};

/// Decides one event given as JSON text: what `check_json` decides, as a `GateDecision`.
///
/// >>> import aana
/// >>> from aana._native import decide_json
/// >>> decision = decide_json(b"[]", aana.Gate())
/// >>> decision.route, decision.hard_blockers
/// ('refuse', ('schema_validation_failed',))
/// >>> decision.to_json().encode() == aana.check_json(b"[]", now=0)
/// False
/// >>> decide_json(b"[]", aana.Gate(), 0).to_json().encode() == aana.check_json(b"[]", now=0)
/// True
#[pyfunction]
#[pyo3(signature = (event, gate, now=None, *, attested=None))]
pub(crate) fn decide_json(
    event: &Bound<'_, PyAny>,
    gate: &Bound<'_, Gate>,
    now: Option<&Bound<'_, PyAny>>,
    attested: Option<&Bound<'_, PyAny>>,
) -> PyResult<GateDecision> {
    let attested = args::attested(attested)?;
    Ok(decide_text(event, &gate.get().core, args::now_ms(now)?, &attested).into())
}

/// What stands in the place of a decision whose record could not be written: at least `defer`, with the blocker
/// `audit_unavailable`.
///
/// >>> import aana
/// >>> from aana._native import unrecorded
/// >>> unrecorded(aana.Gate().check([])).hard_blockers
/// ('schema_validation_failed', 'audit_unavailable')
#[pyfunction]
pub(crate) fn unrecorded(decision: &Bound<'_, GateDecision>) -> GateDecision {
    decision.get().core.clone().unrecorded().into()
}

/// What the audit log keeps of a decision.
///
/// >>> import aana
/// >>> from aana._native import audit_event
/// >>> decision = aana.Gate().check([])
/// >>> audit_event(decision) == decision.to_dict()["audit_event"]
/// True
#[pyfunction]
pub(crate) fn audit_event<'py>(decision: &Bound<'py, GateDecision>) -> PyResult<Bound<'py, PyAny>> {
    build(decision.py(), |to| decision.get().core.report().audit_event().emit(to))
}

/// Whether a text is JSON that the gate's own reader takes: every key once, whole surrogate pairs, numbers that a
/// double holds, and no more than the gate's limits.
///
/// >>> from aana._native import is_strict_json
/// >>> is_strict_json('{"a": 1}', None), is_strict_json('{"a": 1, "a": 2}', None)
/// (True, False)
#[pyfunction]
pub(crate) fn is_strict_json(
    text: &Bound<'_, PyAny>,
    policy: Option<&Bound<'_, PyAny>>,
) -> PyResult<bool> {
    let chosen = Chosen::by(policy)?;
    let most = chosen.gate().max_event_bytes();
    Ok(matches!(args::json(text), Json::Bytes(text) if json::parse_bytes(text, most).is_ok()))
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
