//! A second writer of canonical JSON, over another crate's tree, and the action digest made with it.
//!
//! It leaves integers to the caller's digits: the tree must have been read with numbers that fit
//! their type, so that an integer is `u64` or `i64`.

use std::fmt::Write as _;

use serde_json::Value;
use sha2::{Digest, Sha256};

/// The action digest of an event, worked out without the core.
pub(crate) fn action_digest(event: &Value) -> String {
    let members: serde_json::Map<String, Value> =
        ["tool_name", "proposed_arguments", "authorization_subject"]
            .into_iter()
            .filter_map(|key| Some((key.to_owned(), event.get(key)?.clone())))
            .collect();
    let text = canonical(&Value::Object(members));
    Sha256::digest(text.as_bytes()).iter().fold("sha256:".to_owned(), |mut digest, byte| {
        write!(digest, "{byte:02x}").unwrap();
        digest
    })
}

/// The canonical form of a value.
pub(crate) fn canonical(value: &Value) -> String {
    match value {
        Value::Number(number) if number.is_f64() => {
            ryu_js::Buffer::new().format(number.as_f64().unwrap()).to_owned()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::String(text) => quoted(text),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(canonical).collect();
            format!("[{}]", items.join(","))
        }
        Value::Object(members) => {
            let mut members: Vec<(Vec<u16>, String)> = members
                .iter()
                .map(|(key, member)| {
                    let units = key.encode_utf16().collect();
                    (units, format!("{}:{}", quoted(key), canonical(member)))
                })
                .collect();
            members.sort();
            let members: Vec<String> = members.into_iter().map(|(_, text)| text).collect();
            format!("{{{}}}", members.join(","))
        }
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\0'..'\u{20}' => write!(out, "\\u{:04x}", u32::from(character)).unwrap(),
            _ => out.push(character),
        }
    }
    out.push('"');
    out
}
