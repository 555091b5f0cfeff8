//! Messages of the Model Context Protocol, for the server that is written in Python.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

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
