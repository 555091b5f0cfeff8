//! What `aana request approve`, `revoke` and `run` can be told.

use std::path::PathBuf;

use clap::{Args, value_parser};

use crate::audit::args::RecordArgs;
use crate::options::Format;

#[derive(Debug, Args)]
pub(crate) struct ApproveArgs {
    /// The request, whose text already names who approves it and when
    pub(crate) file: PathBuf,
    /// The folder of approvals, which only its owner can change
    #[arg(long, value_name = "DIR")]
    pub(crate) store: PathBuf,
    /// Who approves: `approved_by` of the request, and a line of `approvers.txt` in the folder
    #[arg(long = "as", value_name = "NAME")]
    pub(crate) approver: String,
    /// Until when the request may run, RFC 3339, at most seven days ahead [default: a day ahead]
    #[arg(long, value_name = "TIME", conflicts_with = "second")]
    pub(crate) until: Option<String>,
    /// Approve as the second person, where somebody else has approved these bytes
    #[arg(long)]
    pub(crate) second: bool,
    /// The SHA-256 of the bytes that were read, as `aana request check --format json` tells it; without it the
    /// terminal asks
    #[arg(long, value_name = "DIGEST")]
    pub(crate) sha256: Option<String>,
    /// The time of the approval, RFC 3339 [default: the system clock]
    #[arg(long, value_name = "TIME")]
    pub(crate) now: Option<String>,
    /// How to show what was recorded
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    pub(crate) format: Format,
}

#[derive(Debug, Args)]
pub(crate) struct RevokeArgs {
    /// The id of the request, `TR-...`: no bytes under this id run any more
    pub(crate) request_id: String,
    /// The folder of approvals
    #[arg(long, value_name = "DIR")]
    pub(crate) store: PathBuf,
    /// The time of the withdrawal, RFC 3339 [default: the system clock]
    #[arg(long, value_name = "TIME")]
    pub(crate) now: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// The request
    pub(crate) file: PathBuf,
    /// The folder of approvals, in which the run is noted before it starts
    #[arg(long, value_name = "DIR")]
    pub(crate) store: PathBuf,
    /// The folder with the input files; each is copied, and its copy held against its hash
    #[arg(long, value_name = "DIR")]
    pub(crate) inputs: Option<PathBuf>,
    /// A new or empty folder for what comes of the run: `out`, `stdout`, `stderr`, `result.json`
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// The operator's policy, `aana.policy.v1` as JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) policy: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) record: RecordArgs,
    /// A folder that the run may read as well, at the same place, such as that of an interpreter; its `bin` is
    /// searched for programs. May be given several times
    #[arg(long, value_name = "DIR")]
    pub(crate) runtime: Vec<PathBuf>,
    /// The most MiB that the run may write into its outputs
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = value_parser!(u32).range(1..=65_536))]
    pub(crate) max_output_mb: u32,
    /// Run without a sandbox: nothing then keeps the run from the network and from other files
    #[arg(long)]
    pub(crate) unsandboxed: bool,
    /// The time of the decision, RFC 3339 [default: the system clock]
    #[arg(long, value_name = "TIME")]
    pub(crate) now: Option<String>,
    /// How to show what came of it
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    pub(crate) format: Format,
}
