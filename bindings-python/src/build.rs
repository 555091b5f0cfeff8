//! From what a decision tells to Python's objects, with keys and codes that exist once.

use std::sync::Arc;

use aana_core::json::Visitor;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyNone, PyString};

use crate::words::Interned;

/// Builds one document. The first failure, which can only be one of memory, is kept and returned at the end.
pub(crate) struct Builder<'py> {
    py: Python<'py>,
    words: Arc<Interned>,
    missed: Vec<(&'static str, Py<PyString>)>,
    open: Vec<Open<'py>>,
    done: Option<Bound<'py, PyAny>>,
    failed: Option<PyErr>,
}

enum Open<'py> {
    List(Bound<'py, PyList>),
    /// With the key whose value comes next.
    Dict(Bound<'py, PyDict>, Option<Bound<'py, PyString>>),
}

/// Runs `tell` with a visitor and gives what it built.
pub(crate) fn build<'py>(
    py: Python<'py>,
    tell: impl FnOnce(&mut Builder<'py>),
) -> PyResult<Bound<'py, PyAny>> {
    let mut builder = Builder {
        py,
        words: Interned::current(py),
        missed: Vec::new(),
        open: Vec::with_capacity(4),
        done: None,
        failed: None,
    };
    tell(&mut builder);
    if !builder.missed.is_empty() {
        Interned::learn(py, builder.missed);
    }
    match (builder.failed, builder.done) {
        (Some(error), _) => Err(error),
        (None, Some(done)) => Ok(done),
        (None, None) => Ok(py.None().into_bound(py)),
    }
}

impl<'py> Builder<'py> {
    fn interned(&mut self, word: &'static str) -> Bound<'py, PyString> {
        match self.words.string(word) {
            Some(string) => string.bind(self.py).clone(),
            None => self.learn(word),
        }
    }

    #[cold]
    fn learn(&mut self, word: &'static str) -> Bound<'py, PyString> {
        let string = PyString::intern(self.py, word);
        self.missed.push((word, string.clone().unbind()));
        string
    }

    fn put(&mut self, value: &Bound<'py, PyAny>) {
        let result = match self.open.last_mut() {
            None => {
                self.done = Some(value.clone());
                return;
            }
            Some(Open::List(list)) => list.append(value),
            Some(Open::Dict(dict, key)) => match key.take() {
                Some(key) => dict.set_item(key, value),
                None => return,
            },
        };
        if let Err(error) = result {
            self.failed.get_or_insert(error);
        }
    }

    fn close(&mut self) {
        match self.open.pop() {
            Some(Open::List(list)) => self.put(list.as_any()),
            Some(Open::Dict(dict, _)) => self.put(dict.as_any()),
            None => {}
        }
    }
}

impl Visitor for Builder<'_> {
    fn null(&mut self) {
        let none = PyNone::get(self.py).to_owned();
        self.put(none.as_any());
    }

    fn boolean(&mut self, value: bool) {
        let flag = PyBool::new(self.py, value).to_owned();
        self.put(flag.as_any());
    }

    fn integer(&mut self, value: u32) {
        self.put(PyInt::new(self.py, value).as_any());
    }

    fn hundredths(&mut self, value: u8) {
        // As `json.loads` reads the text: a whole number is an `int`.
        let number = if value.is_multiple_of(100) {
            PyInt::new(self.py, value / 100).into_any()
        } else {
            PyFloat::new(self.py, f64::from(value) / 100.0).into_any()
        };
        self.put(&number);
    }

    fn string(&mut self, value: &str) {
        self.put(PyString::new(self.py, value).as_any());
    }

    fn word(&mut self, value: &'static str) {
        let word = self.interned(value);
        self.put(word.as_any());
    }

    fn begin_array(&mut self) {
        self.open.push(Open::List(PyList::empty(self.py)));
    }

    fn end_array(&mut self) {
        self.close();
    }

    fn begin_object(&mut self) {
        self.open.push(Open::Dict(PyDict::new(self.py), None));
    }

    fn key(&mut self, name: &'static str) {
        let name = self.interned(name);
        if let Some(Open::Dict(_, key)) = self.open.last_mut() {
            *key = Some(name);
        }
    }

    fn end_object(&mut self) {
        self.close();
    }
}

/// Faults as a list of dicts.
pub(crate) fn faults<'py>(
    py: Python<'py>,
    faults: &[aana_core::Fault],
) -> PyResult<Bound<'py, PyAny>> {
    build(py, |to| {
        to.begin_array();
        for fault in faults {
            to.begin_object();
            to.key("path");
            to.string(&fault.path);
            to.key("code");
            to.word(fault.code.as_str());
            to.key("message");
            to.string(&fault.message);
            to.end_object();
        }
        to.end_array();
    })
}
