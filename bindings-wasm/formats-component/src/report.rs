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

#[cfg(test)]
mod tests {
    use aana_formats::{aaep, aai, tool_request};

    use super::{Place, Report, Severity, of, or_error};

    fn first(report: &Report) -> (bool, Option<u32>, &str, Severity) {
        let finding = &report.findings[0];
        assert!(!finding.message.is_empty());
        (report.valid, finding.item, &finding.rule, finding.severity)
    }

    #[test]
    fn findings_are_those_of_the_text() {
        let said = of(aaep::text::check_event("[]"));
        assert_eq!(first(&said), (false, None, "env.not-object", Severity::Error));
        assert!(matches!(&said.findings[0].place, Place::Pointer(place) if place.is_empty()));
        let said = of(aaep::text::check_stream("[]\n"));
        assert_eq!(first(&said), (false, Some(0), "env.not-object", Severity::Error));
        let said = of(tool_request::text::check(b"no front matter", "{}"));
        assert_eq!(first(&said), (false, None, "fm.missing", Severity::Error));
        assert!(matches!(&said.findings[0].place, Place::Text(place) if place.line == 1));
        let said = of(aai::text::read("{}", "seed").0);
        assert_eq!(first(&said), (false, None, "field.missing", Severity::Error));
        assert!(said.json.starts_with(r#"{"accepted":false,"#));
    }

    #[test]
    fn a_sentence_in_place_of_an_answer_is_an_error() {
        let sentence = or_error(tool_request::text::check(b"", "[]")).unwrap_err();
        assert!(sentence.starts_with("the options are no JSON object"), "{sentence}");
        assert!(or_error(tool_request::text::bind(b"", "{}")).is_ok());
    }
}
