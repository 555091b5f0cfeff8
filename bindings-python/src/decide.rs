//! One decision about what Python's objects describe.

use pyo3::prelude::*;

use crate::walk::{self, Stop};

/// From this size on, other threads run while the core works.
pub(crate) const LARGE: usize = 16 << 10;

/// Decides one event that Python's objects describe.
pub(crate) fn decide(
    event: &Bound<'_, PyAny>,
    gate: &aana_core::Gate,
    now_ms: i64,
) -> PyResult<aana_core::Decision<'static>> {
    match walk::event(event, gate.max_event_bytes()) {
        Ok((tree, size)) if size < LARGE => Ok(gate.check_value(tree, now_ms)),
        Ok((tree, _)) => Ok(event.py().detach(|| gate.check_value(tree, now_ms))),
        Err(Stop::Fault(fault)) => Ok(gate.refuse(vec![fault], now_ms)),
        Err(Stop::Raise(error)) => Err(error),
    }
}
