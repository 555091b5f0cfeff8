//! The shapes of events, policies, decisions and results as types of TypeScript and Python. The schemas are
//! the one source: what a schema describes is never typed by hand.

mod model;
mod python;
mod text;
mod typescript;
#[cfg(test)]
mod wit;

use serde_json::Value;

use self::model::{Direction, Model};

const EVENT: &str = include_str!("../../../../schemas/agent_tool_precheck.schema.json");
const POLICY: &str = include_str!("../../../../schemas/policy.schema.json");
const DECISION: &str = include_str!("../../../../schemas/decision.schema.json");
const AAEP: &str = include_str!("../../../../schemas/formats/aaep.schema.json");
const AAI: &str = include_str!("../../../../schemas/formats/descriptor.schema.json");
const CONFIRMATION: &str = include_str!("../../../../schemas/confirmation.schema.json");
const TOOL_REQUEST: &str = include_str!("../../../../schemas/formats/tool_request.schema.json");

/// A generated module: where it lies, and what writes it.
type File = (&'static str, fn() -> String);

/// Every generated module.
pub(crate) const FILES: [File; 10] = [
    ("packages/integration-sdk/src/types.ts", || {
        let head = "The contract's events, the operator's policy and the gate's decision.";
        typescript::module(&gate(), head, "./", true)
    }),
    ("bindings-python/python/aana/_types.py", || {
        let head = "The shapes of events, policies and decisions, for type checkers.";
        python::module(&gate(), head, true)
    }),
    ("packages/integration-sdk/src/formats/aaep-shapes.ts", || {
        typescript::module(&format(AAEP), "What the functions of `aaep` give.", "../", false)
    }),
    ("bindings-python/python/aana/_aaep_types.py", || {
        python::module(&format(AAEP), "The shapes of what `aana.aaep` says.", false)
    }),
    ("packages/integration-sdk/src/formats/descriptor-shapes.ts", || {
        typescript::module(&format(AAI), "What the functions of `descriptor` give.", "../", false)
    }),
    ("bindings-python/python/aana/_descriptor_types.py", || {
        python::module(&format(AAI), "The shapes of what `aana.descriptor` takes and says.", false)
    }),
    ("packages/integration-sdk/src/formats/tool-request-shapes.ts", || {
        let head = "What the functions of `toolRequest` give.";
        typescript::module(&format(TOOL_REQUEST), head, "../", false)
    }),
    ("bindings-python/python/aana/_tool_request_types.py", || {
        let head = "The shapes of what `aana.tool_request` takes and says.";
        python::module(&format(TOOL_REQUEST), head, false)
    }),
    ("packages/integration-sdk/src/confirmation/types.ts", || {
        let head = "What a question looks like, and what an answer comes to.";
        typescript::module(&format(CONFIRMATION), head, "../", false)
    }),
    ("bindings-python/python/aana/_confirmation_types.py", || {
        let head = "What a question looks like, as `aana.confirmation` shows it.";
        python::module(&format(CONFIRMATION), head, false)
    }),
];

fn gate() -> Model {
    read(&[(EVENT, Direction::Input), (POLICY, Direction::Input), (DECISION, Direction::Output)])
}

/// What one of the formats, or the broker, says. What it takes is marked as `writeOnly` in its schema; in the npm package
/// that has names of JavaScript and is not generated.
fn format(schema: &str) -> Model {
    read(&[(schema, Direction::Output)])
}

/// The schemas are part of this program; that they have shapes, its tests see.
fn read(schemas: &[(&str, Direction)]) -> Model {
    let mut model = Model::default();
    for (text, direction) in schemas {
        let schema: Value = serde_json::from_str(text).expect("a schema is JSON");
        model.add(&schema, *direction).unwrap_or_else(|error| panic!("{error:#}"));
    }
    model
}
