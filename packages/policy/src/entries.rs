//! The entries of a policy, as they stand in its text.

use aana_core::json::{self, Object, Value};

use crate::limits::MAX_BYTES;

/// One entry.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    /// The name or pattern.
    pub(crate) pattern: String,
    /// The word of its `tool_category`.
    pub(crate) tool_category: Option<String>,
    /// Whether it has a field that relieves.
    pub(crate) relieves: bool,
}

/// The entries of a policy that loads, in order. What they mean is asked of the gate.
pub(crate) fn entries(policy: &str) -> Vec<Entry> {
    let Ok(value) = json::parse(policy, MAX_BYTES) else { return Vec::new() };
    let tools = value.as_object().and_then(|policy| policy.get("tools")).and_then(Value::as_object);
    let members = tools.map(Object::members).unwrap_or_default();
    members
        .iter()
        .map(|member| {
            let field = |name: &str| member.value.as_object()?.get(name);
            Entry {
                pattern: member.key.clone().into_owned(),
                tool_category: field("tool_category").and_then(Value::as_str).map(str::to_owned),
                relieves: field("hints") == Some(&Value::Bool(false))
                    || field("allow_secret_arguments") == Some(&Value::Bool(true)),
            }
        })
        .collect()
}
