//! What the formats are given: JSON text, or objects that are written as JSON text.

use std::borrow::Cow;

use aana_core::{Fault, codes::FaultCode};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::args::{self, Json, LARGEST};
use crate::build::faults;
use crate::text;
use crate::walk::{self, Stop, described};

/// From this size on, other threads run while a document is judged.
const LARGE: usize = 4 << 10;

/// JSON text, or why there is none.
pub(crate) type JsonInput<'a> = Result<Cow<'a, str>, Fault>;

/// The JSON text of a value. `str` and `bytes` are such text; everything else is written as it.
pub(crate) fn json<'a>(value: &'a Bound<'_, PyAny>) -> PyResult<JsonInput<'a>> {
    if value.is_instance_of::<PyString>() || value.is_instance_of::<PyBytes>() {
        return Ok(match args::json(value) {
            Json::Bytes(bytes) => utf8(bytes).map(Cow::Borrowed),
            Json::Fault(fault) => Err(fault),
        });
    }
    match walk::walk(value, LARGEST) {
        Ok(tree) => Ok(Ok(text::write(&tree).into())),
        Err(Stop::Fault(fault)) => Ok(Err(fault)),
        Err(Stop::Raise(error)) => Err(error),
    }
}

/// Bytes as text.
pub(crate) fn utf8(bytes: &[u8]) -> Result<&str, Fault> {
    std::str::from_utf8(bytes).map_err(|error| {
        let message = format!(
            "the text is not UTF-8 after byte {}; only UTF-8 is allowed",
            error.valid_up_to()
        );
        Fault::at(&[], FaultCode::InvalidUtf8, message)
    })
}

/// An argument that is a word or a name.
pub(crate) fn word<'a>(value: &'a Bound<'_, PyAny>, argument: &str) -> PyResult<&'a str> {
    let Ok(string) = value.cast::<PyString>() else {
        return Err(wrong_type(value, argument, "`str`"));
    };
    string.to_str().map_err(|_| {
        // Python's own error would show the value.
        PyValueError::new_err(format!("`{argument}` holds half of a surrogate pair"))
    })
}

/// The error about an argument of a type that has no meaning here.
pub(crate) fn wrong_type(value: &Bound<'_, PyAny>, argument: &str, allowed: &str) -> PyErr {
    PyTypeError::new_err(format!("`{argument}` is {}; {allowed} is allowed", described(value)))
}

/// Runs `answer`, and lets other threads run meanwhile if the document is large.
pub(crate) fn answered<T: Send>(
    py: Python<'_>,
    size: usize,
    answer: impl FnOnce() -> T + Send,
) -> T {
    if size < LARGE { answer() } else { py.detach(answer) }
}

/// The JSON text of a value, and the faults for which there is none.
#[pyfunction]
pub(crate) fn given_json<'py>(value: &Bound<'py, PyAny>) -> PyResult<(String, Bound<'py, PyAny>)> {
    let (text, found) = match json(value)? {
        Ok(text) => (text.into_owned(), Vec::new()),
        Err(fault) => (String::new(), vec![fault]),
    };
    Ok((text, faults(value.py(), &found)?))
}

/// A text that is an argument.
#[pyfunction]
pub(crate) fn given_word(value: &Bound<'_, PyAny>, argument: &str) -> PyResult<String> {
    word(value, argument).map(str::to_owned)
}

/// The time in Unix milliseconds: as it is given, or the system's.
#[pyfunction]
#[pyo3(signature = (now=None))]
pub(crate) fn given_now(now: Option<&Bound<'_, PyAny>>) -> PyResult<i64> {
    args::now_ms(now)
}

/// Positions in `evidence_refs`, of the refs that the host has checked itself.
#[pyfunction]
#[pyo3(signature = (attested=None))]
pub(crate) fn given_attested(attested: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<u32>> {
    args::attested(attested)
}
