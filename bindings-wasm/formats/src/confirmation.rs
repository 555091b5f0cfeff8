//! Confirmations: the question, and what an answer comes to.

use aana_confirmation::text;
use wasm_bindgen::prelude::wasm_bindgen;

/// Asks about an event, with the gate that has this policy, or the default one, and this mode, or the
/// policy's.
///
/// # Errors
///
/// The faults of the policy as JSON text.
#[wasm_bindgen(js_name = confirmationAsk)]
pub fn confirmation_ask(
    policy: Option<String>,
    mode: Option<String>,
    event: &str,
    now_ms: f64,
    options: &str,
) -> Result<String, String> {
    let gate = aana_text_api::gate(policy.as_deref(), mode.as_deref())?;
    Ok(text::ask(&gate, event, aana_text_api::whole(now_ms), options))
}

/// Judges an answer.
#[wasm_bindgen(js_name = confirmationAnswer)]
pub fn confirmation_answer(
    pending: &str,
    state: &str,
    answer: &str,
    event: Option<String>,
    now_ms: f64,
) -> String {
    text::answer(pending, state, answer, event.as_deref(), aana_text_api::whole(now_ms))
}

/// What is said of an answer for which there is nothing to judge.
#[wasm_bindgen(js_name = confirmationNotConfirmed)]
pub fn confirmation_not_confirmed(why: &str) -> String {
    text::not_confirmed(why)
}

/// Decides an event given as JSON text: what [`confirmation_answer`] gave is gated again, with what it says is attested.
///
/// # Errors
///
/// The faults of the policy as JSON text.
#[wasm_bindgen(js_name = confirmationCheck)]
pub fn confirmation_check(
    policy: Option<String>,
    mode: Option<String>,
    event: &str,
    now_ms: f64,
    attested: Option<Vec<u32>>,
) -> Result<String, String> {
    let gate = aana_text_api::gate(policy.as_deref(), mode.as_deref())?;
    Ok(aana_text_api::check(&gate, event, now_ms, &attested.unwrap_or_default()))
}
