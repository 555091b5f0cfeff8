//! `aai.json` descriptors: read once, then asked, with everything else as text.

use aana_core::{Fault, contract::AuthorizationState};
use aana_formats::aai::{Client, Profile, text};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::args;
use crate::build::build;
use crate::chosen::Chosen;
use crate::given::{JsonInput, answered, json, word, wrong_type};

/// A descriptor that was accepted.
#[pyclass(frozen, module = "aana._native")]
pub(crate) struct Loaded(text::Loaded);

/// The report about a descriptor, and the descriptor if it is accepted.
#[pyfunction]
pub(crate) fn descriptor_read(
    text: &Bound<'_, PyAny>,
    profile: &Bound<'_, PyAny>,
) -> PyResult<(String, Option<Loaded>)> {
    let profile = one_of(profile, "profile", Profile::parse, "`seed` or `compat`")?;
    if !text.is_instance_of::<PyString>() && !text.is_instance_of::<PyBytes>() {
        return Err(wrong_type(text, "text", "the descriptor's text as `str` or `bytes`"));
    }
    let descriptor = match json(text)? {
        Ok(descriptor) => descriptor,
        Err(fault) => return Ok((text::unread_descriptor(fault), None)),
    };
    let (report, loaded) = text.py().detach(|| text::read(&descriptor, profile));
    Ok((report, loaded.map(Loaded)))
}

#[pymethods]
impl Loaded {
    fn plan(&self, tool: &Bound<'_, PyAny>, arguments: &Bound<'_, PyAny>) -> PyResult<String> {
        let (py, tool) = (tool.py(), word(tool, "tool")?);
        let ask = |arguments: &str| self.0.plan(tool, arguments);
        Ok(told(py, json(arguments)?, ask, text::unread_call))
    }

    fn arguments(&self, tool: &Bound<'_, PyAny>, arguments: &Bound<'_, PyAny>) -> PyResult<String> {
        let (py, tool) = (tool.py(), word(tool, "tool")?);
        let ask = |arguments: &str| self.0.arguments(tool, arguments);
        Ok(told(py, json(arguments)?, ask, text::unread_value))
    }

    fn answer(&self, tool: &Bound<'_, PyAny>, answer: &Bound<'_, PyAny>) -> PyResult<String> {
        let (py, tool) = (tool.py(), word(tool, "tool")?);
        let ask = |answer: &str| self.0.answer(tool, answer);
        Ok(told(py, json(answer)?, ask, text::unread_value))
    }

    /// What the next call of `wire` needs, so that nothing else is looked up.
    fn secrets_to_look_up(
        &self,
        tool: &Bound<'_, PyAny>,
        arguments: &Bound<'_, PyAny>,
        allow_variables: Vec<String>,
    ) -> PyResult<Vec<String>> {
        let (py, tool) = (tool.py(), word(tool, "tool")?);
        let ask = |arguments: &str| self.0.secrets_to_look_up(tool, arguments, &allow_variables);
        let found = match json(arguments)? {
            Ok(text) => answered(py, text.len(), || ask(&text)),
            // Refused by `wire`, whatever the secrets.
            Err(_) => ask(""),
        };
        found.ok_or_else(|| {
            let allowed = "`NAME` or `NAME=ORIGIN`, such as `DESK_KEY=https://api.example.com`";
            PyValueError::new_err(format!("`allow_variables` has an entry that is not {allowed}"))
        })
    }

    fn wire(
        &self,
        tool: &Bound<'_, PyAny>,
        arguments: &Bound<'_, PyAny>,
        secrets: &str,
    ) -> PyResult<String> {
        let (py, tool) = (tool.py(), word(tool, "tool")?);
        let ask = |arguments: &str| self.0.wire(tool, arguments, secrets);
        Ok(told(py, json(arguments)?, ask, text::unread_call))
    }

    fn event(
        &self,
        tool: &Bound<'_, PyAny>,
        arguments: &Bound<'_, PyAny>,
        context: &str,
    ) -> PyResult<String> {
        let (py, tool) = (tool.py(), word(tool, "tool")?);
        let ask = |arguments: &str| self.0.event(tool, arguments, context);
        Ok(told(py, json(arguments)?, ask, text::unread_call))
    }

    fn classify(
        &self,
        tool: &Bound<'_, PyAny>,
        authorization_state: &Bound<'_, PyAny>,
        pinned: bool,
    ) -> PyResult<String> {
        Ok(self.0.classify(word(tool, "tool")?, state(authorization_state)?, pinned))
    }
}

/// What a descriptor says to a value, or to why there is none.
fn told(
    py: Python<'_>,
    given: JsonInput<'_>,
    ask: impl FnOnce(&str) -> String + Send,
    unread: fn(Fault) -> String,
) -> String {
    match given {
        Ok(text) => answered(py, text.len(), || ask(&text)),
        Err(fault) => unread(fault),
    }
}

/// The tools of descriptors for a client.
#[pyfunction]
pub(crate) fn descriptor_tools(
    py: Python<'_>,
    descriptors: Vec<Py<Loaded>>,
    client: &Bound<'_, PyAny>,
    pinned: bool,
) -> PyResult<String> {
    let client = one_of(client, "client", Client::parse, Client::WORDS)?;
    let all: Vec<&text::Loaded> = descriptors.iter().map(|it| &it.get().0).collect();
    Ok(py.detach(|| text::tools(&all, client, pinned)))
}

/// A call of a client under the names of the descriptors.
#[pyfunction]
pub(crate) fn descriptor_carried_back(
    py: Python<'_>,
    descriptors: Vec<Py<Loaded>>,
    client: &Bound<'_, PyAny>,
    name: &Bound<'_, PyAny>,
    arguments: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let client = one_of(client, "client", Client::parse, Client::WORDS)?;
    let name = word(name, "name")?;
    let all: Vec<&text::Loaded> = descriptors.iter().map(|it| &it.get().0).collect();
    let ask = |arguments: &str| text::carried_back(&all, client, name, arguments);
    Ok(told(py, json(arguments)?, ask, text::unread_call))
}

/// What a tool without a descriptor does.
#[pyfunction]
pub(crate) fn descriptor_classify_facts(
    facts: &str,
    authorization_state: &Bound<'_, PyAny>,
    pinned: bool,
) -> PyResult<String> {
    Ok(text::classify_facts(facts, state(authorization_state)?, pinned))
}

/// The decision about an event whose arguments have to fit the descriptors.
#[pyfunction]
pub(crate) fn descriptor_check_event<'py>(
    descriptors: Vec<Py<Loaded>>,
    event: &Bound<'py, PyAny>,
    policy: Option<&Bound<'py, PyAny>>,
    now: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let chosen = Chosen::by(policy)?;
    let (gate, now_ms) = (chosen.gate(), args::now_ms(now)?);
    let all: Vec<&text::Loaded> = descriptors.iter().map(|it| &it.get().0).collect();
    let py = event.py();
    match json(event)? {
        Ok(text) => {
            let decide = || text::decide(gate, &all, &text, now_ms);
            let decision = answered(py, text.len(), decide);
            build(py, |to| decision.emit(to))
        }
        Err(fault) => build(py, |to| gate.refuse(vec![fault], now_ms).emit(to)),
    }
}

/// What is wrong with the arguments of an event.
#[pyfunction]
pub(crate) fn descriptor_event_faults(
    descriptors: Vec<Py<Loaded>>,
    event: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let all: Vec<&text::Loaded> = descriptors.iter().map(|it| &it.get().0).collect();
    let found = |event: &str| text::event_faults(&all, event);
    Ok(match json(event)? {
        Ok(text) => answered(event.py(), text.len(), || found(&text)),
        // What is not JSON at all is the gate's to refuse, as it is there.
        Err(_) => found(""),
    })
}

fn state<'a>(word: &'a Bound<'_, PyAny>) -> PyResult<&'a str> {
    let allowed = "one of the contract's states";
    one_of(word, "authorization_state", AuthorizationState::parse, allowed)
}

/// An argument that is one of some words.
fn one_of<'a, T>(
    value: &'a Bound<'_, PyAny>,
    argument: &str,
    parse: fn(&str) -> Option<T>,
    allowed: &str,
) -> PyResult<&'a str> {
    let word = word(value, argument)?;
    match parse(word) {
        Some(_) => Ok(word),
        None => Err(PyValueError::new_err(format!("`{argument}` is not {allowed}"))),
    }
}
