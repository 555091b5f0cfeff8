//! Small changes to a JSON document, at any place in it, repeatable from a seed.

use serde_json::{Map, Value, json};

use crate::random::Random;

/// Strings that are blank to somebody, and some that only look so.
const BLANKS: [&str; 16] = [
    "",
    " ",
    "\t\r\n",
    "\u{b}\u{c}",
    "\u{85}",
    "\u{a0}",
    "\u{1680}",
    "\u{2003}",
    "\u{2028}\u{2029}",
    "\u{3000}",
    "\u{feff}",
    "\u{180e}",
    "\u{200b}",
    "\u{1c}",
    "\u{1f}",
    "\u{feff}\u{85} ",
];

const NUMBERS: [&str; 16] = [
    "0",
    "-0.0",
    "1",
    "-1",
    "-0.5",
    "0.5",
    "1e-300",
    "-1e-300",
    "168.0",
    "1e2",
    "86400",
    "86401",
    "87601",
    "16777217",
    "4294967296",
    "1e300",
];

/// Every value that is put in place of another one.
pub(crate) fn replacements(old: &Value) -> Vec<Value> {
    let mut new = vec![
        json!(null),
        json!(true),
        json!(false),
        json!(7),
        json!([]),
        json!({}),
        json!("text"),
        json!([""]),
        json!(["text", 1]),
        json!({"a": null}),
        json!([null]),
        json!([{}]),
        json!([{"source_id": "a"}, "b"]),
        json!({"subject_type": "user", "subject_ref": ""}),
        json!("n".repeat(257)),
    ];
    new.extend(BLANKS.map(Value::from));
    new.extend(NUMBERS.map(|text| serde_json::from_str(text).unwrap()));
    // A word from some enumeration, or of another field, or of this one but not spelled exactly.
    for word in [
        "none",
        "unknown",
        "accept",
        "write",
        "private_read",
        "authenticated",
        "validated",
        "user",
        "fresh",
        "verified",
        "approval",
        "redacted",
        "finance",
        "enforce",
        "production",
        "warn",
    ] {
        new.push(json!(word));
    }
    if let Some(text) = old.as_str() {
        new.extend([
            json!(text.to_uppercase()),
            json!(format!("{text} ")),
            json!(format!("\u{feff}{text}")),
            json!(text.replace('_', "-")),
            json!([text]),
        ]);
    }
    new
}

/// The pointers to all values inside a document, the document itself first.
pub(crate) fn pointers(document: &Value) -> Vec<String> {
    fn walk(value: &Value, at: &str, pointers: &mut Vec<String>) {
        pointers.push(at.to_owned());
        match value {
            Value::Object(members) => members.iter().for_each(|(key, member)| {
                let key = key.replace('~', "~0").replace('/', "~1");
                walk(member, &format!("{at}/{key}"), pointers);
            }),
            Value::Array(items) => items.iter().enumerate().for_each(|(index, item)| {
                walk(item, &format!("{at}/{index}"), pointers);
            }),
            _ => {}
        }
    }
    let mut all = Vec::new();
    walk(document, "", &mut all);
    all
}

/// Every document that is one step away at this place: the value replaced, removed, renamed, or
/// with something added to it.
pub(crate) fn neighbours(document: &Value, pointer: &str) -> Vec<Value> {
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut copy = document.clone();
        change(&mut copy);
        copy
    };
    let old = document.pointer(pointer).unwrap();
    let mut all: Vec<Value> = replacements(old)
        .into_iter()
        .map(|new| changed(&|copy| *copy.pointer_mut(pointer).unwrap() = new.clone()))
        .collect();
    match old {
        Value::Object(members) => {
            for key in members.keys() {
                all.push(changed(&|copy| {
                    let members = object_at(copy, pointer);
                    members.remove(key);
                }));
                for other in [format!("{key}s"), key.to_uppercase(), format!(" {key}")] {
                    all.push(changed(&|copy| {
                        let members = object_at(copy, pointer);
                        let value = members.remove(key).unwrap();
                        members.insert(other.clone(), value);
                    }));
                }
            }
            for key in ["", " ", "\u{feff}", "\u{85}", "*", "x_trace", "hints", "status"] {
                for value in [json!(null), json!("text"), json!(false), json!({})] {
                    all.push(changed(&|copy| {
                        object_at(copy, pointer).insert(key.to_owned(), value.clone());
                    }));
                }
            }
        }
        Value::Array(items) => {
            let additions = [json!(""), json!("text"), json!(null), json!({}), json!("devops")];
            for addition in additions.iter().chain(items.first()) {
                all.push(changed(&|copy| {
                    let items = copy.pointer_mut(pointer).unwrap().as_array_mut().unwrap();
                    items.push(addition.clone());
                }));
            }
        }
        _ => {}
    }
    all
}

fn object_at<'v>(document: &'v mut Value, pointer: &str) -> &'v mut Map<String, Value> {
    document.pointer_mut(pointer).unwrap().as_object_mut().unwrap()
}

/// A document several random steps away.
pub(crate) fn wander(document: &Value, random: &mut Random) -> Value {
    let mut current = document.clone();
    for _ in 0..=random.below(3) {
        let pointers = pointers(&current);
        let mut choices = neighbours(&current, &pointers[random.below(pointers.len())]);
        current = choices.swap_remove(random.below(choices.len()));
    }
    current
}
