//! What is known while a record of an authorization is read, and what is found.

use super::{act::Known, words::ToolVerbs};

/// What a record of an authorization says.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Found {
    /// It says no.
    pub(super) denies: bool,
    /// Nobody has answered, or nobody will.
    pub(super) not_given: bool,
    /// It says yes, under a condition.
    pub(super) has_condition: bool,
    /// It disputes what it is about.
    pub(super) contradicts: bool,
    /// It says that something is missing.
    pub(super) marks_missing: bool,
    /// It says that a machine gave it.
    pub(super) by_machine: bool,
    /// The day until which it holds is past.
    pub(super) is_past: bool,
}

/// The call and the clock against which a record is read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Call<'c> {
    pub(super) tool_name: &'c str,
    pub(super) now_ms: i64,
}

/// A record that is read word by word.
pub(super) struct Reader<'c> {
    pub(super) call: Call<'c>,
    pub(super) tool: ToolVerbs,
    pub(super) is_approval: bool,
    pub(super) known: Known,
    pub(super) found: Found,
}
