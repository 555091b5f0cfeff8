//! How a text or a word reads as an answer.

use super::{
    lexer::{lex, plain},
    reader::Call,
    record,
    refusal::NO_ANSWER_TO,
    words::{Sense, Yes, sense_of},
};
use crate::contract::EvidenceKind;

/// An answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reading {
    Yes,
    /// Yes, under a condition.
    YesIf,
    No,
    NotYet,
    /// About something else, or not known.
    Neither,
}

/// How a text of several words reads as an answer. Only a text that begins with a yes and takes nothing of
/// it back is one. `tool_name` tells which words are those of the act itself, `now_ms` which days are past.
pub(crate) fn reads_as(text: &str, kind: EvidenceKind, tool_name: &str, now_ms: i64) -> Reading {
    let text = plain(text);
    let words = lex(&text);
    let found = record::read(&text, &words, kind, Call { tool_name, now_ms });
    if found.denies || found.contradicts || found.marks_missing || found.is_past {
        return Reading::No;
    }
    if found.not_given || found.by_machine {
        return Reading::NotYet;
    }
    let Some(first) = words.first() else { return Reading::Neither };
    // `No worries` and `No problem` answer nothing.
    let is_harmless = words.get(1).is_some_and(|next| {
        NO_ANSWER_TO.iter().any(|harmless| next.text.eq_ignore_ascii_case(harmless.as_bytes()))
    });
    match answer_of(first.sense) {
        Reading::Neither if first.sense == Sense::Not => Reading::No,
        Reading::No if first.sense == Sense::NoAnswer && is_harmless => Reading::Neither,
        Reading::Yes if found.has_condition => Reading::YesIf,
        reading => reading,
    }
}

/// How one word reads as an answer, whatever its case.
pub(crate) fn answer_word(word: &str) -> Reading {
    answer_of(sense_of(plain(word).trim().as_bytes()))
}

const fn answer_of(sense: Sense) -> Reading {
    match sense {
        Sense::Yes(Yes::Said | Yes::Plain | Yes::Answer) => Reading::Yes,
        Sense::Consent | Sense::Other => Reading::Neither,
        Sense::No(..) | Sense::NoAnswer | Sense::False | Sense::Nobody => Reading::No,
        Sense::Weak | Sense::NotYet => Reading::NotYet,
        _ => Reading::Neither,
    }
}
