//! What the tests share: files without links, and the strict schema of each client's answer.

#![allow(dead_code, reason = "each test uses its part")]

use std::fs;

use aana_hook::{Answer, Files, Form};
use serde_json::Value;

pub(crate) const NOW: i64 = 1_778_371_200_000;

pub(crate) struct NoLinks;

impl Files for NoLinks {
    fn resolved(&self, path: &str) -> String {
        path.to_owned()
    }

    fn home(&self) -> Option<String> {
        Some("/home/dana".to_owned())
    }
}

pub(crate) fn read(name: &str) -> Vec<Value> {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// Holds an answer against what the client's own reader takes: no further member, no empty reason, no mixture of an
/// exit code and an output.
#[allow(clippy::too_many_lines, reason = "one arm for each form")]
pub(crate) fn strict(form: Form, answer: &Answer, case: &str) {
    let Answer { stdout, stderr, code } = answer;
    assert!(
        stdout.is_empty() || stdout.ends_with("}\n") && stdout.matches('\n').count() == 1,
        "{case}"
    );
    let printed = (!stdout.is_empty()).then(|| serde_json::from_str::<Value>(stdout).unwrap());
    match code {
        0 => assert!(stderr.is_empty(), "{case}"),
        1 => assert!(form == Form::Amp && !stderr.trim().is_empty(), "{case}"),
        2 => assert!(
            form == Form::Cline || form == Form::Plugin || !stderr.trim().is_empty(),
            "{case}"
        ),
        _ => panic!("{case}: {code}"),
    }
    let Some(printed) = printed else {
        let silent = !matches!(
            form,
            Form::GeminiTool
                | Form::CursorAsking
                | Form::CursorGate
                | Form::CursorPrompt
                | Form::Plugin
                | Form::Cline
        );
        assert!(silent || *code == 2, "{case}: this client takes silence for a failure");
        return;
    };
    let known: &[&str] = match form {
        Form::ClaudeTool | Form::ClaudeSkill | Form::CodexTool | Form::VscodeTool => {
            shaped(form, &printed["hookSpecificOutput"], case);
            &["hookSpecificOutput"]
        }
        Form::ClaudePermission | Form::CodexPermission => {
            let inner = &printed["hookSpecificOutput"];
            only(inner, &["hookEventName", "decision"], case);
            only(&inner["decision"], &["behavior", "message"], case);
            assert_eq!(inner["hookEventName"], "PermissionRequest", "{case}");
            assert_eq!(inner["decision"]["behavior"], "deny", "{case}");
            told(&inner["decision"]["message"], true, case);
            &["hookSpecificOutput"]
        }
        Form::GeminiTool => {
            match printed["decision"].as_str() {
                None => assert_eq!(printed, serde_json::json!({}), "{case}"),
                Some("ask") => told(&printed["systemMessage"], true, case),
                Some("deny") => told(&printed["reason"], true, case),
                Some(word) => panic!("{case}: {word}"),
            }
            &["decision", "reason", "systemMessage"]
        }
        Form::CursorAsking | Form::CursorGate => {
            let word = printed["permission"].as_str().unwrap();
            let asks = form == Form::CursorAsking;
            assert!(matches!(word, "allow" | "deny") || asks && word == "ask", "{case}: {word}");
            told(&printed["user_message"], word != "allow", case);
            told(&printed["agent_message"], word != "allow", case);
            &["permission", "user_message", "agent_message"]
        }
        Form::CursorPrompt => &["continue"],
        Form::CopilotTool => {
            let word = printed["permissionDecision"].as_str().unwrap();
            assert!(matches!(word, "allow" | "deny" | "ask"), "{case}: {word}");
            told(&printed["permissionDecisionReason"], word != "allow", case);
            &["permissionDecision", "permissionDecisionReason"]
        }
        Form::Plugin => {
            told(&printed["reason"], printed["route"] != "accept", case);
            &["route", "reason"]
        }
        Form::Cline => {
            told(&printed["errorMessage"], printed["cancel"].as_bool().unwrap(), case);
            &["cancel", "errorMessage"]
        }
        Form::Goose => {
            assert_eq!(printed["decision"], "block", "{case}");
            told(&printed["reason"], true, case);
            &["decision", "reason"]
        }
        Form::Crush => {
            let word = printed["decision"].as_str().unwrap();
            assert!(matches!(word, "allow" | "deny"), "{case}");
            told(&printed["reason"], word == "deny", case);
            &["decision", "reason"]
        }
        Form::ExitCode | Form::Amp | Form::Silent => panic!("{case}: this client reads no output"),
    };
    only(&printed, known, case);
}

fn shaped(form: Form, inner: &Value, case: &str) {
    let event = if form == Form::ClaudeSkill { "PreSkillShellCommand" } else { "PreToolUse" };
    only(inner, &["hookEventName", "permissionDecision", "permissionDecisionReason"], case);
    assert_eq!(inner["hookEventName"], event, "{case}");
    let word = inner["permissionDecision"].as_str().unwrap();
    let words: &[&str] = match form {
        Form::ClaudeTool => &["allow", "deny", "ask", "defer"],
        Form::VscodeTool => &["allow", "deny", "ask"],
        _ => &["deny"],
    };
    assert!(words.contains(&word), "{case}: {word}");
    told(&inner["permissionDecisionReason"], word != "allow", case);
}

fn only(object: &Value, known: &[&str], case: &str) {
    for key in object.as_object().unwrap().keys() {
        assert!(known.contains(&key.as_str()), "{case}: {key}");
    }
}

/// A reason is one plain line, and there exactly if it is wanted.
fn told(reason: &Value, wanted: bool, case: &str) {
    assert_eq!(reason.as_str().is_some_and(|text| !text.is_empty()), wanted, "{case}");
    let text = reason.as_str().unwrap_or_default();
    assert!(text.chars().count() <= 500 && !text.chars().any(char::is_control), "{case}: {text}");
}
