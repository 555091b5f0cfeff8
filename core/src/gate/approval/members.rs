//! A no or a not-yet by value: what an approval says under keys that are on no list, at any depth.
//!
//! A short value that is a word of a no says no, whatever its key is called, unless the key speaks of the past, of
//! choices, of labels or of the thing that is asked about.

use super::{
    answers::{Reading, answer_word, is_qualifier},
    key_words::{KeyWords, Says},
    off::is_off,
};
use crate::{
    contract::EvidenceKind,
    event::Key,
    gate::{
        plain,
        wording::{Act, Form, Sense, ToolVerbs, says_no_by_a_sign, sense_of},
    },
    json::{Member, Value},
    tokens::{Word, tokens, word_set},
};

/// What was found.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Told {
    pub(super) denies: bool,
    pub(super) not_given: bool,
    pub(super) by_machine: bool,
}

word_set! {
    /// What may stand beside a word of a no: `request rejected`, `access denied`.
    BESIDE = ["request", "call", "access", "action", "tool", "changes", "info", "information", "human", "admin",
        "closed", "operator", "review", "by", "was", "is", "final", "thanks", "thank", "way", "go", "deal", "please",
        "sir", "permission", "user", "approver"]
}

word_set! {
    /// Words of no answer that say something else as a value, or of an approval alone.
    ELSEWHERE = ["none", "nothing", "null", "nil", "undefined", "false", "0", "never", "hardly", "barely", "scarcely",
        "unable", "draft", "required", "later", "hold", "locked", "disabled", "inactive", "void", "commented",
        "fail", "non", "pas", "nie", "neither", "nor", "skipped", "assumed", "implied"]
}

/// Reads the members of an approval. `is_read` says whether those on the list of keys have been read already.
pub(super) fn read(members: &[Member<'_>], is_read: bool, tool_name: &str, told: &mut Told) {
    for member in members {
        let words = KeyWords::of(&member.key, tool_name);
        if words.is_exempt() {
            continue;
        }
        let known = Key::of(&member.key, EvidenceKind::Approval).filter(|_| is_read);
        // What such an object holds under keys of the list has been read, too.
        let is_verdict = matches!(
            known,
            Some(Key::Verdict | Key::Given | Key::Scope | Key::Status | Key::Answer | Key::Reply)
        );
        match &member.value {
            Value::Object(object) if known.is_some() => {
                read(object.members(), is_verdict, tool_name, told);
            }
            Value::Array(items) if known.is_some() => {
                for item in items {
                    if let Value::Object(object) = item {
                        read(object.members(), is_verdict, tool_name, told);
                    }
                }
            }
            _ if known.is_some() => {}
            found => value(found, words, tool_name, told),
        }
    }
}

fn value(found: &Value<'_>, words: KeyWords, tool_name: &str, told: &mut Told) {
    match words.doubt() {
        Says::No => told.denies |= !is_off(found),
        Says::NotYet => told.not_given |= !is_off(found),
        Says::Needs => told.not_given |= is_on(found),
        Says::Machine => told.by_machine |= is_on(found),
        Says::Trial => told.not_given |= is_on(found),
        _ => {}
    }
    // `"uses_left": 0`
    let is_spent = words.has(Says::Uses) && words.has(Says::Left) && is_off(found);
    told.denies |= is_spent;
    match found {
        Value::Object(object) => read(object.members(), false, tool_name, told),
        Value::Array(items) => {
            let yes = |item: &Value<'_>| item.as_str().is_some_and(is_yes);
            // `["approve", "reject"]` are choices.
            let are_choices = items.iter().any(yes);
            for item in items.iter().filter(|item| !are_choices || item.as_str().is_none()) {
                value(item, words, tool_name, told);
            }
        }
        Value::Bool(false) => told.denies |= words.asks_for_yes(),
        Value::String(text) if text.trim().eq_ignore_ascii_case("false") => {
            told.denies |= words.asks_for_yes();
        }
        Value::String(text) => match short_answer(text, words, tool_name) {
            Reading::No if words.doubt() == Says::Other => told.denies = true,
            Reading::NotYet if words.doubt() == Says::Other => told.not_given = true,
            _ => {}
        },
        _ => {}
    }
}

/// `true`, also as a text.
fn is_on(value: &Value<'_>) -> bool {
    match value {
        Value::Bool(is_on) => *is_on,
        Value::String(text) => {
            ["true", "yes", "1"].iter().any(|on| text.trim().eq_ignore_ascii_case(on))
        }
        _ => false,
    }
}

fn is_yes(text: &str) -> bool {
    tokens(text).next().is_some_and(|first| answer_word(first.text) == Reading::Yes)
}

/// How a value of at most two words answers.
fn short_answer(text: &str, key: KeyWords, tool_name: &str) -> Reading {
    const LONGEST: usize = 48;
    if text.len() > LONGEST {
        return Reading::Neither;
    }
    if says_no_by_a_sign(text) && !text.contains("-1") {
        return Reading::No;
    }
    let text = plain(text);
    let mut words = tokens(&text);
    let (Some(first), second) = (words.next(), words.next()) else { return Reading::Neither };
    // `"conclusion": "cancelled"` is what was decided, whatever the tool does.
    let is_verdict = key.has(Says::Given) || key.has(Says::Stands);
    let tool = if is_verdict { ToolVerbs::default() } else { ToolVerbs::of(tool_name) };
    let is_act = key.has(Says::Act) && !is_verdict;
    let read = |text: &str| one_word(text, tool, is_act, is_verdict);
    let Some(second) = second else { return read(first.text).0 };
    if let Some(third) = words.next() {
        // `denied by user`
        let by_person = second.word == Word::literal("by")
            && sense_of(third.text.as_bytes()) == Sense::Person
            && words.next().is_none();
        return if by_person { read(first.text).0 } else { Reading::Neither };
    }
    let ((one, one_verb), (other, other_verb)) = (read(first.text), read(second.text));
    let beside = |word: &str| {
        BESIDE.contains(Word::of(word))
            || is_qualifier(word)
            || word.bytes().all(|byte| byte.is_ascii_digit())
            || !matches!(sense_of(word.as_bytes()), Sense::Other)
    };
    match (one, other) {
        // `cancel order` is what was asked about, `reject once` an answer.
        (Reading::No, _) if one_verb && !is_qualifier(second.text) => Reading::Neither,
        (Reading::No | Reading::NotYet, _) if beside(second.text) => one,
        (_, Reading::No | Reading::NotYet) if !other_verb && beside(first.text) => other,
        (_, Reading::No) if sense_of(first.text.as_bytes()) == Sense::Person => other,
        _ => Reading::Neither,
    }
}

/// How one word answers as a value, and whether it is the verb of an act.
fn one_word(text: &str, tool: ToolVerbs, is_act: bool, is_verdict: bool) -> (Reading, bool) {
    if ELSEWHERE.contains(Word::of(text)) {
        return (Reading::Neither, false);
    }
    match sense_of(text.as_bytes()) {
        Sense::No(act, Form::Participle) if tool.contains(act) => (Reading::Neither, false),
        Sense::No(_, Form::Verb | Form::Noun) if is_act => (Reading::Neither, true),
        // `cancellation` names an act, `denial` an answer.
        Sense::No(
            Act::Cancel | Act::Dismiss | Act::Withdraw | Act::Revoke | Act::Prohibit | Act::Object,
            Form::Noun,
        ) if !is_verdict => (Reading::Neither, false),
        Sense::No(_, form) => (Reading::No, form == Form::Verb),
        Sense::NoAnswer | Sense::Not => (Reading::No, false),
        _ => match answer_word(text) {
            Reading::No => (Reading::No, false),
            Reading::NotYet => (Reading::NotYet, false),
            _ => (Reading::Neither, false),
        },
    }
}
