//! How a reader learns of calls of other tools in the arguments.

use alloc::vec::Vec;

use crate::json::Object;
use crate::tokens::Name;

/// What a tool's arguments say of calls.
#[derive(Debug, Clone, Copy)]
pub(crate) struct InnerCalls {
    /// The tools that an object calls, where a tool of this name is given it.
    pub(crate) tools: for<'o> fn(&Name<'_>, &'o Object<'_>) -> Vec<&'o str>,
    /// Whether arguments stand under a key, also as a text, and where they certainly do.
    pub(crate) holds: fn(&str) -> Option<bool>,
}
