//! Messages of the Model Context Protocol, for the server that is written in Python.

use aana_mcp::Detail;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::build::build;
use crate::gate::GateDecision;

pyo3::create_exception!(
    aana,
    MalformedError,
    PyValueError,
    "The envelope is not a JSON object that can be read in one way only."
);

/// The message with `{}` for the arguments of a call, and the arguments, or `None` if there are none.
#[pyfunction]
pub(crate) fn mcp_split<'py>(
    message: &Bound<'py, PyBytes>,
) -> PyResult<(Bound<'py, PyBytes>, Option<Bound<'py, PyBytes>>)> {
    let py = message.py();
    let bytes = message.as_bytes();
    let split = py.detach(|| aana_mcp::split(bytes));
    let (rest, arguments) = split.map_err(|why| MalformedError::new_err(why.to_string()))?;
    Ok((PyBytes::new(py, &rest), arguments.map(|it| PyBytes::new(py, &it))))
}

/// Whether a message has an `id`, whatever its value.
#[pyfunction]
pub(crate) fn mcp_has_id(message: &Bound<'_, PyBytes>) -> bool {
    aana_mcp::has_id(message.as_bytes())
}

/// The arguments of a call without `detail`, and what it says: `compact`, `full` or `None`.
#[pyfunction]
pub(crate) fn mcp_take_detail<'py>(
    arguments: &Bound<'py, PyBytes>,
) -> (Bound<'py, PyBytes>, Option<&'static str>) {
    let (rest, detail) = aana_mcp::take_detail(arguments.as_bytes().to_vec());
    let word = detail.map(|it| match it {
        Detail::Compact => "compact",
        Detail::Full => "full",
    });
    (PyBytes::new(arguments.py(), &rest), word)
}

/// The answer to a call as JSON text and as a dict: compact, or the whole decision.
#[pyfunction]
pub(crate) fn mcp_answer<'py>(
    decision: &Bound<'py, GateDecision>,
    detail: &str,
) -> PyResult<(String, Bound<'py, PyAny>)> {
    let report = decision.get().core.report();
    let compact = match detail {
        "compact" => true,
        "full" => false,
        _ => return Err(PyValueError::new_err("`detail` is neither `compact` nor `full`")),
    };
    let text = if compact { report.to_compact_json() } else { report.to_json() };
    let structured =
        build(decision.py(), |to| if compact { report.emit_compact(to) } else { report.emit(to) })?;
    Ok((text, structured))
}
