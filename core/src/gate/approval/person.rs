//! The asker cannot approve its own call: an approval does not count if the model, a tool or nobody gave it.

use crate::{
    contract::EvidenceKind,
    event::Key,
    gate::provenance::{Proposer, plain},
    json::{Member, Value},
    tokens::{Token, Word, tokens, word_set},
};

/// Who gave an approval, the least trustworthy first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::gate) enum Approver {
    /// The model, a tool, or nobody.
    Machine,
    /// An agent, which can be a person in a call centre: the host has to know.
    Agent,
    /// A system, which may follow a policy or not.
    System,
    /// Anybody else, or not said.
    Person,
}

word_set! {
    /// Whole labels that name something other than a person.
    ALONE = [
        "assistant", "self", "auto", "automatic", "automatically", "automation", "bot", "ai",
        "model", "llm", "tool", "none", "nobody",
    ]
}

word_set! {
    /// The same before a colon.
    BEFORE_COLON = ["model", "llm", "ai", "tool", "assistant", "bot", "self", "auto"]
}

/// Who gave the approval with these members.
pub(in crate::gate) fn approver_of(members: &[Member<'_>], proposer: &Proposer) -> Approver {
    let mut found = Approver::Person;
    for member in members {
        match Key::of(&member.key, EvidenceKind::Approval) {
            Some(Key::Approver) => found = found.min(least_of(&member.value, proposer)),
            // `"decision": {"approved": true, "approved_by": "bot"}`
            Some(Key::Verdict | Key::Status | Key::Answer | Key::Reply) => {
                if let Value::Object(object) = &member.value {
                    found = found.min(approver_of(object.members(), proposer));
                }
            }
            _ => {}
        }
    }
    found
}

fn least_of(value: &Value<'_>, proposer: &Proposer) -> Approver {
    match value {
        Value::String(label) => of_label(label, proposer),
        Value::Array(items) => {
            items.iter().map(|item| least_of(item, proposer)).min().unwrap_or(Approver::Person)
        }
        Value::Object(object) => object
            .members()
            .iter()
            .map(|member| least_of(&member.value, proposer))
            .min()
            .unwrap_or(Approver::Person),
        Value::Null | Value::Bool(_) | Value::Number(_) => Approver::Person,
    }
}

fn of_label(label: &str, proposer: &Proposer) -> Approver {
    let label = &*plain(label);
    if proposer.is(label) || label.split([':', '/']).any(|part| proposer.is(part)) {
        return Approver::Machine;
    }
    let mut words = tokens(label).map(|token: Token<'_>| token.word);
    let first = words.next().unwrap_or(Word::OTHER);
    let is_alone = words.next().is_none();
    let before_colon = label.split_once(':').is_some_and(|(kind, _)| {
        let mut words = tokens(kind).map(|token: Token<'_>| token.word);
        words.next() == Some(first) && words.next().is_none()
    });
    let agent = first == Word::literal("agent") || first == Word::literal("agents");
    if (is_alone && ALONE.contains(first)) || (before_colon && BEFORE_COLON.contains(first)) {
        Approver::Machine
    } else if agent && (is_alone || before_colon) {
        Approver::Agent
    } else if is_alone && first == Word::literal("system") {
        Approver::System
    } else {
        Approver::Person
    }
}
