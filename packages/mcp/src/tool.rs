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
    tool.insert("inputSchema".to_owned(), published(EVENT));
    tool.insert("outputSchema".to_owned(), published(DECISION));
    serde_json::from_value(Value::Object(tool)).expect("the parts of the tool fit")
}

/// A published schema. Its `$id` stays out: clients that read a list twice would find it taken.
fn published(schema: &str) -> Value {
    let mut schema = object(schema);
    schema.remove("$id");
    Value::Object(schema)
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
        assert_eq!(tool["inputSchema"], super::published(super::EVENT));
        assert_eq!(tool["outputSchema"], super::published(super::DECISION));
    }
}
