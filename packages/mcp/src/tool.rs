//! The tool as it is listed. `cargo xtask gen` makes it from what is said by hand in `described.json` and from the
//! published schemas.

use rmcp::model::Tool;

const TOOL: &str = include_str!("tool.json");

/// The tool.
///
/// # Panics
///
/// Never: the text is of this build, and a test reads it.
pub fn tool() -> Tool {
    serde_json::from_str(TOOL).expect("the text of the tool fits")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    /// What goes into each request to a model.
    const LARGEST_INPUT: usize = 4000;

    #[test]
    fn nothing_of_the_text_is_lost() {
        let tool = serde_json::to_value(super::tool()).unwrap();
        assert_eq!(tool, serde_json::from_str::<Value>(super::TOOL).unwrap());
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

    #[test]
    fn the_input_schema_is_small_and_says_what_can_be_asked_for() {
        let tool = super::tool();
        let size = serde_json::to_string(&tool.input_schema).unwrap().len();
        assert!(size < LARGEST_INPUT, "{size} bytes");
        let detail = &tool.input_schema["properties"]["detail"];
        assert_eq!(detail["enum"], json!(["compact", "full"]));
        assert!(detail["description"].as_str().unwrap().contains("`compact`, the default"));
    }
}
