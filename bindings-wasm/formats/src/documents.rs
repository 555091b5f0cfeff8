//! AAEP events and Tool Execution Requests.

use aana_formats::{aaep, tool_request};
use aana_text_api::first_fault;
use wasm_bindgen::prelude::wasm_bindgen;

/// Checks one AAEP event.
#[wasm_bindgen(js_name = aaepCheckEvent)]
pub fn aaep_check_event(event: &str) -> String {
    aaep::text::check_event(event)
}

/// Checks one AAEP reply.
#[wasm_bindgen(js_name = aaepCheckReply)]
pub fn aaep_check_reply(reply: &str) -> String {
    aaep::text::check_reply(reply)
}

/// Checks one message of the AAEP handshake.
#[wasm_bindgen(js_name = aaepCheckHandshake)]
pub fn aaep_check_handshake(message: &str) -> String {
    aaep::text::check_handshake(message)
}

/// Checks what a producer accepted against what a subscriber asked for.
#[wasm_bindgen(js_name = aaepCheckAccepted)]
pub fn aaep_check_accepted(request: &str, accepted: &str) -> String {
    aaep::text::check_accepted(request, accepted)
}

/// Checks one AAEP document, told by its `type`.
#[wasm_bindgen(js_name = aaepCheck)]
pub fn aaep_check(document: &str) -> String {
    aaep::text::check(document)
}

/// Checks a stream of AAEP events and replies in JSON Lines.
#[wasm_bindgen(js_name = aaepCheckStream)]
pub fn aaep_check_stream(lines: &str) -> String {
    aaep::text::check_stream(lines)
}

/// Checks a stream item by item. An item is `+` and its text, or `-` and the faults that the package found
/// in it; one with neither in front cannot be read.
#[wasm_bindgen(js_name = aaepCheckItems)]
pub fn aaep_check_items(items: Vec<String>) -> String {
    aaep::text::check_items(items.iter().map(|item| match item.split_at_checked(1) {
        Some(("+", text)) => Ok(text),
        Some(("-", faults)) => Err(first_fault(faults)),
        _ => Err(first_fault("")),
    }))
}

/// What is said of an event or a reply in which the package found faults.
#[wasm_bindgen(js_name = aaepUnread)]
pub fn aaep_unread(faults: &str) -> String {
    aaep::text::unread(first_fault(faults))
}

/// One step of an AAEP session: the session and the request as JSON texts. The gate has this policy, or
/// the default one, and this mode, or the policy's.
///
/// # Errors
///
/// The faults of the policy as JSON text.
#[wasm_bindgen(js_name = aaepSessionStep)]
pub fn aaep_session_step(
    policy: Option<String>,
    mode: Option<String>,
    session: &str,
    request: &str,
) -> Result<String, String> {
    let gate = aana_text_api::gate(policy.as_deref(), mode.as_deref())?;
    Ok(aaep::text::session_step(&gate, session, request))
}

/// Checks a Tool Execution Request.
#[wasm_bindgen(js_name = toolRequestCheck)]
pub fn tool_request_check(document: &[u8], options: &str) -> String {
    tool_request::text::check(document, options)
}

/// The digests of a Tool Execution Request.
#[wasm_bindgen(js_name = toolRequestDigests)]
pub fn tool_request_digests(document: &[u8]) -> String {
    tool_request::text::digests(document)
}

/// Binds a Tool Execution Request to what the host knows.
#[wasm_bindgen(js_name = toolRequestBind)]
pub fn tool_request_bind(document: &[u8], facts: &str) -> String {
    tool_request::text::bind(document, facts)
}
