//! The functions.

use aana_core::{
    ExecutionPolicy, Fault, emit_execution_policy, json::Value, should_execute,
    should_execute_value,
};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};

use crate::args::{self, Json, LARGEST};
use crate::build::{build, faults};
use crate::chosen::{Chosen, DEFAULT};
use crate::decide::{LARGE, decide};
use crate::gate::GateDecision;
use crate::text;
use crate::walk::{self, Stop, Tree};

/// Decides whether a proposed tool call may execute now.
///
/// `event` is a dict with the seven fields of the Agent Action Contract v1. The answer is a dict; the
/// tool may run only if its `route` is `accept`. Whatever the event is, there is a decision: what is
/// not understood is refused, with a pointer to each fault.
///
/// `policy` is an operator's policy as a dict, as JSON text or as a `Gate`; a `Gate` is made once and
/// costs nothing per call. `now` is a `datetime` with a time zone or Unix milliseconds; without it the
/// system's clock counts.
///
/// >>> import aana
/// >>> decision = aana.check_tool_call({
/// ...     "tool_name": "send_email",
/// ...     "tool_category": "write",
/// ...     "authorization_state": "user_claimed",
/// ...     "evidence_refs": ["draft_id:123"],
/// ...     "risk_domain": "customer_support",
/// ...     "proposed_arguments": {"to": "customer@example.com"},
/// ...     "recommended_route": "accept",
/// ... })
/// >>> decision["route"]
/// 'ask'
/// >>> decision["hard_blockers"][0]
/// 'write_missing_validation_or_confirmation'
/// >>> decision["recovery"]["needs"]
/// [{'authorization_state': 'confirmed'}, {'evidence_kind': 'approval'}]
///
/// `attested` are the positions in `evidence_refs` of the refs that you have checked yourself: an approval in
/// the store in which it was made, an auth event against your own session. It is never taken from the agent,
/// and it counts where the policy says `evidence: attested`.
///
/// >>> event = {
/// ...     "tool_name": "get_invoice",
/// ...     "tool_category": "private_read",
/// ...     "authorization_state": "authenticated",
/// ...     "evidence_refs": ["auth_event:session-7"],
/// ...     "risk_domain": "finance",
/// ...     "proposed_arguments": {},
/// ...     "recommended_route": "accept",
/// ... }
/// >>> aana.check_tool_call(event, policy={"evidence": "attested"})["hard_blockers"][0]
/// 'evidence_not_attested'
/// >>> aana.check_tool_call(event, policy={"evidence": "attested"}, attested=[0])["route"]
/// 'accept'
///
/// What JSON cannot hold is refused, and so is what it would change:
///
/// >>> aana.check_tool_call({"tool_name": {"a", "set"}})["validation_errors"]
/// [{'path': '/tool_name', 'code': 'wrong_type', 'message': 'a set is not a JSON value; a list is'}]
#[pyfunction]
#[pyo3(signature = (event, *, policy=None, now=None, attested=None))]
pub(crate) fn check_tool_call<'py>(
    event: &Bound<'py, PyAny>,
    policy: Option<&Bound<'py, PyAny>>,
    now: Option<&Bound<'py, PyAny>>,
    attested: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let chosen = Chosen::by(policy)?;
    let decision = decide(event, chosen.gate(), args::now_ms(now)?, &args::attested(attested)?)?;
    build(event.py(), |to| decision.emit(to))
}

/// Decides one event given as JSON text, and gives the decision as JSON text.
///
/// The text is read strictly: a key that stands twice, half a surrogate pair or a number that no
/// double holds is refused, because another reader would see another event.
///
/// >>> import aana
/// >>> decision = aana.check_json(b'{"tool_name": "x", "tool_name": "y"}')
/// >>> b'"code":"duplicate_key"' in decision
/// True
#[pyfunction]
#[pyo3(signature = (event, *, policy=None, now=None, attested=None))]
pub(crate) fn check_json<'py>(
    event: &Bound<'py, PyAny>,
    policy: Option<&Bound<'py, PyAny>>,
    now: Option<&Bound<'py, PyAny>>,
    attested: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let py = event.py();
    let chosen = Chosen::by(policy)?;
    let (given, now_ms) = (chosen.gate(), args::now_ms(now)?);
    let attested = args::attested(attested)?;
    let gate = given.attesting(&attested);
    let decision = match args::json(event) {
        Json::Bytes(text) if text.len() < LARGE => gate.check_bytes(text, now_ms).to_json(),
        Json::Bytes(text) => py.detach(|| gate.check_bytes(text, now_ms).to_json()),
        Json::Fault(fault) => given.refuse(vec![fault], now_ms).to_json(),
    };
    Ok(PyBytes::new(py, decision.as_bytes()))
}

/// Lists every fault of an event by the published schema, without deciding about it.
///
/// >>> import aana
/// >>> faults = aana.validate_event({"tool_name": " "})
/// >>> len(faults), faults[0]["path"], faults[0]["code"]
/// (7, '/tool_name', 'blank_string')
#[pyfunction]
pub(crate) fn validate_event<'py>(event: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let found = match walk::event(event, DEFAULT.max_event_bytes()) {
        Ok((tree, _)) => aana_core::validate_value(tree),
        Err(Stop::Fault(fault)) => vec![fault],
        Err(Stop::Raise(error)) => return Err(error),
    };
    faults(event.py(), &found)
}

/// The same as `validate_event` for JSON text.
///
/// >>> import aana
/// >>> aana.validate_json("[1, 2")[0]["code"]
/// 'invalid_json'
#[pyfunction]
pub(crate) fn validate_json<'py>(event: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let found: Vec<Fault> = match args::json(event) {
        Json::Bytes(text) => aana_core::validate_bytes(text),
        Json::Fault(fault) => vec![fault],
    };
    faults(event.py(), &found)
}

/// Tells whether the tool may run, given a decision as it arrived: as a dict, as a `GateDecision` or as
/// JSON text, from this process or from anywhere.
///
/// Takes any value and never raises; what is not plainly an accept is `False`. With `event`, the
/// decision must also be about exactly this action. Give it whenever the event is at hand.
///
/// >>> import aana
/// >>> aana.should_execute_tool({"gate_decision": "pass", "recommended_action": "accept",
/// ...                           "hard_blockers": [], "aix": {"hard_blockers": []}})
/// True
/// >>> aana.should_execute_tool({"gate_decision": "pass", "recommended_action": "accept"})
/// False
/// >>> aana.should_execute_tool(None)
/// False
#[pyfunction]
#[pyo3(signature = (decision, event=None))]
pub(crate) fn should_execute_tool(
    decision: &Bound<'_, PyAny>,
    event: Option<&Bound<'_, PyAny>>,
) -> PyResult<bool> {
    if says_no(decision) {
        return Ok(false);
    }
    // Text is read by the core; then both have to be text.
    if is_text(decision) || event.is_some_and(is_text) || decision.is_instance_of::<GateDecision>()
    {
        let Some(decision) = as_text(decision)? else { return Ok(false) };
        let Some(event) = event else { return Ok(should_execute(&decision, None)) };
        return Ok(as_text(event)?.is_some_and(|event| should_execute(&decision, Some(&event))));
    }
    let Some(decision) = as_tree(decision)? else { return Ok(false) };
    let Some(event) = event else { return Ok(should_execute_value(&decision, None)) };
    Ok(as_tree(event)?.is_some_and(|event| should_execute_value(&decision, Some(event))))
}

/// What a host may do with a decision: in `enforce` what the gate allows, in `shadow` everything, since
/// that mode only observes. The decision is a dict or a `GateDecision`.
///
/// >>> import aana
/// >>> policy = aana.execution_policy({}, mode="shadow")
/// >>> policy["execution_allowed"], policy["aana_allows_execution"]
/// (True, False)
#[pyfunction]
#[pyo3(signature = (decision, mode="enforce"))]
pub(crate) fn execution_policy<'py>(
    decision: &Bound<'py, PyAny>,
    mode: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let mode = args::mode(mode)?;
    let policy = if let Ok(decision) = decision.cast::<GateDecision>() {
        ExecutionPolicy::of(decision.get().core.executes(), mode)
    } else {
        ExecutionPolicy::of_value(&as_tree(decision)?.unwrap_or(Value::Null), mode)
    };
    build(decision.py(), |to| emit_execution_policy(policy, to))
}

/// Whether `gate_decision` alone shows that the call does not run. Then the rest of the decision is not read.
fn says_no(decision: &Bound<'_, PyAny>) -> bool {
    let Ok(decision) = decision.cast_exact::<PyDict>() else { return false };
    let Ok(Some(said)) = decision.get_item(intern!(decision.py(), "gate_decision")) else {
        return false;
    };
    said.cast_exact::<PyString>().is_ok_and(|said| said.to_str().is_ok_and(|said| said != "pass"))
}

fn is_text(value: &Bound<'_, PyAny>) -> bool {
    value.is_instance_of::<PyString>() || value.is_instance_of::<PyBytes>()
}

fn as_tree(value: &Bound<'_, PyAny>) -> PyResult<Option<Tree>> {
    match walk::walk(value, LARGEST) {
        Ok(tree) => Ok(Some(tree)),
        Err(Stop::Fault(_)) => Ok(None),
        Err(Stop::Raise(error)) => Err(error),
    }
}

/// The JSON text of a decision or an event, or `None` if there is none.
fn as_text(value: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if let Ok(decision) = value.cast::<GateDecision>() {
        return Ok(Some(decision.get().core.to_json()));
    }
    if is_text(value) {
        return Ok(match args::json(value) {
            Json::Bytes(bytes) => std::str::from_utf8(bytes).ok().map(str::to_owned),
            Json::Fault(_) => None,
        });
    }
    Ok(as_tree(value)?.map(|tree| text::write(&tree)))
}
