//! The text of an answer as the record of the WIT.

use serde_json::Value;

use crate::bindings::exports::aana::gate::formats::{Finding, Place, Position, Report, Severity};

/// A report with its text. `valid` and `accepted` are what two kinds of answers call the same.
pub(crate) fn of(json: String) -> Report {
    let answer: Value = serde_json::from_str(&json).unwrap_or_default();
    let valid = answer.get("valid").or_else(|| answer.get("accepted"));
    let findings = answer.get("findings").and_then(Value::as_array);
    Report {
        valid: valid == Some(&Value::Bool(true)),
        findings: findings.into_iter().flatten().map(finding).collect(),
        json,
    }
}

/// The answer, or the sentence that stands in its place.
pub(crate) fn or_error(json: String) -> Result<String, String> {
    // The only answer that begins like this is the one about an input of the caller's own.
    if !json.starts_with(r#"{"error":"#) {
        return Ok(json);
    }
    let answer: Value = serde_json::from_str(&json).unwrap_or_default();
    Err(text(&answer, "error"))
}

fn finding(finding: &Value) -> Finding {
    let number =
        |key: &str| finding.get(key).and_then(Value::as_u64).and_then(|it| u32::try_from(it).ok());
    let place = match (number("line"), number("column")) {
        (Some(line), Some(column)) => Place::Text(Position { line, column }),
        _ => Place::Pointer(text(finding, "pointer")),
    };
    Finding {
        item: number("index"),
        rule: text(finding, "rule"),
        severity: match finding.get("severity").and_then(Value::as_str) {
            Some("warning") => Severity::Warning,
            _ => Severity::Error,
        },
        place,
        message: text(finding, "message"),
    }
}

fn text(object: &Value, key: &str) -> String {
    object.get(key).and_then(Value::as_str).unwrap_or_default().to_owned()
}
