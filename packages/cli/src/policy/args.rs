//! What `aana policy` can be told.

use std::path::PathBuf;

use clap::{Args, Subcommand};

#[derive(Debug, Subcommand)]
pub(crate) enum PolicyCommand {
    /// Show how a policy reads a list of tools, which entries name no tool, and which tools no entry names
    #[command(after_help = "Examples:\n  \
        aana policy check policy.json\n  \
        aana policy check policy.json --tools tools.json\n  \
        aana policy check policy.json --tools tools.txt --strict --json\n\n\
        A list of tools is an MCP `tools/list` answer, a list of OpenAI or Anthropic tools, an `aai.json`\n\
        descriptor, or names, one a line. The category shown is that of a call which is declared a public read\n\
        and has all of the tool's parameters; a call without some of them may be taken for less. What a tool says\n\
        of itself is shown as the framework wrappers take it; the gate alone does not see it.\n\n\
        Exit codes:\n  \
        0   nothing was found, or without --strict only told\n  \
        1   with --strict: an entry names no tool, or a tool has no entry; or a file cannot be read\n  \
        2   wrong usage, or a faulty policy or list")]
    Check(CheckArgs),
    /// Write a first policy for a list of tools; what to look at in it goes to the standard error
    #[command(after_help = "Examples:\n  \
        aana policy init --tools tools.json > policy.json\n  \
        aana policy init --tools tools.txt --json\n\n\
        Every tool gets the category that it is read as, in doubt the stricter one; tools without an entry are\n\
        deferred. It does not set `names`: the policy names every tool, and then strict names ask nothing more.\n\n\
        Exit codes:\n  \
        0   the policy is written\n  \
        1   a file cannot be read\n  \
        2   wrong usage, or a faulty list")]
    Init(InitArgs),
    /// Decide a file of events with a policy, and show where a decision is not the expected one
    #[command(after_help = "Examples:\n  \
        aana policy test policy.json cases.json\n  \
        aana policy test policy.json cases.jsonl --now 2026-05-10T00:00:00Z\n\n\
        A case is `{\"id\": \"...\", \"event\": {...}, \"route\": \"ask\"}`: one a line, an array, or `{\"cases\": [...]}`.\n\
        Instead of `route` there may be `expect`, as in the conformance cases; `now` is the time of one case, and\n\
        `attested` the positions of the evidence refs that the host has checked itself.\n\n\
        Exit codes:\n  \
        0   every decision is the expected one\n  \
        1   one is not, or a file cannot be read\n  \
        2   wrong usage, a faulty policy or faulty cases, or no case")]
    Test(TestArgs),
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// The policy, `aana.policy.v1` as JSON; `-` is the standard input
    pub(crate) policy: PathBuf,
    /// The list of tools
    #[arg(long, value_name = "FILE")]
    pub(crate) tools: Option<PathBuf>,
    /// Exit with 1 if an entry names no tool or a tool has no entry
    #[arg(long, requires = "tools")]
    pub(crate) strict: bool,
    /// Show the report as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct InitArgs {
    /// The list of tools; `-` is the standard input
    #[arg(long, value_name = "FILE")]
    pub(crate) tools: PathBuf,
    /// Show the policy and the report together as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct TestArgs {
    /// The policy, `aana.policy.v1` as JSON
    pub(crate) policy: PathBuf,
    /// The cases, JSON or JSON Lines
    pub(crate) cases: PathBuf,
    /// The time of cases that name none, RFC 3339 [default: the system clock]
    #[arg(long, value_name = "TIME")]
    pub(crate) now: Option<String>,
    /// Show the report as JSON
    #[arg(long)]
    pub(crate) json: bool,
}
