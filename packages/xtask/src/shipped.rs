//! `cargo xtask wasm`: builds one of the things that are shipped as WebAssembly.

use anyhow::Result;

use crate::report::Outcome;
use crate::{component, module};

/// What is shipped as WebAssembly.
#[derive(Clone, Copy, clap::ValueEnum)]
pub(crate) enum Artefact {
    /// The component of the gate, into `dist`
    Component,
    /// The component of the formats, into `dist`
    FormatsComponent,
    /// The module of the npm package, into the package
    Module,
    /// The modules of the formats, with and without what checks arguments, into the package
    Formats,
}

impl Artefact {
    pub(crate) fn build(self, install: bool) -> Result<Outcome> {
        match self {
            Self::Component => component::GATE.build(install),
            Self::FormatsComponent => component::FORMATS.build(install),
            Self::Module => module::GATE.build(install),
            Self::Formats => module::build_formats(install),
        }
        .map(Outcome::passed)
    }
}
