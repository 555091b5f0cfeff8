//! A decision beside what was expected of it.

use std::borrow::Cow;

use aana_core::json::{self, Member, Object, Value, canonical};

use crate::limits::MAX_BYTES;

/// One difference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The field of the expectation.
    pub field: String,
    /// What was expected, as JSON text.
    pub expected: String,
    /// What the decision has, as JSON text.
    pub found: String,
}

/// What may be expected, and where the decision has it.
const FIELDS: [(&str, &[&str]); 10] = [
    ("route", &["route"]),
    ("hard_blockers", &["hard_blockers"]),
    ("reasons", &["reasons"]),
    ("warnings", &["warnings"]),
    ("effective_category", &["classification", "effective_category"]),
    ("verb_class", &["classification", "verb_class"]),
    ("risk_level", &["classification", "risk_level"]),
    ("effective_state", &["authorization_report", "effective_state"]),
    ("faults", &["validation_errors"]),
    ("absent", &[]),
];

/// Every field that may be expected.
pub(super) fn fields() -> impl Iterator<Item = &'static str> {
    FIELDS.iter().map(|(field, _)| *field)
}

/// Where a decision, as JSON text, is not what was expected.
pub(super) fn differences(decision: &str, expect: &[(Cow<'_, str>, Value<'_>)]) -> Vec<Difference> {
    let parsed = json::parse(decision, MAX_BYTES).unwrap_or(Value::Null);
    let mut differences = Vec::new();
    for (field, expected) in expect {
        if field == "absent" {
            let texts = expected.as_array().unwrap_or_default().iter().filter_map(Value::as_str);
            // The text itself may be a secret: that is why it should be absent.
            if texts.filter(|text| decision.contains(text)).count() > 0 {
                differences.push(Difference {
                    field: field.to_string(),
                    expected: "\"no such text\"".to_owned(),
                    found: "\"a text that should be absent\"".to_owned(),
                });
            }
            continue;
        }
        let steps = FIELDS
            .iter()
            .find(|(name, _)| name == field)
            .map(|(_, steps)| *steps)
            .unwrap_or_default();
        let found = steps.iter().try_fold(&parsed, |value, step| value.as_object()?.get(step));
        let found = match found {
            Some(found) if field == "faults" => text(&without_messages(found)),
            Some(found) => text(found),
            None => "null".to_owned(),
        };
        let expected = text(expected);
        if expected != found {
            differences.push(Difference { field: field.to_string(), expected, found });
        }
    }
    differences
}

fn text(value: &Value<'_>) -> String {
    let mut text = String::new();
    canonical(&mut text, value);
    text
}

/// Faults by path and code: messages are for people.
fn without_messages<'v>(faults: &Value<'v>) -> Value<'v> {
    let items = faults.as_array().unwrap_or_default().iter().map(|fault| {
        let kept = ["path", "code"].into_iter().filter_map(|key| {
            let value = fault.as_object()?.get(key)?.clone();
            Some(Member { key: Cow::Borrowed(key), value })
        });
        Value::Object(Object::new(kept.collect()).unwrap_or_default())
    });
    Value::Array(items.collect())
}
