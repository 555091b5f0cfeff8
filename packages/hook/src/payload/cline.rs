//! Cline, older and newer.

use aana_core::json::Object;

use super::parts::{Moment, NO_EVENT, Payload, Reading, call, common, other, prompt};
use crate::read::{arguments, object, text};
use crate::{Client, Form};

const OBSERVED: [&str; 8] = [
    "PostToolUse",
    "TaskStart",
    "TaskResume",
    "TaskCancel",
    "TaskComplete",
    "PreCompact",
    "tool_result",
    "Notification",
];

pub(super) fn read(_: Client, payload: &Object<'_>) -> Reading {
    let event = text(payload, &["hookName"]).ok_or((None, NO_EVENT))?;
    let form = Form::Cline;
    let moment = match event {
        "PreToolUse" => object(payload, &["preToolUse"])
            .ok_or("the payload says nothing of what is called")
            .and_then(|of| call(of, &["toolName"], &["parameters"])),
        "tool_call" => object(payload, &["tool_call"])
            .ok_or("the payload says nothing of what is called")
            .and_then(|of| call(of, &["name"], &["input"])),
        "UserPromptSubmit" => {
            let said = object(payload, &["userPromptSubmit"]);
            let said = said.map(|said| prompt(said, Form::Cline, &["prompt"]));
            return Ok(finished(payload, said.unwrap_or_else(|| other(payload))));
        }
        _ if OBSERVED.contains(&event) => return Ok(finished(payload, other(payload))),
        _ => return Err((None, NO_EVENT)),
    };
    let moment = server(moment.map_err(|why| (Some(form), why))?);
    Ok(finished(payload, common(payload, form, moment)))
}

/// `use_mcp_tool` says in its arguments what is called.
fn server(moment: Moment) -> Moment {
    let Moment::Call { tool, arguments: given, server } = moment else { return moment };
    let inner = || {
        let name = |key| text(&given, &[key]).map(str::to_owned);
        let inner = match given.get("arguments") {
            None => Object::default(),
            Some(inner) => arguments(Some(inner))?,
        };
        Some(((name("server_name")?, name("tool_name")?), inner))
    };
    match (tool == "use_mcp_tool").then(inner).flatten() {
        Some((named, inner)) => Moment::Call { tool, arguments: inner, server: Some(named) },
        None => Moment::Call { tool, arguments: given, server },
    }
}

fn finished(payload: &Object<'_>, read: Payload) -> Payload {
    let whole = common(payload, read.form, Moment::Other);
    let directory = whole.directory.or_else(|| whole.roots.first().cloned());
    let session = text(payload, &["taskId"]).map(str::to_owned);
    // It waits for an answer at every event.
    Payload { form: Form::Cline, directory, session, roots: whole.roots, ..read }
}
