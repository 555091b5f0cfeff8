//! What a policy makes of a list of tools, a first policy, and cases for one.

use aana_core::Fault;
use aana_policy::{Document, text};
use pyo3::prelude::*;

use crate::args;
use crate::given::{answered, json};

/// How a policy reads a list of tools.
#[pyfunction]
pub(crate) fn policy_check(
    policy: &Bound<'_, PyAny>,
    tools: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let py = policy.py();
    let policy = match json(policy)? {
        Ok(policy) => policy,
        Err(fault) => return Ok(unread(Document::Policy, fault)),
    };
    let tools = match tools.map(json).transpose()? {
        None => None,
        Some(Ok(tools)) => Some(tools),
        Some(Err(fault)) => return Ok(unread(Document::Tools, fault)),
    };
    Ok(answered(py, usize::MAX, || text::check(&policy, tools.as_deref())))
}

/// A first policy for a list of tools.
#[pyfunction]
pub(crate) fn policy_init(tools: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(match json(tools)? {
        Ok(given) => answered(tools.py(), usize::MAX, || text::init(&given)),
        Err(fault) => unread(Document::Tools, fault),
    })
}

/// What comes of cases.
#[pyfunction]
pub(crate) fn policy_test(
    policy: &Bound<'_, PyAny>,
    cases: &Bound<'_, PyAny>,
    now: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let (py, now_ms) = (policy.py(), args::now_ms(now)?);
    let policy = match json(policy)? {
        Ok(policy) => policy,
        Err(fault) => return Ok(unread(Document::Policy, fault)),
    };
    Ok(match json(cases)? {
        Ok(cases) => answered(py, usize::MAX, || text::run_cases(&policy, &cases, now_ms)),
        Err(fault) => unread(Document::Cases, fault),
    })
}

/// The text of the operator's policy, which is read once; a faulty one raises `PolicyError`.
#[pyfunction]
pub(crate) fn policy_text(path: &Bound<'_, PyAny>) -> PyResult<String> {
    args::policy_text(path)
}

fn unread(document: Document, fault: Fault) -> String {
    text::unread(document, fault)
}
