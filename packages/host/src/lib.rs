//! Runs the gate of AANA as a WebAssembly component in wasmtime.
//!
//! The component imports nothing, so it can neither read a file nor a clock nor reach the network, and
//! this host gives each of its instances only so much memory and so much work. Whatever happens inside,
//! a check comes back with a decision: if the component gives none, it is [`REFUSAL`].
//!
// `ignore`, because the component has to be built first; `cargo xtask test --only component` runs it.
//! ```ignore
//! use aana_host::{Component, Options, types::Route};
//!
//! let bytes = std::fs::read("../../dist/aana.component.wasm")?;
//! let component = Component::new(&bytes, Options::default())?;
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

mod component;
mod engine;
mod error;
pub mod formats;
mod gate;
mod pool;
mod refusal;
mod session;

use wasmtime::Store;
use wasmtime::component::InstancePre;

/// What `wit/aana.wit` generates.
#[allow(missing_docs, unreachable_pub, unused_qualifications, clippy::all, clippy::pedantic)]
mod bindings {
    wasmtime::component::bindgen!({
        path: "../../wit",
        world: "aana",
        additional_derives: [PartialEq],
    });
}

impl engine::World for bindings::Aana {
    type Pre = bindings::AanaPre<session::State>;

    fn pre(pre: InstancePre<session::State>) -> wasmtime::Result<Self::Pre> {
        bindings::AanaPre::new(pre)
    }

    fn instantiate(pre: &Self::Pre, store: &mut Store<session::State>) -> wasmtime::Result<Self> {
        pre.instantiate(store)
    }
}

/// The records and words of `wit/aana.wit`.
pub use bindings::exports::aana::gate::types;
pub use component::Component;
pub use engine::{Isolation, Options};
pub use error::{GateError, LoadError};
pub use gate::Gate;
pub use refusal::REFUSAL;
