//! What a client reads as each of the four routes. One function for each form; none is a mixture of two.

use aana_core::contract::Route;
use aana_core::json::{JsonWriter, Visitor};

use crate::Form;

/// What is printed, and the exit code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    /// The standard output: one JSON object, or nothing.
    pub stdout: String,
    /// The standard error, which some clients read with the exit code 2.
    pub stderr: String,
    /// The exit code.
    pub code: u8,
}

/// What the operator chose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Wishes {
    /// Say `allow` where that skips the client's own question. Otherwise accept says nothing there.
    pub allow_explicitly: bool,
    /// Refuse where the gate asks, also where the client could ask.
    pub never_ask: bool,
    /// Claude Code runs headless with `-p` and can resume a deferred call.
    pub defer: bool,
}

/// Whether an `ask` reaches a person in this form.
pub(crate) const fn can_ask(form: Form) -> bool {
    matches!(
        form,
        Form::ClaudeTool
            | Form::ClaudePermission
            | Form::CodexPermission
            | Form::GeminiTool
            | Form::CursorAsking
            | Form::CopilotTool
            | Form::VscodeTool
            | Form::Amp
    )
}

/// The answer of a form to a route. `reason` is not empty unless the route is `accept`.
pub(crate) fn answer(form: Form, route: Route, reason: &str, wishes: Wishes) -> Answer {
    match form {
        Form::ClaudeTool => claude(route, reason, wishes),
        Form::ClaudePermission => permission(route == Route::Refuse, reason),
        Form::CodexPermission => permission(matches!(route, Route::Defer | Route::Refuse), reason),
        Form::ClaudeSkill | Form::CodexTool => denied_in(form, route, reason),
        Form::GeminiTool => gemini(route, reason),
        Form::CursorAsking => cursor(word(route, route == Route::Ask), reason),
        Form::CursorGate => cursor(word(route, false), reason),
        Form::CursorPrompt => said(&[("continue", Json::Bool(true))]),
        Form::CopilotTool => copilot(route, reason, wishes),
        Form::VscodeTool => shaped("PreToolUse", word(route, true), reason, route == Route::Accept),
        Form::Plugin => plugin(route, reason),
        Form::Cline => cline(route, reason),
        Form::Goose => {
            blocks(route, &[("decision", Json::Text("block")), ("reason", Json::Text(reason))])
        }
        Form::Crush => crush(route, reason, wishes),
        Form::ExitCode => exits(route, reason, 2),
        Form::Amp => exits(route, reason, if route == Route::Ask { 1 } else { 2 }),
        Form::Silent => silence(),
    }
}

/// The answer when nothing more can be relied on: what each client takes for a no with the least.
pub(crate) fn last_resort(form: Form, reason: &str) -> Answer {
    match form {
        Form::Silent => silence(),
        Form::CursorPrompt => said(&[("continue", Json::Bool(true))]),
        // Cline reads the answer whatever the code, and nothing else.
        Form::Cline => cline(Route::Refuse, reason),
        Form::Plugin => Answer { code: 2, ..plugin(Route::Refuse, reason) },
        Form::Goose
        | Form::ClaudeTool
        | Form::ClaudePermission
        | Form::ClaudeSkill
        | Form::CodexTool
        | Form::CodexPermission
        | Form::GeminiTool
        | Form::CursorAsking
        | Form::CursorGate
        | Form::CopilotTool
        | Form::VscodeTool
        | Form::Crush
        | Form::ExitCode
        | Form::Amp => Answer { stdout: String::new(), stderr: line(reason), code: 2 },
    }
}

fn claude(route: Route, reason: &str, wishes: Wishes) -> Answer {
    let silent = route == Route::Accept && !wishes.allow_explicitly;
    let decision = match route {
        Route::Defer if wishes.defer => "defer",
        Route::Defer => "ask",
        route => word(route, true),
    };
    shaped("PreToolUse", decision, reason, silent)
}

/// A `PreToolUse` that can only deny: Codex, and the shell blocks of Claude's skills.
fn denied_in(form: Form, route: Route, reason: &str) -> Answer {
    let event = if form == Form::CodexTool { "PreToolUse" } else { "PreSkillShellCommand" };
    shaped(event, "deny", reason, route == Route::Accept)
}

fn shaped(event: &'static str, decision: &'static str, reason: &str, silent: bool) -> Answer {
    if silent {
        return silence();
    }
    let inner = [
        ("hookEventName", Json::Text(event)),
        ("permissionDecision", Json::Text(decision)),
        ("permissionDecisionReason", Json::Text(reason)),
    ];
    let inner = if reason.is_empty() { &inner[..2] } else { &inner[..] };
    said(&[("hookSpecificOutput", Json::Object(inner))])
}

/// A permission request: silence shows the client's own question.
fn permission(denied: bool, reason: &str) -> Answer {
    if !denied {
        return silence();
    }
    let decision = [("behavior", Json::Text("deny")), ("message", Json::Text(reason))];
    let inner =
        [("hookEventName", Json::Text("PermissionRequest")), ("decision", Json::Object(&decision))];
    said(&[("hookSpecificOutput", Json::Object(&inner))])
}

fn gemini(route: Route, reason: &str) -> Answer {
    match route {
        Route::Accept => said(&[]),
        // The person reads `systemMessage`; the model reads `reason`.
        Route::Ask => {
            said(&[("decision", Json::Text("ask")), ("systemMessage", Json::Text(reason))])
        }
        _ => said(&[("decision", Json::Text("deny")), ("reason", Json::Text(reason))]),
    }
}

fn cursor(permission: &'static str, reason: &str) -> Answer {
    let members = [
        ("permission", Json::Text(permission)),
        ("user_message", Json::Text(reason)),
        ("agent_message", Json::Text(reason)),
    ];
    said(if reason.is_empty() { &members[..1] } else { &members[..] })
}

fn copilot(route: Route, reason: &str, wishes: Wishes) -> Answer {
    if route == Route::Accept && !wishes.allow_explicitly {
        return silence();
    }
    let members = [
        ("permissionDecision", Json::Text(word(route, true))),
        ("permissionDecisionReason", Json::Text(reason)),
    ];
    said(if reason.is_empty() { &members[..1] } else { &members[..] })
}

fn plugin(route: Route, reason: &str) -> Answer {
    let members = [("route", Json::Text(route.as_str())), ("reason", Json::Text(reason))];
    said(if reason.is_empty() { &members[..1] } else { &members[..] })
}

fn cline(route: Route, reason: &str) -> Answer {
    let stops = route != Route::Accept;
    let members = [("cancel", Json::Bool(stops)), ("errorMessage", Json::Text(reason))];
    said(if stops { &members[..] } else { &members[..1] })
}

fn crush(route: Route, reason: &str, wishes: Wishes) -> Answer {
    match route {
        Route::Accept if wishes.allow_explicitly => said(&[("decision", Json::Text("allow"))]),
        route => blocks(route, &[("decision", Json::Text("deny")), ("reason", Json::Text(reason))]),
    }
}

fn blocks(route: Route, members: &[(&'static str, Json<'_>)]) -> Answer {
    if route == Route::Accept { silence() } else { said(members) }
}

fn exits(route: Route, reason: &str, code: u8) -> Answer {
    if route == Route::Accept {
        return silence();
    }
    Answer { stdout: String::new(), stderr: line(reason), code }
}

/// The word of the Claude family for a route.
const fn word(route: Route, asks: bool) -> &'static str {
    match route {
        Route::Accept => "allow",
        Route::Ask if asks => "ask",
        Route::Ask | Route::Defer | Route::Refuse => "deny",
    }
}

fn silence() -> Answer {
    Answer { stdout: String::new(), stderr: String::new(), code: 0 }
}

fn line(text: &str) -> String {
    format!("{text}\n")
}

enum Json<'j> {
    Text(&'j str),
    Bool(bool),
    Object(&'j [(&'static str, Json<'j>)]),
}

fn said(members: &[(&'static str, Json<'_>)]) -> Answer {
    let mut writer = JsonWriter::default();
    write(&mut writer, members);
    Answer { stdout: line(&writer.into_string()), stderr: String::new(), code: 0 }
}

fn write(writer: &mut JsonWriter, members: &[(&'static str, Json<'_>)]) {
    writer.begin_object();
    for (key, value) in members {
        writer.key(key);
        match value {
            Json::Text(text) => writer.string(text),
            Json::Bool(value) => writer.boolean(*value),
            Json::Object(members) => write(writer, members),
        }
    }
    writer.end_object();
}
