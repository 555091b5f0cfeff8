//! Every form with every route and every choice of the operator, and payloads that are not understood.

mod support;

use aana_core::Gate;
use aana_core::contract::Route;
use aana_hook::{Client, Form, Heard, Hook, WORKSTATION, Wishes, with_roots};
use serde_json::{Value, json};
use support::{NOW, NoLinks, strict};

/// A payload of each client and event that can be stopped, with a command.
fn payloads(command: &str) -> Vec<(Client, Value)> {
    let claude = |event: &str, mode: &str| {
        json!({"hook_event_name": event, "session_id": "s", "cwd": "/proj", "permission_mode": mode,
               "tool_name": "Bash", "tool_input": {"command": command}})
    };
    vec![
        (Client::ClaudeCode, claude("PreToolUse", "default")),
        (Client::ClaudeCode, claude("PreToolUse", "dontAsk")),
        (Client::ClaudeCode, claude("PermissionRequest", "default")),
        (Client::ClaudeCode, claude("PreSkillShellCommand", "default")),
        (Client::Codex, claude("PreToolUse", "bypassPermissions")),
        (Client::Codex, claude("PermissionRequest", "default")),
        (
            Client::GeminiCli,
            json!({"hook_event_name": "BeforeTool", "tool_name": "run_shell_command", "tool_input": {"command": command}}),
        ),
        (Client::Cursor, json!({"hook_event_name": "beforeShellExecution", "command": command})),
        (
            Client::Cursor,
            json!({"hook_event_name": "preToolUse", "tool_name": "Shell", "tool_input": {"command": command}}),
        ),
        (
            Client::CopilotCli,
            json!({"toolName": "bash", "toolArgs": json!({"command": command}).to_string()}),
        ),
        (Client::CopilotCli, claude("PreToolUse", "default")),
        (
            Client::Vscode,
            json!({"hookEventName": "PreToolUse", "tool_name": "run_in_terminal", "tool_input": {"command": command}}),
        ),
        (
            Client::Opencode,
            json!({"event": "tool.execute.before", "tool": "bash", "args": {"command": command}}),
        ),
        (
            Client::Cline,
            json!({"hookName": "PreToolUse", "preToolUse": {"toolName": "execute_command", "parameters": {"command": command}}}),
        ),
        (
            Client::Cline,
            json!({"hookName": "tool_call", "tool_call": {"name": "run_commands", "input": {"commands": [command]}}}),
        ),
        (
            Client::Goose,
            json!({"event": "PreToolUse", "tool_name": "developer__shell", "tool_input": {"command": command}}),
        ),
        (
            Client::Crush,
            json!({"event": "PreToolUse", "tool_name": "bash", "tool_input": {"command": command}}),
        ),
        (
            Client::Windsurf,
            json!({"agent_action_name": "pre_run_command", "tool_info": {"command_line": command}}),
        ),
        (
            Client::AmazonQ,
            json!({"hook_event_name": "preToolUse", "tool_name": "execute_bash", "tool_input": {"command": command}}),
        ),
        (
            Client::Kiro,
            json!({"hook_event_name": "PreToolUse", "tool_name": "execute_bash", "tool_input": {"command": command}}),
        ),
        (Client::Amp, json!({"cmd": command})),
    ]
}

/// Whether an answer lets the call run without a person's yes, as the client reads it.
fn lets_run(form: Form, answer: &aana_hook::Answer) -> bool {
    let printed: Value = serde_json::from_str(&answer.stdout).unwrap_or_default();
    let inner = &printed["hookSpecificOutput"];
    match form {
        Form::ExitCode | Form::Amp => answer.code == 0,
        _ if answer.code == 2 => false,
        // Silence there shows the client's own question.
        Form::ClaudePermission | Form::CodexPermission => false,
        Form::ClaudeTool | Form::ClaudeSkill | Form::CodexTool | Form::VscodeTool => {
            printed.is_null() || inner["permissionDecision"] == "allow"
        }
        Form::GeminiTool => printed == json!({}) || printed["decision"] == "allow",
        Form::CursorAsking => printed["permission"] == "allow",
        // An ask runs the call there.
        Form::CursorGate => printed["permission"] != "deny",
        Form::CopilotTool => printed.is_null() || printed["permissionDecision"] == "allow",
        Form::Plugin => printed["route"] == "accept",
        Form::Cline => printed["cancel"] != true,
        Form::Goose => printed["decision"] != "block",
        Form::Crush => printed["decision"] != "deny",
        Form::CursorPrompt | Form::Silent => true,
    }
}

#[test]
fn only_accept_runs_in_every_form_with_every_choice() {
    let mut routes = Vec::new();
    for command in ["git status", "git push --force", "mkfs.ext4 /dev/sda1"] {
        for (client, payload) in payloads(command) {
            for choice in 0..8_u8 {
                let wishes = Wishes {
                    allow_explicitly: choice & 1 > 0,
                    never_ask: choice & 2 > 0,
                    defer: choice & 4 > 0,
                };
                let hook = Hook::new(client, "/proj").with_wishes(wishes);
                let heard = hook.read(payload.to_string().as_bytes(), &NoLinks);
                let Heard::Call(asked) = heard else { panic!("{client:?} {heard:?}") };
                let policy = with_roots(WORKSTATION, asked.roots()).unwrap();
                let gate = Gate::new(&policy).unwrap();
                for mode in [false, true] {
                    // A gate that defers: nothing can be recorded.
                    let decision = gate.check_value(asked.event(), NOW);
                    let decision = if mode { decision.unrecorded() } else { decision };
                    let answer = asked.answer(&decision);
                    let case = format!("{} {command} {wishes:?}", client.as_str());
                    strict(asked.form(), &answer, &case);
                    let accepted = decision.route() == Route::Accept;
                    let permission =
                        matches!(asked.form(), Form::ClaudePermission | Form::CodexPermission);
                    assert_eq!(lets_run(asked.form(), &answer), accepted && !permission, "{case}");
                    if !routes.contains(&decision.route()) {
                        routes.push(decision.route());
                    }
                }
            }
        }
    }
    assert_eq!(routes.len(), 4, "{routes:?}");
}

#[test]
fn what_is_not_understood_is_refused() {
    let texts: [&[u8]; 9] = [
        b"",
        b"null",
        b"[]",
        b"{",
        b"\xff",
        b"{}",
        br#"{"hook_event_name": "SomethingNew"}"#,
        br#"{"hook_event_name": "PreToolUse", "hook_event_name": "Stop"}"#,
        br#"{"hook_event_name":"PreToolUse","event":"PreToolUse","hookName":"PreToolUse","agent_action_name":"pre_run_command"}"#,
    ];
    for client in Client::ALL {
        let hook = Hook::new(client, "/proj");
        for text in texts {
            let heard = hook.read(text, &NoLinks);
            let Heard::Unread { form, answer } = heard else {
                panic!("{client:?} {} {heard:?}", String::from_utf8_lossy(text));
            };
            strict(form, &answer, client.as_str());
            assert!(!lets_run(form, &answer), "{client:?}");
        }
    }
}

#[test]
fn a_failure_is_a_no_in_every_form() {
    for client in Client::ALL {
        let hook = Hook::new(client, "/proj");
        let form = Form::of(client);
        let answer = hook.undecided(form, "the\u{1b}[2J deadline\nhas passed");
        strict(form, &answer, client.as_str());
        assert!(!lets_run(form, &answer), "{client:?}");
    }
}

#[test]
fn nothing_of_a_call_is_repeated() {
    let secret = "sup3r-s3cret-w0rd";
    let command = format!("rm -rf /{secret} --token={secret}");
    for (client, payload) in payloads(&command) {
        let hook = Hook::new(client, "/proj");
        let Heard::Call(asked) = hook.read(payload.to_string().as_bytes(), &NoLinks) else {
            panic!()
        };
        let answer = asked.answer(&Gate::default().check_value(asked.event(), NOW));
        assert!(!answer.stdout.contains(secret) && !answer.stderr.contains(secret), "{client:?}");
    }
}
