//! The tool as it is listed. Its schemas are the published ones.

use rmcp::model::Tool;
use serde_json::{Map, Value};

const TOOL: &str = include_str!("tool.json");
const EVENT: &str = include_str!("../../../schemas/agent_tool_precheck.schema.json");
const DECISION: &str = include_str!("../../../schemas/decision.schema.json");

/// The tool, put together from its parts.
///
/// # Panics
///
/// Never: the parts are of this build, and a test puts them together.
pub fn tool() -> Tool {
    let mut tool = object(TOOL);
    tool.insert("inputSchema".to_owned(), Value::Object(taken()));
    tool.insert("outputSchema".to_owned(), Value::Object(published(DECISION)));
    serde_json::from_value(Value::Object(tool)).expect("the parts of the tool fit")
}

/// The published schema of events without the conditions at its top. Model APIs refuse a tool with such
/// conditions, and a client that holds calls to them would not hand over an event that the gate is there
/// to refuse.
fn taken() -> Map<String, Value> {
    let mut schema = published(EVENT);
    schema.remove("allOf");
    schema
}

/// A published schema. Its `$id` stays out: clients that read a list twice would find it taken.
fn published(schema: &str) -> Map<String, Value> {
    let mut schema = object(schema);
    schema.remove("$id");
    schema
}

fn object(text: &str) -> Map<String, Value> {
    serde_json::from_str(text).expect("a part of the tool is a JSON object")
}

#[cfg(test)]
mod tests {
    #[test]
    fn nothing_of_the_parts_is_lost() {
        let tool = serde_json::to_value(super::tool()).unwrap();
        for (key, part) in super::object(super::TOOL) {
            assert_eq!(tool[key], part);
        }
        let event = super::published(super::EVENT);
        let taken = tool["inputSchema"].as_object().unwrap();
        assert!(event.iter().all(|(key, it)| taken.get(key) == Some(it) || key == "allOf"));
        assert_eq!(*tool["outputSchema"].as_object().unwrap(), super::published(super::DECISION));
    }

    #[test]
    fn the_strictest_clients_take_the_tool() {
        let tool = super::tool();
        let word = |it: char| it.is_ascii_alphanumeric() || it == '_';
        assert!(tool.name.len() <= 64 && tool.name.chars().all(word), "{}", tool.name);
        for branching in ["allOf", "anyOf", "oneOf", "not", "if", "$id"] {
            assert!(!tool.input_schema.contains_key(branching), "{branching}");
        }
    }
}
