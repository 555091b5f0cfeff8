//! What `aana hook` can be told.

use std::path::PathBuf;

use aana_hook::{Client, Wishes};
use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};

use crate::audit::args::RecordArgs;

/// What a client calls, or what sets it up: `aana hook CLIENT`, or one of the commands.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct HookArgs {
    #[command(subcommand)]
    pub(crate) command: Option<HookCommand>,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum HookCommand {
    /// Put the hook into a client's settings, with the switches that stop the call if the hook fails
    #[command(after_help = "Examples:\n  \
        aana hook install claude-code --edits --dry-run\n  \
        aana hook install codex --edits --audit-log ~/.local/state/aana/audit.jsonl\n  \
        aana hook install vscode --project .\n  \
        aana hook install amazon-q --agent ~/.aws/amazonq/cli-agents/default.json\n\n\
        Only the entries of the hook change; comments, order, indentation and line ends of the file stay. A file that\n\
        is not JSON is not touched. Twice is once. Exits with 0 if the hook is there.")]
    Install(InstallArgs),
    /// Take the hook out of a client's settings, which are then as they were before
    #[command(after_help = "Examples:\n  \
        aana hook uninstall claude-code --dry-run\n  \
        aana hook uninstall vscode --project .\n\n\
        A file that was not changed since the hook was installed gets back the bytes that it had. Of any other, only\n\
        the entries of the hook are taken out. Exits with 0 if the hook is not there any more.")]
    Uninstall(UninstallArgs),
    /// Look whether installed hooks are as they should be, and try each with two calls that are not run
    #[command(after_help = "Examples:\n  \
        aana hook doctor\n  \
        aana hook doctor claude-code\n\n\
        Exits with 0 if all is well, with 1 if something is not.")]
    Doctor(DoctorArgs),
}

fn clients() -> PossibleValuesParser {
    PossibleValuesParser::new(Client::ALL.map(Client::as_str))
}

/// Whose file it is.
#[derive(Debug, Args)]
pub(crate) struct PlaceArgs {
    /// The files of this project instead of yours; an agent that works there can edit them
    #[arg(long, value_name = "DIR")]
    pub(crate) project: Option<PathBuf>,
    /// The file of the agent, for Amazon Q, where hooks are of one agent
    #[arg(long, value_name = "FILE", conflicts_with = "project")]
    pub(crate) agent: Option<PathBuf>,
}

/// What the operator chooses: when the hook is installed, and so for each of its runs.
#[derive(Debug, Args)]
pub(crate) struct Choices {
    /// The policy [default: the one that `aana hook --print-policy` shows]
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
    /// Keep what you say in a session for a day, in the state directory
    #[arg(long)]
    pub(crate) keep_prompts: bool,
}

#[derive(Debug, Args)]
pub(crate) struct InstallArgs {
    /// The client
    #[arg(value_parser = clients())]
    pub(crate) client: String,
    #[command(flatten)]
    pub(crate) place: PlaceArgs,
    /// Print what would change, and change nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    #[command(flatten)]
    pub(crate) choices: Choices,
    /// Record each decision in this audit log; what cannot be recorded does not run
    #[arg(long, value_name = "FILE")]
    pub(crate) audit_log: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct UninstallArgs {
    /// The client
    #[arg(value_parser = clients())]
    pub(crate) client: String,
    #[command(flatten)]
    pub(crate) place: PlaceArgs,
    /// Print what would change, and change nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
}

#[derive(Debug, Args)]
pub(crate) struct DoctorArgs {
    /// The client [default: every client that has the hook]
    #[arg(value_parser = clients())]
    pub(crate) client: Option<String>,
    #[command(flatten)]
    pub(crate) place: PlaceArgs,
}

#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// The client that calls the hook
    #[arg(value_parser = clients(), required_unless_present = "print_policy")]
    pub(crate) client: Option<String>,
    #[command(flatten)]
    pub(crate) choices: Choices,
    /// Claude Code runs with `-p` and its deferred calls are resumed
    #[arg(long)]
    pub(crate) defer: bool,
    /// How long deciding may take, in milliseconds; then the call is refused
    #[arg(long, value_name = "MS", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(50..=60_000))]
    pub(crate) deadline: u64,
    /// Print the policy that holds without `--policy`, and end
    #[arg(long)]
    pub(crate) print_policy: bool,
    #[command(flatten)]
    pub(crate) record: RecordArgs,
}

impl RunArgs {
    /// What the operator chose of the answers.
    pub(crate) const fn wishes(&self) -> Wishes {
        Wishes {
            allow_explicitly: self.choices.allow_explicitly,
            never_ask: self.choices.never_ask,
            defer: self.defer,
        }
    }
}
