//! The documents around a tool call as a WebAssembly module for JavaScript: strings in, strings out.
//!
//! The package `@aana/integration-sdk` is its face. Each function is a text entry point of `aana-formats`, where
//! the answers are described. It is built twice: without the feature `arguments` for everything that needs
//! no validator of JSON Schemas, and with it for descriptors alone. The validator is most of the code, and
//! who loads it need not load the rest a second time.

// For `getrandom`, which finds its function at the linker.
use aana_wasm_seed as _;

#[cfg(not(feature = "arguments"))]
pub mod confirmation;
pub mod descriptor;
#[cfg(not(feature = "arguments"))]
pub mod documents;
#[cfg(not(feature = "arguments"))]
pub mod policy;

use wasm_bindgen::prelude::wasm_bindgen;

/// Refuses an event in which the package found faults.
///
/// # Errors
///
/// The faults of the policy as JSON text.
#[wasm_bindgen]
pub fn refuse(
    policy: Option<String>,
    mode: Option<String>,
    faults: &str,
    now_ms: f64,
) -> Result<String, String> {
    let gate = aana_text_api::gate(policy.as_deref(), mode.as_deref())?;
    Ok(aana_text_api::refuse(&gate, faults, now_ms))
}

/// The faults that the package found, as JSON text.
#[wasm_bindgen(js_name = hostFaults)]
pub fn host_faults(faults: &str) -> String {
    aana_text_api::host_faults(faults)
}
