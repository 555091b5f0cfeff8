//! The question that a person is asked: what will run, in full, made from the event's own arguments.
//!
//! No word of the agent is in it. A summary, an intent or a text of the runtime could say one thing while
//! the arguments say another, and what runs is the arguments.

mod confusable;
mod document;
mod effects;
mod equivalent;
mod found;
mod mark;
mod plain;
mod rows;
mod secret;
mod visible;

use aana_core::{Decision, codes::Blocker, contract::RiskLevel, json::Object};

pub use document::{Fold, Question, Row, Warning};
pub use mark::Mark;
pub use secret::MaskKey;

use found::FoundMarks;
use mark::Marks;
use secret::Masker;
use visible::TextKind;
pub(crate) use visible::is_hidden;

/// The question about an event that was decided; nothing, if it would be longer than can be shown.
pub(crate) fn question(
    event: &Object<'_>,
    decision: &Decision<'_>,
    expires_at: String,
    masker: &Masker,
) -> Option<Question> {
    let mut found = FoundMarks::default();
    let mut marks = Marks::default();
    let name = event.get("tool_name").and_then(|name| name.as_str()).unwrap_or_default();
    let tool = rows::shown(name, None, TextKind::Name, masker, &mut marks)?;
    found.add("(tool)", marks);
    let subject = match event.get("authorization_subject") {
        None => None,
        Some(subject) => {
            let mut marks = Marks::default();
            let subject = rows::subject(subject, masker, &mut marks)?;
            found.add("(subject)", marks);
            Some(subject)
        }
    };
    let arguments = event
        .get("proposed_arguments")
        .and_then(|arguments| arguments.as_object())
        .map_or_else(|| Some(Vec::new()), |arguments| rows::rows(arguments, masker, &mut found))?;
    let mut question = Question {
        tool,
        risk_level: decision.risk_level().unwrap_or(RiskLevel::High).as_str().to_owned(),
        irreversible: decision.irreversible().unwrap_or(true),
        subject,
        effects: effects::effects(decision),
        arguments,
        warnings: found.warnings(),
        hard_blockers: decision
            .hard_blockers()
            .iter()
            .map(Blocker::as_str)
            .map(str::to_owned)
            .collect(),
        expires_at,
        text: String::new(),
    };
    question.text = plain::render(&question);
    Some(question)
}
