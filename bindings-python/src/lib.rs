//! The gate for Python: walks the event's objects, calls the core, builds the decision's objects.
//!
//! Nothing is decided here. The documents around a call (`aaep`, `tool_request`, `descriptor`) go to
//! `aana-formats` as text, and its answers come back as JSON text. What Python code is like to use
//! (decorators, builders, types) lives in `python/aana`; the functions and classes below are what it is
//! made of.

// The comments on what Python sees are Python's docstrings, with Python's examples in them.
#![allow(clippy::doc_link_with_quotes)]

mod aaep;
mod args;
mod attest;
mod audit;
mod build;
mod check;
mod chosen;
mod confirmation;
mod decide;
mod descriptor;
mod gate;
mod given;
mod many;
mod mcp;
mod policy;
mod shown;
mod text;
mod tool_request;
mod walk;
mod wire;
mod words;

use pyo3::prelude::*;

/// The compiled half of the package `aana`. Import `aana` instead.
#[pymodule(name = "_native", gil_used = false)]
mod native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::aaep::{
        aaep_check, aaep_check_accepted, aaep_check_event, aaep_check_handshake, aaep_check_reply,
        aaep_check_stream, aaep_session_step,
    };
    #[pymodule_export]
    use super::attest::{Bearers, attest_claims, attest_holds};
    #[pymodule_export]
    use super::audit::AuditLog;
    #[pymodule_export]
    use super::check::{
        check_json, check_tool_call, execution_policy, should_execute_tool, validate_event,
        validate_json,
    };
    #[pymodule_export]
    use super::confirmation::{confirmation_answer, confirmation_ask, confirmation_not_confirmed};
    #[pymodule_export]
    use super::descriptor::{
        Loaded, descriptor_carried_back, descriptor_check_event, descriptor_classify_facts,
        descriptor_event_faults, descriptor_read, descriptor_tools,
    };
    #[pymodule_export]
    use super::gate::{Gate, GateDecision};
    #[pymodule_export]
    use super::given::{given_attested, given_json, given_now, given_word};
    #[pymodule_export]
    use super::many::{Many, check_many, check_many_json};
    #[pymodule_export]
    use super::mcp::{mcp_answer, mcp_has_id, mcp_split, mcp_take_detail};
    #[pymodule_export]
    use super::policy::{policy_check, policy_init, policy_test, policy_text};
    #[pymodule_export]
    use super::shown::hidden_characters;
    #[pymodule_export]
    use super::tool_request::{request_bind, request_check, request_digests};

    #[pymodule_export]
    use super::wire::{audit_event, decide_json, is_strict_json, should_execute_json, unrecorded};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("MalformedError", module.py().get_type::<super::mcp::MalformedError>())?;
        module.add("__version__", aana_core::contract::GATE_VERSION)
    }
}
