//! Whether the members of an approval or an auth event say yes, and until when.
//!
//! A yes never makes a route laxer; a no makes it stricter. A value that is not known is not a yes.

use alloc::string::String;

use super::{
    answers::{
        Reading, answer_word, begins_with_yes, ends_in_no, is_over, is_qualified_no,
        is_sign_of_yes, is_state, is_whole_yes, strictest_word, waits_for_what_follows,
    },
    judging::{Answer, Judging, Verdict},
    members::{self, Told},
    moments::Clock,
    off::is_off,
    plain_no::negates,
    request,
};

use crate::{
    contract::EvidenceKind,
    event::{Key, folded_key},
    gate::wording::{self, plain, says_no_by_a_sign},
    json::{Member, Number, Value},
    time,
    tokens::{Token, Word, tokens, word_set},
};

word_set! {
    /// What names the answer within an object: `"decision": {"type": "approve"}`.
    INNER = ["name", "label", "text", "title", "kind", "value", "code"]
}

impl Verdict {
    /// Reads the members of a ref that v1 does not define.
    pub(in crate::gate) fn of(members: &[Member<'_>], judging: Judging<'_>) -> Self {
        let mut verdict = Self::default();
        verdict.read(members, judging, false);
        verdict.end_by_duration(judging.clock());
        if judging.kind == EvidenceKind::Approval {
            let mut told = Told::default();
            members::read(members, true, judging.tool_name, &mut told);
            verdict.denies |= told.denies;
            verdict.by_machine |= told.by_machine;
            let unanswered = !(verdict.says_yes || verdict.has_condition) && request::asks(members);
            verdict.not_given |= told.not_given
                || unanswered
                || request::is_request(members)
                || request::lacks_approvals(members);
            verdict.is_open &= !(verdict.is_whole || verdict.has_condition);
        }
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
            Key::Manner => {}
            Key::Approver => self.not_given |= is_empty(value),
            Key::GivenAt if is_empty(value) => self.not_given = true,
            Key::GivenAt | Key::Issued => self.read_given(value, judging.clock()),
            Key::Duration => self.read_duration(value),
            Key::Window => {
                if let Value::Object(object) = value {
                    self.read_window(object.members(), judging.kind, judging.clock());
                }
            }
            Key::End | Key::Expiry | Key::Start => self.read_moment(key, value, judging.clock()),
            Key::Onset => self.read_moment(Key::Start, value, judging.clock()),
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
        let is_blank = matches!(value, Value::String(_) | Value::Array(_) | Value::Object(_))
            && is_empty(value);
        self.not_given |= is_blank && matches!(key, Key::Answer | Key::Reply);
        self.is_open |= is_blank && key == Key::Status;
        match value {
            Value::Object(object) if key != Key::Action => {
                self.read(object.members(), judging, true);
            }
            // What was granted may be named like a verdict.
            Value::Array(_) if key == Key::Scope => {}
            Value::Array(items) if !matches!(key, Key::Action | Key::Verdict | Key::Given) => {
                for item in items {
                    self.read_verdict(key, item, Judging { among: true, ..judging });
                }
            }
            Value::String(text) if is_participle(key) && time::parse(text.trim()).is_some() => {
                // The moment at which it was given.
                self.read_moment(Key::Start, value, judging.clock());
                self.take(key, Answer::Yes);
            }
            _ => {
                let answer = judging.answer(key, value);
                self.is_open |= key == Key::Status && answer == Answer::Neither;
                self.take(key, answer);
                return;
            }
        }
        // `"approved": {"by": "ann", "at": ..}`
        if self.verdicts == before && key == Key::Given && tells_of_giving(value) {
            self.take(key, Answer::Yes);
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

    fn take(&mut self, key: Key, answer: Answer) {
        self.says_yes |= matches!(answer, Answer::Yes | Answer::YesAndMore);
        self.is_whole |= answer == Answer::Yes;
        // Who replies may say more.
        self.says_more |= answer == Answer::YesAndMore && key != Key::Reply;
        self.has_condition |= answer == Answer::YesIf;
        self.denies |= answer == Answer::No;
        self.verdicts = self.verdicts.saturating_add(usize::from(answer != Answer::Neither));
    }
}

/// Whether a value says nothing at all.
fn is_empty(value: &Value<'_>) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Number(number) => number.as_f64() == 0.0,
        Value::Array(items) => items.is_empty(),
        Value::Object(object) => object.members().is_empty(),
        Value::Bool(true) => false,
    }
}

/// Whether an object says who gave something, or when.
fn tells_of_giving(value: &Value<'_>) -> bool {
    let Value::Object(object) = value else { return false };
    object.members().iter().any(|member| {
        let word = folded_key(&member.key);
        [Word::literal("by"), Word::literal("at")].contains(&word) && !is_empty(&member.value)
    })
}

/// Whether a key says that something was given, so that its value may be when.
const fn is_participle(key: Key) -> bool {
    matches!(key, Key::Given | Key::Scope)
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
    const fn clock(self) -> Clock {
        Clock { now_ms: self.now_ms, skew_ms: self.skew_ms }
    }

    fn answer(self, key: Key, value: &Value<'_>) -> Answer {
        match value {
            Value::Bool(true) => Answer::Yes,
            Value::String(text) => self.text_answer(key, text),
            // Of an action it is not said whether it was approved.
            _ if key == Key::Action => Answer::Neither,
            Value::Null if key == Key::Flag => Answer::Neither,
            Value::Null | Value::Bool(false) => Answer::No,
            Value::Number(number) if key == Key::Status && is_failure(number) => Answer::No,
            Value::Number(number)
                if number.as_str() == "1"
                    && matches!(key, Key::Verdict | Key::Given | Key::Scope) =>
            {
                Answer::Yes
            }
            Value::Number(_) | Value::Array(_) | Value::Object(_) => self.unknown(key, false),
        }
    }

    /// What nobody knows denies where only a yes counts. A sign-in names what it was granted for.
    fn unknown(self, key: Key, is_text: bool) -> Answer {
        let names_scope = key == Key::Scope && is_text && self.kind == EvidenceKind::AuthEvent;
        let only_yes = matches!(key, Key::Verdict | Key::Given | Key::Scope) && !names_scope;
        if only_yes { Answer::No } else { Answer::Neither }
    }

    pub(super) fn text_answer(self, key: Key, text: &str) -> Answer {
        if is_sign_of_yes(text) {
            return Answer::Yes;
        }
        if says_no_by_a_sign(text) {
            return Answer::No;
        }
        // `urn:oasis:names:tc:SAML:2.0:status:Success`
        let is_name = text.starts_with("urn:");
        let text = text.rsplit(':').next().filter(|_| is_name).unwrap_or(text);
        let text = &*plain(text);
        let mut words = tokens(text).map(|token: Token<'_>| token.text);
        let first = words.next().unwrap_or_default();
        let is_question = text.contains('?');
        if words.next().is_none() {
            return match answer_word(first) {
                // `OK?`
                Reading::Yes if is_question => Answer::No,
                // A state such as `active` does not say what was answered.
                Reading::Yes
                    if key == Key::Status
                        && self.kind == EvidenceKind::Approval
                        && is_state(first) =>
                {
                    Answer::Neither
                }
                Reading::NotYet if self.among && first.eq_ignore_ascii_case("commented") => {
                    Answer::Neither
                }
                Reading::Yes => Answer::Yes,
                Reading::No | Reading::NotYet => Answer::No,
                _ if key == Key::Status && is_over(first) => Answer::No,
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
        // What comes after an approval: `pending deployment`.
        if key == Key::Status && waits_for_what_follows(text) {
            return Answer::Neither;
        }
        if begins.is_some() && ends_in_no(text) {
            return Answer::No;
        }
        let is_act = || {
            let act = wording::act_of(first);
            act.is_some_and(|act| wording::ToolVerbs::of(self.tool_name).contains(act))
                && !is_qualified_no(text)
        };
        if key == Key::Reply && is_act() {
            return Answer::Neither;
        }
        match (begins, self.read_words(text)) {
            (_, Reading::No | Reading::NotYet) | (Some(Reading::No | Reading::NotYet), _) => {
                Answer::No
            }
            (Some(Reading::YesIf), _) | (_, Reading::YesIf) => Answer::YesIf,
            (Some(Reading::Yes), _) if is_whole_yes(text, self.tool_name) => Answer::Yes,
            (Some(Reading::Yes), _) => Answer::YesAndMore,
            // Only a reply may hold a no and mean yes: "No worries, go ahead".
            (_, Reading::Neither) if key == Key::Reply => Answer::Neither,
            _ => match strictest_word(text) {
                Reading::No | Reading::NotYet => Answer::No,
                Reading::Yes if key == Key::Reply => Answer::YesAndMore,
                _ => self.unknown(key, true),
            },
        }
    }

    /// A text of several words, also where it joins them (`not_approved`, `timedOut`), read as free text.
    pub(super) fn read_words(self, text: &str) -> Reading {
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
}
