//! The documents around a tool call: AAEP events, Tool Execution Requests and `aai.json` descriptors.
//!
//! They have a component of their own, `dist/aana-formats.component.wasm`, which runs under the same limits
//! as that of the gate. Each function is described in `wit/formats.wit`. Where the gate turns a failure of
//! its component into a refusal, a failure here is an error: nobody acts on an answer that is not there.
//! The one function that decides, [`Catalog::check_event`], refuses.
//!
// `ignore`, because the component has to be built first; `cargo xtask test --only component` runs it.
//! ```ignore
//! use aana_host::{EngineOptions, formats::{Formats, Profile}};
//!
//! let bytes = std::fs::read("../../dist/aana-formats.component.wasm")?;
//! let formats = Formats::new(&bytes, EngineOptions::default())?;
//!
//! let report = formats.aaep_check_event("[]")?;
//! assert_eq!((report.valid, &*report.findings[0].rule), (false, "env.not-object"));
//! assert!(formats.descriptor("{}", Profile::Seed).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bindings;
mod descriptor;

use std::sync::Arc;

use wasmtime::Store;

use crate::engine::Shared;
use crate::error::LoadError;
use crate::limits::{EngineOptions, State};
use crate::pool::Pool;
use crate::session::Session;
pub use descriptor::{Catalog, Descriptor, DescriptorError};

use bindings::AanaFormats;
use bindings::exports::aana::gate::formats::Guest;
pub use bindings::exports::aana::gate::formats::{
    Client, Finding, Place, Position, Profile, Report, Severity,
};

/// The component of the formats, compiled.
pub struct Formats {
    shared: Arc<Shared<AanaFormats>>,
    pool: Pool<Session<AanaFormats>>,
}

impl Formats {
    /// Compiles the component.
    ///
    /// # Errors
    ///
    /// As for [`Component::new`](crate::Component::new), by `wit/formats.wit`.
    pub fn new(bytes: &[u8], options: EngineOptions) -> Result<Self, LoadError> {
        let shared = Arc::new(Shared::new(bytes, options)?);
        let first = Session::start(&shared).map_err(LoadError::DoesNotStart)?;
        Ok(Self { shared, pool: Pool::new(options, first) })
    }

    /// Checks an AAEP event.
    ///
    /// # Errors
    ///
    /// An instance that failed.
    pub fn aaep_check_event(&self, event: &str) -> wasmtime::Result<Report> {
        self.ask(|guest, store| guest.call_aaep_check_event(store, event))
    }

    /// Checks an AAEP reply.
    ///
    /// # Errors
    ///
    /// An instance that failed.
    pub fn aaep_check_reply(&self, reply: &str) -> wasmtime::Result<Report> {
        self.ask(|guest, store| guest.call_aaep_check_reply(store, reply))
    }

    /// Checks a message of the AAEP handshake.
    ///
    /// # Errors
    ///
    /// An instance that failed.
    pub fn aaep_check_handshake(&self, message: &str) -> wasmtime::Result<Report> {
        self.ask(|guest, store| guest.call_aaep_check_handshake(store, message))
    }

    /// Checks what an AAEP producer accepted against what a subscriber asked for.
    ///
    /// # Errors
    ///
    /// An instance that failed.
    pub fn aaep_check_accepted(&self, request: &str, accepted: &str) -> wasmtime::Result<Report> {
        self.ask(|guest, store| guest.call_aaep_check_accepted(store, request, accepted))
    }

    /// Checks one AAEP document, told by its `type`.
    ///
    /// # Errors
    ///
    /// An instance that failed.
    pub fn aaep_check(&self, document: &str) -> wasmtime::Result<Report> {
        self.ask(|guest, store| guest.call_aaep_check(store, document))
    }

    /// Checks a stream in JSON Lines.
    ///
    /// # Errors
    ///
    /// An instance that failed.
    pub fn aaep_check_stream(&self, lines: &str) -> wasmtime::Result<Report> {
        self.ask(|guest, store| guest.call_aaep_check_stream(store, lines))
    }

    /// One step of an AAEP session; the inner error is the faults of the policy as JSON text.
    ///
    /// # Errors
    ///
    /// An instance that failed.
    pub fn aaep_session_step(
        &self,
        policy: Option<&str>,
        mode: Option<&str>,
        session: &str,
        request: &str,
    ) -> wasmtime::Result<Result<String, String>> {
        self.ask(|guest, store| guest.call_aaep_session_step(store, policy, mode, session, request))
    }

    /// Checks a Tool Execution Request; the inner error is a sentence about the options.
    ///
    /// # Errors
    ///
    /// An instance that failed.
    pub fn tool_request_check(
        &self,
        document: &[u8],
        options: &str,
    ) -> wasmtime::Result<Result<Report, String>> {
        self.ask(|guest, store| guest.call_tool_request_check(store, document, options))
    }

    /// The digests of a Tool Execution Request.
    ///
    /// # Errors
    ///
    /// An instance that failed.
    pub fn tool_request_digests(&self, document: &[u8]) -> wasmtime::Result<String> {
        self.ask(|guest, store| guest.call_tool_request_digests(store, document))
    }

    /// Binds a Tool Execution Request; the inner error is a sentence about the facts.
    ///
    /// # Errors
    ///
    /// An instance that failed.
    pub fn tool_request_bind(
        &self,
        document: &[u8],
        facts: &str,
    ) -> wasmtime::Result<Result<String, String>> {
        self.ask(|guest, store| guest.call_tool_request_bind(store, document, facts))
    }

    /// Judges a descriptor.
    ///
    /// # Errors
    ///
    /// An instance that failed.
    pub fn descriptor_check(&self, descriptor: &str, profile: Profile) -> wasmtime::Result<Report> {
        self.ask(|guest, store| guest.call_descriptor_check(store, descriptor, profile))
    }

    /// What a tool without a descriptor does.
    ///
    /// # Errors
    ///
    /// An instance that failed.
    pub fn classify_facts(
        &self,
        facts: &str,
        authorization_state: &str,
        pinned: bool,
    ) -> wasmtime::Result<String> {
        self.ask(|guest, store| {
            guest.call_classify_facts(store, facts, authorization_state, pinned)
        })
    }

    /// Reads a descriptor, to be asked many times. It has an instance of its own, which counts among those
    /// that [`EngineOptions::pool`] allows.
    ///
    /// # Errors
    ///
    /// A descriptor that is not accepted, or an instance that failed.
    pub fn descriptor(
        &self,
        descriptor: &str,
        profile: Profile,
    ) -> Result<Descriptor, DescriptorError> {
        Descriptor::read(Arc::clone(&self.shared), descriptor, profile)
    }

    /// Descriptors that are asked together, in one more instance.
    ///
    /// # Errors
    ///
    /// An instance that failed.
    pub fn catalog(&self, descriptors: &[&Descriptor]) -> Result<Catalog, DescriptorError> {
        Catalog::of(Arc::clone(&self.shared), descriptors)
    }

    /// How many calls failed because an instance did, those of descriptors apart.
    pub fn failures(&self) -> u64 {
        self.pool.failures()
    }

    fn ask<R>(
        &self,
        call: impl FnOnce(&Guest, &mut Store<State>) -> wasmtime::Result<R>,
    ) -> wasmtime::Result<R> {
        self.pool.call(
            || Session::start(&self.shared),
            |session| call(session.instance.aana_gate_formats(), &mut session.store),
        )
    }
}
