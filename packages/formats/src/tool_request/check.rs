//! The stages of a check, in order.

use std::collections::BTreeSet;

use aana_core::contract::Route;

use super::read::{
    body::{self, Kind},
    forms::{self, Id},
    front, lines,
};
use super::rules::{
    command, cross, fields, forbidden, risk,
    values::{Fields, Language},
};
use super::{
    CheckOptions, RequestRule as Rule, digest,
    found::{Position, RequestFindings},
};
use crate::{Report, Rule as _, command::Word};

/// A valid request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// `TR-<date>-<time>Z-<slug>`.
    pub request_id: String,
    /// When it was drafted, in Unix milliseconds.
    pub created_ms: i64,
    /// Whether a person drafted it rather than the agent.
    pub requested_by_human: bool,
    /// The name or id that stands for the approver. Anybody can write it.
    pub approved_by: String,
    /// When the text says that it was approved, in Unix milliseconds.
    pub approved_ms: i64,
    /// Why, in one sentence.
    pub purpose: String,
    /// What the script is written in.
    pub language: Language,
    /// The hosts that may be reached; nothing without a network.
    pub network_allowlist: Option<Vec<String>>,
    /// Cores, a decimal number as written.
    pub cpu_limit: String,
    /// Memory in MiB.
    pub memory_limit_mb: u32,
    /// Seconds.
    pub time_limit_sec: u32,
    /// Name below `/in` and SHA-256, by name.
    pub inputs: Vec<(String, String)>,
    /// Paths below `/out`, in order.
    pub outputs: Vec<String>,
    /// The words to run. Hand them on as they are, never as a line.
    pub argv: Vec<String>,
    /// What the drafter claims of the risk.
    pub risk_level: super::RiskLevel,
    /// What the drafter claims of the data.
    pub sensitivity: super::Sensitivity,
    /// Whether no hash covers what would run.
    pub script_unbound: bool,
}

/// What a check found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// Every broken rule.
    pub report: Report<Rule>,
    /// The id, if it is one, also of a document that is not valid.
    pub request_id: Option<String>,
    /// Whether the document says that a person drafted it.
    pub requested_by_human: bool,
    /// SHA-256 of the bytes: what an approval binds to.
    pub document_sha256: String,
    /// SHA-256 of what is approved, without the approval and the layout.
    pub content_sha256: Option<String>,
    /// The request, if the document is valid.
    pub request: Option<Request>,
}

impl Checked {
    /// The strictest route of what was found; `accept` if the document is valid.
    #[must_use]
    pub fn route(&self) -> Route {
        let routes = self.report.errors().map(|finding| finding.rule.route());
        routes.max().unwrap_or(Route::Accept)
    }

    /// The names of the broken rules of severity error, each once, in alphabetical order.
    #[must_use]
    pub fn error_ids(&self) -> Vec<&'static str> {
        let ids: BTreeSet<_> = self.report.errors().map(|finding| finding.rule.id()).collect();
        ids.into_iter().collect()
    }

    /// The names of the broken rules of severity warning, each once, in alphabetical order.
    #[must_use]
    pub fn warning_ids(&self) -> Vec<&'static str> {
        let ids: BTreeSet<_> = self.report.warnings().map(|finding| finding.rule.id()).collect();
        ids.into_iter().collect()
    }
}

/// Checks a request from its bytes.
#[must_use]
pub fn check(bytes: &[u8], options: &CheckOptions<'_>) -> Checked {
    let mut found = RequestFindings::default();
    let mut checked = Checked {
        report: Report::new(Vec::new()),
        request_id: None,
        requested_by_human: false,
        document_sha256: digest::sha256(bytes),
        content_sha256: None,
        request: None,
    };
    let request = read(bytes, options, &mut found, &mut checked);
    checked.report = found.into_report();
    checked.request = request.filter(|_| checked.report.is_valid());
    checked
}

/// Runs the stages up to the first that stops, and gives the request if all of it could be read.
fn read(
    bytes: &[u8],
    options: &CheckOptions<'_>,
    found: &mut RequestFindings,
    checked: &mut Checked,
) -> Option<Request> {
    let named_id = file_name(options.file_name, found);
    let text = lines::decode(bytes, found)?;
    let lines = lines::split(text, found)?;
    let (front_lines, body_lines) = match front::locate(&lines) {
        Ok(parts) => parts,
        Err((rule, at, message)) => {
            found.add(rule, at, message);
            return None;
        }
    };
    let front = match front::parse(front_lines) {
        Ok(front) => front,
        Err((rule, at, message)) => {
            found.add(rule, at, message);
            return None;
        }
    };

    let fields = fields::read(&front, options, found);
    if let (Some(named), Some(id)) = (named_id, &fields.request_id)
        && named != id
    {
        let message = "the file is named after another request than `request_id`";
        found.add(Rule::NameIdMismatch, Position::START, message);
    }
    let body = body::read(body_lines, found);
    let command = command::read(body.section(Kind::Command), &fields, found);
    cross::check(&fields, &body, &command, found);
    let risk = risk::read(body.section(Kind::Risk), &fields, found);

    forbidden::secrets(&lines, &front, found);
    let in_command: BTreeSet<usize> =
        body.section(Kind::Command).lines.iter().map(|line| line.number).collect();
    let prose: Vec<lines::Line<'_>> =
        lines.iter().filter(|line| !in_command.contains(&line.number)).copied().collect();
    let words = command.line.as_ref().map(|line| (line, command.at));
    forbidden::installing(&prose, &front, words, found);

    checked.content_sha256 = digest::content(&front, &fields, body_lines, &command);
    checked.request_id.clone_from(&fields.request_id);
    checked.requested_by_human = fields.requested_by == "human";
    request(fields, &command, &risk)
}

/// Checks the name of the file, and gives the id that it stands for.
fn file_name<'a>(name: Option<&'a str>, found: &mut RequestFindings) -> Option<&'a str> {
    let name = name?;
    let unsafe_name = matches!(name, "" | "." | "..")
        || name.contains(['/', '\\'])
        || name.contains(char::is_control);
    if unsafe_name {
        let message = "the file name has a separator or a control character, or is not a name";
        found.add(Rule::NameUnsafe, Position::START, message);
        return None;
    }
    let stem =
        name.strip_suffix(".md").filter(|stem| !matches!(forms::request_id(stem), Id::Other));
    if stem.is_none() {
        let message = "the file name is not `TR-YYYYMMDD-HHMMSSZ-<slug>.md`";
        found.add(Rule::NamePattern, Position::START, message);
    }
    stem
}

fn request(fields: Fields, command: &command::Command, risk: &risk::Risk) -> Option<Request> {
    let line = command.line.as_ref()?;
    let mut inputs = Vec::new();
    for input in fields.inputs {
        inputs.push((input.name?, input.sha256?));
    }
    inputs.sort();
    Some(Request {
        request_id: fields.request_id?,
        created_ms: fields.created_ms?,
        requested_by_human: fields.requested_by == "human",
        approved_by: fields.approved_by,
        approved_ms: fields.approved_ms?,
        purpose: fields.purpose,
        language: fields.language?,
        network_allowlist: fields.allowlist?.then_some(fields.hosts),
        cpu_limit: fields.cpu_limit,
        memory_limit_mb: fields.memory_limit_mb,
        time_limit_sec: fields.time_limit_sec,
        inputs,
        outputs: fields.outputs.into_iter().filter_map(|output| output.path).collect(),
        argv: line.words().iter().map(Word::text).map(str::to_owned).collect(),
        risk_level: risk.level?,
        sensitivity: risk.sensitivity?,
        script_unbound: command.script_unbound,
    })
}
