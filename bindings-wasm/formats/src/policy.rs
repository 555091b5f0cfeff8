//! What a policy makes of a list of tools, a first policy, and cases for one.

use aana_policy::{Document, text};
use aana_text_api::{first_fault, whole};
use wasm_bindgen::prelude::wasm_bindgen;

/// How a policy reads a list of tools.
#[wasm_bindgen(js_name = policyCheck)]
pub fn policy_check(policy: &str, tools: Option<String>) -> String {
    text::check(policy, tools.as_deref())
}

/// A first policy for a list of tools.
#[wasm_bindgen(js_name = policyInit)]
pub fn policy_init(tools: &str) -> String {
    text::init(tools)
}

/// What comes of cases; `now_ms` is the time of those that name none.
#[wasm_bindgen(js_name = policyTest)]
pub fn policy_test(policy: &str, cases: &str, now_ms: f64) -> String {
    text::run_cases(policy, cases, whole(now_ms))
}

/// What is said of a document in which the package found faults: `policy`, `tools` or `cases`.
#[wasm_bindgen(js_name = policyUnread)]
pub fn policy_unread(document: &str, faults: &str) -> String {
    let document = match document {
        "tools" => Document::Tools,
        "cases" => Document::Cases,
        _ => Document::Policy,
    };
    text::unread(document, first_fault(faults))
}
