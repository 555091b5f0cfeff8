//! What other records say against an approval in their fields: a policy's `decision: deny`, an audit record's
//! `event: approval.revoked`.

use super::{
    answers::{Reading, answer_word, is_qualified_no},
    off::is_off,
};
use crate::{
    contract::EvidenceKind,
    event::folded_key,
    gate::{
        plain,
        wording::{Act, Form, Sense, ToolVerbs, sense_of},
    },
    json::{Member, Value},
    tokens::{Token, Word, tokens, word_map},
};

/// How a record stands against an approval.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::gate) enum Opposes {
    Nothing,
    /// It tells nothing: the tool failed.
    Silent,
    /// It says no, or takes the approval back.
    Denies,
}

/// What a field of such a record says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    /// What was decided.
    Verdict,
    /// The same in a policy, where elsewhere it is about other things.
    OfPolicy,
    /// That something was taken back.
    TakenBack,
    /// What happened: it counts with the name of an approval.
    Event,
    /// That a tool failed.
    Failed,
    /// That it succeeded.
    Succeeded,
}

word_map! {
    FIELDS: Field = [
        ("decision", Field::Verdict), ("verdict", Field::Verdict), ("effect", Field::Verdict),
        ("allow", Field::Verdict), ("allowed", Field::Verdict), ("permit", Field::Verdict),
        ("permitted", Field::Verdict), ("authorized", Field::Verdict), ("approved", Field::Verdict),
        ("approvalstatus", Field::Verdict), ("approvalstate", Field::Verdict),
        ("consentstatus", Field::Verdict),
        ("result", Field::OfPolicy), ("outcome", Field::OfPolicy), ("compliant", Field::OfPolicy),
        ("revoked", Field::TakenBack), ("revokes", Field::TakenBack),
        ("rescinded", Field::TakenBack), ("retracted", Field::TakenBack),
        ("event", Field::Event), ("eventtype", Field::Event), ("type", Field::Event),
        ("action", Field::Event),
        ("iserror", Field::Failed), ("success", Field::Succeeded),
    ], Field::Verdict
}

/// How the fields of a record that is neither approval nor sign-in stand against an approval.
pub(in crate::gate) fn opposes(
    members: &[Member<'_>],
    kind: EvidenceKind,
    tool_name: &str,
) -> Opposes {
    let said = |member: &Member<'_>| {
        let Some(field) = FIELDS.get(folded_key(&member.key)) else { return Opposes::Nothing };
        let value = &member.value;
        let is_policy = kind == EvidenceKind::Policy;
        let denies = match field {
            Field::Verdict => is_no(value),
            Field::OfPolicy => is_policy && is_no(value),
            Field::TakenBack => !is_off(value) && !ToolVerbs::of(tool_name).contains(Act::Revoke),
            Field::Event => {
                (is_policy && is_no(value)) || value.as_str().is_some_and(takes_approval_back)
            }
            Field::Failed | Field::Succeeded => {
                let failed = Value::Bool(field == Field::Failed);
                let is_tool = kind == EvidenceKind::ToolResult;
                return if is_tool && *value == failed {
                    Opposes::Silent
                } else {
                    Opposes::Nothing
                };
            }
        };
        if denies { Opposes::Denies } else { Opposes::Nothing }
    };
    members.iter().map(said).max().unwrap_or(Opposes::Nothing)
}

fn is_no(value: &Value<'_>) -> bool {
    match value {
        Value::Bool(false) => true,
        Value::String(text) => {
            let text = plain(text);
            let mut words = tokens(&text);
            let first = words.next().map_or("", |token: Token<'_>| token.text);
            let none = Word::of(first) == Word::literal("none");
            match words.next() {
                None => !none && answer_word(first) == Reading::No,
                Some(_) => is_qualified_no(&text),
            }
        }
        _ => false,
    }
}

/// `approval.revoked`, `consent_withdrawn`
fn takes_approval_back(text: &str) -> bool {
    let (mut consent, mut no, mut count) = (false, false, 0_u8);
    for token in tokens(text) {
        match sense_of(token.text.as_bytes()) {
            Sense::Consent => consent = true,
            Sense::No(_, Form::Participle | Form::Noun) => no = true,
            _ => {}
        }
        count = count.saturating_add(1);
    }
    consent && no && count <= 4
}
