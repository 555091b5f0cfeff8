//! Gemini CLI.

use aana_core::json::Object;

use super::parts::{Moment, NO_EVENT, Reading, call, common, other, prompt};
use crate::read::{object, text};
use crate::{Client, Form};

const OBSERVED: [&str; 8] = [
    "AfterTool",
    "AfterAgent",
    "BeforeModel",
    "AfterModel",
    "BeforeToolSelection",
    "SessionStart",
    "SessionEnd",
    "PreCompress",
];

pub(super) fn read(_: Client, payload: &Object<'_>) -> Reading {
    let event = text(payload, &["hook_event_name"]).ok_or((None, NO_EVENT))?;
    match event {
        "BeforeTool" => {}
        "BeforeAgent" => return Ok(prompt(payload, Form::Silent, &["prompt"])),
        "Notification" => return Ok(other(payload)),
        _ if OBSERVED.contains(&event) => return Ok(other(payload)),
        _ => return Err((None, NO_EVENT)),
    }
    let form = Form::GeminiTool;
    let mut moment =
        call(payload, &["tool_name"], &["tool_input"]).map_err(|why| (Some(form), why))?;
    // Names of MCP tools are joined by single underscores, which names themselves may hold.
    let context = object(payload, &["mcp_context"]);
    if let Moment::Call { server, .. } = &mut moment {
        *server = context.and_then(|context| {
            let name = |key| text(context, &[key]).map(str::to_owned);
            name("server_name").zip(name("tool_name"))
        });
    }
    Ok(common(payload, form, moment))
}
