//! `aana aaep`: events that tell a person what an agent is about to do.

use aana_formats::Rule as _;
use aana_formats::aaep::{AaepRule, StreamChecker, StreamFinding, check_event};
use serde_json::{Value, json};

use super::args::{AaepArgs, AaepCommand};
use super::shown::{Document, fine};
use super::source;
use crate::exit::{self, Outcome};
use crate::options::Format;
use crate::output;

/// How many bytes of a stream are read.
const STREAM_BYTES: usize = 256 << 20;

pub(crate) fn run(command: &AaepCommand) -> Outcome {
    let AaepCommand::Check(args) = command;
    let text = source::read_text(&args.file, STREAM_BYTES)?;
    if is_stream(&text) { stream(args, &text) } else { event(args, &text) }
}

/// A stream has more than one line, and the first by itself is a document.
fn is_stream(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let first = lines.next().unwrap_or_default();
    lines.next().is_some() && serde_json::from_str::<Value>(first).is_ok()
}

fn event(args: &AaepArgs, text: &str) -> Outcome {
    let report = check_event(text);
    let name = source::name(&args.file);
    match args.format {
        Format::Json => {
            let said = json!({"valid": report.is_valid(), "findings": report});
            output::json(&format!("{said}\n"))?;
        }
        Format::Pretty => {
            let document = Document { name: name.clone(), text, lines_before: 0 };
            let mut shown = document.show(report.findings());
            if report.is_valid() {
                shown.push_str(&fine(&name));
            }
            output::text(&shown)?;
        }
    }
    Ok(if report.is_valid() { exit::SUCCESS } else { exit::NOT_VALID })
}

/// Each line is an event or a reply; blank ones are passed over, as the checker counts them out.
fn stream(args: &AaepArgs, text: &str) -> Outcome {
    let mut checker = StreamChecker::new();
    let mut findings: Vec<StreamFinding> = Vec::new();
    let mut lines: Vec<(usize, &str)> = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        lines.push((number, line));
        findings.extend(checker.item_text(line).findings);
    }
    findings.extend(checker.finish());
    let valid = findings.iter().all(|found| is_advice(found.finding.rule));
    match args.format {
        Format::Json => {
            let all: Vec<Value> = findings.iter().map(|found| entry(found, &lines)).collect();
            let said = json!({"valid": valid, "findings": all});
            output::json(&format!("{said}\n"))?;
        }
        Format::Pretty => {
            let name = source::name(&args.file);
            let mut shown = String::new();
            for found in &findings {
                let (number, line) = line_of(found, &lines);
                let document = Document { name: name.clone(), text: line, lines_before: number };
                shown.push_str(&document.show([&found.finding]));
            }
            if valid {
                shown.push_str(&fine(&name));
            }
            output::text(&shown)?;
        }
    }
    Ok(if valid { exit::SUCCESS } else { exit::NOT_VALID })
}

fn is_advice(rule: AaepRule) -> bool {
    rule.severity() != aana_formats::Severity::Error
}

/// The line that a finding is about; what was found at the end is about the last one.
fn line_of<'t>(found: &StreamFinding, lines: &[(usize, &'t str)]) -> (usize, &'t str) {
    let index = usize::try_from(found.index).unwrap_or(usize::MAX);
    lines.get(index).or(lines.last()).copied().unwrap_or_default()
}

fn entry(found: &StreamFinding, lines: &[(usize, &str)]) -> Value {
    let mut entry = json!(found.finding);
    entry["line"] = (line_of(found, lines).0 + 1).into();
    entry
}
