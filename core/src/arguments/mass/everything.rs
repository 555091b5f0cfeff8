//! Values that mean all there is.

use crate::json::Value;
use crate::tokens::{Word, tokens, word_set};

word_set! {
    /// The last words of keys that say what a write is about.
    TARGETS = [
        "tenant", "id", "ids", "target", "targets", "selector", "namespace", "segment", "segments", "audience",
        "channel", "channels", "scope", "filter", "filters", "recipient", "recipients"
    ]
}

/// Keys that mean it by being true.
const SWITCHES: [&str; 3] = ["all", "everyone", "select_all"];

/// Whether a value under a key means everything.
pub(super) fn is_meant(key: &str, is_mail: bool, value: &Value<'_>) -> bool {
    match value {
        Value::Bool(is_on) => *is_on && SWITCHES.contains(&key),
        Value::String(text) => {
            let text = text.trim();
            (SWITCHES.contains(&key) && text.eq_ignore_ascii_case("true"))
                || (is_everything(text) && (is_mail || is_target(key)))
        }
        Value::Null | Value::Number(_) | Value::Array(_) | Value::Object(_) => false,
    }
}

fn is_target(key: &str) -> bool {
    let last = tokens(key).last().map_or(Word::OTHER, |token| token.word);
    TARGETS.contains(last)
}

/// `*`, `all`, `all_customers`, `@channel`.
fn is_everything(text: &str) -> bool {
    const WORDS: [&str; 4] = ["*", "%", "all", "everyone"];
    const GROUPS: [&str; 4] = ["all", "channel", "everyone", "here"];
    let is_word = WORDS.iter().any(|word| word.eq_ignore_ascii_case(text));
    let begins_with_all = text.split_at_checked(3).is_some_and(|(start, rest)| {
        start.eq_ignore_ascii_case("all") && rest.starts_with(['_', '-', ' '])
    });
    let is_group = text
        .strip_prefix('@')
        .is_some_and(|group| GROUPS.iter().any(|known| known.eq_ignore_ascii_case(group)));
    is_word || begins_with_all || is_group
}
