//! `aana aaep`: events that tell a person what an agent is about to do, the replies to them, and the handshake.

use std::path::Path;

use aana_formats::aaep::{StreamChecker, StreamFinding, check};
use serde_json::{Value, json};

use super::args::{AaepArgs, AaepCommand};
use super::files::sources;
use super::report::{Report, Tally};
use super::shown::Document;
use crate::exit::Outcome;

/// How many bytes of a stream are read.
const STREAM_BYTES: usize = 256 << 20;
/// How files are named that a folder is looked through for.
const ENDINGS: [&str; 3] = ["json", "jsonl", "ndjson"];

pub(crate) fn run(command: &AaepCommand) -> Outcome {
    let AaepCommand::Check(args) = command;
    check_all(args)
}

fn check_all(args: &AaepArgs) -> Outcome {
    let mut tally = Tally::new();
    for source in sources(&args.files, &ENDINGS) {
        let name = source.name.clone();
        let report = match source.read_text(STREAM_BYTES) {
            Ok(text) => judged(&name, &text),
            Err(finding) => {
                tally.count_unread(&finding);
                Report::unread(&name, &finding)
            }
        };
        tally.count(&report);
        report.print(args.format)?;
    }
    Ok(tally.code())
}

fn judged(name: &str, text: &str) -> Report {
    if is_stream(name, text) { stream(name, text) } else { document(name, text) }
}

/// A stream has more than one line, and the first by itself is a document, or the file is called a stream.
fn is_stream(name: &str, text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let first = lines.next().unwrap_or_default();
    let called = Path::new(name).extension().is_some_and(|it| it == "jsonl" || it == "ndjson");
    lines.next().is_some() && (called || serde_json::from_str::<Value>(first).is_ok())
}

fn document(name: &str, text: &str) -> Report {
    let mut report = Report::new(name);
    let document = Document { name: name.to_owned(), text, lines_before: 0 };
    report.add(&document, None, check(text).findings());
    report
}

/// Each line is an event, a reply or a message of the handshake; blank ones are passed over, as the checker counts
/// them out.
fn stream(name: &str, text: &str) -> Report {
    let mut checker = StreamChecker::new();
    let mut findings: Vec<StreamFinding> = Vec::new();
    let mut replies = Vec::new();
    let mut lines: Vec<(usize, &str)> = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        lines.push((number, line));
        let item = checker.item_text(line);
        findings.extend(item.findings);
        replies.extend(item.reply);
    }
    findings.extend(checker.finish());
    findings.sort_by_key(|found| found.index);
    let mut report = Report::new(name);
    for of_item in findings.chunk_by(|one, next| one.index == next.index) {
        let Some(index) = of_item.first().map(|found| found.index) else { continue };
        // What was found at the end is about the last item.
        let line = usize::try_from(index).ok().and_then(|index| lines.get(index));
        let (lines_before, text) = line.or(lines.last()).copied().unwrap_or_default();
        let document = Document { name: name.to_owned(), text, lines_before };
        report.add(&document, Some(index), of_item.iter().map(|found| &found.finding));
    }
    report.with("items", lines.len());
    report.with("replies", json!(replies));
    report
}
