//! Copilot CLI and VS Code. They read each other's hook files, so the payload says which form the answer has, and
//! not the client: camelCase without an event's name is Copilot's own, the rest speaks as Claude Code does.

use aana_core::json::Object;

use super::parts::{NO_EVENT, Reading, call, common, other, prompt};
use crate::read::text;
use crate::{Client, Form};

const OBSERVED: [&str; 10] = [
    "PostToolUse",
    "PostToolUseFailure",
    "SessionStart",
    "SessionEnd",
    "Stop",
    "SubagentStart",
    "SubagentStop",
    "PreCompact",
    "Notification",
    "ErrorOccurred",
];

pub(super) fn read(client: Client, payload: &Object<'_>) -> Reading {
    let Some(event) = text(payload, &["hook_event_name", "hookEventName"]) else {
        if payload.get("toolName").is_some() && client == Client::CopilotCli {
            let form = Form::CopilotTool;
            let moment =
                call(payload, &["toolName"], &["toolArgs"]).map_err(|why| (Some(form), why))?;
            return Ok(common(payload, form, moment));
        }
        if payload.get("prompt").is_some() && client == Client::CopilotCli {
            return Ok(prompt(payload, Form::Silent, &["prompt"]));
        }
        return Err((None, NO_EVENT));
    };
    match event {
        "PreToolUse" | "preToolUse" => {}
        "UserPromptSubmit" | "userPromptSubmitted" => {
            return Ok(prompt(payload, Form::Silent, &["prompt"]));
        }
        _ if OBSERVED.contains(&event) => return Ok(other(payload)),
        _ => return Err((None, NO_EVENT)),
    }
    let form = Form::VscodeTool;
    let moment =
        call(payload, &["tool_name", "toolName"], &["tool_input", "toolInput", "toolArgs"])
            .map_err(|why| (Some(form), why))?;
    Ok(common(payload, form, moment))
}
