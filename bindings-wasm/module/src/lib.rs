//! The gate as a WebAssembly module for JavaScript: strings in, strings out.
//!
//! The package `@aana/integration-sdk` is its face. A string that crosses here must be well-formed
//! Unicode, since half a surrogate pair would be replaced on the way; the package sees to that.

#![cfg_attr(target_arch = "wasm32", no_std)]

extern crate alloc;

use alloc::{string::String, vec::Vec};

use aana_core::should_execute as may_run;
use wasm_bindgen::prelude::wasm_bindgen;

#[cfg(target_arch = "wasm32")]
mod runtime {
    #[global_allocator]
    static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

    /// The core has no panic path; should one be reached, the instance stops, and the package makes
    /// another one.
    #[panic_handler]
    fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
        core::arch::wasm32::unreachable()
    }
}

/// A gate with its policy.
#[wasm_bindgen]
pub struct Gate(aana_core::Gate);

#[wasm_bindgen]
impl Gate {
    /// A gate with this policy as JSON text, in this mode.
    ///
    /// # Errors
    ///
    /// The faults of the policy as JSON text.
    #[wasm_bindgen(constructor)]
    pub fn new(policy: Option<String>, mode: Option<String>) -> Result<Self, String> {
        aana_text_api::gate(policy.as_deref(), mode.as_deref()).map(Self)
    }

    /// Decides an event given as JSON text. `attested` are the positions of the evidence refs that the host has
    /// checked itself.
    pub fn check(&self, event: &str, now_ms: f64, attested: Option<Vec<u32>>) -> String {
        aana_text_api::check(&self.0, event, now_ms, &attested.unwrap_or_default())
    }

    /// The route of an event given as JSON text, and whether its call may run.
    pub fn verdict(&self, event: &str, now_ms: f64, attested: Option<Vec<u32>>) -> u32 {
        aana_text_api::verdict(&self.0, event, now_ms, &attested.unwrap_or_default())
    }

    /// Decides an event given as bytes.
    #[wasm_bindgen(js_name = checkBytes)]
    pub fn check_bytes(&self, event: &[u8], now_ms: f64, attested: Option<Vec<u32>>) -> String {
        aana_text_api::check_bytes(&self.0, event, now_ms, &attested.unwrap_or_default())
    }

    /// Refuses an event in which the package found faults.
    pub fn refuse(&self, faults: &str, now_ms: f64) -> String {
        aana_text_api::refuse(&self.0, faults, now_ms)
    }
}

/// Whether the tool may run, given a decision and, where at hand, the event, as JSON texts.
#[wasm_bindgen(js_name = shouldExecute)]
pub fn should_execute(decision: &str, event: Option<String>) -> bool {
    may_run(decision, event.as_deref())
}

/// What a decision allows in a mode, as JSON text.
#[wasm_bindgen(js_name = executionPolicy)]
pub fn execution_policy(decision: &str, mode: &str) -> String {
    aana_text_api::execution_policy(decision, mode)
}

/// The faults of an event given as JSON text, as JSON text.
#[wasm_bindgen]
pub fn validate(event: &str) -> String {
    aana_text_api::validate(event)
}

/// The faults of an event given as bytes, as JSON text.
#[wasm_bindgen(js_name = validateBytes)]
pub fn validate_bytes(event: &[u8]) -> String {
    aana_text_api::validate_bytes(event)
}

/// The faults that the package found in an event, as JSON text.
#[wasm_bindgen(js_name = hostFaults)]
pub fn host_faults(faults: &str) -> String {
    aana_text_api::host_faults(faults)
}
