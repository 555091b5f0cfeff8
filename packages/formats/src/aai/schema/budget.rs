//! What all schemas of a descriptor may cost together.

use super::pattern::Patterns;
#[cfg(feature = "arguments")]
use super::steps::Allowance;

/// Schemas of a descriptor, those within schemas counted.
pub(super) const MOST_SCHEMAS: usize = 16_384;

/// What is left for the schemas of a descriptor that are still to come.
#[derive(Debug)]
pub(in super::super) struct Budget {
    pub(super) patterns: Patterns,
    pub(super) schemas: usize,
    /// For checking the defaults.
    #[cfg(feature = "arguments")]
    pub(in super::super) steps: Allowance,
}

impl Budget {
    pub(in super::super) const fn new() -> Self {
        Self {
            patterns: Patterns::new(),
            schemas: MOST_SCHEMAS,
            #[cfg(feature = "arguments")]
            steps: Allowance::new(),
        }
    }
}
