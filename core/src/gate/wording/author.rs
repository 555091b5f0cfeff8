//! Whether an approval says that the model gave it: `approved by the assistant`, `the model decided`.

use super::{
    clause::Place,
    lexer::Border,
    words::{Sense, Yes},
};

/// What a machine does that is not an answer of a person.
const DEEDS: &[&str] = &[
    "decided",
    "decides",
    "determined",
    "thinks",
    "thought",
    "believes",
    "judged",
    "judges",
    "considers",
    "considered",
    "concluded",
    "assessed",
    "deemed",
    "says",
    "said",
];

/// What is said of a text that a machine wrote.
const WRITTEN: &[&str] =
    &["generated", "written", "produced", "created", "issued", "given", "filed"];

/// Behind the name of a machine these are people: `the assistant manager`, `the model owner`.
const ROLES: &[&str] = &[
    "manager",
    "director",
    "head",
    "lead",
    "owner",
    "team",
    "principal",
    "professor",
    "secretary",
    "treasurer",
    "controller",
    "editor",
    "supervisor",
    "engineer",
    "committee",
    "board",
    "officer",
    "council",
    "department",
];

/// Whether the machine at this place is who approves. Where a person has said yes as well, a machine may have
/// written what was asked about.
pub(super) fn approves(machine: Place<'_, '_>, has_yes: bool, yes_earlier: bool) -> bool {
    if machine.next().is_some_and(|role| role.is_any(ROLES)) {
        return false;
    }
    let by_key = machine.word().is_some_and(|word| word.is_value);
    let mut before = if by_key { machine.before() } else { machine.previous() };
    // `by the policy bot`.
    if let Some(kind) = before.filter(|kind| kind.sense() == Sense::Judge) {
        before = kind.previous();
    }
    while let Some(small) = before.filter(|it| {
        it.sense() == Sense::Article || it.sense() == Sense::Machine || it.is_any(&["my", "our"])
    }) {
        before = small.previous();
    }
    // `approved (by the model)`.
    let doing = before.filter(|by| by.sense() == Sense::By).and_then(|by| {
        by.word().filter(|word| word.border != Border::Hard).and_then(|_| by.before())
    });
    if let Some(doing) = doing {
        let is_yes = matches!(doing.sense(), Sense::Yes(Yes::Said | Yes::Plain));
        return (is_yes && !doing.is("verified") && !doing.is("validated"))
            || (!has_yes && doing.is_any(WRITTEN));
    }
    // `assistant: approved`, `GPT-4 approved this`.
    let value = machine.after().filter(|it| it.word().is_some_and(|word| word.is_value));
    let mut after = value.or_else(|| machine.next());
    while let Some(small) = after.filter(|it| {
        matches!(it.sense(), Sense::Being | Sense::Machine)
            || it.is_any(&["itself", "already", "also", "just", "agent"])
            || it.word().is_some_and(|word| word.text.first().is_some_and(u8::is_ascii_digit))
    }) {
        after = small.next();
    }
    after.is_some_and(|deed| {
        let is_yes = match deed.sense() {
            Sense::Yes(Yes::Said) => true,
            Sense::Yes(_) => value.is_some(),
            _ => false,
        };
        (is_yes && !yes_earlier) || (deed.is_any(DEEDS) && !has_yes)
    })
}
