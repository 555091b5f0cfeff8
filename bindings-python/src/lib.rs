//! The gate for Python: walks the event's objects, calls the core, builds the decision's objects.
//!
//! Nothing is decided here. What Python code is like to use (decorators, builders, types) lives in
//! `python/aana`; the functions and classes below are what it is made of.

// The comments on what Python sees are Python's docstrings, with Python's examples in them.
#![allow(clippy::doc_link_with_quotes)]

mod args;
mod build;
mod check;
mod gate;
mod many;
mod text;
mod walk;
mod words;

use pyo3::prelude::*;

/// The compiled half of the package `aana`. Import `aana` instead.
#[pymodule(name = "_native", gil_used = false)]
mod native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::check::{
        check_json, check_tool_call, execution_policy, should_execute_tool, validate_event,
        validate_json,
    };
    #[pymodule_export]
    use super::gate::{Gate, GateDecision};
    #[pymodule_export]
    use super::many::{Many, check_many, check_many_json};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", aana_core::contract::GATE_VERSION)
    }
}
