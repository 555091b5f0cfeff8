//! What the commands for documents can be told.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

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
}

#[derive(Debug, Args)]
pub(crate) struct RequestArgs {
    /// The files; `-` is the standard input, and of a folder all files that end in `.md`
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
    /// Print the same tools for another kind of client
    Tools {
        #[command(flatten)]
        file: DescriptorFile,
        /// Whose tools to write
        #[arg(long = "as", value_enum, value_name = "CLIENT")]
        client: ClientName,
    },
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
    /// Function tools of the `OpenAI` API
    #[value(name = "openai")]
    OpenAi,
    /// Tools of the Anthropic API
    Anthropic,
}
