//! What the command can be told.

use clap::{CommandFactory as _, Parser, Subcommand};
use clap_complete::Shell;

use crate::audit::args::AuditCommand;
use crate::check::CheckArgs;
use crate::codes::CodesArgs;
#[cfg(feature = "formats")]
use crate::documents::args::{AaepCommand, DescriptorCommand, RequestCommand};
use crate::features;
#[cfg(feature = "guard")]
use crate::guard::GuardArgs;
use crate::help_words::with_anchors;
use crate::hook::HookArgs;
#[cfg(feature = "mcp")]
use crate::mcp::McpArgs;
use crate::options::EventArgs;
use crate::policy::PolicyCommand;
#[cfg(feature = "receipt")]
use crate::receipt::ReceiptCommand;
use crate::style::HELP;
use crate::validate::ValidateArgs;

/// The exit codes, for the end of a help text, after what is special about the command.
macro_rules! help_end {
    ($($examples:tt)+) => {
        concat!(
            "Examples:\n",
            $($examples)+,
            "\n\nExit codes:\n",
            "  0   accept, or done: nothing was found to object to\n",
            "  10  ask\n",
            "  11  defer\n",
            "  12  refuse, or not valid\n",
            "  2   wrong usage, a faulty policy, or nothing to check\n",
            "  1   a file or stream cannot be read or written",
        )
    };
}

/// Decides whether a proposed tool call of an AI agent may execute now: accept, ask, defer or refuse
#[derive(Debug, Parser)]
#[command(
    name = "aana",
    styles = HELP,
    arg_required_else_help = true,
    after_help = help_end!(
        "  aana check event.json && run-the-tool\n  \
           aana explain event.json\n  \
           aana check --jsonl events.jsonl > decisions.jsonl"
    )
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The command, whose help also names what this build leaves out.
pub(crate) fn command() -> clap::Command {
    let command = Cli::command();
    let Some(left_out) = features::left_out() else { return command };
    let end = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    command.after_help(format!("{left_out}\n\n{end}"))
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Decide one event, or with `--jsonl` an event a line
    #[command(after_help = help_end!(
        "  aana check event.json\n  \
           aana check event.json --format json | jq .route\n  \
           aana check --policy policy.json --now 2026-05-10T00:00:00Z < event.json\n  \
           aana check --jsonl events.jsonl > decisions.jsonl\n  \
           aana check event.json --audit-log audit.jsonl && run-the-tool\n\n\
         With --audit-log each decision is recorded before it is shown. One that cannot be recorded is\n\
         deferred with the blocker `audit_unavailable`, unless --audit-optional is given.\n\n\
         With --jsonl there is one decision a line for each line of the input, in the same order. The\n\
         exit code is that of the strictest route; an input without lines is nothing to check."
    ))]
    Check(CheckArgs),
    /// Say in sentences what was found, why the route is what it is, and what would change it
    #[command(after_help = help_end!(
        "  aana explain event.json\n  \
           aana explain --policy policy.json - < event.json"
    ))]
    Explain(EventArgs),
    /// List every fault of an event by the published schema, without deciding about it
    #[command(after_help = help_end!(
        "  aana validate event.json\n  \
           aana validate --format json - < event.json"
    ))]
    Validate(ValidateArgs),
    /// Hold a policy against a list of tools, write a first one, or try one on cases
    #[command(subcommand, after_help = help_end!(
        "  aana policy check policy.json --tools tools.json --strict\n  \
           aana policy init --tools tools.json > policy.json\n  \
           aana policy test policy.json cases.jsonl\n\n\
         `check --strict` and `test` exit with 1 if they find a difference."
    ))]
    Policy(PolicyCommand),
    /// Stand in front of a coding agent's tools: read what its client says before a call, and answer it
    #[command(after_help = "Examples:\n  \
        aana hook install claude-code --edits --dry-run\n  \
        aana hook doctor\n  \
        aana hook uninstall claude-code\n  \
        aana hook --print-policy > policy.json\n\n\
        What a client calls is `aana hook CLIENT`. It reads one payload of the client on the standard input, and prints\n\
        exactly what this client takes for accept, ask, defer and refuse. Where a client cannot ask, an ask is a refusal\n\
        that says who has to say yes. Whatever goes wrong (a payload that is not understood, a faulty policy, a record\n\
        that cannot be written, the deadline) is a refusal too.\n\n\
        The exit code is the one that the client expects.")]
    Hook(HookArgs),
    /// Stand in front of an MCP server: decide every tool call, and ask a person where the gate asks
    #[cfg(feature = "guard")]
    #[command(after_help = "Examples:\n  \
        aana guard -- npx -y @modelcontextprotocol/server-filesystem /srv/files\n  \
        aana guard --name files --policy policy.json --audit-log audit.jsonl -- server-filesystem /srv/files\n  \
        aana guard --shadow --steps steps.jsonl -- python3 -m my_server\n  \
        aana guard pins list\n  \
        aana guard pins accept --name files write_file\n\n\
        Put it before the command of a server in the configuration of any MCP client. Reads run where the\n\
        gate accepts them; writes are asked about in the client's own form, once for each call; a call that is\n\
        not run is answered with the reason. The standard output carries MCP and nothing else.\n\n\
        Exits with 0 when the client closes, 64 for wrong arguments, 69 if the server cannot be started, 70\n\
        for a failure of the guard, 76 if the server breaks the protocol or ends, 78 for a faulty policy or\n\
        store.")]
    Guard(GuardArgs),
    /// AAEP events, which tell a person what an agent is about to do
    #[cfg(feature = "formats")]
    #[command(subcommand, after_help = help_end!(
        "  aana aaep check event.json\n  \
           aana aaep check stream.jsonl\n  \
           aana aaep check --format json - < stream.jsonl"
    ))]
    Aaep(AaepCommand),
    /// Tool Execution Requests, the approved document for running code
    #[cfg(feature = "formats")]
    #[command(subcommand, after_help = help_end!(
        "  aana request check TR-20260312-091500Z-survey-summary.md\n  \
           aana request check requests/*.md --inputs data\n  \
           aana request check request.md --event | aana check --jsonl"
    ))]
    Request(RequestCommand),
    /// Descriptors, `aai.json`: which tools an application offers, and how they are called
    #[cfg(feature = "formats")]
    #[command(subcommand, after_help = help_end!(
        "  aana descriptor check aai.json\n  \
           echo '{\"to\": \"a@example.org\"}' | aana descriptor plan aai.json send_message --arguments -\n  \
           aana descriptor tools aai.json --as mcp\n  \
           aana descriptor tool-call aai.json send_message --arguments call.json --event | aana check --descriptor aai.json"
    ))]
    Descriptor(DescriptorCommand),
    #[command(
        subcommand,
        about = concat!("Verify, ", with_anchors!("anchor, "), "watch and count what `aana check --audit-log` recorded"),
        after_help = help_end!(
            "  aana audit verify audit.jsonl\n",
            with_anchors!("  aana audit verify audit.jsonl --anchors anchors.jsonl --key anchor.key.pub\n"),
            with_anchors!("  aana audit anchor audit.jsonl --key anchor.key --to anchors.jsonl\n"),
            "  aana audit tail audit.jsonl -n 20 --follow\n",
            "  aana audit stats audit.jsonl --json"
        )
    )]
    Audit(AuditCommand),
    /// Sign how an event was decided, and decide it again
    #[cfg(feature = "receipt")]
    #[command(subcommand, after_help = help_end!(
        "  aana receipt make --event event.json --key receipt.key\n  \
           aana receipt verify receipt.json --event event.json --key receipt.key.pub"
    ))]
    Receipt(ReceiptCommand),
    /// Serve the check as a tool of the Model Context Protocol, `aana_pre_tool_check`
    #[cfg(feature = "mcp")]
    #[command(after_help = "Examples:\n  \
        aana mcp --policy policy.json --audit-log audit.jsonl\n  \
        aana mcp --http --port 8767\n  \
        aana mcp --http --evidence attested --subjects subjects.json\n  \
        echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}' | aana mcp\n\n\
        Hosts read `structuredContent.route` and run the original tool only if it is `accept` and\n\
        `hard_blockers` is empty. Over HTTP and MCP whoever asks may be the agent: with `--evidence attested`\n\
        no approval in a request is believed, and of sign-ins only an `auth_event` with the `source_id`\n\
        `bearer.<subject>` for the subject of the bearer token, in a call on its authority.\n\n\
        Exits with 0 when the input ends, or when told to stop.")]
    Mcp(McpArgs),
    /// List every code that a decision can hold, each with what it means
    #[command(after_help = help_end!(
        "  aana codes\n  \
           aana codes --kind blocker --format json"
    ))]
    Codes(CodesArgs),
    /// Print a completion script for a shell
    #[command(after_help = help_end!(
        "  aana completions bash > ~/.local/share/bash-completion/completions/aana\n  \
           aana completions zsh > ~/.zfunc/_aana"
    ))]
    Completions {
        /// The shell
        shell: Shell,
    },
}
