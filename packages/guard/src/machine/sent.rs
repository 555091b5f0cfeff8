//! Calls on their way to the server.

use aana_core::contract::ToolCategory;

use super::call::Call;
use crate::event::Approval;

/// A call whose record is being written.
#[derive(Debug)]
pub(super) struct Sending {
    pub(super) call: Call,
    pub(super) digest: String,
    pub(super) definition: Option<String>,
    pub(super) effective: ToolCategory,
    pub(super) approval: Option<Approval>,
}

/// A call that the server has.
#[derive(Debug)]
pub(super) struct Sent {
    pub(super) call: Call,
    pub(super) digest: String,
    pub(super) definition: Option<String>,
    pub(super) effective: ToolCategory,
    pub(super) approval: Option<Approval>,
    pub(super) at_ms: i64,
}
