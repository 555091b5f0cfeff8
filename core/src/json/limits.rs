//! How large and how deep a text may be.

/// How many levels of arrays and objects a document may have, the outermost included.
pub const MAX_DEPTH: u8 = 64;

/// How large a text may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Its bytes.
    pub max_bytes: usize,
    /// Its levels of arrays and objects, the outermost included. Each takes a frame of the stack.
    pub max_depth: u8,
}
