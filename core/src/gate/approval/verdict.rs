//! Whether the members of an approval or an auth event say yes, and until when.
//!
//! A yes never makes a route laxer; a no makes it stricter. A value that is not known is not a yes.

use alloc::string::String;

use super::answers::{Reading, answer_word, begins_with_yes, is_qualified_no, strictest_word};

use crate::{
    contract::EvidenceKind,
    event::{Key, folded_key},
    gate::{provenance::plain, wording},
    json::{Member, Number, Value},
    time,
    tokens::{Token, Word, tokens, word_set},
};

/// What one value answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answer {
    Yes,
    /// Yes, under a condition.
    YesIf,
    No,
    Neither,
}

word_set! {
    /// What names the answer within an object: `"decision": {"type": "approve"}`.
    INNER = ["name", "label", "text", "title", "kind", "value"]
}

/// What the members of a ref say together.
#[derive(Debug, Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a thing that is so or not")]
pub(in crate::gate) struct Verdict {
    /// A verdict says yes.
    pub(in crate::gate) says_yes: bool,
    /// One says yes under a condition.
    pub(in crate::gate) has_condition: bool,
    /// One says no, or nothing that is a yes where only a yes counts.
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

/// The ref and the clock by which its members are judged.
#[derive(Debug, Clone, Copy)]
pub(in crate::gate) struct Judging<'j> {
    pub(in crate::gate) kind: EvidenceKind,
    /// Which words are those of the act itself.
    pub(in crate::gate) tool_name: &'j str,
    pub(in crate::gate) now_ms: i64,
    pub(in crate::gate) skew_ms: i64,
}

impl Verdict {
    /// Reads the members of a ref that v1 does not define.
    pub(in crate::gate) fn of(members: &[Member<'_>], judging: Judging<'_>) -> Self {
        let mut verdict = Self::default();
        verdict.read(members, judging, false);
        verdict
    }

    fn read(&mut self, members: &[Member<'_>], judging: Judging<'_>, within: bool) {
        for member in members {
            let inner = || within && INNER.contains(folded_key(&member.key));
            let key = Key::of(&member.key, judging.kind)
                .filter(|key| {
                    within || *key != Key::Action || judging.kind == EvidenceKind::Approval
                })
                .or_else(|| inner().then_some(Key::Action));
            if let Some(key) = key {
                self.read_member(key, &member.value, judging);
            }
            let is_code = within && folded_key(&member.key) == Word::literal("code");
            self.denies |= is_code && is_failed_code(&member.value);
        }
    }

    fn read_member(&mut self, key: Key, value: &Value<'_>, judging: Judging<'_>) {
        match key {
            Key::Approver => {}
            Key::End | Key::Expiry | Key::Start => self.read_moment(key, value, judging),
            Key::Revocation => {
                self.verdicts = self.verdicts.saturating_add(1);
                self.denies |= !is_off(value);
            }
            Key::Flag => self.denies |= judging.answer(key, value) == Answer::No,
            Key::Remark => self.denies |= judging.begins_with_no(value),
            Key::Action
            | Key::Verdict
            | Key::Given
            | Key::Scope
            | Key::Status
            | Key::Answer
            | Key::Reply => self.read_verdict(key, value, judging),
        }
    }

    fn read_verdict(&mut self, key: Key, value: &Value<'_>, judging: Judging<'_>) {
        let before = self.verdicts;
        match value {
            Value::Object(object) if key != Key::Action => {
                self.read(object.members(), judging, true);
            }
            // What was granted may be named like a verdict.
            Value::Array(_) if key == Key::Scope => {}
            Value::Array(items) if !matches!(key, Key::Action | Key::Verdict | Key::Given) => {
                for item in items {
                    self.read_verdict(key, item, judging);
                }
            }
            Value::String(text) if is_participle(key) && time::parse(text.trim()).is_some() => {
                // The moment at which it was given.
                self.read_moment(Key::Start, value, judging);
                self.take(Answer::Yes);
            }
            _ => {
                self.take(judging.answer(key, value));
                return;
            }
        }
        // What answers nothing is not a yes.
        let is_empty = match value {
            Value::Object(object) => object.members().is_empty(),
            Value::Array(items) => items.is_empty(),
            _ => false,
        };
        let only_yes = matches!(key, Key::Verdict | Key::Given) || (key == Key::Scope && is_empty);
        self.denies |= self.verdicts == before && only_yes;
        self.verdicts = self.verdicts.saturating_add(1);
    }

    fn take(&mut self, answer: Answer) {
        self.says_yes |= answer == Answer::Yes;
        self.has_condition |= answer == Answer::YesIf;
        self.denies |= answer == Answer::No;
        self.verdicts = self.verdicts.saturating_add(usize::from(answer != Answer::Neither));
    }

    fn read_moment(&mut self, key: Key, value: &Value<'_>, judging: Judging<'_>) {
        let moment = match value {
            Value::Null => return,
            Value::String(text) => time::parse(text),
            Value::Number(number) => Some(epoch_ms(number)),
            Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
        };
        // `"expires": "never"` and `"expires": 3600` name no moment.
        let is_none = match value {
            Value::String(text) => {
                ["never", "none", ""].iter().any(|none| text.trim().eq_ignore_ascii_case(none))
            }
            Value::Number(_) => moment.is_some_and(|moment| moment < LEAST_EPOCH_MS),
            _ => value == &Value::Bool(false),
        };
        if key == Key::Expiry && is_none {
            return;
        }
        match (key, moment) {
            (_, None) => self.has_bad_moment = true,
            (Key::Start, Some(moment)) => {
                self.is_early |= moment.saturating_sub(judging.now_ms) > judging.skew_ms;
            }
            (_, Some(moment)) => self.is_past |= moment < judging.now_ms,
        }
    }
}

/// Less than this as milliseconds is a duration and not a moment: 1973.
const LEAST_EPOCH_MS: i64 = 100_000_000_000;

/// Whether an entry of `supports` is a verdict that is not a yes: `decision:reject`, `not approved`.
pub(in crate::gate) fn denies(support: &str, judging: Judging<'_>) -> bool {
    let Some((key, value)) = support.split_once(':') else { return judging.is_plain_no(support) };
    let key = match Key::of(key.trim(), judging.kind) {
        Some(Key::Verdict) => Key::Verdict,
        Some(Key::Given | Key::Scope | Key::Status | Key::Answer | Key::Reply) => Key::Status,
        Some(Key::Revocation) => return !is_off(&Value::String(value.into())),
        _ => return false,
    };
    judging.text_answer(key, value) == Answer::No
}

/// Whether a key says that something was given, so that its value may be when.
const fn is_participle(key: Key) -> bool {
    matches!(key, Key::Given | Key::Scope)
}

/// Whether a value says that something is not so: `"revoked": false`.
fn is_off(value: &Value<'_>) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => {
            let text = text.trim();
            let off = ["", "false", "no", "0", "none", "null"];
            off.iter().any(|no| text.eq_ignore_ascii_case(no))
        }
        Value::Number(number) => number.as_f64() == 0.0,
        Value::Array(items) => items.is_empty(),
        Value::Object(object) => object.members().is_empty(),
        Value::Bool(true) => false,
    }
}

/// Whether a number is a status of HTTP that says that something failed.
fn is_failure(number: &Number<'_>) -> bool {
    (400.0..600.0).contains(&number.as_f64())
}

/// Whether a code says that something failed: it is neither 0 nor one of success of HTTP.
fn is_failed_code(value: &Value<'_>) -> bool {
    let Value::Number(number) = value else { return false };
    let code = number.as_f64();
    code != 0.0 && !(200.0..300.0).contains(&code)
}

impl Judging<'_> {
    fn answer(self, key: Key, value: &Value<'_>) -> Answer {
        match value {
            Value::Bool(true) => Answer::Yes,
            Value::String(text) => self.text_answer(key, text),
            // Of an action it is not said whether it was approved.
            _ if key == Key::Action => Answer::Neither,
            Value::Null if key == Key::Flag => Answer::Neither,
            Value::Null | Value::Bool(false) => Answer::No,
            Value::Number(number) if key == Key::Status && is_failure(number) => Answer::No,
            Value::Number(_) | Value::Array(_) | Value::Object(_) => self.unknown(key, false),
        }
    }

    /// What nobody knows denies where only a yes counts. A sign-in names what it was granted for.
    fn unknown(self, key: Key, is_text: bool) -> Answer {
        let names_scope = key == Key::Scope && is_text && self.kind == EvidenceKind::AuthEvent;
        let only_yes = matches!(key, Key::Verdict | Key::Given | Key::Scope) && !names_scope;
        if only_yes { Answer::No } else { Answer::Neither }
    }

    fn text_answer(self, key: Key, text: &str) -> Answer {
        let text = &*plain(text);
        let mut words = tokens(text).map(|token: Token<'_>| token.text);
        let first = words.next().unwrap_or_default();
        let is_question = text.trim_end().ends_with('?');
        if words.next().is_none() {
            return match answer_word(first) {
                // `OK?`
                Reading::Yes if is_question => Answer::No,
                Reading::Yes => Answer::Yes,
                Reading::No | Reading::NotYet => Answer::No,
                Reading::YesIf | Reading::Neither => self.unknown(key, true),
            };
        }
        let begins = begins_with_yes(text);
        // `"action": "cancel_order"` is what was asked about, `"action": "not approved"` is an answer.
        let answers = begins.is_some()
            || negates(first)
            || first.eq_ignore_ascii_case("timed")
            || is_qualified_no(text);
        if key == Key::Action && !answers {
            return Answer::Neither;
        }
        match (begins, self.read_words(text)) {
            (_, Reading::No | Reading::NotYet) | (Some(Reading::No | Reading::NotYet), _) => {
                Answer::No
            }
            (Some(Reading::YesIf), _) | (_, Reading::YesIf) => Answer::YesIf,
            (Some(Reading::Yes), _) => Answer::Yes,
            // Only a reply may hold a no and mean yes: "No worries, go ahead".
            (_, Reading::Neither) if key == Key::Reply => Answer::Neither,
            _ => match strictest_word(text) {
                Reading::No | Reading::NotYet => Answer::No,
                Reading::Yes if key == Key::Reply => Answer::Yes,
                _ => self.unknown(key, true),
            },
        }
    }

    /// A text of several words, also where it joins them (`not_approved`, `timedOut`), read as free text.
    fn read_words(self, text: &str) -> Reading {
        let reads_as = |text: &str| {
            wording::reads_as(text, EvidenceKind::Approval, self.tool_name, self.now_ms)
        };
        if text.trim().contains(char::is_whitespace) {
            return reads_as(text);
        }
        let mut spaced = String::with_capacity(text.len().saturating_add(8));
        for token in tokens(text) {
            spaced.push_str(token.text);
            spaced.push(' ');
        }
        reads_as(&spaced)
    }

    /// Whether somebody wrote a no: `"comment": "No, rejected"`.
    fn begins_with_no(self, value: &Value<'_>) -> bool {
        let Value::String(text) = value else { return false };
        let text = &*plain(text);
        let first = tokens(text).next().map_or("", |token: Token<'_>| token.text);
        says_no_of_it(first) && self.read_words(text) == Reading::No
    }

    /// Whether an entry of `supports` without a key is the word of a no.
    fn is_plain_no(self, support: &str) -> bool {
        let text = &*plain(support);
        let mut words = tokens(text).map(|token: Token<'_>| token.text);
        let first = words.next().unwrap_or_default();
        match words.next() {
            None => says_no_of_it(first) || answer_word(first) == Reading::NotYet,
            Some(_) => negates(first) && self.read_words(text) == Reading::No,
        }
    }
}

/// Whether a word is a no and not the verb of an act: `rejected`, `nope`.
fn says_no_of_it(word: &str) -> bool {
    let is_verb = matches!(Word::of(word), verb if VERBS.contains(verb));
    answer_word(word) == Reading::No && !is_verb
}

word_set! {
    /// Words of a no that are also what a tool does.
    VERBS = ["cancel", "stop", "block", "reject", "deny", "decline", "refuse", "revoke", "expire", "withdraw",
        "dismiss", "abort", "void", "suspend", "veto", "forbid", "object", "fail", "false", "null", "0"]
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
