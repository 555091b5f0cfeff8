//! The classes: a gate with its policy, and a decision that makes its long form when asked.

use aana_core::{Decision, EvidenceTrust, codes::Blocker};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::args;
use crate::build::{build, faults};
use crate::decide::decide;

/// The gate with a policy that is read once. Use one from as many threads as you like.
///
/// `policy` is a dict or JSON text in the form `aana.policy.v1`, or a `pathlib.Path` of a file with such
/// text; a string is never a path. A faulty policy raises `PolicyError`, which lists every fault, and a file
/// that cannot be read `OSError`. `mode` replaces the policy's: in `shadow` the decisions are the same, and
/// the host only observes. `evidence="attested"` takes only approvals and auth events that `attested` of a check
/// names, whatever the policy says.
///
/// >>> import aana
/// >>> gate = aana.Gate({"tools": {"deploy_*": {"route_floor": "defer"}}})
/// >>> decision = gate.check({
/// ...     "tool_name": "search_docs",
/// ...     "tool_category": "public_read",
/// ...     "authorization_state": "none",
/// ...     "evidence_refs": [],
/// ...     "risk_domain": "research",
/// ...     "proposed_arguments": {"query": "leave policy"},
/// ...     "recommended_route": "accept",
/// ... })
/// >>> decision
/// <aana.GateDecision: accept>
/// >>> if decision.executes:
/// ...     print("run it")
/// run it
/// >>> aana.Gate({"tools": {"deploy_*": {"route_flor": "defer"}}})
/// Traceback (most recent call last):
/// ...
/// aana.PolicyError: the policy is not valid `aana.policy.v1`: at `/tools/deploy_*/route_flor`, `aana.policy.v1` has no such field
#[pyclass(frozen, module = "aana")]
pub(crate) struct Gate {
    pub(crate) core: aana_core::Gate,
}

#[pymethods]
impl Gate {
    #[new]
    #[pyo3(signature = (policy=None, *, mode=None, evidence=None))]
    fn new(
        policy: Option<&Bound<'_, PyAny>>,
        mode: Option<&str>,
        evidence: Option<&str>,
    ) -> PyResult<Self> {
        let mut core = match policy {
            None => aana_core::Gate::default(),
            Some(policy) => match policy.cast::<Self>() {
                Ok(gate) => gate.get().core.clone(),
                Err(_) => args::load(policy)?,
            },
        };
        if let Some(mode) = mode {
            core = core.with_mode(args::mode(mode)?);
        }
        match evidence {
            None => {}
            Some(word) if word == EvidenceTrust::Attested.as_str() => {
                core = core.with_attested_evidence();
            }
            Some(_) => {
                let message =
                    "`evidence` is not `attested`, and an option only tightens the policy";
                return Err(PyValueError::new_err(message));
            }
        }
        Ok(Self { core })
    }

    /// Decides one event, as `check_tool_call` does. The route is there at once; the long form is made
    /// by `to_dict` or `to_json`. `attested` are the positions of the refs that you have checked yourself.
    #[pyo3(signature = (event, now=None, *, attested=None))]
    fn check(
        &self,
        event: &Bound<'_, PyAny>,
        now: Option<&Bound<'_, PyAny>>,
        attested: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<GateDecision> {
        let attested = args::attested(attested)?;
        decide(event, &self.core, args::now_ms(now)?, &attested).map(GateDecision::from)
    }

    /// `enforce` or `shadow`.
    #[getter]
    fn mode(&self) -> &'static str {
        self.core.mode().as_str()
    }

    /// Whose word counts for approvals and auth events: `trusted` or `attested`.
    #[getter]
    fn evidence(&self) -> &'static str {
        self.core.evidence().as_str()
    }

    /// How many bytes an event may have; a larger one is refused.
    #[getter]
    fn max_event_bytes(&self) -> usize {
        self.core.max_event_bytes()
    }

    fn __repr__(&self) -> String {
        format!("<aana.Gate: {}>", self.core.mode())
    }
}

/// What a `Gate` decided about one event.
///
/// It is true exactly if the call may execute, so that `if gate.check(event):` is safe.
#[pyclass(frozen, module = "aana")]
pub(crate) struct GateDecision {
    pub(crate) core: Decision<'static>,
}

impl From<Decision<'static>> for GateDecision {
    fn from(core: Decision<'static>) -> Self {
        Self { core }
    }
}

#[pymethods]
impl GateDecision {
    /// `accept`, `ask`, `defer` or `refuse`. Only `accept` executes.
    #[getter]
    fn route<'py>(&self, py: Python<'py>) -> Bound<'py, PyString> {
        PyString::intern(py, self.core.route().as_str())
    }

    /// Whether the gate allows the call to execute. The mode has no say in it.
    #[getter]
    fn executes(&self) -> bool {
        self.core.executes()
    }

    /// What keeps the call from executing, in the order of the rules.
    #[getter]
    fn hard_blockers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.core.hard_blockers().iter().map(Blocker::as_str).collect::<Vec<_>>())
    }

    /// How the route was reached, in order.
    #[getter]
    fn reasons<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(
            py,
            self.core
                .reported_reasons()
                .iter()
                .map(|reason| match reason.route {
                    Some(_) => PyString::new(py, &reason.to_string()),
                    None => PyString::intern(py, reason.code.as_str()),
                })
                .collect::<Vec<_>>(),
        )
    }

    /// What is worth fixing although it does not change the route.
    #[getter]
    fn warnings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(
            py,
            self.core
                .reported_warnings()
                .iter()
                .map(|warning| match warning.pointer {
                    Some(_) => PyString::new(py, &warning.to_string()),
                    None => PyString::intern(py, warning.code.as_str()),
                })
                .collect::<Vec<_>>(),
        )
    }

    /// The faults of an event that was refused for its form, each with `path`, `code` and `message`.
    #[getter]
    fn validation_errors<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        faults(py, self.core.validation_errors())
    }

    /// `sha256:` and the digest of the action that was decided about; `None` for a malformed event.
    #[getter]
    fn action_digest(&self) -> Option<String> {
        self.core.action_digest()
    }

    /// The whole decision as a dict, the same that `check_tool_call` gives; a new one for each call.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        build(py, |to| self.core.emit(to))
    }

    /// The whole decision as one line of JSON.
    fn to_json(&self) -> String {
        self.core.to_json()
    }

    fn __bool__(&self) -> bool {
        self.core.executes()
    }

    fn __repr__(&self) -> String {
        let mut text = format!("<aana.GateDecision: {}", self.core.route());
        for (index, code) in self.core.hard_blockers().iter().enumerate() {
            text.push_str(if index == 0 { ", because of " } else { ", " });
            text.push_str(code.as_str());
        }
        text + ">"
    }
}
