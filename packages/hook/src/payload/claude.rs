//! Claude Code and Codex, whose payloads have one shape. Their answers do not.

use aana_core::json::Object;

use super::parts::{NO_EVENT, Payload, Reading, call, common, other, prompt};
use crate::read::text;
use crate::{Client, Form};

/// Events at which nothing is decided. An unknown event may be one that a later version of the client wants an answer to.
const OBSERVED: [&str; 24] = [
    "ConfigChange",
    "Elicitation",
    "ElicitationResult",
    "InstructionsLoaded",
    "Interrupt",
    "Notification",
    "PermissionDenied",
    "PostCompact",
    "PostToolBatch",
    "PostToolUse",
    "PostToolUseFailure",
    "PreCompact",
    "SessionEnd",
    "SessionStart",
    "Setup",
    "Stop",
    "StopFailure",
    "SubagentStart",
    "SubagentStop",
    "TaskCompleted",
    "TaskCreated",
    "TeammateIdle",
    "UserPromptExpansion",
    "WorktreeRemove",
];

pub(super) fn read(client: Client, payload: &Object<'_>) -> Reading {
    let codex = client == Client::Codex;
    let event = text(payload, &["hook_event_name", "hookEventName"]).ok_or((None, NO_EVENT))?;
    let form = match event {
        "PreToolUse" if codex => Form::CodexTool,
        "PreToolUse" => Form::ClaudeTool,
        "PermissionRequest" if codex => Form::CodexPermission,
        "PermissionRequest" => Form::ClaudePermission,
        "PreSkillShellCommand" if !codex => Form::ClaudeSkill,
        // Only what the person types is their word: `sdk`, `system` and `loop_wakeup` are not.
        "UserPromptSubmit" => {
            let own = text(payload, &["source"]).is_none_or(|source| source == "user");
            return Ok(if own {
                prompt(payload, Form::Silent, &["prompt"])
            } else {
                other(payload)
            });
        }
        _ if OBSERVED.contains(&event) => return Ok(other(payload)),
        _ => return Err((None, NO_EVENT)),
    };
    let moment = call(payload, &["tool_name"], &["tool_input"]).map_err(|why| (Some(form), why))?;
    let mut read = common(payload, form, moment);
    // Codex never asks where its approvals are off.
    let mode = text(payload, &["permission_mode"]);
    read.unattended |= codex && mode == Some("bypassPermissions");
    Ok(Payload { form, ..read })
}
