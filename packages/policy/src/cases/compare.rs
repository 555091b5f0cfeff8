//! A decision beside what was expected of it.

use std::borrow::Cow;

use aana_core::Fault;
use aana_core::json::{Member, Object, Value, canonical};
use aana_core::report::{Call, Report};

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

/// What may be expected of a decision, and what the decision has there.
type Field = (&'static str, fn(&Report<'_>) -> Value<'static>);

const FIELDS: [Field; 9] = [
    ("route", |report| word(report.route.as_str())),
    ("hard_blockers", |report| list(report.hard_blockers.iter().map(|it| word(it.as_str())))),
    ("reasons", |report| list(report.reasons.iter().map(|it| string(it.to_string())))),
    ("warnings", |report| list(report.warnings.iter().map(|it| string(it.to_string())))),
    ("effective_category", |report| {
        of_call(report, |call| call.classification.effective_category.as_str())
    }),
    ("verb_class", |report| of_call(report, |call| call.classification.verb_class.as_str())),
    ("risk_level", |report| of_call(report, |call| call.classification.risk_level.as_str())),
    ("effective_state", |report| {
        of_call(report, |call| call.authorization.effective_state.as_str())
    }),
    // By path and code: messages are for people.
    ("faults", |report| list(report.validation_errors.iter().map(fault))),
];

/// Texts that may stand nowhere in the decision.
const ABSENT: &str = "absent";

/// Every field that may be expected.
pub(super) fn fields() -> impl Iterator<Item = &'static str> {
    FIELDS.iter().map(|(field, _)| *field).chain([ABSENT])
}

/// Whether a decision may differ from this expectation, however it is written. That a text is absent holds for every
/// text that is misspelt.
pub(super) fn can_fail(field: &str) -> bool {
    field != ABSENT
}

/// Where a decision is not what was expected.
pub(super) fn differences(
    report: &Report<'_>,
    expect: &[(Cow<'_, str>, Value<'_>)],
) -> Vec<Difference> {
    let mut differences = Vec::new();
    for (field, expected) in expect {
        if field == ABSENT {
            let texts = expected.as_array().unwrap_or_default().iter().filter_map(Value::as_str);
            let decision = report.to_json();
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
        let found = FIELDS.iter().find(|(name, _)| name == field);
        let found = text(&found.map_or(Value::Null, |(_, found)| found(report)));
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

const fn word(word: &'static str) -> Value<'static> {
    Value::String(Cow::Borrowed(word))
}

const fn string(text: String) -> Value<'static> {
    Value::String(Cow::Owned(text))
}

fn list(items: impl Iterator<Item = Value<'static>>) -> Value<'static> {
    Value::Array(items.collect())
}

/// A word about the call; `null` for a malformed event.
fn of_call(report: &Report<'_>, find: fn(&Call<'_>) -> &'static str) -> Value<'static> {
    report.call.as_ref().map_or(Value::Null, |call| word(find(call)))
}

fn fault(fault: &Fault) -> Value<'static> {
    let members = vec![
        Member { key: Cow::Borrowed("path"), value: string(fault.path.clone()) },
        Member { key: Cow::Borrowed("code"), value: word(fault.code.as_str()) },
    ];
    Value::Object(Object::new(members).unwrap_or_default())
}
