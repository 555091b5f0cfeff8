//! What stands in each client's file: the events of its gate, and for each the entry with the switches that make the
//! client stop the call when the hook fails, where it has any.

use jsonc_parser::cst::CstInputValue as Json;
use jsonc_parser::json;

use super::command::{Run, System};
use crate::Client;

/// How long a client waits, in seconds. The hook's own deadline is shorter.
const SECONDS: u64 = 15;

/// One entry, and the list that it belongs in.
pub(super) struct Entry {
    /// The event, or nothing where all events share a list.
    pub(super) event: Option<&'static str>,
    pub(super) value: Json,
}

/// A member beside the list of hooks that the client wants to see.
pub(super) fn version(client: Client) -> Option<Json> {
    match client {
        Client::Cursor | Client::CopilotCli => Some(json!(1_u32)),
        Client::Kiro => Some(json!("v1")),
        _ => None,
    }
}

/// The entries of a client. The person's words are passed to the hook only where they are kept.
pub(super) fn entries(run: &Run) -> Vec<Entry> {
    let prompts = run.options.iter().any(|option| option == "--keep-prompts");
    let events = gates(run.client).iter().map(|event| (*event, true));
    let events = events.chain(prompt(run.client).filter(|_| prompts).map(|event| (event, false)));
    events.map(|(event, gates)| entry(run, event, gates)).collect()
}

/// The events at which a call can be stopped.
fn gates(client: Client) -> &'static [&'static str] {
    match client {
        Client::ClaudeCode => &["PreToolUse", "PreSkillShellCommand"],
        Client::Codex => &["PreToolUse", "PermissionRequest"],
        Client::GeminiCli => &["BeforeTool"],
        Client::Cursor => &["beforeShellExecution", "beforeMCPExecution", "preToolUse"],
        Client::CopilotCli | Client::AmazonQ => &["preToolUse"],
        Client::Vscode | Client::Goose | Client::Crush | Client::Kiro => &["PreToolUse"],
        Client::Windsurf => {
            &["pre_run_command", "pre_write_code", "pre_read_code", "pre_mcp_tool_use"]
        }
        // These have files of our own that are not lists of hooks.
        Client::Opencode | Client::Cline | Client::Amp => &[],
    }
}

/// The event that carries what the person says.
fn prompt(client: Client) -> Option<&'static str> {
    match client {
        Client::ClaudeCode | Client::Codex | Client::Vscode | Client::Goose => {
            Some("UserPromptSubmit")
        }
        Client::GeminiCli => Some("BeforeAgent"),
        Client::Cursor => Some("beforeSubmitPrompt"),
        Client::CopilotCli => Some("userPromptSubmitted"),
        Client::Windsurf => Some("pre_user_prompt"),
        Client::AmazonQ => Some("userPromptSubmit"),
        Client::Kiro => Some("UserPromptSubmit"),
        Client::Crush | Client::Opencode | Client::Cline | Client::Amp => None,
    }
}

fn entry(run: &Run, event: &'static str, gates: bool) -> Entry {
    let line = run.line();
    let value = match run.client {
        Client::ClaudeCode => json!({ "hooks": (vec![claude(run, gates)]) }),
        Client::Codex => json!({ "hooks": (vec![codex(run)]) }),
        Client::GeminiCli => {
            let handler = object(vec![
                ("type", json!("command")),
                ("name", json!("aana")),
                ("command", json!(line)),
                ("timeout", json!(SECONDS * 1000)),
            ]);
            // `.*`, since it is a regular expression.
            object(vec![("matcher", json!(".*")), ("hooks", Json::Array(vec![handler]))])
        }
        Client::Cursor => cursor(event, line, gates),
        Client::CopilotCli => copilot(run),
        Client::Vscode => handler(vec![("command", json!(line)), ("timeout", json!(SECONDS))]),
        Client::Goose => {
            // No matcher: a wrong one is skipped without a word.
            let closed = gates.then(|| ("on_failure", json!("block")));
            let members = [("command", json!(line)), ("timeout", json!(SECONDS))];
            object(vec![(
                "hooks",
                Json::Array(vec![handler(members.into_iter().chain(closed).collect())]),
            )])
        }
        Client::Crush => object(vec![
            ("name", json!("aana")),
            ("command", json!(line)),
            ("timeout", json!(SECONDS)),
        ]),
        Client::Windsurf => match run.system {
            System::Posix => object(vec![("command", json!(line)), ("show_output", json!(true))]),
            System::Windows => {
                object(vec![("powershell", json!(run.powershell())), ("show_output", json!(true))])
            }
        },
        Client::AmazonQ => {
            let matcher = gates.then(|| ("matcher", json!("*")));
            // Its cache is kept by hook and not by call: an answer must not be kept.
            let members = [
                ("command", json!(line)),
                ("timeout_ms", json!(SECONDS * 1000)),
                ("cache_ttl_seconds", json!(0_u32)),
            ];
            object(matcher.into_iter().chain(members).collect())
        }
        Client::Kiro => {
            let name = if gates { "aana" } else { "aana-prompt" };
            let matcher = gates.then(|| ("matcher", json!(".*")));
            let action = handler(vec![("command", json!(line))]);
            let head = [("name", json!(name)), ("trigger", json!(event))];
            let tail = [("action", action), ("timeout", json!(SECONDS)), ("enabled", json!(true))];
            object(head.into_iter().chain(matcher).chain(tail).collect())
        }
        Client::Opencode | Client::Cline | Client::Amp => Json::Null,
    };
    let event = (run.client != Client::Kiro).then_some(event);
    Entry { event, value }
}

fn claude(run: &Run, gates: bool) -> Json {
    let mut members = vec![];
    match run.system {
        System::Posix => members.push(("command", json!(run.line()))),
        // Without a shell between.
        System::Windows => {
            members.push(("command", json!(run.program.clone())));
            members.push(("args", json!(run.arguments())));
        }
    }
    members.push(("timeout", json!(SECONDS)));
    if gates {
        members.push(("onFailure", json!("block")));
    }
    handler(members)
}

fn codex(run: &Run) -> Json {
    let mut members = vec![("command", json!(run.line()))];
    if run.system == System::Windows {
        members.push(("commandWindows", json!(run.line())));
    }
    members.push(("timeout", json!(SECONDS)));
    handler(members)
}

fn cursor(event: &str, line: String, gates: bool) -> Json {
    let mut members = vec![("command", json!(line))];
    if event == "preToolUse" {
        // Shell and MCP calls have events of their own, at which Cursor can ask.
        members.push(("matcher", json!("Read|Write|Grep|Delete|Task")));
    }
    members.push(("timeout", json!(SECONDS)));
    if gates {
        members.push(("failClosed", json!(true)));
    }
    object(members)
}

fn copilot(run: &Run) -> Json {
    let mut members = vec![];
    match run.system {
        System::Posix => members.push(("bash", json!(run.line()))),
        System::Windows => {
            members.push(("exec", json!(run.program.clone())));
            members.push(("args", json!(run.arguments())));
        }
    }
    members.push(("timeoutSec", json!(SECONDS)));
    handler(members)
}

/// A handler of the type `command`.
fn handler(members: Vec<(&str, Json)>) -> Json {
    object([("type", json!("command"))].into_iter().chain(members).collect())
}

fn object(members: Vec<(&str, Json)>) -> Json {
    Json::Object(members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}
