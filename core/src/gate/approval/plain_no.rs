//! What begins with a no, or is one and nothing else: a comment beside an approval, an entry of `supports`.

use super::{
    answers::{Reading, answer_word},
    judging::{Answer, Judging},
    off::is_off,
};
use crate::{
    event::Key,
    gate::wording::{self, plain},
    json::Value,
    tokens::{Token, Word, tokens, word_set},
};

/// Whether an entry of `supports` is a verdict that is not a yes: `decision:reject`, `not approved`.
pub(in crate::gate) fn denies(support: &str, judging: Judging<'_>) -> bool {
    if denies_the_action(support) {
        return true;
    }
    let parts = support.split_once([':', '=']);
    let words = || support.trim().split_once(' ').filter(|(_, value)| !value.contains(' '));
    let Some((key, value)) = parts.or_else(words) else { return judging.is_plain_no(support) };
    let key = match Key::of(key.trim(), judging.kind) {
        Some(Key::Verdict) => Key::Verdict,
        Some(Key::Given | Key::Scope | Key::Status | Key::Answer | Key::Reply) => Key::Status,
        Some(Key::Revocation) => return !is_off(&Value::String(value.into())),
        _ => return parts.is_none() && judging.is_plain_no(support),
    };
    judging.text_answer(key, value) == Answer::No
}

/// `reject:action:sha256:..`, `except action:sha256:..`
fn denies_the_action(support: &str) -> bool {
    let Some((before, _)) = support.split_once("action:") else { return false };
    tokens(before).next().is_some_and(|first: Token<'_>| {
        first.word == Word::literal("except") || answer_word(first.text) == Reading::No
    })
}

impl Judging<'_> {
    /// Whether somebody wrote a no: `"comment": "No, rejected"`.
    pub(super) fn begins_with_no(self, value: &Value<'_>) -> bool {
        let Value::String(text) = value else { return false };
        let text = &*plain(text);
        let mut words = tokens(text).map(|token: Token<'_>| token.text);
        let first = words.next().unwrap_or_default();
        // `no rush`, `nothing to add`.
        let behind = text.trim_start().get(first.len()..).unwrap_or_default();
        let of_something = first.eq_ignore_ascii_case("no")
            && behind.starts_with(' ')
            && words.next().is_some_and(|next| {
                wording::is_unknown(next) && !ALONE_WITH.contains(Word::of(next))
            });
        let is_light =
            of_something || ["nothing", "none"].iter().any(|it| first.eq_ignore_ascii_case(it));
        says_no_of_it(first) && !is_light && self.read_words(text) == Reading::No
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
    /// With these a no is one: `no way`.
    ALONE_WITH = ["way", "thanks", "thank", "chance", "deal", "sir", "please", "go", "good", "can", "never"]
}

word_set! {
    /// Words of a no that are also what a tool does.
    VERBS = ["cancel", "stop", "block", "reject", "deny", "decline", "refuse", "revoke", "expire", "withdraw",
        "dismiss", "abort", "void", "suspend", "veto", "forbid", "object", "fail", "false", "null", "0"]
}

pub(super) fn negates(word: &str) -> bool {
    ["not", "never", "no"].iter().any(|not| word.eq_ignore_ascii_case(not))
}
