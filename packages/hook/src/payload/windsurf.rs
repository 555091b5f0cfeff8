//! Windsurf: an event for each kind of call.

use aana_core::json::Object;

use super::parts::{Moment, NO_EVENT, Payload, Reading, common, other, prompt};
use crate::read::{arguments, object, owned, text};
use crate::{Client, Form};

pub(super) fn read(_: Client, payload: &Object<'_>) -> Reading {
    let event = text(payload, &["agent_action_name"]).ok_or((None, NO_EVENT))?;
    let session = text(payload, &["trajectory_id"]).map(str::to_owned);
    if event.starts_with("post_") {
        return Ok(Payload { session, ..other(payload) });
    }
    let missing = (None, "the payload says nothing of what is called");
    let info = object(payload, &["tool_info"]).ok_or(missing)?;
    let named =
        |tool: &str| Moment::Call { tool: tool.to_owned(), arguments: owned(info), server: None };
    let moment = match event {
        "pre_run_command" | "pre_write_code" | "pre_read_code" => named(event),
        "pre_mcp_tool_use" => {
            let name = |key| text(info, &[key]).map(str::to_owned);
            let server = name("mcp_server_name").zip(name("mcp_tool_name")).ok_or(missing)?;
            let given = info.get("mcp_tool_arguments");
            let arguments = arguments(given).or_else(|| given.is_none().then(Object::default));
            let arguments =
                arguments.ok_or((None, "the arguments of the call are not an object"))?;
            Moment::Call { tool: event.to_owned(), arguments, server: Some(server) }
        }
        "pre_user_prompt" => {
            let said = prompt(info, Form::Silent, &["user_prompt"]);
            return Ok(Payload { session, ..said });
        }
        _ => return Err((None, NO_EVENT)),
    };
    // Its `cwd` is the agent's choice, and an argument of the call.
    Ok(Payload { session, ..common(payload, Form::ExitCode, moment) })
}
