//! `aana aaep`: events that tell a person what an agent is about to do, the replies to them, and the handshake.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use aana_formats::aaep::{StreamChecker, StreamFinding, StreamFindingList, check};
use serde_json::{Value, json};

use super::args::{AaepArgs, AaepCommand};
use super::files::sources;
use super::report::{Report, Tally};
use super::shown::Document;
use crate::exit::Outcome;

/// How many bytes of a stream are read.
const STREAM_BYTES: usize = 256 << 20;
/// Of how many replies the JSON form tells what they did.
const MOST_REPLIES: usize = 10_000;
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
    let mut findings = StreamFindingList::default();
    let (mut replies, mut count) = (Vec::new(), 0_u64);
    for (_, line) in items(text) {
        let item = checker.item_text(line);
        findings.extend(item.findings);
        replies.extend(item.reply.filter(|_| replies.len() < MOST_REPLIES));
        count += 1;
    }
    findings.extend(checker.finish());
    let findings = findings.into_findings();
    let lines = lines_of(&findings, text);
    let mut report = Report::new(name);
    for of_item in findings.chunk_by(|one, next| one.index == next.index) {
        let Some(index) = of_item.first().map(|found| found.index) else { continue };
        let (lines_before, text) = lines.get(&index).copied().unwrap_or_default();
        let document = Document { name: name.to_owned(), text, lines_before };
        report.add(&document, Some(index), of_item.iter().map(|found| &found.finding));
    }
    report.with("items", count);
    report.with("replies", json!(replies));
    report
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
