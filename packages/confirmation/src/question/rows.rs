//! The arguments as rows: one for each value, under its full name.

use aana_core::json::{Object, Value};

use super::{
    document::{Fold, Row},
    found::FoundMarks,
    mark::{Mark, Marks},
    secret::{self, Masker, Part},
    visible::{CLOSE, OPEN, TextKind, visible_before},
};

/// From so many characters or lines on a value can be folded.
const LONG: usize = 600;
const LINES: usize = 12;
/// How much of its two ends is left then.
const HEAD: usize = 240;
const TAIL: usize = 120;

/// How many bytes the names and values of a question may have together. A long key is repeated for each value below
/// it, so the question could be much longer than the event.
const MOST: usize = 8 << 20;

/// Every value of the arguments; nothing, if that is more than can be shown.
pub(super) fn rows(
    arguments: &Object<'_>,
    masker: &Masker,
    found: &mut FoundMarks,
) -> Option<Vec<Row>> {
    let mut builder = RowBuilder { rows: Vec::new(), left: MOST, masker, found };
    let top = Position { name: String::new(), marks: Marks::default(), under: None };
    builder.object(&top, arguments)?;
    Some(builder.rows)
}

/// On whose authority, in one text. One of several words is in quotes, so that it is not taken for an
/// object's type and reference.
pub(super) fn subject(subject: &Value<'_>, masker: &Masker, marks: &mut Marks) -> Option<String> {
    let mut part = |value: Option<&Value<'_>>| match value.and_then(Value::as_str) {
        Some(text) => shown(text, None, TextKind::Name, masker, marks),
        None => Some(String::new()),
    };
    match subject {
        Value::Object(object) => {
            let (kind, reference) =
                (part(object.get("subject_type"))?, part(object.get("subject_ref"))?);
            Some(format!("{kind} {reference}"))
        }
        other => {
            let text = part(Some(other))?;
            Some(if text.contains(' ') { format!("\"{text}\"") } else { text })
        }
    }
}

/// Where in the arguments a value is.
struct Position<'p> {
    name: String,
    marks: Marks,
    /// What announces a value that stands directly here: its key, or an option before it in a list.
    under: Option<&'p str>,
}

struct RowBuilder<'w> {
    rows: Vec<Row>,
    left: usize,
    masker: &'w Masker,
    found: &'w mut FoundMarks,
}

impl RowBuilder<'_> {
    fn object(&mut self, position: &Position<'_>, object: &Object<'_>) -> Option<()> {
        for member in object.members() {
            let mut marks = position.marks;
            let key = key(&member.key, self.masker, &mut marks)?;
            let name =
                if position.name.is_empty() { key } else { format!("{}.{key}", position.name) };
            self.value(&Position { name, marks, under: Some(&member.key) }, &member.value)?;
        }
        Some(())
    }

    fn items(&mut self, position: &Position<'_>, items: &[Value<'_>]) -> Option<()> {
        let mut before: Option<&str> = None;
        for (index, item) in items.iter().enumerate() {
            let name = format!("{}[{index}]", position.name);
            let under = before.filter(|option| option.starts_with('-'));
            self.value(&Position { name, marks: position.marks, under }, item)?;
            before = item.as_str();
        }
        Some(())
    }

    fn value(&mut self, position: &Position<'_>, value: &Value<'_>) -> Option<()> {
        let mut marks = position.marks;
        let (type_name, text) = match value {
            Value::Object(object) if !object.members().is_empty() => {
                return self.object(position, object);
            }
            Value::Array(items) if !items.is_empty() => return self.items(position, items),
            Value::Object(_) => ("object", "{}".to_owned()),
            Value::Array(_) => ("array", "[]".to_owned()),
            Value::Null => ("null", "null".to_owned()),
            Value::Bool(holds) => ("boolean", holds.to_string()),
            Value::Number(number) => {
                let parts = secret::parts_of_number(number.as_str())?;
                ("number", joined(parts, TextKind::Value, self.masker, &mut marks))
            }
            Value::String(text) => {
                ("string", shown(text, position.under, TextKind::Value, self.masker, &mut marks)?)
            }
        };
        self.left = self.left.checked_sub(position.name.len() + text.len())?;
        self.found.add(&position.name, marks);
        self.rows.push(Row {
            name: position.name.clone(),
            type_name: type_name.to_owned(),
            fold: fold(&text, self.masker),
            text,
            marks: marks.iter().collect(),
        });
        Some(())
    }
}

/// A key as a part of a row's name. Quotes hold together what could be taken for more than one part.
fn key(key: &str, masker: &Masker, marks: &mut Marks) -> Option<String> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let text = shown(key, None, TextKind::Name, masker, marks)?;
    let plain = !text.is_empty() && text.bytes().all(is_plain);
    Some(if plain { text } else { format!("\"{text}\"") })
}

/// A text without what is secret in it, all of it visible. Nothing, if that cannot be.
pub(super) fn shown(
    text: &str,
    under: Option<&str>,
    kind: TextKind,
    masker: &Masker,
    marks: &mut Marks,
) -> Option<String> {
    Some(joined(secret::parts(text, under)?, kind, masker, marks))
}

fn joined(parts: Vec<Part<'_>>, kind: TextKind, masker: &Masker, marks: &mut Marks) -> String {
    let mut out = String::new();
    let mut parts = parts.into_iter().peekable();
    while let Some(part) = parts.next() {
        match part {
            Part::Shown(text) => {
                let ends_line = parts.peek().is_none();
                out.push_str(&visible_before(text, ends_line, kind, marks));
            }
            Part::Masked(stretch) => {
                marks.insert(Mark::Masked);
                out.push_str(&masker.masked(stretch));
            }
        }
    }
    out
}

fn fold(text: &str, masker: &Masker) -> Option<Fold> {
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
    Some(Fold {
        head: head.to_owned(),
        tail: tail.to_owned(),
        characters,
        lines,
        digest: masker.digest_of_shown(text),
    })
}

#[cfg(test)]
mod tests {
    use aana_core::json;

    use super::*;

    fn masker() -> Masker {
        super::super::MaskKey::new([7; 32]).masker("cnf_1")
    }

    fn lines(arguments: &str) -> Vec<String> {
        let tree = json::parse(arguments, 1 << 20).unwrap();
        let rows = rows(tree.as_object().unwrap(), &masker(), &mut FoundMarks::default()).unwrap();
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

    /// The lines, with a `*` for each mask.
    fn masked(arguments: &str) -> Vec<String> {
        let mask = |line: String| {
            let mut out = line;
            while let (Some(open), Some(close)) = (out.find("⟨masked"), out.find('⟩')) {
                out.replace_range(open..close + '⟩'.len_utf8(), "*");
            }
            out
        };
        lines(arguments).into_iter().map(mask).collect()
    }

    #[test]
    fn secrets_are_masked_by_their_look() {
        assert_eq!(
            masked(
                r#"{"password": "hunter2", "pin": "1234", "api_key": "a1b2c3d4e5", "note": "Bearer abcdef0123456789abcdef", "card": 4111111111111111, "argv": ["--password", "hunter2"]}"#
            ),
            [
                "password=*",
                "pin=*",
                "api_key=*",
                "note=Bearer *",
                "card=411111*1111",
                "argv[0]=--password",
                "argv[1]=*"
            ]
        );
    }

    #[test]
    fn no_key_hides_what_runs() {
        let arguments = r#"{"session_command": "rm -rf /", "auth": {"to": "eve", "amount": 99, "on": true}, "pin": 1234, "token_amount": 9, "token_recipient": "0xEVE", "token": "0xEVE00112233445566", "password": "rm -rf /", "secret": "https://evil.example/a1b2", "api_key": "eve@evil.example", "pwd": "rm$IFS-rf$IFS/x", "otp": "reboot", "passcode": "123456789012", "secret_key": "DE89370400440532013000", "password2": "drop_table_2"}"#;
        let shown = masked(arguments);
        assert!(shown.iter().all(|line| !line.contains('*')), "{shown:#?}");
        assert!(
            shown.contains(&"auth.to=eve".to_owned()) && shown.contains(&"pin=1234".to_owned())
        );
    }

    #[test]
    fn a_question_that_nobody_could_read_is_none() {
        let zeros = vec!["0"; 100].join(",");
        let arguments = format!(r#"{{"{}": [{zeros}]}}"#, "k".repeat(100_000));
        let tree = json::parse(&arguments, 1 << 20).unwrap();
        assert!(rows(tree.as_object().unwrap(), &masker(), &mut FoundMarks::default()).is_none());
    }

    #[test]
    fn long_values_are_whole_and_can_be_folded() {
        let long = format!("{}\u{202E}{}", "x".repeat(HEAD - 3), "y".repeat(LONG));
        let mut marks = Marks::default();
        let text = shown(&long, None, TextKind::Value, &masker(), &mut marks).unwrap();
        let fold = fold(&text, &masker()).unwrap();
        assert!(text.ends_with(&"y".repeat(LONG)) && text.contains("⟨U+202E⟩"));
        assert_eq!(fold.head, "x".repeat(HEAD - 3));
        assert_eq!(fold.tail, "y".repeat(TAIL));
        assert_eq!(fold.characters, HEAD - 3 + 8 + LONG);
        assert_eq!(super::fold("short", &masker()), None);
    }
}
