//! Confirmations: text in, text out. The store and the classes are Python's.

use aana_confirmation::text;
use pyo3::prelude::*;

use crate::gate::Gate;
use crate::given::answered;
use crate::text::write;
use crate::walk::{self, Stop};

/// The event as JSON text, empty if there is none, and what came of asking about it.
#[pyfunction]
pub(crate) fn confirmation_ask(
    gate: &Bound<'_, Gate>,
    event: &Bound<'_, PyAny>,
    now_ms: i64,
    options: &str,
) -> PyResult<(String, String)> {
    let core = &gate.get().core;
    match walk::event(event, core.max_event_bytes()) {
        Ok((tree, size)) => {
            let event = write(&tree);
            let said = answered(gate.py(), size, || text::ask(core, &event, now_ms, options));
            Ok((event, said))
        }
        Err(Stop::Fault(fault)) => {
            Ok((String::new(), text::ask_refused(core.refuse(vec![fault], now_ms))))
        }
        Err(Stop::Raise(error)) => Err(error),
    }
}

/// What an answer comes to.
#[pyfunction]
#[pyo3(signature = (pending, state, answer, event, now_ms))]
pub(crate) fn confirmation_answer(
    py: Python<'_>,
    pending: &str,
    state: &str,
    answer: &str,
    event: Option<&str>,
    now_ms: i64,
) -> String {
    let size = pending.len().saturating_add(event.map_or(0, str::len));
    answered(py, size, || text::answer(pending, state, answer, event, now_ms))
}

/// The same where there is nothing to judge.
#[pyfunction]
pub(crate) fn confirmation_not_confirmed(why: &str) -> String {
    text::not_confirmed(why)
}
