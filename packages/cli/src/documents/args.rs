//! What the commands for documents can be told.

use std::path::PathBuf;

use aana_core::contract::AuthorizationState;
use clap::{Args, Subcommand, ValueEnum};

#[cfg(feature = "run")]
use super::run::args::{ApproveArgs, RevokeArgs, RunArgs};
use crate::options::Format;

#[derive(Debug, Subcommand)]
pub(crate) enum AaepCommand {
    /// Check events, replies and messages of the handshake, or streams of them as JSON Lines
    Check(AaepArgs),
}

#[derive(Debug, Args)]
pub(crate) struct AaepArgs {
    /// The files; `-` is the standard input, and of a folder all files that end in `.json`, `.jsonl` or `.ndjson`
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// How to show what was found
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    pub(crate) format: Format,
}

#[derive(Debug, Subcommand)]
pub(crate) enum RequestCommand {
    /// Check requests, and with `--inputs` the files that they declare
    Check(RequestArgs),
    /// Record an operator's approval of exactly the bytes of a request, for one run
    #[cfg(feature = "run")]
    #[command(after_help = "Examples:\n  \
        mkdir -m 700 approvals; echo m.okafor > approvals/approvers.txt\n  \
        aana request approve request.md --store approvals --as m.okafor\n  \
        aana request approve request.md --store approvals --as a.second --second\n\n\
        Nobody but its owner may be able to write to the folder, least of all the agent. Without a terminal\n\
        `--sha256` names the bytes that were read. Exits with 0 if the approval was recorded, with 12 if not.")]
    Approve(ApproveArgs),
    /// Withdraw what was approved under a request's id
    #[cfg(feature = "run")]
    Revoke(RevokeArgs),
    /// Run an approved request once, in a sandbox without a network
    #[cfg(feature = "run")]
    #[command(after_help = "Examples:\n  \
        aana request run request.md --store approvals --inputs data --out results\n  \
        aana request run request.md --store approvals --inputs data --out results --audit-log audit.jsonl\n\n\
        The inputs are copied and held against their hashes, the gate decides, and the run is noted in the\n\
        folder of approvals before it starts: one approval is one run, also if that fails. The sandbox is\n\
        made by `bwrap`: `/in` and the system read-only, `/out` to write, no network, no environment.\n\
        The time, the cores, the memory of each process and the bytes of the outputs are held.\n\n\
        Exit codes:\n  \
        0   it ran, ended with 0, and every declared output is there\n  \
        20  it ran, and failed or left an output out\n  \
        21  it ran, and was ended at a limit of time or of output\n  \
        10, 11, 12  not run: ask, defer, refuse\n  \
        2   wrong usage or a faulty policy\n  \
        1   a file cannot be read or written, or there is no sandbox")]
    Run(Box<RunArgs>),
}

#[derive(Debug, Args)]
pub(crate) struct RequestArgs {
    /// The files; `-` is the standard input, and of a folder all files that end in `.md`
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// The folder with the input files; each is held against its hash
    #[arg(long, value_name = "DIR")]
    pub(crate) inputs: Option<PathBuf>,
    /// The folder of approvals: the event then says what is recorded there, and what has run
    #[cfg(feature = "run")]
    #[arg(long, value_name = "DIR")]
    pub(crate) store: Option<PathBuf>,
    /// Print the Agent Action Contract event for each request, a line each, to be piped into
    /// `aana check --jsonl`; what was found goes to the standard error
    #[arg(long)]
    pub(crate) event: bool,
    /// The time at which approvals are weighed, RFC 3339 [default: the system clock]
    #[arg(long, value_name = "TIME")]
    pub(crate) now: Option<String>,
    /// How to show what was found
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    pub(crate) format: Format,
}

#[derive(Debug, Subcommand)]
pub(crate) enum DescriptorCommand {
    /// Check descriptors
    Check {
        /// The descriptors; `-` is the standard input, and of a folder all files that end in `.json`
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// How literally the specification is taken
        #[arg(long, value_enum, default_value_t = ProfileName::Seed)]
        profile: ProfileName,
        /// How to show what was found
        #[arg(long, value_enum, default_value_t = Format::Pretty)]
        format: Format,
    },
    /// Show the request that a call would send, without sending it; secrets stay names
    Plan {
        #[command(flatten)]
        file: DescriptorFile,
        /// The name of the tool
        tool: String,
        /// The file with the arguments, a JSON object; `-` is the standard input
        #[arg(long, value_name = "FILE")]
        arguments: PathBuf,
        /// A variable that the descriptor may have beside its own `AAI_<APP ID>_<WORD>`, for any origin or
        /// the one that is named. Nothing is looked up
        #[arg(long = "allow-variable", value_name = "NAME[=ORIGIN]")]
        allow_variables: Vec<String>,
        /// How to show why there is no plan; a plan is JSON in any case
        #[arg(long, value_enum, default_value_t = Format::Pretty)]
        format: Format,
    },
    /// Read one call of a client: its names carried back, its arguments checked, its request planned. With
    /// `--event` print the event for `aana check`
    ToolCall(ToolCallArgs),
    /// Print the same tools for another kind of client, the way back from its names, and what is left out
    Tools {
        #[command(flatten)]
        file: DescriptorFile,
        /// Whose tools to write
        #[arg(long = "as", value_enum, value_name = "CLIENT")]
        client: ClientName,
    },
}

#[derive(Debug, Args)]
pub(crate) struct ToolCallArgs {
    #[command(flatten)]
    pub(crate) file: DescriptorFile,
    /// The name of the tool; with `--as` the one that the client was offered
    pub(crate) tool: String,
    /// The file with the arguments, a JSON object; `-` is the standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) arguments: PathBuf,
    /// Whose call it is, if tool and parameters have the names that this client was offered
    #[arg(long = "as", value_enum, value_name = "CLIENT")]
    pub(crate) client: Option<ClientName>,
    /// Print the Agent Action Contract event for the call, to be piped into `aana check --descriptor`
    #[arg(long)]
    pub(crate) event: bool,
    /// What is known of the user's permission; the descriptor proves nothing about it
    #[arg(long, value_name = "STATE", requires = "event", default_value = "none", value_parser = AuthorizationState::WORDS.to_vec())]
    pub(crate) authorization_state: String,
    /// The file with further evidence refs, a JSON array: of a sign-in, of an approval
    #[arg(long, value_name = "FILE", requires = "event")]
    pub(crate) evidence: Option<PathBuf>,
    /// Somebody who answers for it has looked at exactly this descriptor
    #[arg(long, requires = "event")]
    pub(crate) pinned: bool,
    /// The time of the call, RFC 3339 [default: the system clock]
    #[arg(long, value_name = "TIME", requires = "event")]
    pub(crate) now: Option<String>,
    /// How to show why there is no call; what there is, is JSON in any case
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    pub(crate) format: Format,
}

#[derive(Debug, Args)]
pub(crate) struct DescriptorFile {
    /// The descriptor; `-` is the standard input
    pub(crate) file: PathBuf,
    /// How literally the specification is taken
    #[arg(long, value_enum, default_value_t = ProfileName::Seed)]
    pub(crate) profile: ProfileName,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProfileName {
    /// To the letter, and safe
    Seed,
    /// What neighbouring versions allow is read as well
    Compat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ClientName {
    /// Tools of the Model Context Protocol
    Mcp,
    /// Function tools of `OpenAI`'s Chat Completions
    #[value(name = "openai")]
    OpenAi,
    /// Function tools of `OpenAI`'s Responses
    #[value(name = "openai-responses")]
    OpenAiResponses,
    /// Tools of the Anthropic API
    Anthropic,
    /// Function declarations of the Gemini API
    Gemini,
}
