//! The root of a schema without keywords that clients refuse there, where that changes nothing of what fits.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::super::{kinds::Kinds, schema};

type Object = Map<String, Value>;

/// How many references and parts of unions are put in at most, each of which may be as large as the whole.
const MOST_STEPS: usize = 64;

const UNIONS: [&str; 3] = ["allOf", "anyOf", "oneOf"];

/// The schema of arguments with `type` and `properties`, and with none of these keywords at its root; or why it
/// cannot be written so.
pub(super) fn plain(schema: &Value, not_at_root: &[&str]) -> Result<Object, String> {
    let mut root = schema.as_object().cloned().unwrap_or_default();
    for it in ["$schema", "$id"] {
        root.shift_remove(it);
    }
    let whole = Value::Object(root.clone());
    let mut left = MOST_STEPS;
    let mut spend = || {
        left = left.checked_sub(1)?;
        Some(())
    };
    let many = "its schema has too many references and parts at the root";
    loop {
        spend().ok_or(many)?;
        if let Some(Value::String(reference)) = root.get("$ref") {
            let target = target(&whole, reference)?;
            // What stands beside a reference is ignored, except for what others refer to.
            root.retain(|key, _| is_note(key));
            merge(&mut root, &target)?;
        } else if let Some(branches) = next(&mut root) {
            for branch in branches? {
                spend().ok_or(many)?;
                merge(&mut root, &resolved(&whole, branch)?)?;
            }
        } else {
            break;
        }
    }
    if let Some(keyword) = not_at_root.iter().find(|it| root.contains_key(**it)) {
        return Err(format!(
            "its schema has `{keyword}` at the root, which the client refuses, and cannot be written without it"
        ));
    }
    let kind = ("type".to_owned(), Value::from("object"));
    root.shift_remove("type");
    root.entry("properties").or_insert_with(|| Value::Object(Map::new()));
    Ok([kind].into_iter().chain(root).collect())
}

/// What a reference leads to, through further ones.
fn target(whole: &Value, reference: &str) -> Result<Object, String> {
    let found = schema::follow(whole, reference).and_then(|(target, _)| target.as_object());
    let found = found.ok_or_else(|| "its schema has a reference that leads nowhere".to_owned())?;
    resolved(whole, found.clone())
}

fn resolved(whole: &Value, mut schema: Object) -> Result<Object, String> {
    for _ in 0..MOST_STEPS {
        let Some(Value::String(reference)) = schema.get("$ref") else { return Ok(schema) };
        let found = schema::follow(whole, reference).and_then(|(target, _)| target.as_object());
        schema = found.cloned().ok_or("its schema has a reference that leads nowhere")?;
    }
    Err("its schema leads from one reference to the next too often".to_owned())
}

/// Takes a union out of the root that is only a list of what all holds; `None` if there is no such union.
fn next(root: &mut Object) -> Option<Result<Vec<Object>, String>> {
    for keyword in UNIONS {
        let Some(Value::Array(branches)) = root.get(keyword) else { continue };
        let is_anything = |it: &Value| {
            *it == Value::Bool(true)
                || it.as_object().is_some_and(|it| it.keys().all(|key| is_note(key)))
        };
        let first = branches.first();
        let same = keyword != "oneOf" && branches.iter().all(|it| Some(it) == first);
        let kept: Vec<&Value> = match keyword {
            "allOf" => branches.iter().filter(|it| !is_anything(it)).collect(),
            "anyOf" if branches.iter().any(is_anything) => Vec::new(),
            _ if same || branches.len() == 1 => first.into_iter().collect(),
            _ => continue,
        };
        let kept: Option<Vec<Object>> =
            kept.into_iter().map(|it| it.as_object().cloned()).collect();
        let kept = kept.ok_or_else(|| "its schema lets no arguments fit".to_owned());
        root.shift_remove(keyword);
        return Some(kept);
    }
    None
}

/// Whether a keyword says nothing of a value.
fn is_note(keyword: &str) -> bool {
    matches!(
        keyword,
        "title"
            | "description"
            | "$comment"
            | "definitions"
            | "$defs"
            | "examples"
            | "default"
            | "readOnly"
            | "writeOnly"
    )
}

/// Adds to a schema what another one asks for, so that both together are the sum of them.
fn merge(root: &mut Object, branch: &Object) -> Result<(), String> {
    let cannot = |keyword: &str| {
        Err(format!(
            "its schema has parts at the root that cannot be put together: both have `{keyword}`"
        ))
    };
    let conditional =
        |it: &Object| ["if", "then", "else"].iter().any(|word| it.contains_key(*word));
    if conditional(root) && conditional(branch) {
        return cannot("if");
    }
    closes_over(root, branch)?;
    closes_over(branch, root)?;
    for (keyword, value) in branch {
        let Some(own) = root.get_mut(keyword) else {
            root.insert(keyword.clone(), value.clone());
            continue;
        };
        if own == value {
            continue;
        }
        match (keyword.as_str(), own, value) {
            ("title" | "description" | "$comment" | "examples" | "default", ..) => {}
            ("properties", Value::Object(own), Value::Object(more)) => {
                for (name, schema) in more {
                    match own.get_mut(name) {
                        None => {
                            own.insert(name.clone(), schema.clone());
                        }
                        Some(known) if known == schema => {}
                        Some(known) => {
                            let both = vec![known.take(), schema.clone()];
                            *known = Value::Object(
                                [("allOf".to_owned(), both.into())].into_iter().collect(),
                            );
                        }
                    }
                }
            }
            ("definitions" | "$defs" | "dependencies", Value::Object(own), Value::Object(more)) => {
                for (name, schema) in more {
                    if own.get(name).is_some_and(|known| known != schema) {
                        return cannot(keyword);
                    }
                    own.insert(name.clone(), schema.clone());
                }
            }
            ("required" | "allOf", Value::Array(own), Value::Array(more)) => {
                let known: HashSet<Value> = own.iter().cloned().collect();
                own.extend(more.iter().filter(|it| !known.contains(it)).cloned());
            }
            // The root is an object whatever else it may be.
            ("type", _, kind) if Kinds::of_type(kind).meets(Kinds::OBJECT) => {}
            _ => return cannot(keyword),
        }
    }
    Ok(())
}

/// Whether what one schema says of members that it does not name still says the same beside the names of the other.
fn closes_over(closed: &Object, other: &Object) -> Result<(), String> {
    let anything =
        |it: &Value| *it == Value::Bool(true) || it.as_object().is_some_and(Map::is_empty);
    let open = closed.get("additionalProperties").is_none_or(anything);
    if open {
        return Ok(());
    }
    let named =
        |it: &Object, name: &str| it.get("properties").is_some_and(|it| it.get(name).is_some());
    let others = other.get("properties").and_then(Value::as_object).into_iter().flat_map(Map::keys);
    if other.contains_key("patternProperties") || others.into_iter().any(|it| !named(closed, it)) {
        return Err("its schema has parts at the root of which one allows no members of the other"
            .to_owned());
    }
    Ok(())
}
