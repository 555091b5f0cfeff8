//! The meta-schema of draft-07, keyword by keyword, and keywords that say nothing in it.

use serde_json::{Map, Value};

use super::{
    super::{
        DescriptorRule as Rule,
        findings::{Findings, found, member},
    },
    pattern::Patterns,
};

const TYPES: [&str; 7] = ["array", "boolean", "integer", "null", "number", "object", "string"];

/// The formats of draft-07.
const FORMATS: [&str; 17] = [
    "date",
    "date-time",
    "email",
    "hostname",
    "idn-email",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "iri",
    "iri-reference",
    "json-pointer",
    "regex",
    "relative-json-pointer",
    "time",
    "uri",
    "uri-reference",
    "uri-template",
];

/// Keywords that later drafts and `OpenAPI` read, and draft-07 does not.
const LATER: [&str; 16] = [
    "$anchor",
    "$dynamicAnchor",
    "$dynamicRef",
    "$recursiveAnchor",
    "$recursiveRef",
    "$vocabulary",
    "contentSchema",
    "dependentRequired",
    "dependentSchemas",
    "discriminator",
    "maxContains",
    "minContains",
    "nullable",
    "prefixItems",
    "unevaluatedItems",
    "unevaluatedProperties",
];

/// Whether only later drafts or `OpenAPI` read a keyword.
pub(in super::super) fn is_later(keyword: &str) -> bool {
    LATER.contains(&keyword)
}

/// Whether a keyword beside `$ref` loses nothing by being ignored.
pub(in super::super) fn harmless_beside_ref(keyword: &str) -> bool {
    matches!(
        keyword,
        "$ref"
            | "$id"
            | "$schema"
            | "$comment"
            | "$defs"
            | "definitions"
            | "title"
            | "description"
            | "examples"
            | "readOnly"
            | "writeOnly"
    )
}

/// `snake_case`, one word or more.
pub(in super::super) fn is_snake_case(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.bytes().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'_')
}

/// Checks the keywords of one schema. What stands under them as schemas is checked when it is reached.
pub(super) fn check(
    schema: &Map<String, Value>,
    pointer: impl Fn() -> String,
    patterns: &mut Patterns,
    findings: &mut Findings<Rule>,
) {
    for (keyword, value) in schema {
        if LATER.contains(&keyword.as_str()) {
            let message = format!(
                "`{keyword}` is not a keyword of draft-07 and has no effect; say it otherwise"
            );
            findings.add(Rule::SchemaKeywordIgnored, &member(&pointer(), keyword), message);
        } else if let Some(wanted) = violated(keyword, value) {
            let found = found(value);
            let message =
                format!("`{keyword}` is {found}, which draft-07 does not allow: {wanted}");
            findings.add(Rule::SchemaInvalid, &member(&pointer(), keyword), message);
        } else {
            match (keyword.as_str(), value) {
                ("pattern", Value::String(pattern)) => {
                    if let Some(message) = patterns.refuses(pattern) {
                        let at = member(&pointer(), keyword);
                        findings.add(Rule::SchemaPatternUnsupported, &at, message);
                    }
                }
                ("patternProperties", Value::Object(map)) => {
                    for key in map.keys() {
                        if let Some(message) = patterns.refuses(key) {
                            let at = member(&member(&pointer(), keyword), key);
                            findings.add(Rule::SchemaPatternUnsupported, &at, message);
                        }
                    }
                }
                ("format", Value::String(format)) if !FORMATS.contains(&format.as_str()) => {
                    let message = "the format is not one of draft-07, so nothing is checked by it";
                    findings.add(Rule::SchemaFormatUnknown, &member(&pointer(), keyword), message);
                }
                _ => {}
            }
        }
    }
}

/// What the keyword should be, if it is not.
fn violated(keyword: &str, value: &Value) -> Option<&'static str> {
    let (holds, wanted) = match keyword {
        "$ref" | "$id" | "$schema" | "$comment" | "title" | "description" | "pattern"
        | "format" | "contentMediaType" | "contentEncoding" => {
            (value.is_string(), "it is a string")
        }
        "multipleOf" => (value.as_f64().is_some_and(|it| it > 0.0), "it is a number above 0"),
        "maximum" | "minimum" | "exclusiveMaximum" | "exclusiveMinimum" => {
            (value.is_number(), "it is a number")
        }
        "maxLength" | "minLength" | "maxItems" | "minItems" | "maxProperties" | "minProperties" => {
            let whole = value.as_f64().is_some_and(|it| it >= 0.0 && it.fract() == 0.0);
            (whole, "it is an integer from 0")
        }
        "uniqueItems" | "readOnly" | "writeOnly" => (value.is_boolean(), "it is `true` or `false`"),
        "enum" | "examples" => (value.is_array(), "it is a list"),
        "required" => {
            (value.as_array().is_some_and(|it| names(it)), "it is a list of names, each once")
        }
        "type" => (is_type(value), "it is one of the seven types or a list of them, each once"),
        "properties" | "patternProperties" | "definitions" | "$defs" => {
            (value.is_object(), "it is an object of schemas")
        }
        "dependencies" => {
            let each = |it: &Value| {
                it.is_object() || it.is_boolean() || it.as_array().is_some_and(|it| names(it))
            };
            let holds = value.as_object().is_some_and(|map| map.values().all(each));
            (holds, "it is an object of schemas and lists of names")
        }
        "allOf" | "anyOf" | "oneOf" => (
            value.as_array().is_some_and(|it| !it.is_empty()),
            "it is a list of at least one schema",
        ),
        "items" => (
            value.is_object()
                || value.is_boolean()
                || value.as_array().is_some_and(|it| !it.is_empty()),
            "it is a schema or a list of at least one",
        ),
        _ => return None,
    };
    (!holds).then_some(wanted)
}

/// Whether these are strings that differ.
fn names(items: &[Value]) -> bool {
    let mut names: Vec<&str> = items.iter().filter_map(Value::as_str).collect();
    names.sort_unstable();
    let differ = names.windows(2).all(|pair| pair.first() != pair.last());
    names.len() == items.len() && differ
}

fn is_type(value: &Value) -> bool {
    let known = |it: &Value| it.as_str().is_some_and(|it| TYPES.contains(&it));
    match value {
        Value::Array(items) => !items.is_empty() && items.iter().all(known) && names(items),
        _ => known(value),
    }
}
