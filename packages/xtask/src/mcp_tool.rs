//! The tool that both MCP servers list: what is said about it, and its schemas, made from the published ones.

use serde_json::{Map, Value, json};

/// Name, description and annotations, written by hand.
const DESCRIBED: &str = include_str!("../../mcp/src/described.json");
const EVENT: &str = include_str!("../../../schemas/agent_tool_precheck.schema.json");
const DECISION: &str = include_str!("../../../schemas/decision.schema.json");

/// Where the tool stands: the crate of the server in Rust, and a copy in the wheel.
pub(crate) const PATHS: [&str; 2] =
    ["packages/mcp/src/tool.json", "bindings-python/python/aana/mcp/tool.json"];

/// An input schema is part of every request to a model, so it is small.
#[cfg(test)]
const LARGEST_INPUT: usize = 4000;

/// What the gate checks in any case, and what a model does not need.
const LEFT_OUT: [&str; 5] = ["title", "pattern", "default", "minLength", "minimum"];

/// A field of earlier integrations, which a new caller does not send.
const OLD: &str = "schema_version";

/// The members whose description stays, with how many of its sentences. The others say enough by their names.
const EXPLAINED: [(&str, usize); 12] = [
    ("tool_name", 1),
    ("tool_category", 1),
    ("authorization_state", 1),
    ("evidence_refs", 1),
    ("risk_domain", 1),
    ("proposed_arguments", 1),
    ("recommended_route", 1),
    ("authorization_subject", 1),
    ("trust_tier", 2),
    ("retrieved_at", 1),
    ("supports", 1),
    ("detail", 2),
];

/// The tool as JSON text.
pub(crate) fn render() -> String {
    let mut tool = object(DESCRIBED);
    tool.insert("inputSchema".to_owned(), Value::Object(input()));
    tool.insert("outputSchema".to_owned(), Value::Object(output()));
    format!("{:#}\n", Value::Object(tool))
}

/// The published schema of events, without the conditions at its top. Model APIs refuse a tool with such
/// conditions, and a client that holds calls to them would not hand over an event that the gate is there
/// to refuse.
fn input() -> Map<String, Value> {
    let mut schema = object(EVENT);
    for key in ["$schema", "$id", "allOf"] {
        schema.shift_remove(key);
    }
    if let Some(Value::Object(fields)) = schema.get_mut("properties") {
        fields.shift_remove(OLD);
        fields.insert("detail".to_owned(), detail());
    }
    match small(None, Value::Object(schema)) {
        Value::Object(schema) => schema,
        _ => Map::new(),
    }
}

/// The one argument that is not a field of an event.
fn detail() -> Value {
    json!({
        "description": "Not part of the event: `full` asks for the whole decision. `compact`, the default, \
            gives `route`, `hard_blockers`, `for_model`, `needs` and `action_digest`.",
        "type": "string",
        "enum": ["compact", "full"],
    })
}

/// The published schema of decisions, which a compact answer fits too. The `$id` stays out: clients that read a
/// list twice would find it taken.
fn output() -> Map<String, Value> {
    let mut schema = object(DECISION);
    // The conditions at its top are about members that a compact answer does not have.
    for key in ["$id", "allOf"] {
        schema.shift_remove(key);
    }
    schema.insert("title".to_owned(), json!("Compact answer, or AANA decision v1"));
    schema.insert("required".to_owned(), json!(["route", "hard_blockers", "action_digest"]));
    let recovery = schema["properties"]["recovery"]["properties"].clone();
    if let Some(Value::Object(members)) = schema.get_mut("properties") {
        for name in ["for_model", "needs"] {
            members.insert(name.to_owned(), recovery[name].clone());
        }
    }
    schema
}

/// A part of the input schema without what a model does not need. `name` is the member that it describes.
fn small(name: Option<&str>, part: Value) -> Value {
    let Value::Object(part) = part else { return part };
    let mut kept = Map::new();
    for (key, value) in part {
        let value = match (key.as_str(), value) {
            ("properties" | "$defs", Value::Object(members)) => Value::Object(
                members
                    .into_iter()
                    .map(|(name, member)| {
                        let member = small(Some(&name), member);
                        (name, member)
                    })
                    .collect(),
            ),
            ("description", Value::String(text)) => match sentences(name) {
                0 => continue,
                count => Value::String(shortened(&text, count)),
            },
            ("oneOf", Value::Array(ways)) => {
                Value::Array(ways.into_iter().map(|way| small(Some(""), way)).collect())
            }
            ("items", items) => small(Some(""), items),
            (key, _) if LEFT_OUT.contains(&key) => continue,
            (_, value) => value,
        };
        kept.insert(key, value);
    }
    Value::Object(kept)
}

/// How many sentences of its description a member keeps; the schema itself, one.
fn sentences(name: Option<&str>) -> usize {
    let Some(name) = name else { return 1 };
    EXPLAINED.iter().find(|(explained, _)| *explained == name).map_or(0, |(_, count)| *count)
}

/// The first sentences of a text.
fn shortened(text: &str, count: usize) -> String {
    let end = text.match_indices(". ").nth(count - 1).map_or(text.len(), |(at, _)| at + 1);
    text.get(..end).unwrap_or(text).to_owned()
}

fn object(text: &str) -> Map<String, Value> {
    serde_json::from_str(text).expect("a part of the tool is a JSON object")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::{Map, Value};

    use super::{DECISION, DESCRIBED, EVENT, LARGEST_INPUT, OLD, input, object, output, render};

    fn names(members: &Value) -> BTreeSet<&str> {
        members.as_object().unwrap().keys().map(String::as_str).collect()
    }

    #[test]
    fn the_input_schema_is_small() {
        let compact = Value::Object(input()).to_string();
        assert!(compact.len() < LARGEST_INPUT, "{} bytes", compact.len());
        // As Python and others write it, with a space after each comma and colon.
        let spaced =
            compact.len() + compact.matches(",\"").count() + compact.matches("\":").count();
        assert!(spaced < LARGEST_INPUT, "{spaced} bytes");
    }

    #[test]
    fn no_field_and_no_word_of_an_event_is_lost() {
        let (published, taken) = (object(EVENT), input());
        assert_eq!(taken["required"], published["required"]);
        let mut fields = names(&published["properties"]);
        fields.remove(OLD);
        fields.insert("detail");
        assert_eq!(names(&taken["properties"]), fields);
        assert_eq!(names(&taken["$defs"]), names(&published["$defs"]));
        for (name, published) in published["$defs"].as_object().unwrap() {
            let taken = &taken["$defs"][name];
            assert_eq!(taken.get("required"), published.get("required"), "{name}");
            assert_same_members(taken.get("properties"), published.get("properties"));
        }
        assert_same_members(Some(&taken["properties"]), Some(&published["properties"]));
    }

    fn assert_same_members(taken: Option<&Value>, published: Option<&Value>) {
        let members =
            |one: Option<&Value>| one.and_then(Value::as_object).cloned().unwrap_or_default();
        let taken: Map<String, Value> = members(taken);
        for (name, published) in members(published) {
            let Some(taken) = taken.get(&name) else {
                assert_eq!(name, OLD);
                continue;
            };
            for key in ["type", "enum", "$ref"] {
                assert_eq!(taken.get(key), published.get(key), "{name}");
            }
        }
    }

    #[test]
    fn what_is_said_by_hand_is_in_the_tool() {
        let tool = object(&render());
        for (key, part) in object(DESCRIBED) {
            assert_eq!(tool[&key], part);
        }
    }

    #[test]
    fn every_member_of_a_decision_is_in_the_output_schema() {
        let (published, given) = (object(DECISION), output());
        for (name, member) in published["properties"].as_object().unwrap() {
            assert_eq!(given["properties"][name], *member, "{name}");
        }
        assert_eq!(given["$defs"], published["$defs"]);
        let required = names(&published["properties"]);
        assert!(
            given["required"]
                .as_array()
                .unwrap()
                .iter()
                .all(|it| { required.contains(it.as_str().unwrap()) })
        );
    }
}
