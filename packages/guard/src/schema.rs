//! Arguments against the schema of a tool, within a budget: the schema is the server's.

use aana_core::json::Value;
use jsonschema::{Draft, PatternOptions, paths::LocationSegment};
use serde_json::Value as Json;

/// The work that one validation may be: places of the schema, references followed, times places of the arguments.
const BUDGET: u64 = 4_000_000;

/// Places of a schema, references followed.
const LARGEST: u64 = 20_000;

/// How many faults are told.
const MOST: usize = 10;

/// Bytes of one compiled pattern.
const PATTERN_BYTES: usize = 1 << 20;

/// What the schema says of arguments.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Checked {
    Fits,
    /// Pointer and rule of each fault, without a value.
    Faults(Vec<String>),
    /// The schema is not one that can be used.
    Unusable,
}

/// Holds arguments against a schema. Nothing is fetched: there is no code for it in the program.
pub(crate) fn check(schema: &Value<'_>, arguments: &Value<'_>, is_2020: bool) -> Checked {
    if matches!(schema, Value::Object(object) if object.members().is_empty()) {
        return Checked::Fits;
    }
    let (schema, arguments) = (json(schema), json(arguments));
    if !schema.is_object() {
        return Checked::Unusable;
    }
    let cost = cost(&schema, &schema, &mut Vec::new());
    if cost > LARGEST || cost.saturating_mul(places(&arguments)) > BUDGET {
        return Checked::Unusable;
    }
    let validator = jsonschema::options()
        .with_draft(if is_2020 { Draft::Draft202012 } else { Draft::Draft7 })
        .offline()
        .with_pattern_options(PatternOptions::regex().size_limit(PATTERN_BYTES))
        .build(&schema);
    let Ok(validator) = validator else { return Checked::Unusable };
    let mut faults = Vec::new();
    for error in validator.iter_errors(&arguments).take(MOST) {
        let mut pointer = String::new();
        for step in error.instance_path().segments() {
            match step {
                LocationSegment::Property(key) => push(&mut pointer, &key),
                LocationSegment::Index(index) => push(&mut pointer, &index.to_string()),
            }
        }
        let rule = error.schema_path().as_str().rsplit('/').next().unwrap_or_default().to_owned();
        if let jsonschema::error::ValidationErrorKind::Required { property } = error.kind() {
            push(&mut pointer, property.as_str().unwrap_or_default());
        }
        faults.push(format!("{pointer}: {rule}"));
    }
    if faults.is_empty() { Checked::Fits } else { Checked::Faults(faults) }
}

fn push(pointer: &mut String, key: &str) {
    pointer.push('/');
    pointer.push_str(&key.replace('~', "~0").replace('/', "~1"));
}

fn places(value: &Json) -> u64 {
    1 + match value {
        Json::Array(items) => items.iter().map(places).sum(),
        Json::Object(members) => members.values().map(places).sum(),
        _ => 0,
    }
}

/// The places of a schema with its references followed, one inside itself once; no more than is needed to know that it
/// is too large.
fn cost<'s>(root: &'s Json, at: &'s Json, within: &mut Vec<&'s str>) -> u64 {
    let mut sum: u64 = 1;
    match at {
        Json::Array(items) => {
            for item in items {
                sum = sum.saturating_add(cost(root, item, within));
                if sum > LARGEST {
                    break;
                }
            }
        }
        Json::Object(members) => {
            for (key, value) in members {
                let target = value.as_str().filter(|_| key == "$ref");
                sum = sum.saturating_add(match target {
                    Some(target) if within.contains(&target) => 1,
                    Some(_) if within.len() >= 32 => LARGEST,
                    Some(target) => {
                        within.push(target);
                        let inner = target.strip_prefix('#').and_then(|path| root.pointer(path));
                        // An anchor, an escaped pointer or what is elsewhere: what it costs is not known.
                        let inner = inner.map_or(LARGEST, |inner| cost(root, inner, within));
                        within.pop();
                        inner
                    }
                    None if key == "$dynamicRef" || key == "$recursiveRef" => LARGEST,
                    None => cost(root, value, within),
                });
                if sum > LARGEST {
                    break;
                }
            }
        }
        _ => {}
    }
    sum
}

fn json(value: &Value<'_>) -> Json {
    match value {
        Value::Null => Json::Null,
        Value::Bool(value) => Json::Bool(*value),
        Value::Number(number) => serde_json::from_str(number.as_str()).unwrap_or(Json::Null),
        Value::String(text) => Json::String(text.clone().into_owned()),
        Value::Array(items) => Json::Array(items.iter().map(json).collect()),
        Value::Object(object) => Json::Object(
            object
                .members()
                .iter()
                .map(|it| (it.key.clone().into_owned(), json(&it.value)))
                .collect(),
        ),
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use super::{Checked, check};
    use aana_core::json::{self, Value};

    fn checked(schema: &str, arguments: &str) -> Checked {
        let parse = |text| -> Value<'static> { json::parse(text, 1 << 20).unwrap().into_owned() };
        check(&parse(schema), &parse(arguments), true)
    }

    #[test]
    fn faults_have_a_place_and_a_rule() {
        let schema = r#"{"type":"object","properties":{"a/b":{"type":"string"}},"required":["c"]}"#;
        let faults = vec!["/a~1b: type".to_owned(), "/c: required".to_owned()];
        let Checked::Faults(mut found) = checked(schema, r#"{"a/b":1}"#) else { panic!() };
        found.sort();
        assert_eq!(found, faults);
        assert_eq!(checked(schema, r#"{"a/b":"x","c":1}"#), Checked::Fits);
    }

    #[test]
    fn a_schema_that_is_elsewhere_or_explodes_is_not_used() {
        assert_eq!(checked(r#"{"$ref":"https://example.com/x.json"}"#, "{}"), Checked::Unusable);
        let mut bomb = r##"{"$ref":"#/$defs/0","$defs":{"##.to_owned();
        for level in 0..30 {
            let next = level + 1;
            let _ = write!(
                bomb,
                r##""{level}":{{"allOf":[{{"$ref":"#/$defs/{next}"}},{{"$ref":"#/$defs/{next}"}}]}},"##
            );
        }
        bomb += r#""30":{}}}"#;
        assert_eq!(checked(&bomb, "{}"), Checked::Unusable);
        for reference in ["#anchor", "#/%24defs/0", "#/nowhere"] {
            let schema =
                format!(r#"{{"$ref":"{reference}","$defs":{{"0":{{"$anchor":"anchor"}}}}}}"#);
            assert_eq!(checked(&schema, "{}"), Checked::Unusable, "{reference}");
        }
        assert_eq!(checked(r##"{"$dynamicRef":"#x"}"##, "{}"), Checked::Unusable);
        let tree = r##"{"type":"object","properties":{"child":{"$ref":"#"}}}"##;
        assert_eq!(checked(tree, r#"{"child":{"child":{}}}"#), Checked::Fits);
    }
}
