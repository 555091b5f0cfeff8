//! What `aana guard` can be told.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use crate::audit::args::RecordArgs;

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct GuardArgs {
    #[command(subcommand)]
    pub(crate) command: Option<GuardCommand>,
    /// The label of the server: lower-case letters, digits and hyphens [default: from the command]
    #[arg(long, value_name = "LABEL")]
    pub(crate) name: Option<String>,
    /// The policy, `aana.policy.v1` as JSON; tools stand in it as `LABEL/TOOL`
    #[arg(long, value_name = "FILE")]
    pub(crate) policy: Option<PathBuf>,
    /// Decide and record, but ask and stop nothing
    #[arg(long)]
    pub(crate) shadow: bool,
    /// Believe what the server says of its tools (`readOnlyHint` and the others)
    #[arg(long)]
    pub(crate) trust_hints: bool,
    /// Take nobody for signed in: private reads are deferred
    #[arg(long)]
    pub(crate) no_identity: bool,
    /// Ask nobody: what needs a yes is not run
    #[arg(long)]
    pub(crate) no_ask: bool,
    /// Ask about reads of the open world once private data was read
    #[arg(long)]
    pub(crate) outbound: bool,
    /// Refuse methods that no published revision has
    #[arg(long)]
    pub(crate) strict_methods: bool,
    /// Gate this method too; may be given several times
    #[arg(long, value_name = "METHOD", value_parser = ["resources/read", "prompts/get"])]
    pub(crate) also_gate: Vec<String>,
    /// When four digits have to be typed for a yes
    #[arg(long, value_enum, default_value_t = When::High)]
    pub(crate) challenge: When,
    /// What happens to the tools of a server that was never seen before
    #[arg(long, value_enum, default_value_t = FirstSight::Trust)]
    pub(crate) first_sight: FirstSight,
    /// Leave a tool out of the list while its description is not the one that was seen before
    #[arg(long)]
    pub(crate) hold_text: bool,
    /// Where pins are kept [default: `guard` in `AANA_STATE_DIR`, or in the state directory of the account]
    #[arg(long, value_name = "DIR")]
    pub(crate) state_dir: Option<PathBuf>,
    /// Write every step of the session to this file, a line of JSON each, without values
    #[arg(long, value_name = "FILE")]
    pub(crate) steps: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) record: RecordArgs,
    /// The server and its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub(crate) server: Vec<OsString>,
}

/// When four digits have to be typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// For a call of high risk that cannot be undone
    High,
    /// For every call
    Always,
    /// For none
    Never,
}

/// What happens to the first list of a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FirstSight {
    /// The tools are pinned as they are
    Trust,
    /// A person is shown each before it is called
    Ask,
    /// They are not listed and not called until they are accepted with `aana guard pins accept`
    Hold,
}

#[derive(Debug, Subcommand)]
pub(crate) enum GuardCommand {
    /// Show, accept and reject what servers say of their tools
    #[command(subcommand)]
    Pins(PinsCommand),
}

/// Which store is meant.
#[derive(Debug, Args)]
pub(crate) struct Which {
    /// The label of the server [default: all of them]
    #[arg(long, value_name = "LABEL")]
    pub(crate) name: Option<String>,
    /// Where pins are kept
    #[arg(long, value_name = "DIR")]
    pub(crate) state_dir: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PinsCommand {
    /// List every tool with its state: accepted, seen, changed or new
    List {
        #[command(flatten)]
        which: Which,
    },
    /// Show what is pinned of a tool, and what waits to be accepted
    Show {
        #[command(flatten)]
        which: Which,
        /// The tool
        tool: String,
    },
    /// Accept what the server says now
    Accept {
        #[command(flatten)]
        which: Which,
        /// The tools
        #[arg(required = true)]
        tools: Vec<String>,
    },
    /// Take an acceptance back, and drop what waits
    Reject {
        #[command(flatten)]
        which: Which,
        /// The tool
        tool: String,
    },
    /// Forget a server: its tools are seen for the first time again
    Forget {
        #[command(flatten)]
        which: Which,
    },
}
