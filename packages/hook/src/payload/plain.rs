//! goose, Crush, Amazon Q and Kiro, whose payloads differ in a few names; and Amp, which sends the arguments alone.

use aana_core::json::Object;

use super::parts::{Moment, NO_EVENT, Payload, Reading, call, common, other, prompt};
use crate::read::{owned, text};
use crate::{Client, Form};

const OBSERVED: [&str; 12] = [
    "PostToolUse",
    "postToolUse",
    "SessionStart",
    "SessionEnd",
    "agentSpawn",
    "BeforeShellExecution",
    "AfterShellExecution",
    "BeforeReadFile",
    "AfterFileEdit",
    "Stop",
    "stop",
    "PreCompact",
];

pub(super) fn read(client: Client, payload: &Object<'_>) -> Reading {
    let form = Form::of(client);
    let event = text(payload, &["event", "hook_event_name", "trigger"]).ok_or((None, NO_EVENT))?;
    match event {
        "PreToolUse" | "preToolUse" => {
            let moment = call(payload, &["tool_name"], &["tool_input"]);
            Ok(common(payload, form, moment.map_err(|why| (Some(form), why))?))
        }
        "UserPromptSubmit" | "userPromptSubmit" => {
            Ok(prompt(payload, Form::Silent, &["message", "prompt"]))
        }
        _ if OBSERVED.contains(&event) => Ok(other(payload)),
        _ => Err((None, NO_EVENT)),
    }
}

/// The arguments of a call, whose tool stands beside them. Without its name a text under `cmd` is a command.
pub(super) fn delegated(payload: &Object<'_>, tool: Option<&str>) -> Result<Payload, &'static str> {
    let tool = match tool {
        Some(tool) => tool,
        None if payload.get("cmd").is_some() => "Bash",
        None => return Err("neither the payload nor AGENT_TOOL_NAME names a tool"),
    };
    let moment = Moment::Call { tool: tool.to_owned(), arguments: owned(payload), server: None };
    Ok(Payload { directory: None, session: None, ..common(payload, Form::Amp, moment) })
}
