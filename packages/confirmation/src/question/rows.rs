//! The arguments as rows: one for each value, under its full name.

use aana_core::{
    json::{Object, Value},
    secrets,
};

use super::{
    Fold, Found, Mark, Marks, Row,
    secret::{self, Part},
    visible::{As, CLOSE, OPEN, visible, visible_before},
};

/// From so many characters or lines on a value can be folded.
const LONG: usize = 600;
const LINES: usize = 12;
/// How much of its two ends is left then.
const HEAD: usize = 240;
const TAIL: usize = 120;

/// How many bytes the names and values of a question may have together. Nobody reads so much; a long key
/// with many values below it would be repeated without end.
const MOST: usize = 8 << 20;

/// Every value of the arguments; nothing, if that is more than can be shown.
pub(super) fn rows(arguments: &Object<'_>, found: &mut Found) -> Option<Vec<Row>> {
    let mut walk = Walk { rows: Vec::new(), left: MOST, found };
    let top = Place { name: String::new(), marks: Marks::default(), secret: false };
    walk.object(&top, arguments)?;
    Some(walk.rows)
}

/// On whose authority, in one text.
pub(super) fn subject(subject: &Value<'_>, marks: &mut Marks) -> String {
    let part = |value: Option<&Value<'_>>, marks: &mut Marks| {
        value.and_then(Value::as_str).map(|text| shown(text, false, As::Name, marks))
    };
    match subject {
        Value::Object(object) => {
            let parts = ["subject_type", "subject_ref"].map(|key| part(object.get(key), marks));
            parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
        }
        other => part(Some(other), marks).unwrap_or_default(),
    }
}

/// Where the walk is.
struct Place {
    name: String,
    marks: Marks,
    /// Whether a key on the way says that a secret follows.
    secret: bool,
}

struct Walk<'w> {
    rows: Vec<Row>,
    left: usize,
    found: &'w mut Found,
}

impl Walk<'_> {
    fn object(&mut self, place: &Place, object: &Object<'_>) -> Option<()> {
        for member in object.members() {
            let mut marks = place.marks;
            let key = key(&member.key, &mut marks);
            let name = if place.name.is_empty() { key } else { format!("{}.{key}", place.name) };
            let secret = place.secret || secrets::names_secret(&member.key);
            self.value(&Place { name, marks, secret }, &member.value)?;
        }
        Some(())
    }

    fn value(&mut self, place: &Place, value: &Value<'_>) -> Option<()> {
        let mut marks = place.marks;
        let (type_name, text) = match value {
            Value::Object(object) if !object.members().is_empty() => {
                return self.object(place, object);
            }
            Value::Array(items) if !items.is_empty() => {
                for (index, item) in items.iter().enumerate() {
                    let name = format!("{}[{index}]", place.name);
                    self.value(&Place { name, marks, secret: place.secret }, item)?;
                }
                return Some(());
            }
            Value::Object(_) => ("object", "{}".to_owned()),
            Value::Array(_) => ("array", "[]".to_owned()),
            Value::Null => ("null", "null".to_owned()),
            Value::Bool(holds) => ("boolean", holds.to_string()),
            Value::Number(number) => {
                let text = number.as_str();
                let hides = place.secret || secrets::scan(text).secret();
                ("number", shown(text, hides, As::Value, &mut marks))
            }
            Value::String(text) => ("string", shown(text, place.secret, As::Value, &mut marks)),
        };
        self.left = self.left.checked_sub(place.name.len() + text.len())?;
        self.found.add(&place.name, marks);
        self.rows.push(Row {
            name: place.name.clone(),
            type_name: type_name.to_owned(),
            fold: fold(&text),
            text,
            marks: marks.iter().collect(),
        });
        Some(())
    }
}

/// A key as a part of a row's name. Quotes hold together what could be taken for more than one part.
fn key(key: &str, marks: &mut Marks) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    if secrets::scan(key).secret() {
        marks.insert(Mark::Masked);
        return secret::masked(key.chars().count());
    }
    if !key.is_empty() && key.bytes().all(is_plain) {
        return key.to_owned();
    }
    format!("\"{}\"", visible(key, As::Name, marks))
}

/// A text without what is secret in it, all of it visible.
fn shown(text: &str, is_secret: bool, as_: As, marks: &mut Marks) -> String {
    if is_secret && !text.is_empty() {
        marks.insert(Mark::Masked);
        return secret::masked(text.chars().count());
    }
    let mut out = String::new();
    let mut parts = secret::parts(text).into_iter().peekable();
    while let Some(part) = parts.next() {
        match part {
            Part::Shown(text) => {
                let ends_line = parts.peek().is_none();
                out.push_str(&visible_before(&text, ends_line, as_, marks));
            }
            Part::Masked(characters) => {
                marks.insert(Mark::Masked);
                out.push_str(&secret::masked(characters));
            }
        }
    }
    out
}

fn fold(text: &str) -> Option<Fold> {
    let characters = text.chars().count();
    let lines = text.split('\n').count();
    if characters < LONG && lines < LINES {
        return None;
    }
    let head: String = text.chars().take(HEAD).collect();
    let tail: String = text.chars().skip(characters.saturating_sub(TAIL).max(HEAD)).collect();
    // Half a named character would say something else.
    let head = match (head.rfind(OPEN), head.rfind(CLOSE)) {
        (Some(open), close) if close.is_none_or(|close| close < open) => {
            head.get(..open).unwrap_or_default()
        }
        _ => &head,
    };
    let tail = match (tail.find(OPEN), tail.find(CLOSE)) {
        (open, Some(close)) if open.is_none_or(|open| close < open) => {
            tail.get(close + CLOSE.len_utf8()..).unwrap_or_default()
        }
        _ => &tail,
    };
    Some(Fold { head: head.to_owned(), tail: tail.to_owned(), characters, lines })
}

#[cfg(test)]
mod tests {
    use aana_core::json;

    use super::*;

    fn lines(arguments: &str) -> Vec<String> {
        let tree = json::parse(arguments, 1 << 20).unwrap();
        let rows = rows(tree.as_object().unwrap(), &mut Found::default()).unwrap();
        rows.into_iter().map(|row| format!("{}={}", row.name, row.text)).collect()
    }

    #[test]
    fn every_value_has_its_own_name() {
        assert_eq!(
            lines(r#"{"to": ["a", {"b": 1.50}], "x": {}, "y": [], "z": null, "n": true}"#),
            ["to[0]=a", "to[1].b=1.50", "x={}", "y=[]", "z=null", "n=true"]
        );
        assert_eq!(
            lines(r#"{"a.b": 1, "a": {"b": 2}, "": 3, "to: \"x\"": 4, "c[0]": 5}"#),
            [r#""a.b"=1"#, "a.b=2", r#"""=3"#, r#""to: ⟨U+0022⟩x⟨U+0022⟩"=4"#, r#""c[0]"=5"#]
        );
    }

    #[test]
    fn secrets_are_masked_by_name_and_by_look() {
        assert_eq!(
            lines(
                r#"{"password": "abc", "auth": {"user": "u", "on": true}, "note": "Bearer abcdef0123456789abcdef", "card": 4111111111111111}"#
            ),
            [
                "password=⟨masked: 3 characters⟩",
                "auth.user=⟨masked: 1 character⟩",
                "auth.on=true",
                "note=⟨masked: 29 characters⟩",
                "card=⟨masked: 16 characters⟩"
            ]
        );
    }

    #[test]
    fn a_question_that_nobody_could_read_is_none() {
        let zeros = vec!["0"; 100].join(",");
        let arguments = format!(r#"{{"{}": [{zeros}]}}"#, "k".repeat(100_000));
        let tree = json::parse(&arguments, 1 << 20).unwrap();
        assert!(rows(tree.as_object().unwrap(), &mut Found::default()).is_none());
    }

    #[test]
    fn long_values_are_whole_and_can_be_folded() {
        let long = format!("{}\u{202E}{}", "x".repeat(HEAD - 3), "y".repeat(LONG));
        let mut marks = Marks::default();
        let text = shown(&long, false, As::Value, &mut marks);
        let fold = fold(&text).unwrap();
        assert!(text.ends_with(&"y".repeat(LONG)) && text.contains("⟨U+202E⟩"));
        assert_eq!(fold.head, "x".repeat(HEAD - 3));
        assert_eq!(fold.tail, "y".repeat(TAIL));
        assert_eq!(fold.characters, HEAD - 3 + 8 + LONG);
        assert_eq!(super::fold("short"), None);
    }
}
