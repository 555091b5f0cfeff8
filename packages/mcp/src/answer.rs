//! The answer to a call: a decision as structured content, and the same as text.

use std::mem;

use aana_core::json::Visitor;
use aana_core::report::Report;
use serde_json::{Map, Number, Value};

use crate::detail::Detail;

/// What the server answers to a call. Both forms are written from the report.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    pub(crate) text: String,
    pub(crate) structured: Value,
}

impl Answer {
    /// The decision of this report with as much detail as the call wants.
    ///
    /// # Example
    ///
    /// ```
    /// use aana_core::Gate;
    /// use aana_mcp::{Answer, Detail};
    ///
    /// let decision = Gate::default().check("[]", 0);
    /// let answer = Answer::new(&decision.report(), Detail::Compact);
    /// assert!(answer.text().starts_with(r#"{"route":"refuse""#));
    /// ```
    #[must_use]
    pub fn new(report: &Report<'_>, detail: Detail) -> Self {
        let mut structured = ValueBuilder::default();
        let text = match detail {
            Detail::Full => {
                report.emit(&mut structured);
                report.to_json()
            }
            Detail::Compact => {
                report.emit_compact(&mut structured);
                report.to_compact_json()
            }
        };
        Self { text, structured: structured.done }
    }

    /// The answer as JSON text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

/// Builds the value of what a report tells.
#[derive(Default)]
struct ValueBuilder {
    /// The arrays and objects around the next value.
    open: Vec<Open>,
    done: Value,
}

enum Open {
    Array(Vec<Value>),
    /// With the key of the next value.
    Object(Map<String, Value>, &'static str),
}

impl ValueBuilder {
    fn put(&mut self, value: Value) {
        match self.open.last_mut() {
            None => self.done = value,
            Some(Open::Array(items)) => items.push(value),
            Some(Open::Object(members, key)) => {
                members.insert(mem::take(key).to_owned(), value);
            }
        }
    }

    fn close(&mut self) {
        match self.open.pop() {
            Some(Open::Array(items)) => self.put(Value::Array(items)),
            Some(Open::Object(members, _)) => self.put(Value::Object(members)),
            None => {}
        }
    }
}

impl Visitor for ValueBuilder {
    fn null(&mut self) {
        self.put(Value::Null);
    }

    fn boolean(&mut self, value: bool) {
        self.put(Value::Bool(value));
    }

    fn integer(&mut self, value: u32) {
        self.put(Value::Number(value.into()));
    }

    fn hundredths(&mut self, value: u8) {
        // A whole number is an integer, as in the text.
        let number = if value.is_multiple_of(100) {
            Some(Number::from(value / 100))
        } else {
            Number::from_f64(f64::from(value) / 100.0)
        };
        self.put(number.map_or(Value::Null, Value::Number));
    }

    fn string(&mut self, value: &str) {
        self.put(Value::String(value.to_owned()));
    }

    fn word(&mut self, value: &'static str) {
        self.string(value);
    }

    fn begin_array(&mut self) {
        self.open.push(Open::Array(Vec::new()));
    }

    fn end_array(&mut self) {
        self.close();
    }

    fn begin_object(&mut self) {
        self.open.push(Open::Object(Map::new(), ""));
    }

    fn key(&mut self, name: &'static str) {
        if let Some(Open::Object(_, key)) = self.open.last_mut() {
            *key = name;
        }
    }

    fn end_object(&mut self) {
        self.close();
    }
}

#[cfg(test)]
mod tests {
    use aana_core::Gate;
    use serde_json::Value;

    use super::Answer;
    use crate::detail::Detail;

    const EVENTS: [&str; 5] = [
        "[]",
        r#"{"tool_name": 1, "a": "\u00e9"}"#,
        r#"{"tool_name":"search_docs","tool_category":"public_read","authorization_state":"none","evidence_refs":[],"risk_domain":"research","proposed_arguments":{"query":"x"},"recommended_route":"accept"}"#,
        r#"{"tool_name":"delete_\ud83d\ude00","tool_category":"write","authorization_state":"user_claimed","evidence_refs":["draft_id:1"],"risk_domain":"devops","proposed_arguments":{"a":"b"},"recommended_route":"accept","x":1}"#,
        r#"{"tool_name":"get_invoice","tool_category":"private_read","authorization_state":"authenticated","evidence_refs":[{"source_id":"s","kind":"auth_event"}],"risk_domain":"finance","proposed_arguments":{},"recommended_route":"ask"}"#,
    ];

    #[test]
    fn the_text_and_the_structured_content_are_the_same_decision() {
        for event in EVENTS {
            let decision = Gate::default().check(event, 0);
            let full = Answer::new(&decision.report(), Detail::Full);
            assert_eq!(full.text, decision.to_json());
            for answer in [&full, &Answer::new(&decision.report(), Detail::Compact)] {
                assert_eq!(serde_json::from_str::<Value>(&answer.text).unwrap(), answer.structured);
            }
        }
    }

    #[test]
    fn a_compact_answer_says_five_things_in_their_order() {
        for event in EVENTS {
            let decision = Gate::default().check(event, 0);
            let whole = Answer::new(&decision.report(), Detail::Full).structured;
            let compact = Answer::new(&decision.report(), Detail::Compact).text;
            let expected = [
                ("route", &whole["route"]),
                ("hard_blockers", &whole["hard_blockers"]),
                ("for_model", &whole["recovery"]["for_model"]),
                ("needs", &whole["recovery"]["needs"]),
                ("action_digest", &whole["action_digest"]),
            ];
            let expected = expected.map(|(name, value)| format!("\"{name}\":{value}"));
            assert_eq!(compact, format!("{{{}}}", expected.join(",")));
        }
    }
}
