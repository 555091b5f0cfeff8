//! What a server may attest. The store is Python's.

use aana_confirmation::State;
use aana_confirmation::attest::{self, Claims, Subject};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::decide::LARGE;
use crate::gate::Gate;

/// The digest of the action, the approvals that call themselves answers (position and id of the question), and the
/// positions of the sign-ins of the subject.
type Found = (String, Vec<(u32, String)>, Vec<u32>);

/// What an event claims that a server can look up; `None` where the text is not an event.
#[pyfunction]
pub(crate) fn attest_claims(
    event: &Bound<'_, PyBytes>,
    gate: &Bound<'_, Gate>,
    subject: Option<&str>,
) -> PyResult<Option<Found>> {
    let subject = subject.map(Subject::parse).transpose().map_err(PyValueError::new_err)?;
    let (bytes, limit) = (event.as_bytes(), gate.get().core.max_event_bytes());
    let read = || Claims::of(bytes, limit, subject.as_ref());
    let claims = if bytes.len() < LARGE { read() } else { event.py().detach(read) };
    Ok(claims.map(|it| (it.action_digest, it.approvals, it.sign_ins)))
}

/// Whether a question of a store was answered with yes to exactly this action, and that still holds.
#[pyfunction]
pub(crate) fn attest_holds(
    record: &str,
    state: &str,
    answered_ms: i64,
    action_digest: &str,
    now_ms: i64,
) -> bool {
    State::parse(state)
        .is_some_and(|state| attest::holds(record, state, answered_ms, action_digest, now_ms))
}

/// Bearer tokens by their digests, and whose they are.
#[pyclass(module = "aana._native", frozen)]
pub(crate) struct Bearers(attest::Bearers);

#[pymethods]
impl Bearers {
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        attest::Bearers::read(text).map(Self).map_err(PyValueError::new_err)
    }

    /// Whose token this is, if it is anybody's.
    fn subject_of<'py>(&self, py: Python<'py>, token: &str) -> Option<Bound<'py, PyString>> {
        self.0.subject_of(token).map(|subject| PyString::new(py, subject.as_str()))
    }
}
