//! What the commands for documents can be told.

use std::path::PathBuf;

use aana_core::contract::AuthorizationState;
use clap::{Args, Subcommand, ValueEnum};

use crate::options::Format;

#[derive(Debug, Subcommand)]
pub(crate) enum AaepCommand {
    /// Check one event, or a stream of events and replies as JSON Lines
    Check(AaepArgs),
}

#[derive(Debug, Args)]
pub(crate) struct AaepArgs {
    /// The file; `-` is the standard input
    pub(crate) file: PathBuf,
    /// How to show what was found
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    pub(crate) format: Format,
}

#[derive(Debug, Subcommand)]
pub(crate) enum RequestCommand {
    /// Check requests, and with `--inputs` the files that they declare
    Check(RequestArgs),
}

#[derive(Debug, Args)]
pub(crate) struct RequestArgs {
    /// The files; `-` is the standard input
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// The folder with the input files; each is held against its hash
    #[arg(long, value_name = "DIR")]
    pub(crate) inputs: Option<PathBuf>,
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
    /// Check a descriptor
    Check {
        #[command(flatten)]
        file: DescriptorFile,
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
