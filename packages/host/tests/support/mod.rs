//! The component as it was built.

use std::path::Path;
use std::sync::OnceLock;

use aana_host::{Component, EngineOptions};

/// The bytes of the component.
///
/// # Panics
///
/// If it was not built.
pub(crate) fn bytes() -> &'static [u8] {
    static BYTES: OnceLock<Vec<u8>> = OnceLock::new();
    BYTES.get_or_init(|| {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let file = here.join("../../dist/aana.component.wasm");
        std::fs::read(file).expect("`cargo xtask wasm component` builds the component first")
    })
}

/// The component with these options.
pub(crate) fn with(options: EngineOptions) -> Component {
    Component::new(bytes(), options).expect("the component loads")
}

/// The component with the options that are usual, compiled once.
#[allow(dead_code, reason = "not every test program wants it")]
pub(crate) fn component() -> Component {
    static COMPONENT: OnceLock<Component> = OnceLock::new();
    COMPONENT.get_or_init(|| with(EngineOptions::default())).clone()
}
