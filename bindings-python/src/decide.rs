//! One decision about what Python's objects describe.

use pyo3::prelude::*;

use crate::walk::{self, Stop};

/// From this size on, other threads run while the core works.
pub(crate) const LARGE: usize = 16 << 10;

/// Decides one event that Python's objects describe. `attested` are the positions of the refs that the
/// host has checked itself.
pub(crate) fn decide(
    event: &Bound<'_, PyAny>,
    given: &aana_core::Gate,
    now_ms: i64,
    attested: &[u32],
) -> PyResult<aana_core::Decision<'static>> {
    let gate = given.attesting(attested);
    match walk::event(event, given.max_event_bytes()) {
        Ok((tree, size)) if size < LARGE => Ok(gate.check_value(tree, now_ms)),
        Ok((tree, _)) => Ok(event.py().detach(|| gate.check_value(tree, now_ms))),
        Err(Stop::Fault(fault)) => Ok(given.refuse(vec![fault], now_ms)),
        Err(Stop::Raise(error)) => Err(error),
    }
}
