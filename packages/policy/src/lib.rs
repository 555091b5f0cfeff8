//! Tools for the operator's policy, `aana.policy.v1`.
//!
//! [`check`] shows how a policy reads a list of tools, which of its entries name no tool, and which tools no entry
//! names. [`init`] writes a first policy for a list of tools. [`run_cases`] decides events with a policy and compares
//! the decisions with what the operator expects.
//!
//! Nothing is decided here: what a name means and which entry covers it is asked of `aana-core`. Nothing does I/O or
//! reads a clock.
//!
//! ```
//! let policy = r#"{"tools": {"delete_fil": {"route_floor": "ask"}}}"#;
//! let report = aana_policy::check(policy, Some("delete_file\nread_file\n")).unwrap();
//! assert_eq!(report.dead_entries[0].nearest, ["delete_file"]);
//! assert_eq!(report.unnamed_tools.len(), 2);
//! ```

#![forbid(unsafe_code)]

mod cases;
mod check;
mod idle;
mod init;
mod kind;
mod limits;
mod nearest;
mod remark;
pub mod text;
mod tools;
mod view;

pub use cases::{CaseReport, Difference, TestReport, run_cases};
pub use check::{CheckReport, DeadEntry, UnnamedTool, check};
pub use init::{InitReport, init};
pub use kind::{Kind, kind_of};
pub use limits::MAX_BYTES;
pub use remark::Remark;
pub use tools::{Annotations, Form, Tool, ToolList, read_tools};
pub use view::{Deciding, ToolReading};

use aana_core::Fault;

/// One of the documents is not what it should be. Nothing was reported about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Faulty {
    /// Which document.
    pub document: Document,
    /// Its faults: the first hundred.
    pub faults: Vec<Fault>,
    /// What it seems to be instead, if that can be told.
    pub seems: Option<Kind>,
}

/// A document that the operator gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Document {
    /// The policy.
    Policy,
    /// The list of tools.
    Tools,
    /// The cases.
    Cases,
}

impl Document {
    /// The document as a report names it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Policy => "policy",
            Self::Tools => "tools",
            Self::Cases => "cases",
        }
    }
}

/// A gate with this policy.
fn gate(policy: &str) -> Result<aana_core::Gate, Faulty> {
    aana_core::Gate::new(policy).map_err(|error| Faulty {
        document: Document::Policy,
        faults: error.faults().to_vec(),
        seems: kind_of(policy).filter(|kind| *kind != Kind::Policy),
    })
}
