//! What the ends of a session say.

use aana_core::{action_digest, json};
use serde_json::{Value, json};

use super::SUBJECT;

const TOOLS: [&str; 5] = ["read_file", "write_file", "delete_file", "frobnicate", "not_listed"];

pub(super) fn pick<T>(list: &[T], at: u8) -> Option<&T> {
    // Mostly the last ones, which are open.
    list.len()
        .checked_sub(1 + usize::from(at))
        .or(list.len().checked_sub(1))
        .and_then(|at| list.get(at))
}

pub(super) fn with_version(message: &Value) -> String {
    let mut message = message.clone();
    message["jsonrpc"] = "2.0".into();
    message.to_string()
}

pub(super) fn arguments(variant: u8) -> Value {
    json!({"path": format!("/w/{variant}"), "content": "x"})
}

pub(super) fn call(id: u8, tool: u8, variant: u8, stateless: bool) -> Value {
    let name = TOOLS[usize::from(tool) % TOOLS.len()];
    let mut params = json!({"name": name, "arguments": arguments(variant)});
    if stateless {
        params["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}});
    }
    json!({"id": id, "method": "tools/call", "params": params})
}

/// Some call: the client forgot which one it was.
pub(super) fn call_of(id: &Value) -> Value {
    let mut call = call(0, 1, 0, true);
    call["id"] = id.clone();
    call
}

pub(super) fn said(how: u8) -> Value {
    let result = match how {
        0 | 1 => json!({"action": "accept", "content": {"decision": "run once"}}),
        2 => json!({"action": "accept", "content": {"decision": "accept this definition"}}),
        3 => json!({"action": "decline"}),
        4 => json!({"action": "accept"}),
        5 => json!({"action": "accept", "content": {"decision": "this tool in this session"}}),
        _ => json!({"action": "cancel"}),
    };
    json!({"result": result})
}

/// The list of the server, which changes a text, a contract, and what is there.
pub(super) fn tools(variant: u8) -> Value {
    let text = if variant == 1 { "Another text." } else { "A text." };
    let tool = |name: &str, reads: bool| {
        let mut tool = json!({"name": name, "description": text,
            "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": reads}});
        if variant == 2 {
            tool["inputSchema"]["properties"] = json!({"path": {"type": "string"}});
        }
        tool
    };
    let mut tools = vec![tool("read_file", true), tool("write_file", false)];
    if variant != 3 {
        tools.push(tool("delete_file", false));
        tools.push(tool("frobnicate", true));
    }
    if variant == 4 {
        tools.push(tool("write_file", true));
    }
    tools.into()
}

/// The digest of the call that the server sees.
pub(super) fn digest_of(message: &Value) -> Option<String> {
    let event = json!({
        "tool_name": format!("files/{}", message["params"]["name"].as_str()?),
        "tool_category": "write", "authorization_state": "none", "evidence_refs": [],
        "risk_domain": "unknown", "proposed_arguments": message["params"]["arguments"],
        "recommended_route": "accept",
        "authorization_subject": {"subject_type": "user", "subject_ref": SUBJECT}});
    let text = event.to_string();
    action_digest(json::parse(&text, 1 << 20).ok()?)
}
