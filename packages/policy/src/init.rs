//! A first policy for a list of tools.

use aana_core::contract::{ToolCategory, VerbClass};
use aana_core::json::{Value, canonical};
use aana_core::{Gate, POLICY_VERSION, names};

use crate::remark::Remark;
use crate::view::{self, ToolReading};
use crate::{Faulty, Form, read_tools};

/// Signs that no pattern may have: of regular expressions, and of a negation.
const SIGNS: [char; 6] = ['^', '$', '|', '!', '(', ')'];

/// A policy, and what to look at before it is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InitReport {
    /// What the list of tools was taken for.
    pub form: Form,
    /// The policy as JSON text, an entry a line.
    pub policy: String,
    /// How each tool was read. `category` is what was written.
    pub tools: Vec<ToolReading>,
    /// What is to be known about the list as a whole.
    pub remarks: Vec<Remark>,
}

impl InitReport {
    /// The tools whose category is a guess.
    pub fn doubtful(&self) -> impl Iterator<Item = &ToolReading> {
        self.tools.iter().filter(|tool| !tool.remarks.is_empty())
    }
}

/// Writes a policy: every tool with the category that it is read as, and `unlisted_tools: defer`.
///
/// In doubt the stricter category is written, and the tool has a remark: a name that does not say what the tool does
/// is a `write`, and a read is a `private_read` unless a word of the name says that it is about something public.
///
/// # Errors
///
/// The faults of the list.
pub fn init(tools: &str) -> Result<InitReport, Faulty> {
    let list = read_tools(tools)?;
    let gate = Gate::default();
    let readings: Vec<ToolReading> =
        list.tools.iter().map(|tool| first_reading(&gate, tool)).collect();
    let mut policy = String::from("{\n  \"schema_version\": ");
    quoted(&mut policy, POLICY_VERSION);
    policy.push_str(",\n  \"unlisted_tools\": \"defer\",\n  \"tools\": {");
    for (index, reading) in readings.iter().enumerate() {
        policy.push_str(if index == 0 { "\n    " } else { ",\n    " });
        quoted(&mut policy, &reading.name.replace(SIGNS, "?"));
        policy.push_str(": {\"tool_category\": ");
        quoted(&mut policy, reading.category.as_str());
        policy.push('}');
    }
    policy.push_str("\n  }\n}\n");
    Ok(InitReport { form: list.form, policy, tools: readings, remarks: list.remarks })
}

fn first_reading(gate: &Gate, tool: &crate::Tool) -> ToolReading {
    let mut reading = view::read(gate, tool);
    // What the tool says of itself is written down.
    reading.remarks.retain(|remark| *remark != Remark::SaysThatItActs);
    // An entry with a category answers what strict names ask, and `NameSaysNothing` says the rest.
    reading.remarks.retain(|remark| *remark != Remark::NotRecognised);
    if reading.name.contains(['*', '?']) || reading.name.contains(SIGNS) {
        reading.remarks.push(Remark::NameIsAPattern);
    }
    match reading.category {
        ToolCategory::PublicRead | ToolCategory::PrivateRead
            if reading.verb_class == VerbClass::Other =>
        {
            reading.category = ToolCategory::Write;
        }
        ToolCategory::PublicRead if !names::is_public(&reading.name) => {
            reading.category = ToolCategory::PrivateRead;
            reading.remarks.push(Remark::MaybePublic);
        }
        _ => {}
    }
    reading
}

/// A text as JSON.
fn quoted(out: &mut String, text: &str) {
    canonical(out, &Value::String(text.into()));
}
