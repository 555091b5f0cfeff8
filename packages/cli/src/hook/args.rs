//! What `aana hook` can be told.

use std::path::PathBuf;

use aana_hook::{Client, Wishes};
use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::audit::args::RecordArgs;

#[derive(Debug, Args)]
pub(crate) struct HookArgs {
    /// The client that calls the hook
    #[arg(value_parser = PossibleValuesParser::new(Client::ALL.map(Client::as_str)))]
    pub(crate) client: String,
    /// The policy [default: the one that `--print-policy` shows]
    #[arg(long, value_name = "FILE")]
    pub(crate) policy: Option<PathBuf>,
    /// Approve, once for all, edits of files in the directory that the agent works in
    #[arg(long)]
    pub(crate) edits: bool,
    /// Say `allow` where that skips the client's own question
    #[arg(long)]
    pub(crate) allow_explicitly: bool,
    /// Refuse where the gate asks, also where the client could ask
    #[arg(long)]
    pub(crate) never_ask: bool,
    /// Claude Code runs with `-p` and its deferred calls are resumed
    #[arg(long)]
    pub(crate) defer: bool,
    /// How long deciding may take, in milliseconds; then the call is refused
    #[arg(long, value_name = "MS", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(50..=60_000))]
    pub(crate) deadline: u64,
    /// Keep what the person says of a session for a day, in the state directory
    #[arg(long)]
    pub(crate) keep_prompts: bool,
    /// Print the policy that holds without `--policy`, and end
    #[arg(long, exclusive = true)]
    pub(crate) print_policy: bool,
    #[command(flatten)]
    pub(crate) record: RecordArgs,
}

impl HookArgs {
    /// What the operator chose of the answers.
    pub(crate) const fn wishes(&self) -> Wishes {
        Wishes {
            allow_explicitly: self.allow_explicitly,
            never_ask: self.never_ask,
            defer: self.defer,
        }
    }
}
