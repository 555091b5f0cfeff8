//! The object entry point: from Python's objects to the tree that the core decides over.
//!
//! `dict`, `list`, `tuple`, `str`, `int`, `float`, `bool` and `None` are taken as they are. Whatever
//! else has a plain meaning (a dataclass, a date) is turned into these by `aana._values`, and what has
//! none is a fault with its place. Strings are copied but for the contract's own words: the tree then
//! holds no object of Python's, so that it may outlive the event and cross threads.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::Arc;

use aana_core::json::{MAX_DEPTH, Member, Number, Object, Value};
use aana_core::{Fault, Step, codes::FaultCode};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};

use crate::words::{Interned, known};

/// A tree that borrows nothing.
pub(crate) type Tree = Value<'static>;

/// What keeps a value from being a tree.
pub(crate) enum Stop {
    /// It is not a JSON value, and here is why.
    Fault(Fault),
    /// Python's code said that the program should end (`KeyboardInterrupt`, `SystemExit`).
    Raise(PyErr),
}

/// Reads a value of at most `limit` bytes, counted as compact JSON text.
pub(crate) fn walk(value: &Bound<'_, PyAny>, limit: usize) -> Result<Tree, Stop> {
    measured(value, limit).map(|(tree, _)| tree)
}

/// The same, and how many bytes it has at least.
pub(crate) fn measured(value: &Bound<'_, PyAny>, limit: usize) -> Result<(Tree, usize), Stop> {
    let mut walker = Walker {
        limit,
        left: limit,
        levels_left: MAX_DEPTH,
        words: Interned::current(value.py()),
        pairs: Vec::new(),
    };
    match walker.value(value, false) {
        Ok(tree) => Ok((tree, limit - walker.left)),
        Err(error) => Err(error.stop()),
    }
}

/// Reads an event. Text in its place gets a hint: where an event's fields are wanted, text is a slip.
pub(crate) fn event(event: &Bound<'_, PyAny>, limit: usize) -> Result<(Tree, usize), Stop> {
    let is_text = event.is_instance_of::<PyBytes>()
        || event
            .cast::<PyString>()
            .is_ok_and(|text| text.to_cow().is_ok_and(|text| text.trim_start().starts_with('{')));
    if is_text {
        let message = "the event is JSON text; an object is allowed here, and the functions whose \
                       names end in `_json` take text";
        return Err(Stop::Fault(Fault::at(&[], FaultCode::NotAnObject, message.to_owned())));
    }
    measured(event, limit)
}

/// Why the walk ends, and where; the pointer is built while the recursion returns.
struct WalkError(Box<(Why, Vec<OwnedStep>)>);

enum Why {
    Fault(FaultCode, String),
    Raise(PyErr),
}

enum OwnedStep {
    Key(String),
    Index(usize),
}

impl OwnedStep {
    fn borrowed(&self) -> Step<'_> {
        match self {
            Self::Key(key) => Step::Key(key),
            Self::Index(index) => Step::Index(*index),
        }
    }
}

impl WalkError {
    fn new(code: FaultCode, message: impl Into<String>) -> Self {
        Self(Box::new((Why::Fault(code, message.into()), Vec::new())))
    }

    fn below(mut self, step: OwnedStep) -> Self {
        self.0.1.push(step);
        self
    }

    fn stop(self) -> Stop {
        let (why, steps) = *self.0;
        match why {
            Why::Raise(error) => Stop::Raise(error),
            // The size is a matter of the whole event.
            Why::Fault(code @ FaultCode::EventTooLarge, message) => {
                Stop::Fault(Fault::at(&[], code, message))
            }
            Why::Fault(code, message) => {
                let steps: Vec<Step<'_>> = steps.iter().rev().map(OwnedStep::borrowed).collect();
                Stop::Fault(Fault::at(&steps, code, message))
            }
        }
    }
}

type Walked<T> = Result<T, WalkError>;

struct Walker<'py> {
    limit: usize,
    /// Bytes that may still come. One list that stands in itself many times over is small in memory
    /// and without end as JSON.
    left: usize,
    levels_left: u8,
    words: Arc<Interned>,
    /// The members of all dicts that are being read, those of the innermost one last.
    pairs: Vec<Pair<'py>>,
}

impl<'py> Walker<'py> {
    fn spend(&mut self, bytes: usize) -> Walked<()> {
        match self.left.checked_sub(bytes) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => Err(WalkError::new(
                FaultCode::EventTooLarge,
                format!(
                    "the event has more than {} bytes as JSON text; no more are allowed",
                    self.limit
                ),
            )),
        }
    }

    /// `converted` tells that the value already stands for another one.
    fn value(&mut self, value: &Bound<'py, PyAny>, converted: bool) -> Walked<Tree> {
        if let Ok(text) = value.cast::<PyString>() {
            return self.text(text).map(Value::String);
        }
        if let Ok(dict) = value.cast_exact::<PyDict>() {
            return self.nested(|walker| walker.object(dict));
        }
        if let Ok(list) = value.cast::<PyList>() {
            return self.nested(|walker| walker.array(list.iter()));
        }
        if value.is_none() {
            self.spend(4)?;
            return Ok(Value::Null);
        }
        if let Ok(flag) = value.cast::<PyBool>() {
            self.spend(4)?;
            return Ok(Value::Bool(flag.is_true()));
        }
        if let Ok(number) = value.cast::<PyInt>() {
            return self.integer(number);
        }
        if let Ok(number) = value.cast::<PyFloat>() {
            return self.float(number.value());
        }
        if let Ok(tuple) = value.cast::<PyTuple>() {
            return self.nested(|walker| walker.array(tuple.iter()));
        }
        if let Ok(dict) = value.cast::<PyDict>() {
            // What `**value` would hand to the tool.
            let shown =
                value.py().get_type::<PyDict>().call1((dict,)).map_err(unreadable(value))?;
            let shown = shown.cast().map_err(no_value)?;
            if !holds_what_it_shows(dict, shown).map_err(unreadable(value))? {
                let message = format!("{} shows other members than it holds", described(value));
                return Err(WalkError::new(FaultCode::WrongType, message));
            }
            return self.nested(|walker| walker.object(shown));
        }
        if converted {
            return Err(no_value(()));
        }
        self.other(value)
    }

    fn nested(&mut self, inner: impl FnOnce(&mut Self) -> Walked<Tree>) -> Walked<Tree> {
        let Some(fewer) = self.levels_left.checked_sub(1) else {
            return Err(WalkError::new(
                FaultCode::NestingTooDeep,
                format!("the values are nested deeper than {MAX_DEPTH} levels, or hold themselves"),
            ));
        };
        self.levels_left = fewer;
        // One bracket; each item counts what stands behind it, be it a comma or the other one.
        self.spend(1)?;
        let value = inner(self)?;
        self.levels_left += 1;
        Ok(value)
    }

    fn object(&mut self, dict: &Bound<'py, PyDict>) -> Walked<Tree> {
        // First all members, then what they hold: reading a member may run code that changes the dict.
        let outer = self.pairs.len();
        add_members(dict, &mut self.pairs).map_err(unreadable(dict))?;
        // The first one is taken first.
        self.pairs[outer..].reverse();
        let mut members = Vec::with_capacity(self.pairs.len() - outer);
        while self.pairs.len() > outer
            && let Some((key, value)) = self.pairs.pop()
        {
            let Ok(key) = key.cast::<PyString>() else {
                let message = format!("a key is {}; only strings are keys", described(&key));
                return Err(WalkError::new(FaultCode::WrongType, message));
            };
            let key = self.text(key)?;
            self.spend(2)?;
            match self.value(&value, false) {
                Ok(value) => members.push(Member { key, value }),
                Err(error) => return Err(error.below(OwnedStep::Key(key.into_owned()))),
            }
        }
        match Object::new(members) {
            Ok(object) => Ok(Value::Object(object)),
            // Two keys that Python tells apart although they spell the same.
            Err(_) => Err(WalkError::new(
                FaultCode::DuplicateKey,
                "an object has a key twice; each key may stand once",
            )),
        }
    }

    fn array(&mut self, items: impl ExactSizeIterator<Item = Bound<'py, PyAny>>) -> Walked<Tree> {
        let mut values = Vec::with_capacity(items.len());
        for (index, item) in items.enumerate() {
            self.spend(1)?;
            let value = self.value(&item, false);
            values.push(value.map_err(|error| error.below(OwnedStep::Index(index)))?);
        }
        Ok(Value::Array(values))
    }

    fn text(&mut self, text: &Bound<'_, PyString>) -> Walked<Cow<'static, str>> {
        // Most of a decision, and much of an event, are strings of which there is one of each.
        if let Some(word) = self.words.word(text) {
            self.spend(word.len().saturating_add(2))?;
            return Ok(Cow::Borrowed(word));
        }
        let Ok(text) = text.to_str() else {
            return Err(WalkError::new(
                FaultCode::LoneSurrogate,
                "a string holds half of a surrogate pair; only whole pairs are allowed",
            ));
        };
        self.spend(text.len().saturating_add(2))?;
        Ok(match known(text) {
            Some(word) => Cow::Borrowed(word),
            None => Cow::Owned(text.to_owned()),
        })
    }

    fn integer(&mut self, number: &Bound<'_, PyInt>) -> Walked<Tree> {
        if let Ok(small) = number.extract::<i64>() {
            self.spend(1)?;
            return Ok(Value::Number(small.into()));
        }
        // `int`'s own digits, whatever a subclass makes of itself.
        let digits = number.py().get_type::<PyInt>().call_method1("__repr__", (number,));
        let digits = digits.and_then(|digits| digits.extract::<String>());
        match digits.ok().and_then(Number::from_text) {
            Some(number) => {
                self.spend(number.as_str().len())?;
                Ok(Value::Number(number))
            }
            None => Err(WalkError::new(
                FaultCode::NumberOutOfRange,
                "an integer has more digits than Python writes out",
            )),
        }
    }

    fn float(&mut self, number: f64) -> Walked<Tree> {
        self.spend(1)?;
        Number::from_f64(number).map(Value::Number).ok_or_else(|| {
            let message = "a float is not a number or infinite; only finite numbers are allowed";
            WalkError::new(FaultCode::NumberOutOfRange, message)
        })
    }

    /// A value that is not one of JSON's own: what Python's side makes of it.
    fn other(&mut self, value: &Bound<'py, PyAny>) -> Walked<Tree> {
        static PLAIN: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let plain = PLAIN.import(value.py(), "aana._values", "plain").map_err(unreadable(value))?;
        let answer = plain.call1((value,)).map_err(unreadable(value))?;
        let (kind, held) =
            answer.extract::<(String, Bound<'py, PyAny>)>().map_err(unreadable(value))?;
        match kind.as_str() {
            "value" => self.value(&held, true),
            "number" => {
                let text = held.extract::<String>().map_err(unreadable(value))?;
                self.spend(text.len())?;
                Number::from_text(text).map(Value::Number).ok_or_else(|| {
                    let message =
                        "a number is too large for a double; only finite numbers are allowed";
                    WalkError::new(FaultCode::NumberOutOfRange, message)
                })
            }
            code => {
                let code = FaultCode::parse(code).unwrap_or(FaultCode::WrongType);
                Err(WalkError::new(code, held.extract::<String>().map_err(unreadable(value))?))
            }
        }
    }
}

/// Whether the members that a dict's own code shows are those that it holds, the very same objects.
fn holds_what_it_shows(dict: &Bound<'_, PyDict>, shown: &Bound<'_, PyDict>) -> PyResult<bool> {
    let held = members(dict)?;
    let shown = members(shown)?;
    let same: HashSet<_> = held.iter().map(|(key, value)| (key.as_ptr(), value.as_ptr())).collect();
    Ok(held.len() == shown.len()
        && shown.iter().all(|(key, value)| same.contains(&(key.as_ptr(), value.as_ptr()))))
}

type Pair<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

/// All members of a dict at one moment, as it holds them.
fn members<'py>(dict: &Bound<'py, PyDict>) -> PyResult<Vec<Pair<'py>>> {
    let mut pairs = Vec::with_capacity(dict.len());
    add_members(dict, &mut pairs)?;
    Ok(pairs)
}

fn add_members<'py>(dict: &Bound<'py, PyDict>, pairs: &mut Vec<Pair<'py>>) -> PyResult<()> {
    let pairs = RefCell::new(pairs);
    dict.locked_for_each(|key, value| {
        pairs.borrow_mut().push((key, value));
        Ok(())
    })
}

fn no_value<E>(_: E) -> WalkError {
    WalkError::new(FaultCode::WrongType, "a value stands for something that is not a JSON value")
}

fn raised(error: PyErr) -> WalkError {
    WalkError(Box::new((Why::Raise(error), Vec::new())))
}

/// An object whose own code failed while it was read. Only what should end the program goes through.
fn unreadable<'v>(value: &'v Bound<'_, PyAny>) -> impl FnOnce(PyErr) -> WalkError + 'v {
    move |error| {
        if error.is_instance_of::<PyException>(value.py()) {
            let message = format!("{} could not be read", described(value));
            WalkError::new(FaultCode::WrongType, message)
        } else {
            raised(error)
        }
    }
}

/// A value, named by its type and never by what it holds.
pub(crate) fn described(value: &Bound<'_, PyAny>) -> String {
    if value.is_none() {
        return "`None`".to_owned();
    }
    let name = value.get_type().name().ok().map(|name: Bound<'_, PyString>| name.to_string());
    match name.filter(|name| name.len() <= 60 && name.is_ascii()) {
        Some(name) => format!("a value of the type `{name}`"),
        None => "a value of some type".to_owned(),
    }
}
