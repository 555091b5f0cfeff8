//! Options that several commands have.

use std::path::PathBuf;

use aana_core::contract::Mode;
use clap::{Args, ValueEnum};

/// An event and what it is decided with.
#[derive(Debug, Args)]
pub(crate) struct EventArgs {
    /// The file with the event; `-` or nothing is the standard input
    pub(crate) file: Option<PathBuf>,
    /// The operator's policy, `aana.policy.v1` as JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) policy: Option<PathBuf>,
    /// The time of the decision, RFC 3339 [default: the system clock]
    #[arg(long, value_name = "TIME")]
    pub(crate) now: Option<String>,
    /// What the host does with the decision; overrides the policy
    #[arg(long, value_name = "MODE", value_parser = Mode::WORDS.to_vec())]
    pub(crate) mode: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people, in colour on a terminal
    Pretty,
    /// For machines
    Json,
}
