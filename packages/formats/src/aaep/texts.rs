//! Texts for people: clean, short enough, without secrets.

use std::ops::Range;

use aana_core::{
    characters,
    json::{Object, Value},
    secrets::{self, Wording},
};

/// How many code points one value may have in a summary of arguments, and all together.
const VALUE: usize = 80;
const ARGUMENTS: usize = 1_000;
const BYTES: usize = 16_384;
const ELLIPSIS: char = '…';
const REDACTED: &str = "[redacted]";
/// How far down into arguments a summary looks.
const LEVELS: usize = 4;

/// A text as a person may hear it: control characters and those that turn the direction of writing
/// become blanks, what shows nothing goes, and it is cut after `most` code points. Nothing, if it holds a
/// secret or says nothing.
pub(super) fn spoken(text: &str, most: usize) -> Option<String> {
    let clean = clean(text);
    let clean = clean.trim();
    if clean.is_empty() || holds_secret(clean, Wording::Prose) {
        return None;
    }
    let short = cut(clean, most);
    // A cut can bring a secret to light that the rest had hidden.
    (!holds_secret(&short, Wording::Prose)).then_some(short)
}

/// Whether a text that is read out holds a secret: one that looks like it, or one that a label names.
pub(super) fn holds_secret(text: &str, wording: Wording) -> bool {
    secrets::scan(text).secret() || !secrets::labelled(text, wording).is_empty()
}

fn clean(text: &str) -> String {
    let cleaned = |character: char| {
        let disturbs = character.is_control()
            || characters::is_line_separator(character)
            || characters::is_bidi_control(character);
        match character {
            _ if disturbs => Some(' '),
            _ if characters::is_default_ignorable(character) => None,
            _ => Some(character),
        }
    };
    text.chars().filter_map(cleaned).collect()
}

/// At most `most` code points and 16 KiB, above which readers may drop an event; what is cut off is shown
/// by an ellipsis.
pub(super) fn cut(text: &str, most: usize) -> String {
    if text.len() <= BYTES && (text.len() <= most || text.chars().nth(most).is_none()) {
        return text.to_owned();
    }
    let mut short = String::new();
    for character in text.chars().take(most.saturating_sub(1)) {
        if short.len() + character.len_utf8() + ELLIPSIS.len_utf8() > BYTES {
            break;
        }
        short.push(character);
    }
    short.push(ELLIPSIS);
    short
}

/// The arguments of a call in one line: `to: a@example.com, body: 412 characters`. Of a secret, only its own
/// characters are left out, and no key hides what stands under it. Nothing, if a secret is left in it after
/// all.
///
/// # Example
///
/// ```
/// use aana_core::json;
/// use aana_formats::aaep::arguments_summary;
///
/// let arguments = r#"{"to": "a@example.com", "api_key": "a1b2c3d4e5", "copies": 2}"#;
/// let arguments = json::parse(arguments, 99)?;
/// let summary = arguments_summary(arguments.as_object().unwrap());
/// let expected = "to: a@example.com, api_key: [redacted, 10 characters], copies: 2";
/// assert_eq!(summary.as_deref(), Some(expected));
/// # Ok::<(), aana_core::Fault>(())
/// ```
pub fn arguments_summary(arguments: &Object<'_>) -> Option<String> {
    let mut summary = String::new();
    for member in arguments.members() {
        if !summary.is_empty() {
            summary.push_str(", ");
        }
        let name = if secrets::scan(&member.key).is_empty() { &*member.key } else { REDACTED };
        summary.push_str(&cut(name, VALUE));
        summary.push_str(": ");
        summary.push_str(&value(&member.key, &member.value, LEVELS));
        // What comes later would be cut off: it need not be looked at.
        if summary.len() > 4 * ARGUMENTS {
            break;
        }
    }
    // A value is left out by itself: what stands beside it has to be heard.
    let summary = without_labelled(&cut(&without_labelled(&clean(&summary)), ARGUMENTS));
    spoken(&summary, ARGUMENTS)
}

/// A text without the values that a label names, be it as a sentence or as a list.
fn without_labelled(text: &str) -> String {
    let [list, sentence] = [Wording::Pairs, Wording::Prose];
    let text = masked(text, &secrets::labelled(text, list));
    masked(&text, &secrets::labelled(&text, sentence))
}

/// A value under its key.
fn value(key: &str, found: &Value<'_>, levels: usize) -> String {
    match found {
        Value::Null => "nothing".to_owned(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Number(number) => without_secrets("", &cut(number.as_str(), VALUE)),
        Value::String(text) => {
            let length = text.chars().count();
            if length > VALUE {
                return format!("{length} characters");
            }
            clean(&without_secrets(key, text))
        }
        Value::Array(items) if items.len() == 1 && levels > 0 => {
            items.first().map_or_else(String::new, |item| value("", item, levels - 1))
        }
        Value::Array(items) => format!("{} entries", items.len()),
        Value::Object(object) if levels > 0 => {
            let parts: Vec<String> = object
                .members()
                .iter()
                .take(VALUE)
                .map(|member| {
                    let hidden = !secrets::scan(&member.key).is_empty();
                    let shown = value(&member.key, &member.value, levels - 1);
                    format!("{} {shown}", if hidden { REDACTED } else { &*member.key })
                })
                .collect();
            cut(&parts.join(" "), VALUE)
        }
        Value::Object(object) => format!("{} members", object.members().len()),
    }
}

/// A text under its key, with the length of each secret in place of its characters.
fn without_secrets(key: &str, text: &str) -> String {
    let out = masked(text, &secrets::spans_under(key, text));
    // What is left beside one may be a secret that it was not before.
    if secrets::scan(&out).secret() { REDACTED.to_owned() } else { out }
}

/// A text with the length of these parts in their place.
fn masked(text: &str, parts: &[Range<usize>]) -> String {
    let mut out = String::new();
    let mut at = 0;
    for range in parts {
        let secret = text.get(range.clone()).unwrap_or_default();
        out.push_str(text.get(at..range.start).unwrap_or_default());
        let length = format!("[redacted, {} characters]", secret.chars().count());
        out.push_str(&length);
        at = range.end;
    }
    out.push_str(text.get(at..).unwrap_or_default());
    out
}

/// A tool name as words: `send_email` is `send email`.
pub(super) fn in_words(tool: &str) -> String {
    let words: Vec<&str> = tool
        .split(|character: char| !character.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let words = words.join(" ");
    spoken(&words, VALUE).unwrap_or_else(|| "this action".to_owned())
}

#[cfg(test)]
mod tests {
    use aana_core::json;

    use super::*;

    fn summary(text: &str) -> Option<String> {
        let value = json::parse(text, 1 << 20).unwrap();
        arguments_summary(value.as_object().unwrap())
    }

    #[test]
    fn texts_are_cut_by_code_points() {
        assert_eq!(cut("😀😀😀", 3), "😀😀😀");
        assert_eq!(cut("😀😀😀😀", 3), "😀😀…");
        assert_eq!(cut(&"x".repeat(20_000), 16_384).len(), BYTES);
        assert!((BYTES - 3..=BYTES).contains(&cut(&"é".repeat(16_384), 16_384).len()));
        assert_eq!(spoken(&"é".repeat(99), 10).unwrap().chars().count(), 10);
    }

    #[test]
    fn what_turns_or_hides_text_is_not_told() {
        assert_eq!(spoken("a\u{202E}b\nc", 99).as_deref(), Some("a b c"));
        assert_eq!(spoken("p\u{3164}ay\u{E0041} \u{FE0F}", 99).as_deref(), Some("pay"));
        assert_eq!(spoken(" \n\u{3164}", 99), None);
        assert_eq!(spoken("password: hunter2hunter2", 99), None);
    }

    #[test]
    fn arguments_are_told_without_secrets() {
        let body = "x".repeat(412);
        assert_eq!(
            summary(&format!(r#"{{"body": "{body}", "deep": {{"pin": 1, "to": ["a"]}}}}"#))
                .unwrap(),
            "body: 412 characters, deep: pin 1 to a"
        );
        assert_eq!(
            summary(r#"{"note": "Bearer abcdef0123456789abcdef to b"}"#).unwrap(),
            "note: Bearer [redacted, 22 characters] to b"
        );
        assert_eq!(
            summary(r#"{"session_command": "rm -rf /", "auth": {"to": "eve", "amount": 9}}"#)
                .unwrap(),
            "session_command: rm -rf /, auth: to eve amount 9"
        );
        assert_eq!(
            summary(r#"{"url": "https://evil.example/?token=A1b2C3d4E5f6G7h8I9j0"}"#).unwrap(),
            "url: https://evil.example/?token=[redacted, 20 characters]"
        );
        // Its value is left out by itself, whatever the label: what stands beside it is heard.
        assert_eq!(
            summary(r#"{"token": "abc", "secret": "be kind", "cmd": "rm -rf /", "max_tokens": 5}"#)
                .unwrap(),
            "token: [redacted, 3 characters], secret: [redacted, 7 characters], cmd: rm -rf /, max_tokens: 5"
        );
        assert_eq!(
            summary(r#"{"note": "password=1200 characters", "cmd": "rm"}"#).unwrap(),
            "note: password=[redacted, 4 characters] characters, cmd: rm"
        );
        assert_eq!(summary("{}"), None);
        let many: Vec<String> =
            (0..900).map(|n| format!(r#""k{n}": "{}""#, "v".repeat(70))).collect();
        let long = summary(&format!("{{{}}}", many.join(","))).unwrap();
        assert_eq!(long.chars().count(), ARGUMENTS);
    }
}
