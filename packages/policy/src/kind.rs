//! What a document seems to be, so that one in another's place can be told.

use aana_core::POLICY_VERSION;
use aana_core::contract::REQUIRED_FIELDS;
use aana_core::json::{self, Object, Value};

use crate::limits::MAX_BYTES;

/// A kind of document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A policy.
    Policy,
    /// A list of tools.
    Tools,
    /// An event.
    Event,
}

impl Kind {
    /// The kind in a word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Policy => "policy",
            Self::Tools => "tools",
            Self::Event => "event",
        }
    }

    /// What the document is, and what reads it.
    pub const fn hint(self) -> &'static str {
        match self {
            Self::Policy => "this is a policy: use `aana policy check`",
            Self::Tools => "this is a list of tools: use `aana policy check POLICY --tools FILE`",
            Self::Event => "this is an event: use `aana check` or `aana validate`",
        }
    }
}

/// What a JSON document seems to be by the fields that it has. It need not be a good one.
pub fn kind_of(text: &str) -> Option<Kind> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let value = json::parse(text, MAX_BYTES).ok()?;
    match &value {
        Value::Array(items) => list(items).then_some(Kind::Tools),
        Value::Object(object) => of_object(object),
        _ => None,
    }
}

/// What an object seems to be.
pub(crate) fn of_object(object: &Object<'_>) -> Option<Kind> {
    // The fields of a policy that no other document has.
    const OF_POLICIES: [&str; 11] = [
        "evidence_profile",
        "max_evidence_age_hours",
        "clock_skew_seconds",
        "max_event_bytes",
        "high_risk_domains",
        "secret_arguments",
        "require_bound_approval",
        "unlisted_tools",
        "evidence",
        "names",
        "mode",
    ];
    let has = |field: &&str| object.get(field).is_some();
    if object.get("schema_version").and_then(Value::as_str) == Some(POLICY_VERSION) {
        return Some(Kind::Policy);
    }
    if REQUIRED_FIELDS.iter().filter(|field| has(field)).count() >= 2 {
        return Some(Kind::Event);
    }
    match object.get("tools") {
        Some(Value::Object(_)) => return Some(Kind::Policy),
        Some(Value::Array(items)) if list(items) || object.get("app").is_some() => {
            return Some(Kind::Tools);
        }
        _ => {}
    }
    if let Some(Value::Object(result)) = object.get("result")
        && matches!(result.get("tools"), Some(Value::Array(_)))
    {
        return Some(Kind::Tools);
    }
    OF_POLICIES.iter().any(has).then_some(Kind::Policy)
}

/// Whether these look like tools.
fn list(items: &[Value<'_>]) -> bool {
    let tool = |item: &Value<'_>| {
        item.as_object().is_some_and(|object| {
            let schema = ["inputSchema", "input_schema", "parameters", "function", "annotations"];
            object.get("function").is_some()
                || object.get("name").is_some()
                    && schema.iter().any(|key| object.get(key).is_some())
                || object.get("name").is_some() && object.get("description").is_some()
        })
    };
    items.first().is_some_and(tool)
}

#[cfg(test)]
mod tests {
    use super::{Kind, kind_of};

    #[test]
    fn documents_are_told_apart() {
        for (text, kind) in [
            (r#"{"schema_version": "aana.policy.v1"}"#, Some(Kind::Policy)),
            (r#"{"tools": {}}"#, Some(Kind::Policy)),
            (r#"{"mode": "shadow"}"#, Some(Kind::Policy)),
            (r#"{"tool_name": "x", "tool_category": "write", "mode": "y"}"#, Some(Kind::Event)),
            (r#"{"tools": [{"name": "x", "inputSchema": {}}]}"#, Some(Kind::Tools)),
            (r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": []}}"#, Some(Kind::Tools)),
            (r#"[{"type": "function", "function": {"name": "x"}}]"#, Some(Kind::Tools)),
            (r#"[{"name": "x", "input_schema": {}}]"#, Some(Kind::Tools)),
            ("{}", None),
            ("[]", None),
            ("[1]", None),
            ("{", None),
            ("x", None),
        ] {
            assert_eq!(kind_of(text), kind, "{text}");
        }
    }
}
