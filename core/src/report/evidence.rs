//! What the evidence of an event amounts to.

use alloc::{borrow::Cow, string::String};

use crate::{
    codes::{Blocker, Warning},
    listed::{Listed, MOST},
};

/// What the evidence amounts to.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct EvidenceIntegrity<'d> {
    /// How many evidence refs were checked.
    pub checked_ref_count: usize,
    /// The source ids of the credible refs.
    pub used: Listed<Cow<'d, str>>,
    /// The source ids of the refs that mark something as missing.
    pub missing: Listed<Cow<'d, str>>,
    /// The source ids of the refs that contradict the call or another ref.
    pub contradictory: Listed<Cow<'d, str>>,
    /// Every finding with its place. Where there are too many to list, one that blocks comes before one
    /// that does not.
    pub issues: Listed<Issue>,
    /// How many findings block, also those that are not listed.
    pub blocking_issues: usize,
    /// Whether every ref may stand in a public audit log.
    pub public_audit_ready: bool,
}

impl EvidenceIntegrity<'_> {
    /// How many of the findings that block are not listed.
    pub(super) const fn blocking_left_out(&self) -> usize {
        self.blocking_issues.saturating_sub(MOST)
    }
}

/// One finding with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issue {
    /// What was found.
    pub code: IssueCode,
    /// A JSON pointer into the event.
    pub path: String,
}

/// What was found: something that blocks, or something that does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IssueCode {
    /// It keeps the call from executing.
    Blocker(Blocker),
    /// It is worth fixing.
    Warning(Warning),
}

impl IssueCode {
    /// Whether it keeps the call from executing.
    pub const fn blocks(self) -> bool {
        matches!(self, Self::Blocker(_))
    }

    /// `blocker` or `warning`.
    pub const fn level(self) -> &'static str {
        if self.blocks() { "blocker" } else { "warning" }
    }

    /// The code as the contract writes it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Blocker(code) => code.as_str(),
            Self::Warning(code) => code.as_str(),
        }
    }
}
