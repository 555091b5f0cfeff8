//! The two digests of a document.

use serde::Serialize;
use sha2::{Digest as _, Sha256};

use super::read::{
    front::{Front, Item},
    lines::Line,
};
use super::rules::{command::Command, values::Fields};

/// SHA-256 in lower-case hexadecimal digits.
pub(super) fn sha256(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

/// What is approved, without who approves it and how it is laid out. The members stand in the order of
/// their names, which is what makes two documents of one content one text.
#[derive(Serialize)]
struct Content<'a> {
    argv: Vec<&'a str>,
    body: String,
    constraints: Vec<&'a str>,
    cpu_limit: &'a str,
    created_utc: &'a str,
    inputs: Vec<InputContent<'a>>,
    language: &'a str,
    memory_limit_mb: &'a str,
    network: &'a str,
    network_allowlist: Vec<&'a str>,
    outputs_expected: Vec<OutputContent<'a>>,
    purpose: &'a str,
    request_id: &'a str,
    request_type: &'a str,
    requested_by: &'a str,
    schema_version: &'a str,
    time_limit_sec: &'a str,
}

#[derive(Serialize, PartialEq, Eq, PartialOrd, Ord)]
struct InputContent<'a> {
    name: &'a str,
    sha256: &'a str,
}

#[derive(Serialize, PartialEq, Eq)]
struct OutputContent<'a> {
    description: &'a str,
    path: &'a str,
}

/// The digest of the content, if the command is one of plain words.
pub(super) fn content(
    front: &Front,
    fields: &Fields,
    body: &[Line<'_>],
    command: &Command,
) -> Option<String> {
    let line = command.line.as_ref()?;
    let mut inputs: Vec<InputContent<'_>> = fields
        .inputs
        .iter()
        .map(|input| InputContent { name: &input.written.0, sha256: &input.written.1 })
        .collect();
    inputs.sort();
    let mut outputs_expected: Vec<OutputContent<'_>> = fields
        .outputs
        .iter()
        .map(|output| OutputContent { path: &output.written.0, description: &output.written.1 })
        .collect();
    outputs_expected.sort_by(|a, b| (a.path, a.description).cmp(&(b.path, b.description)));
    let content = Content {
        argv: line.words().iter().map(crate::command::Word::text).collect(),
        body: normalized(body),
        constraints: texts(front.list("constraints")),
        cpu_limit: front.text("cpu_limit"),
        created_utc: front.text("created_utc"),
        inputs,
        language: front.text("language"),
        memory_limit_mb: front.text("memory_limit_mb"),
        network: if front.get("network").is_some() { front.text("network") } else { "none" },
        network_allowlist: texts(front.list("network_allowlist")),
        outputs_expected,
        purpose: front.text("purpose"),
        request_id: front.text("request_id"),
        request_type: front.text("request_type"),
        requested_by: front.text("requested_by"),
        schema_version: front.text("schema_version"),
        time_limit_sec: front.text("time_limit_sec"),
    };
    let json = serde_json::to_string(&content).ok()?;
    Some(sha256(format!("aana.exec_request.content/1\n{json}").as_bytes()))
}

fn texts(items: &[Item]) -> Vec<&str> {
    items
        .iter()
        .filter_map(|item| match item {
            Item::Scalar(scalar) => Some(scalar.text.trim_matches(' ')),
            Item::Map(..) => None,
        })
        .collect()
}

/// The body with one line end, no blanks before it, and no empty lines around.
fn normalized(body: &[Line<'_>]) -> String {
    let lines: Vec<&str> =
        body.iter().map(|line| line.text.trim_end_matches([' ', '\t'])).collect();
    let joined = lines.join("\n");
    let mut text = joined.trim_matches('\n').to_owned();
    text.push('\n');
    text
}
