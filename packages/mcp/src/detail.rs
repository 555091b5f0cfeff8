//! Which answer a call wants.
//!
//! The argument `detail` is the tool's own and no field of an event, so it is cut out of the arguments, and
//! the gate gets every other byte as it arrived.

use std::ops::Range;

use crate::split::{skip, string_end, value_end};

/// What an answer holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Detail {
    /// The route, the blockers, what the model is to do, what is needed, and the digest of the action.
    #[default]
    Compact,
    /// The whole decision.
    Full,
}

/// The arguments without `detail`, and what it says. A value that is not one of its two words, and one that stands
/// twice, is left for the gate.
#[must_use]
pub fn take_detail(mut arguments: Vec<u8>) -> (Vec<u8>, Option<Detail>) {
    let Some((place, value)) = place(&arguments) else { return (arguments, None) };
    let detail = match arguments.get(value) {
        Some(br#""compact""#) => Detail::Compact,
        Some(br#""full""#) => Detail::Full,
        _ => return (arguments, None),
    };
    arguments.drain(place);
    (arguments, Some(detail))
}

/// Where the member `detail` stands with one comma beside it, and where its value does, if it stands once.
fn place(text: &[u8]) -> Option<(Range<usize>, Range<usize>)> {
    let mut at = skip(text, 0);
    if text.get(at) != Some(&b'{') {
        return None;
    }
    let mut found = None;
    // Where the member before this one ended, if there is one.
    let mut before = None;
    at += 1;
    loop {
        let key_at = skip(text, at);
        if text.get(key_at) != Some(&b'"') {
            return found;
        }
        let Ok(key_end) = string_end(text, key_at) else { return found };
        let colon = skip(text, key_end);
        if text.get(colon) != Some(&b':') {
            return found;
        }
        let start = skip(text, colon + 1);
        let Ok(end) = value_end(text, start) else { return found };
        let next = skip(text, end);
        let more = match text.get(next) {
            Some(b',') => true,
            Some(b'}') => false,
            _ => return None,
        };
        let key: Option<String> =
            text.get(key_at..key_end).and_then(|it| serde_json::from_slice(it).ok());
        if key.as_deref() == Some("detail") {
            if found.is_some() {
                return None;
            }
            let place = match before {
                Some(before) => before..end,
                None if more => key_at..skip(text, next + 1),
                None => key_at..end,
            };
            found = Some((place, start..end));
        }
        if !more {
            return found;
        }
        before = Some(end);
        at = next + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::{Detail, take_detail};

    #[test]
    fn the_argument_is_cut_out_and_every_other_byte_stays() {
        for (arguments, event, detail) in [
            (r#"{"detail":"full"}"#, "{}", Some(Detail::Full)),
            (r#"{"detail":"compact","a":1}"#, r#"{"a":1}"#, Some(Detail::Compact)),
            (r#"{"detail":"full", "a" :1 }"#, r#"{"a" :1 }"#, Some(Detail::Full)),
            (
                r#" {"a":NaN , "detail": "full" , "b":2}"#,
                r#" {"a":NaN , "b":2}"#,
                Some(Detail::Full),
            ),
            (r#"{"a":1,"a":2,"detail":"full"}"#, r#"{"a":1,"a":2}"#, Some(Detail::Full)),
            (r#"{"a":1,"d\u0065tail":"full"}"#, r#"{"a":1}"#, Some(Detail::Full)),
            (r#"{"detail":"full","a":}"#, r#"{"a":}"#, Some(Detail::Full)),
        ] {
            let taken = take_detail(arguments.as_bytes().to_vec());
            let text = String::from_utf8(taken.0).unwrap();
            assert_eq!((text.as_str(), taken.1), (event, detail), "{arguments}");
        }
    }

    #[test]
    fn what_asks_for_nothing_stays_whole() {
        for arguments in [
            "",
            "[]",
            "null",
            "{}",
            "{",
            r#""detail""#,
            r#"["detail","full"]"#,
            r#"{"detail":"all"}"#,
            r#"{"detail":true}"#,
            r#"{"detail":{"of":"an event"}}"#,
            r#"{"a":{"detail":"full"}}"#,
            r#"{"detail":"full","detail":"full"}"#,
            r#"{"a":1,"a":2}"#,
            r#"{"detail":"full"#,
            r#"{"detail":}"#,
            r#"{"detail""#,
        ] {
            let (text, detail) = take_detail(arguments.as_bytes().to_vec());
            assert_eq!((text.as_slice(), detail), (arguments.as_bytes(), None), "{arguments}");
        }
    }
}
