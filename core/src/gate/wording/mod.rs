//! What a summary says in words: that evidence contradicts, that something is missing, that authorization
//! was denied, or that nobody has answered.
//!
//! Every text is read in one pass over whole words, with the last four in view. The records of an
//! authorization, and refs that take one back, are read a second time, each clause for what it says.
//! Words can only take away: nothing that a text says makes a route laxer.

mod act;
mod alarms;
mod answer;
mod author;
mod claims;
mod clause;
mod consent;
mod elsewhere;
mod hidden;
mod letters;
mod lexer;
mod limits;
mod look;
mod message;
mod pattern;
mod phrases;
mod prohibition;
mod reader;
mod record;
mod refusal;
mod silence;
mod standing;
mod third;
mod words;

pub(crate) use answer::{Reading, answer_word, reads_as};
pub(crate) use hidden::says_no_by_a_sign;
pub(crate) use lexer::plain;
pub(crate) use limits::is_trial;
pub(crate) use words::{Act, Form, Sense, ToolVerbs, sense_of};

use crate::{contract::EvidenceKind, tokens::tokens};
use alarms::Alarms;
pub(crate) use claims::Wording;
use claims::read_claims;

/// Whether no rule knows a word.
pub(crate) fn is_unknown(word: &str) -> bool {
    matches!(sense_of(word.as_bytes()), Sense::Other | Sense::Person)
}

/// The act that a word is the verb of.
pub(crate) fn act_of(word: &str) -> Option<Act> {
    match sense_of(word.as_bytes()) {
        Sense::No(act, Form::Verb) => Some(act),
        _ => None,
    }
}

/// Reads the summary of a ref. `tool_name` tells which words are those of the act itself, `now_ms` which days
/// are past.
pub(crate) fn read(text: &str, kind: EvidenceKind, tool_name: &str, now_ms: i64) -> Wording {
    let plain = plain(text);
    let mut wording = read_claims(&plain);
    let words = || lexer::lex(&plain);
    match kind {
        EvidenceKind::Approval | EvidenceKind::AuthEvent => {
            if text.is_ascii() && !look::is_alarming(&plain) {
                return wording;
            }
            let call = reader::Call { tool_name, now_ms };
            let now = third::without_what_was_left(&plain);
            let found = record::read(text, &lexer::lex(&now), kind, call);
            wording.denies |= found.denies;
            wording.not_given = found.not_given;
            wording.has_condition = found.has_condition;
            wording.contradicts |= found.contradicts;
            wording.marks_missing |= found.marks_missing;
            wording.by_machine = found.by_machine;
            wording.is_past = found.is_past;
        }
        EvidenceKind::UserMessage => {
            if lexer::Lexer::new(&plain).any(message::is_alarming) {
                let words = words();
                wording.denies |= elsewhere::takes_back(&words);
                wording.is_refused = message::is_refusal(&words, tool_name);
            }
        }
        EvidenceKind::Policy => {
            let alarms = Alarms::of(&plain);
            wording.marks_missing |= alarms.silence() && silence::had_no_verdict(&words());
            wording.denies |= alarms.no && prohibition::forbids(&words(), tool_name);
        }
        EvidenceKind::ToolResult
        | EvidenceKind::SystemState
        | EvidenceKind::AuditRecord
        | EvidenceKind::AssistantMessage
        | EvidenceKind::Other => {
            let alarms = Alarms::of(&plain);
            if matches!(kind, EvidenceKind::ToolResult | EvidenceKind::SystemState) {
                wording.marks_missing |= alarms.silence() && silence::had_no_verdict(&words());
            }
            wording.denies |= alarms.consent() && elsewhere::takes_back(&words());
        }
    }
    wording
}

/// Reads a bare string. An id is read for denials only as far as it says them in whole phrases or in one of the
/// words of a record: `approval:cancel-order-7` is an id, `approval:revoked` says no.
pub(crate) fn read_text_ref(text: &str, kind: Option<EvidenceKind>) -> Wording {
    let denies = read_claims(&plain(text)).denies;
    let mut wording = Wording { denies, ..Wording::default() };
    let (Some(kind @ (EvidenceKind::Approval | EvidenceKind::AuthEvent)), Some((_, id))) =
        (kind, text.split_once(':'))
    else {
        return wording;
    };
    let id = plain(id.trim());
    if id.contains(char::is_whitespace) {
        let reading = reads_as(&id, kind, "", i64::MIN);
        wording.denies |= reading == Reading::No;
        wording.not_given = reading == Reading::NotYet;
        return wording;
    }
    for token in tokens(&id) {
        let sense = sense_of(token.text.as_bytes());
        wording.denies |= matches!(sense, Sense::No(_, Form::Participle));
    }
    // One word of a no is no id either.
    let answer = answer_word(&id);
    wording.denies |= answer == Reading::No && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    wording
}

#[cfg(test)]
mod tests;
