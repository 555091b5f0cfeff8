//! Two calls to try an installed hook with: one that only looks, and one that must not run. Nothing is run.

use aana_core::json::{JsonWriter, Value, Visitor};

use crate::read;
use crate::{Answer, Client};

/// A call to try the hook with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Probe {
    /// The command in it.
    pub command: &'static str,
    /// Whether it must not run.
    pub must_not_run: bool,
    /// What the client would send.
    pub payload: String,
}

/// What a client makes of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reply {
    /// The call runs, or the client's own rules go on.
    Runs,
    /// The client asks the person.
    Asks,
    /// The call does not run.
    Stops,
    /// No answer of this client: most clients run the call then.
    Unreadable,
}

/// The two calls, as this client sends them from `directory`.
pub fn probes(client: Client, directory: &str) -> [Probe; 2] {
    let probe = |command, must_not_run| {
        let payload = payload(client, command, directory);
        Probe { command, must_not_run, payload }
    };
    [probe("git status", false), probe("mkfs.ext4 /dev/sda1", true)]
}

/// What the client makes of an answer of the hook.
pub fn reply(client: Client, answer: &Answer) -> Reply {
    let output = answer.stdout.trim();
    let by_exit_code =
        matches!(client, Client::Windsurf | Client::AmazonQ | Client::Kiro | Client::Amp);
    match answer.code {
        2 if client != Client::Cline => return Reply::Stops,
        1 if client == Client::Amp => return Reply::Asks,
        0 if by_exit_code => return Reply::Runs,
        0 => {}
        _ if client == Client::Cline => {}
        _ => return Reply::Unreadable,
    }
    let silent_yes =
        !matches!(client, Client::GeminiCli | Client::Cursor | Client::Opencode | Client::Cline);
    if output.is_empty() {
        return if silent_yes { Reply::Runs } else { Reply::Unreadable };
    }
    let Some(Value::Object(said)) = read::parse(output) else { return Reply::Unreadable };
    if client == Client::GeminiCli && said.members().is_empty() {
        return Reply::Runs;
    }
    if let Some(Value::Bool(stops)) = said.get("cancel") {
        return if *stops { Reply::Stops } else { Reply::Runs };
    }
    let inner = said.get("hookSpecificOutput").and_then(Value::as_object).unwrap_or(&said);
    match read::text(inner, &["permissionDecision", "permission", "decision", "route"]) {
        Some("allow" | "accept") => Reply::Runs,
        // The plugin of opencode cannot ask.
        Some("ask") if client != Client::Opencode => Reply::Asks,
        Some("ask" | "deny" | "block" | "defer" | "refuse") => Reply::Stops,
        _ => Reply::Unreadable,
    }
}

fn payload(client: Client, command: &str, directory: &str) -> String {
    let (command, directory) = (quoted(command), quoted(directory));
    let body = match client {
        Client::ClaudeCode | Client::Codex => format!(
            r#""hook_event_name":"PreToolUse","permission_mode":"default","tool_name":"Bash","tool_input":{{"command":{command}}},"cwd":{directory}"#
        ),
        Client::GeminiCli => format!(
            r#""hook_event_name":"BeforeTool","tool_name":"run_shell_command","tool_input":{{"command":{command}}},"cwd":{directory}"#
        ),
        Client::Cursor => format!(
            r#""hook_event_name":"beforeShellExecution","workspace_roots":[{directory}],"command":{command},"cwd":{directory}"#
        ),
        Client::CopilotCli => {
            format!(r#""toolName":"bash","toolArgs":{{"command":{command}}},"cwd":{directory}"#)
        }
        Client::Vscode => format!(
            r#""hookEventName":"PreToolUse","tool_name":"run_in_terminal","tool_input":{{"command":{command}}},"cwd":{directory}"#
        ),
        Client::Opencode => format!(
            r#""client":"opencode","event":"tool.execute.before","tool":"bash","args":{{"command":{command}}},"directory":{directory}"#
        ),
        Client::Cline => format!(
            r#""hookName":"PreToolUse","workspaceRoots":[{directory}],"preToolUse":{{"toolName":"execute_command","parameters":{{"command":{command}}}}}"#
        ),
        Client::Goose => format!(
            r#""event":"PreToolUse","tool_name":"developer__shell","tool_input":{{"command":{command}}},"working_dir":{directory}"#
        ),
        Client::Crush => {
            format!(
                r#""event":"PreToolUse","tool_name":"bash","tool_input":{{"command":{command}}},"cwd":{directory}"#
            )
        }
        Client::Windsurf => format!(
            r#""agent_action_name":"pre_run_command","tool_info":{{"command_line":{command},"cwd":{directory}}}"#
        ),
        Client::AmazonQ | Client::Kiro => format!(
            r#""hook_event_name":"preToolUse","tool_name":"execute_bash","tool_input":{{"command":{command}}},"cwd":{directory}"#
        ),
        Client::Amp => format!(r#""cmd":{command}"#),
    };
    format!("{{{body}}}\n")
}

fn quoted(text: &str) -> String {
    let mut writer = JsonWriter::default();
    writer.string(text);
    writer.into_string()
}
