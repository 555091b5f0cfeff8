//! Whether the members of an approval or an auth event say yes, and until when.
//!
//! A yes never makes a route laxer; a no makes it stricter. A value that is not known is not a yes.

use alloc::string::String;

use super::answers::{Reading, answer_word, is_yes, reads_as};

use crate::{
    contract::EvidenceKind,
    event::{Key, folded_key},
    gate::provenance::plain,
    json::{Member, Number, Value},
    time,
    tokens::{Token, Word, tokens},
};

/// What one value answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answer {
    Yes,
    No,
    Neither,
}

/// What the members of a ref say together.
#[derive(Debug, Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a thing that is so or not")]
pub(in crate::gate) struct Verdict {
    /// A verdict says yes.
    pub(in crate::gate) says_yes: bool,
    /// One says no, or says something else than yes where only a yes counts.
    pub(in crate::gate) denies: bool,
    /// The ref held until a moment that is past.
    pub(in crate::gate) is_past: bool,
    /// It holds from a moment that is still to come.
    pub(in crate::gate) is_early: bool,
    /// One of these moments cannot be read.
    pub(in crate::gate) has_bad_moment: bool,
    /// How many keys were read that say yes or no.
    verdicts: usize,
}

/// The clock by which moments are judged.
#[derive(Debug, Clone, Copy)]
struct Clock {
    now_ms: i64,
    skew_ms: i64,
}

impl Verdict {
    /// Reads the members of a ref that v1 does not define.
    pub(in crate::gate) fn of(
        members: &[Member<'_>],
        kind: EvidenceKind,
        now_ms: i64,
        skew_ms: i64,
    ) -> Self {
        let mut verdict = Self::default();
        verdict.read(members, kind, Clock { now_ms, skew_ms }, false);
        verdict
    }

    fn read(&mut self, members: &[Member<'_>], kind: EvidenceKind, clock: Clock, within: bool) {
        for member in members {
            let key = Key::of(&member.key, kind)
                // `"decision": {"type": "approve"}`
                .or_else(|| (within && is_type(&member.key)).then_some(Key::Action));
            if let Some(key) = key {
                self.read_member(key, &member.value, kind, clock);
            }
        }
    }

    fn read_member(&mut self, key: Key, value: &Value<'_>, kind: EvidenceKind, clock: Clock) {
        match key {
            Key::Approver => {}
            Key::End | Key::Start => self.read_moment(key, value, clock),
            Key::Revocation => {
                self.verdicts = self.verdicts.saturating_add(1);
                self.denies |= !is_off(value);
            }
            Key::Action => self.take(answer_of(key, value, kind)),
            Key::Verdict | Key::Status | Key::Answer | Key::Reply => {
                self.verdicts = self.verdicts.saturating_add(1);
                if let Value::Object(object) = value {
                    let before = self.verdicts;
                    self.read(object.members(), kind, clock, true);
                    // An object that answers nothing is not a yes.
                    self.denies |= self.verdicts == before;
                } else {
                    self.take(answer_of(key, value, kind));
                }
            }
        }
    }

    fn take(&mut self, answer: Answer) {
        self.says_yes |= answer == Answer::Yes;
        self.denies |= answer == Answer::No;
        self.verdicts = self.verdicts.saturating_add(usize::from(answer != Answer::Neither));
    }

    fn read_moment(&mut self, key: Key, value: &Value<'_>, clock: Clock) {
        let moment = match value {
            Value::Null => return,
            Value::String(text) => time::parse(text),
            Value::Number(number) => Some(epoch_ms(number)),
            Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
        };
        match (key, moment) {
            (_, None) => self.has_bad_moment = true,
            (Key::Start, Some(moment)) => {
                self.is_early |= moment.saturating_sub(clock.now_ms) > clock.skew_ms;
            }
            (_, Some(moment)) => self.is_past |= moment < clock.now_ms,
        }
    }
}

/// Whether an entry of `supports` is a verdict that is not a yes: `decision:reject`.
pub(in crate::gate) fn denies(support: &str, kind: EvidenceKind) -> bool {
    let Some((key, value)) = support.split_once(':') else { return false };
    let word = folded_key(key.trim());
    let key = if word == Word::literal("decision") || word == Word::literal("verdict") {
        Key::Verdict
    } else if word == Word::literal("status") {
        Key::Status
    } else {
        return false;
    };
    let is_record = matches!(kind, EvidenceKind::Approval | EvidenceKind::AuthEvent);
    is_record && text_answer(key, value, kind) == Answer::No
}

fn is_type(key: &str) -> bool {
    folded_key(key) == Word::literal("type")
}

/// Whether a value says that something is not so: `"revoked": false`.
fn is_off(value: &Value<'_>) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => {
            let text = text.trim();
            text.is_empty() || ["false", "no", "0"].iter().any(|no| text.eq_ignore_ascii_case(no))
        }
        Value::Number(number) => number.as_f64() == 0.0,
        Value::Bool(true) | Value::Array(_) | Value::Object(_) => false,
    }
}

fn answer_of(key: Key, value: &Value<'_>, kind: EvidenceKind) -> Answer {
    match value {
        Value::Bool(true) => Answer::Yes,
        Value::String(text) => text_answer(key, text, kind),
        // Of an action it is not said whether it was approved.
        _ if key == Key::Action => Answer::Neither,
        Value::Null | Value::Bool(false) => Answer::No,
        Value::Number(_) | Value::Array(_) | Value::Object(_) => unknown(key),
    }
}

/// What nobody knows denies where only a yes counts.
const fn unknown(key: Key) -> Answer {
    if matches!(key, Key::Verdict) { Answer::No } else { Answer::Neither }
}

fn text_answer(key: Key, text: &str, kind: EvidenceKind) -> Answer {
    let text = &*plain(text);
    let mut words = tokens(text).map(|token: Token<'_>| token.text);
    let first = words.next().unwrap_or_default();
    if words.next().is_none() {
        return match answer_word(first) {
            Reading::Yes => Answer::Yes,
            Reading::No | Reading::NotYet => Answer::No,
            Reading::Neither if is_yes(first) => Answer::Yes,
            Reading::Neither => unknown(key),
        };
    }
    if is_yes(first) && !tokens(text).any(|token: Token<'_>| says_no(token.text)) {
        return Answer::Yes;
    }
    match (key, read_words(text, kind)) {
        // `"action": "cancel_order"` is what was asked about, `"action": "not approved"` is an answer.
        (Key::Action, _) if !negates(first) && !first.eq_ignore_ascii_case("timed") => {
            Answer::Neither
        }
        // Only a reply may hold a no and mean yes: "approved to cancel order 7".
        (Key::Reply, Reading::Yes) => Answer::Yes,
        (_, Reading::No | Reading::NotYet) => Answer::No,
        (_, Reading::Yes | Reading::Neither) => unknown(key),
    }
}

/// A text of several words, also where it joins them (`not_approved`, `timedOut`), read as free text.
fn read_words(text: &str, kind: EvidenceKind) -> Reading {
    if text.trim().contains(char::is_whitespace) {
        return reads_as(text, kind);
    }
    let mut spaced = String::with_capacity(text.len().saturating_add(8));
    for token in tokens(text) {
        spaced.push_str(token.text);
        spaced.push(' ');
    }
    reads_as(&spaced, kind)
}

fn says_no(word: &str) -> bool {
    matches!(answer_word(word), Reading::No | Reading::NotYet) || negates(word)
}

fn negates(word: &str) -> bool {
    ["not", "never", "no"].iter().any(|not| word.eq_ignore_ascii_case(not))
}

/// Unix milliseconds of a number: seconds, or milliseconds where it is too large to be seconds.
fn epoch_ms(number: &Number<'_>) -> i64 {
    const MOST_SECONDS: f64 = 1e11;
    let number = number.as_f64();
    let ms = if number.abs() > MOST_SECONDS { number } else { number * 1000.0 };
    #[expect(clippy::cast_possible_truncation, reason = "the cast ends at the limits of the type")]
    let ms = ms as i64;
    ms
}
