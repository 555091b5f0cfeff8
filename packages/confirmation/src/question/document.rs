//! The question as data.

use serde::{Deserialize, Serialize};

use super::mark::Mark;

/// What a person is asked.
///
/// Every text in it can be shown as it is: what would show nothing, or something else than it is, is named
/// in `⟨U+202E⟩`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The tool's name.
    pub tool: String,
    /// How dangerous the call is: `low`, `medium` or `high`.
    pub risk_level: String,
    /// Whether what it does cannot be undone.
    pub irreversible: bool,
    /// On whose authority it is made, as the event has it.
    pub subject: Option<String>,
    /// What the call would do, as far as its arguments can be read, in the gate's own words.
    #[serde(default)]
    pub effects: Vec<String>,
    /// Every argument, in the event's order.
    pub arguments: Vec<Row>,
    /// What somebody who reads the arguments should know about them.
    pub warnings: Vec<Warning>,
    /// The gate's blockers: why there is a question.
    pub hard_blockers: Vec<String>,
    /// From when on no answer is a no, in RFC 3339.
    pub expires_at: String,
    /// All of this as plain text.
    pub text: String,
}

/// One value: a leaf of the arguments.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Where it stands: `to`, `attachments[0].name`. A key that is not a plain word is in quotes.
    pub name: String,
    /// Its JSON type. An array or an object is here only if it is empty.
    #[serde(rename = "type")]
    pub type_name: String,
    /// The whole value.
    pub text: String,
    /// For a long one, what a host may show before somebody unfolds it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fold: Option<Fold>,
    /// What was found in the name or the value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
}

/// The two ends of a long value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fold {
    /// How it begins.
    pub head: String,
    /// How it ends.
    pub tail: String,
    /// How many characters the shown text has.
    pub characters: usize,
    /// How many lines it has.
    pub lines: usize,
    /// The first 8 hexadecimal digits of a keyed digest of the shown text, so that two values with the same
    /// ends are told apart.
    pub digest: String,
}

/// Something about the arguments that a reader should know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Warning {
    /// What.
    pub code: Mark,
    /// In which rows, by their names; `tool` and `subject` stand as `(tool)` and `(subject)`.
    pub rows: Vec<String>,
    /// One sentence for the reader.
    pub message: String,
}
