//! The gate as a native addon for Node.js: strings in, strings out, the same functions as the
//! WebAssembly module. `@aana/integration-sdk/native` loads it.
//!
//! A panic, of which the core has none, ends as an error in JavaScript, where the package turns it
//! into a refusal. It never takes the process down.

use aana_core::should_execute as may_run;
use napi::{
    Error, Result,
    bindgen_prelude::{Uint8Array, Uint32Array},
};
use napi_derive::napi;

/// A gate with its policy.
#[napi]
pub struct Gate(aana_core::Gate);

#[napi]
impl Gate {
    /// A gate with this policy as JSON text, in this mode.
    ///
    /// # Errors
    ///
    /// The faults of the policy as JSON text, in the message.
    #[napi(constructor, catch_unwind)]
    pub fn new(policy: Option<String>, mode: Option<String>) -> Result<Self> {
        aana_text_api::gate(policy.as_deref(), mode.as_deref())
            .map(Self)
            .map_err(Error::from_reason)
    }

    /// Decides an event given as JSON text. `attested` are the positions of the evidence refs that the host has
    /// checked itself.
    #[napi(catch_unwind)]
    pub fn check(&self, event: String, now_ms: f64, attested: Option<Uint32Array>) -> String {
        aana_text_api::check(&self.0, &event, now_ms, attested.as_deref().unwrap_or_default())
    }

    /// The route of an event given as JSON text, and whether its call may run.
    #[napi(catch_unwind)]
    pub fn verdict(&self, event: String, now_ms: f64, attested: Option<Uint32Array>) -> u32 {
        aana_text_api::verdict(&self.0, &event, now_ms, attested.as_deref().unwrap_or_default())
    }

    /// Decides an event given as bytes.
    #[napi(catch_unwind)]
    pub fn check_bytes(
        &self,
        event: Uint8Array,
        now_ms: f64,
        attested: Option<Uint32Array>,
    ) -> String {
        aana_text_api::check_bytes(&self.0, &event, now_ms, attested.as_deref().unwrap_or_default())
    }

    /// Refuses an event in which the package found faults.
    #[napi(catch_unwind)]
    pub fn refuse(&self, faults: String, now_ms: f64) -> String {
        aana_text_api::refuse(&self.0, &faults, now_ms)
    }
}

/// Whether the tool may run, given a decision and, where at hand, the event, as JSON texts.
#[napi(catch_unwind)]
pub fn should_execute(decision: String, event: Option<String>) -> bool {
    may_run(&decision, event.as_deref())
}

/// What a decision allows in a mode, as JSON text.
#[napi(catch_unwind)]
pub fn execution_policy(decision: String, mode: String) -> String {
    aana_text_api::execution_policy(&decision, &mode)
}

/// The faults of an event given as JSON text, as JSON text.
#[napi(catch_unwind)]
pub fn validate(event: String) -> String {
    aana_text_api::validate(&event)
}

/// The faults of an event given as bytes, as JSON text.
#[napi(catch_unwind)]
pub fn validate_bytes(event: Uint8Array) -> String {
    aana_text_api::validate_bytes(&event)
}

/// The faults that the package found in an event, as JSON text.
#[napi(catch_unwind)]
pub fn host_faults(faults: String) -> String {
    aana_text_api::host_faults(&faults)
}
