//! `aana aaep`: events that tell a person what an agent is about to do.

use std::collections::{BTreeMap, BTreeSet};

use aana_formats::aaep::{StreamChecker, StreamFinding, StreamFindingList, check_event};
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
    let mut findings = StreamFindingList::default();
    for (_, line) in items(text) {
        findings.extend(checker.item_text(line).findings);
    }
    findings.extend(checker.finish());
    let valid = findings.is_valid();
    let findings = findings.into_findings();
    let lines = lines_of(&findings, text);
    match args.format {
        Format::Json => {
            let all: Vec<Value> = findings.iter().map(|found| entry(found, &lines)).collect();
            let said = json!({"valid": valid, "findings": all});
            output::json(&format!("{said}\n"))?;
        }
        Format::Pretty => {
            let name = source::name(&args.file);
            let mut shown = String::new();
            for of_item in findings.chunk_by(|one, next| one.index == next.index) {
                let index = of_item.first().map(|found| found.index);
                let (number, line) =
                    index.and_then(|index| lines.get(&index)).copied().unwrap_or_default();
                let document = Document { name: name.clone(), text: line, lines_before: number };
                shown.push_str(&document.show(of_item.iter().map(|found| &found.finding)));
            }
            if valid {
                shown.push_str(&fine(&name));
            }
            output::text(&shown)?;
        }
    }
    Ok(if valid { exit::SUCCESS } else { exit::NOT_VALID })
}

/// The lines that are items, each with how many lines stand before it.
fn items(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty())
}

/// The lines that findings are about, by the numbers of their items; what was found at the end is about the
/// last one. They are looked for when the findings are known: a stream has many more lines.
fn lines_of<'t>(findings: &[StreamFinding], text: &'t str) -> BTreeMap<u64, (usize, &'t str)> {
    let wanted: BTreeSet<u64> = findings.iter().map(|found| found.index).collect();
    let mut lines = BTreeMap::new();
    let mut last = (0, "");
    for (index, item) in (0..).zip(items(text)) {
        last = item;
        if wanted.contains(&index) {
            lines.insert(index, item);
        }
    }
    for index in wanted {
        lines.entry(index).or_insert(last);
    }
    lines
}

fn entry(found: &StreamFinding, lines: &BTreeMap<u64, (usize, &str)>) -> Value {
    let mut entry = json!(found.finding);
    let before = lines.get(&found.index).map_or(0, |(number, _)| *number);
    entry["line"] = (before + 1).into();
    entry
}
