//! Runs the gate of AANA as a WebAssembly component in wasmtime.
//!
//! The component imports nothing, so it can neither read a file nor a clock nor reach the network, and
//! this host gives each of its instances only so much memory and so much work. Whatever happens inside,
//! a check comes back with a decision: if the component gives none, it is [`REFUSAL`].
//!
// `ignore`, because the component has to be built first; `cargo xtask test --only component` runs it.
//! ```ignore
//! use aana_host::{Component, EngineOptions, types::Route};
//!
//! let bytes = std::fs::read("../../dist/aana.component.wasm")?;
//! let component = Component::new(&bytes, EngineOptions::default())?;
//! let gate = component.gate(Some(r#"{"tools": {"search_*": {"route_floor": "ask"}}}"#))?;
//!
//! let event = r#"{
//!     "tool_name": "search_docs", "tool_category": "public_read",
//!     "authorization_state": "none", "evidence_refs": [], "risk_domain": "research",
//!     "proposed_arguments": {"query": "leave policy"}, "recommended_route": "accept"
//! }"#;
//! let decision = gate.check(event, 1_778_371_200_000);
//! assert_eq!(decision.route, Route::Ask);
//! assert!(!component.should_execute(&decision.json, Some(event)));
//!
//! // What is not understood is refused, by the component itself.
//! assert_eq!(gate.check("[]", 0).route, Route::Refuse);
//! assert_eq!(gate.failures(), 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

/// The examples of the README are run with those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;

mod bindings;
mod component;
mod engine;
mod error;
pub mod formats;
mod gate;
mod limits;
mod pool;
mod refusal;
mod session;

/// The records and words of `wit/aana.wit`.
pub use bindings::exports::aana::gate::types;
pub use component::Component;
pub use error::{GateError, LoadError};
pub use gate::Gate;
pub use limits::{EngineOptions, Isolation};
pub use refusal::REFUSAL;
