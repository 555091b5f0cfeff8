//! The question that a person is asked: what will run, in full, made from the event's own arguments.
//!
//! No word of the agent is in it. A summary, an intent or a text of the runtime could say one thing while
//! the arguments say another, and what runs is the arguments.

mod confusable;
mod equivalent;
mod plain;
mod rows;
mod secret;
mod visible;

use aana_core::{Decision, codes::Blocker, contract::RiskLevel, json::Object};
use serde::{Deserialize, Serialize};

pub use secret::MaskKey;
use secret::Masker;
use visible::As;
pub(crate) use visible::is_hidden;

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
    /// Where it stands: `to`, `attachments[0].name`. A key that is no plain word is in quotes.
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

/// What can be found in a text that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
    /// Characters that turn the direction of writing.
    #[serde(rename = "bidi_controls")]
    Bidi,
    /// Characters of a hidden alphabet.
    #[serde(rename = "tag_characters")]
    Tag,
    /// Other characters that show nothing, or only a blank.
    #[serde(rename = "hidden_characters")]
    Hidden,
    /// Letters of two scripts in one word.
    MixedScripts,
    /// Letters or signs that look like others.
    #[serde(rename = "confusables")]
    Confusable,
    /// Letters that are written from right to left.
    RightToLeft,
    /// Secrets that are not shown.
    Masked,
}

impl Mark {
    const ALL: [Self; 7] = [
        Self::Bidi,
        Self::Tag,
        Self::Hidden,
        Self::MixedScripts,
        Self::Confusable,
        Self::RightToLeft,
        Self::Masked,
    ];

    const fn sentence(self) -> &'static str {
        match self {
            Self::Bidi => {
                "characters that turn the direction of writing are shown by their numbers"
            }
            Self::Tag => {
                "characters of an invisible alphabet, which a program can read, are shown by their numbers"
            }
            Self::Hidden => "characters that cannot be seen are shown by their numbers",
            Self::MixedScripts => "a word mixes letters of two alphabets that look alike",
            Self::Confusable => "letters or signs look like others than they are",
            Self::RightToLeft => "text from right to left may move what stands beside it",
            Self::Masked => "of what looks like a secret, only the length and a digest are shown",
        }
    }
}

/// A small set of marks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Marks(u8);

impl Marks {
    fn insert(&mut self, mark: Mark) {
        self.0 |= 1 << mark as u8;
    }

    fn iter(self) -> impl Iterator<Item = Mark> {
        Mark::ALL.into_iter().filter(move |mark| self.0 & 1 << *mark as u8 != 0)
    }
}

/// The question about an event that was decided; nothing, if it would be longer than can be shown.
pub(crate) fn question(
    event: &Object<'_>,
    decision: &Decision<'_>,
    expires_at: String,
    masker: &Masker,
) -> Option<Question> {
    let mut found = FoundMarks::default();
    let mut marks = Marks::default();
    let name = event.get("tool_name").and_then(|name| name.as_str()).unwrap_or_default();
    let tool = rows::shown(name, None, As::Name, masker, &mut marks)?;
    found.add("(tool)", marks);
    let subject = match event.get("authorization_subject") {
        None => None,
        Some(subject) => {
            let mut marks = Marks::default();
            let subject = rows::subject(subject, masker, &mut marks)?;
            found.add("(subject)", marks);
            Some(subject)
        }
    };
    let arguments = event
        .get("proposed_arguments")
        .and_then(|arguments| arguments.as_object())
        .map_or_else(|| Some(Vec::new()), |arguments| rows::rows(arguments, masker, &mut found))?;
    let mut question = Question {
        tool,
        risk_level: decision.risk_level().unwrap_or(RiskLevel::High).as_str().to_owned(),
        irreversible: decision.irreversible().unwrap_or(true),
        subject,
        arguments,
        warnings: found.warnings(),
        hard_blockers: decision
            .hard_blockers()
            .iter()
            .map(Blocker::as_str)
            .map(str::to_owned)
            .collect(),
        expires_at,
        text: String::new(),
    };
    question.text = plain::render(&question);
    Some(question)
}

/// What was found so far, and where.
#[derive(Default)]
struct FoundMarks(Vec<(Mark, Vec<String>)>);

impl FoundMarks {
    fn add(&mut self, row: &str, marks: Marks) {
        for mark in marks.iter() {
            match self.0.iter_mut().find(|(found, _)| *found == mark) {
                Some((_, rows)) => rows.push(row.to_owned()),
                None => self.0.push((mark, vec![row.to_owned()])),
            }
        }
    }

    fn warnings(mut self) -> Vec<Warning> {
        self.0.sort_by_key(|(mark, _)| *mark);
        let warning =
            |(code, rows): (Mark, _)| Warning { code, rows, message: code.sentence().to_owned() };
        self.0.into_iter().map(warning).collect()
    }
}
