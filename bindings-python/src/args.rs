//! The arguments that several functions share: the policy, the time, the event's text.

use std::borrow::Cow;
use std::time::{SystemTime, UNIX_EPOCH};

use aana_core::{Fault, codes::FaultCode, contract::Mode};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyBytes, PyInt, PyList, PyString, PyTuple};

use crate::walk::{self, Stop, described};
use crate::{build, text};

/// How large a policy or a decision may be, as the core reads them.
pub(crate) const LARGEST: usize = 1 << 24;

/// What a string that cannot be JSON text was probably meant to be.
const NOT_A_PATH: &str = "; a string is the text of a policy and not the path of a file, for which a \
    `pathlib.Path` is allowed";

/// Loads a policy given as objects, as JSON text, or as the path of a file with such text.
pub(crate) fn load(policy: &Bound<'_, PyAny>) -> PyResult<aana_core::Gate> {
    let py = policy.py();
    let mut not_json = "";
    let json: Cow<'_, str> = if let Ok(text) = policy.cast::<PyString>() {
        let text = text.to_cow()?;
        if !text.trim_start().starts_with('{') {
            not_json = NOT_A_PATH;
        }
        text
    } else if is_path(policy)? {
        read(policy)?.into()
    } else {
        match walk::walk(policy, LARGEST) {
            Ok(tree) => text::write(&tree).into(),
            Err(Stop::Fault(fault)) => {
                let message =
                    format!("the policy is not valid `aana.policy.v1`: {}", fault.message);
                return Err(policy_error(py, &message, &[fault]));
            }
            Err(Stop::Raise(error)) => return Err(error),
        }
    };
    aana_core::Gate::new(&json)
        .map_err(|error| policy_error(py, &format!("{error}{not_json}"), error.faults()))
}

/// The text of a policy's file, which is read once, and checked as `load` would.
pub(crate) fn policy_text(path: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = read(path)?;
    match aana_core::Gate::new(&text) {
        Ok(_) => Ok(text),
        Err(error) => Err(policy_error(path.py(), &error.to_string(), error.faults())),
    }
}

/// Whether this is a path that says so itself, which a string does not.
fn is_path(policy: &Bound<'_, PyAny>) -> PyResult<bool> {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    policy.is_instance(CLASS.import(policy.py(), "os", "PathLike")?)
}

/// The text of a file. What keeps it from being read is raised as Python says it.
fn read(path: &Bound<'_, PyAny>) -> PyResult<String> {
    let py = path.py();
    let bytes: Vec<u8> = py
        .import("pathlib")?
        .getattr("Path")?
        .call1((path,))?
        .call_method0("read_bytes")?
        .extract()?;
    String::from_utf8(bytes).map_err(|_| {
        let fault = Fault::at(
            &[],
            FaultCode::InvalidUtf8,
            "the file is not UTF-8; only UTF-8 is allowed".to_owned(),
        );
        let message = format!("the policy is not valid `aana.policy.v1`: {}", fault.message);
        policy_error(py, &message, &[fault])
    })
}

fn policy_error(py: Python<'_>, message: &str, faults: &[Fault]) -> PyErr {
    static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let make = || {
        let class = CLASS.import(py, "aana._errors", "PolicyError")?;
        class.call1((message, build::faults(py, faults)?))
    };
    match make() {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}

/// `enforce` or `shadow`.
pub(crate) fn mode(word: &str) -> PyResult<Mode> {
    Mode::parse(word)
        .ok_or_else(|| PyValueError::new_err("`mode` is neither `enforce` nor `shadow`"))
}

/// The time in Unix milliseconds: given as that, as an aware `datetime`, or the system's.
pub(crate) fn now_ms(now: Option<&Bound<'_, PyAny>>) -> PyResult<i64> {
    static DATETIME: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let Some(now) = now else { return Ok(system_ms()) };
    if now.is_instance_of::<PyInt>() && !now.is_instance_of::<PyBool>() {
        return now.extract();
    }
    let class = DATETIME.import(now.py(), "datetime", "datetime")?;
    if !now.is_instance(class)? {
        let message = format!(
            "`now` is {}; a `datetime` with a time zone or Unix milliseconds are allowed",
            described(now)
        );
        return Err(PyTypeError::new_err(message));
    }
    if now.call_method0("utcoffset")?.is_none() {
        return Err(PyValueError::new_err("`now` is a `datetime` without a time zone"));
    }
    let seconds: f64 = now.call_method0("timestamp")?.extract()?;
    // Python's years end before a double runs out of microseconds.
    #[expect(clippy::cast_possible_truncation, reason = "a datetime ends with the year 9999")]
    let microseconds = (seconds * 1e6).round() as i64;
    Ok(microseconds.div_euclid(1000))
}

/// The positions of the evidence refs that the host has checked itself: a list of numbers, none if absent.
pub(crate) fn attested(given: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<u32>> {
    let Some(given) = given else { return Ok(Vec::new()) };
    let items = if let Ok(list) = given.cast::<PyList>() {
        list.iter().collect::<Vec<_>>()
    } else if let Ok(tuple) = given.cast::<PyTuple>() {
        tuple.iter().collect()
    } else {
        let message = format!(
            "`attested` is {}; a list of positions in `evidence_refs` is allowed",
            described(given)
        );
        return Err(PyTypeError::new_err(message));
    };
    items
        .iter()
        .enumerate()
        .map(|(index, item)| {
            if !item.is_instance_of::<PyInt>() || item.is_instance_of::<PyBool>() {
                let message =
                    format!("`attested[{index}]` is {}; an `int` is allowed", described(item));
                return Err(PyTypeError::new_err(message));
            }
            item.extract::<u32>().map_err(|_| {
                PyValueError::new_err(format!(
                    "`attested[{index}]` is not a position; 0 to {} is allowed",
                    u32::MAX
                ))
            })
        })
        .collect()
}

fn system_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// JSON text that was handed in as `str` or `bytes`.
pub(crate) enum Json<'a> {
    Bytes(&'a [u8]),
    /// It is neither, or no text.
    Fault(Fault),
}

pub(crate) fn json<'a>(text: &'a Bound<'_, PyAny>) -> Json<'a> {
    if let Ok(bytes) = text.cast::<PyBytes>() {
        return Json::Bytes(bytes.as_bytes());
    }
    let Ok(string) = text.cast::<PyString>() else {
        let message = format!("the text is {}; `str` and `bytes` are allowed", described(text));
        return Json::Fault(Fault::at(&[], FaultCode::WrongType, message));
    };
    match string.to_str() {
        Ok(text) => Json::Bytes(text.as_bytes()),
        Err(_) => Json::Fault(Fault::at(
            &[],
            FaultCode::LoneSurrogate,
            "the text holds half of a surrogate pair; only whole pairs are allowed".to_owned(),
        )),
    }
}
