//! What the standing approval of edits covers, and what it does not.

mod support;

use aana_core::Gate;
use aana_core::contract::Route;
use aana_hook::{Client, Heard, Hook, WORKSTATION, with_roots};
use serde_json::{Value, json};
use support::{NOW, NoLinks};

fn route(hook: &Hook, tool: &str, directory: &str, input: &Value) -> Route {
    let payload = json!({"hook_event_name": "PreToolUse", "session_id": "s", "cwd": directory,
        "tool_name": tool, "tool_input": input});
    let heard = hook.read(payload.to_string().as_bytes(), &NoLinks);
    let Heard::Call(asked) = heard else { panic!("{heard:?}") };
    let policy = with_roots(WORKSTATION, asked.roots()).unwrap();
    Gate::new(&policy).unwrap().check_value(asked.event(), NOW).route()
}

fn edits() -> Hook {
    Hook::new(Client::ClaudeCode, "/").with_edits(true)
}

fn write(hook: &Hook, directory: &str, path: &str) -> Route {
    route(hook, "Write", directory, &json!({"file_path": path, "content": "x"}))
}

#[test]
fn edits_in_the_workspace_run_if_the_person_said_so() {
    assert_eq!(write(&edits(), "/proj/shop", "/proj/shop/src/a.rs"), Route::Accept);
    assert_eq!(write(&edits(), "/proj/shop", "src/a.rs"), Route::Accept);
    let asking = Hook::new(Client::ClaudeCode, "/");
    assert_eq!(write(&asking, "/proj/shop", "/proj/shop/src/a.rs"), Route::Ask);
}

#[test]
fn nothing_else_does() {
    for path in [
        "/proj/other/a.rs",
        "../a.rs",
        "/proj/shop-old/a.rs",
        "/home/dana/notes.txt",
        "/proj/shop/.git/hooks/pre-commit",
        "/proj/shop/.github/workflows/ci.yml",
        "/proj/shop/.GitHub/Workflows/ci.yml",
        "/proj/shop/.envrc",
        "/proj/shop/sub/.husky/pre-push",
    ] {
        assert_eq!(write(&edits(), "/proj/shop", path), Route::Ask, "{path}");
    }
    for path in
        ["/etc/hosts", "~/.zshrc", "/home/dana/.ssh/config", "/proj/shop/.claude/settings.json"]
    {
        assert_eq!(write(&edits(), "/proj/shop", path), Route::Refuse, "{path}");
    }
}

#[test]
fn a_home_directory_is_no_workspace() {
    for directory in ["/", "/home", "/home/dana", "/home/dana/", ""] {
        assert_eq!(write(&edits(), directory, "/home/dana/a.txt"), Route::Ask, "{directory}");
    }
    assert_eq!(write(&edits(), "/home/dana/shop", "a.txt"), Route::Accept);
}

#[test]
fn the_directory_of_the_project_stays_where_the_agent_goes() {
    let hook = edits().with_project(Some("/proj/shop".to_owned()));
    assert_eq!(write(&hook, "/proj/other", "a.rs"), Route::Ask);
    assert_eq!(write(&hook, "/proj/other", "/proj/shop/a.rs"), Route::Accept);
}

#[test]
fn an_edit_that_switches_a_check_off_asks() {
    let edit = |before: &str, after: &str| {
        let input = json!({"file_path": "a.py", "old_string": before, "new_string": after});
        route(&edits(), "Edit", "/proj/shop", &input)
    };
    for after in ["verify=False", "requests.get(u, verify = False)", "'rejectUnauthorized': false"]
    {
        assert_eq!(edit("x", after), Route::Ask, "{after}");
    }
    assert_eq!(edit("verify=False", "verify=True"), Route::Accept);
    assert_eq!(edit("f(verify=False)", "g(verify=False)"), Route::Accept);
}

#[test]
fn a_command_in_words_is_one_command() {
    let codex = Hook::new(Client::Codex, "/");
    let shell = |words: Value| route(&codex, "shell", "/proj/shop", &json!({"command": words}));
    assert_eq!(shell(json!(["git", "status"])), Route::Accept);
    assert_eq!(shell(json!(["bash", "-lc", "ls && rm -r x"])), Route::Ask);
    assert_eq!(shell(json!(["find", ".", "-delete"])), Route::Ask);
    let cline = Hook::new(Client::Cline, "/");
    let payload = json!({"hookName": "tool_call", "workspaceRoots": ["/proj/shop"],
        "tool_call": {"name": "run_commands", "input": {"commands": ["ls", "rm a"]}}});
    let Heard::Call(asked) = cline.read(payload.to_string().as_bytes(), &NoLinks) else { panic!() };
    assert_eq!(Gate::default().check_value(asked.event(), NOW).route(), Route::Ask);
}

#[test]
fn what_leaves_the_sandbox_asks() {
    let input = |off: bool| json!({"command": "git status", "dangerouslyDisableSandbox": off});
    assert_eq!(route(&edits(), "Bash", "/proj/shop", &input(false)), Route::Accept);
    assert_eq!(route(&edits(), "Bash", "/proj/shop", &input(true)), Route::Ask);
}
