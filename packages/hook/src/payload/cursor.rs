//! Cursor: an event for each kind of call, and a general one beside them.

use aana_core::json::{Member, Object};

use super::parts::{Moment, NO_EVENT, Payload, Reading, call, common, other, prompt};
use crate::read::{member, of, text};
use crate::{Client, Form};

const OBSERVED: [&str; 12] = [
    "postToolUse",
    "postToolUseFailure",
    "afterShellExecution",
    "afterMCPExecution",
    "afterFileEdit",
    "afterTabFileEdit",
    "afterAgentResponse",
    "afterAgentThought",
    "subagentStop",
    "sessionStart",
    "sessionEnd",
    "stop",
];

pub(super) fn read(_: Client, payload: &Object<'_>) -> Reading {
    let event = text(payload, &["hook_event_name"]).ok_or((None, NO_EVENT))?;
    let form = match event {
        "beforeShellExecution" | "beforeMCPExecution" => Form::CursorAsking,
        "preToolUse" | "beforeReadFile" | "beforeTabFileRead" | "subagentStart" => Form::CursorGate,
        "beforeSubmitPrompt" => return Ok(prompt(payload, Form::CursorPrompt, &["prompt"])),
        "preCompact" => return Ok(other(payload)),
        _ if OBSERVED.contains(&event) => return Ok(other(payload)),
        _ => return Err((None, NO_EVENT)),
    };
    let moment = match event {
        "beforeShellExecution" => taken(payload, "Shell", &["command", "cwd"]),
        "beforeReadFile" | "beforeTabFileRead" => taken(payload, "Read", &["file_path"]),
        "subagentStart" => taken(payload, "Task", &["task", "subagent_type"]),
        "beforeMCPExecution" => call(payload, &["tool_name"], &["tool_input"]).map(|moment| {
            let Moment::Call { tool, arguments, .. } = moment else { return moment };
            let server = text(payload, &["mcp_server_name"]).unwrap_or("mcp").to_owned();
            let name = tool.strip_prefix("MCP:").unwrap_or(&tool).to_owned();
            Moment::Call { server: Some((server, name)), tool, arguments }
        }),
        _ => call(payload, &["tool_name"], &["tool_input"]),
    };
    let moment = moment.map_err(|why| (Some(form), why))?;
    let read = common(payload, form, moment);
    // Its directory is often empty.
    let directory = read.directory.or_else(|| read.roots.first().cloned());
    Ok(Payload { directory, ..read })
}

/// The call of an event that has its arguments beside everything else.
fn taken(payload: &Object<'_>, tool: &str, keys: &[&str]) -> Result<Moment, &'static str> {
    let given = keys.iter().filter_map(|key| Some(member(key, text(payload, &[key])?)));
    let members: Vec<Member<'static>> = given.collect();
    if members.is_empty() {
        return Err("the payload says nothing of what is called");
    }
    Ok(Moment::Call { tool: tool.to_owned(), arguments: of(members), server: None })
}
