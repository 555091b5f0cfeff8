//! Tool Execution Requests: documents as bytes, everything else as text.

use aana_formats::tool_request::text;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::given::{answered, wrong_type};

/// The report about a document.
#[pyfunction]
pub(crate) fn request_check(document: &Bound<'_, PyAny>, options: &str) -> PyResult<String> {
    let bytes = bytes(document)?;
    Ok(answered(document.py(), bytes.len(), || text::check(bytes, options)))
}

/// The digests of a document.
#[pyfunction]
pub(crate) fn request_digests(document: &Bound<'_, PyAny>) -> PyResult<String> {
    let bytes = bytes(document)?;
    Ok(answered(document.py(), bytes.len(), || text::digests(bytes)))
}

/// What the facts make of a document.
#[pyfunction]
pub(crate) fn request_bind(document: &Bound<'_, PyAny>, facts: &str) -> PyResult<String> {
    let bytes = bytes(document)?;
    Ok(answered(document.py(), bytes.len(), || text::bind(bytes, facts)))
}

/// Only bytes: of text it would not be known which bytes were approved.
fn bytes<'a>(document: &'a Bound<'_, PyAny>) -> PyResult<&'a [u8]> {
    match document.cast::<PyBytes>() {
        Ok(bytes) => Ok(bytes.as_bytes()),
        Err(_) => Err(wrong_type(document, "document", "only the file's `bytes`")),
    }
}
