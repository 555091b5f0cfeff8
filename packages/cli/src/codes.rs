//! `aana codes`: every code with what it means.

use std::fmt::Write as _;

use aana_core::codes::{Blocker, FaultCode, Reason, Warning};
use aana_core::json::{JsonWriter, Visitor as _};

use crate::args::{CodesArgs, Format, Kind};
use crate::exit::{self, Outcome};
use crate::output;
use crate::style::{CODE, HEADING};

/// A code and its sentence.
type Entry = (&'static str, &'static str);

const KINDS: [Kind; 4] = [Kind::Blocker, Kind::Reason, Kind::Warning, Kind::Fault];

pub(crate) fn run(args: &CodesArgs) -> Outcome {
    let kinds: Vec<Kind> =
        KINDS.into_iter().filter(|kind| args.kind.is_none_or(|wanted| wanted == *kind)).collect();
    match args.format {
        Format::Json => output::bytes(json_of(&kinds).as_bytes())?,
        Format::Pretty => output::text(&list(&kinds))?,
    }
    Ok(exit::SUCCESS)
}

fn entries(kind: Kind) -> Vec<Entry> {
    match kind {
        Kind::Blocker => Blocker::ALL.iter().map(|code| (code.as_str(), code.sentence())).collect(),
        Kind::Reason => Reason::ALL.iter().map(|code| (code.as_str(), code.sentence())).collect(),
        Kind::Warning => Warning::ALL.iter().map(|code| (code.as_str(), code.sentence())).collect(),
        Kind::Fault => FaultCode::ALL.iter().map(|code| (code.as_str(), code.sentence())).collect(),
    }
}

const fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::Blocker => "blocker",
        Kind::Reason => "reason",
        Kind::Warning => "warning",
        Kind::Fault => "fault",
    }
}

/// One array, a code a line.
fn json_of(kinds: &[Kind]) -> String {
    let lines: Vec<String> = kinds
        .iter()
        .flat_map(|kind| entries(*kind).into_iter().map(move |entry| (name(*kind), entry)))
        .map(|(kind, (code, sentence))| {
            let mut json = JsonWriter::with_capacity(256);
            json.begin_object();
            for (key, value) in [("kind", kind), ("code", code), ("sentence", sentence)] {
                json.key(key);
                json.string(value);
            }
            json.end_object();
            json.into_string()
        })
        .collect();
    format!("[\n{}\n]\n", lines.join(",\n"))
}

fn list(kinds: &[Kind]) -> String {
    let mut list = String::new();
    for kind in kinds {
        let gap = if list.is_empty() { "" } else { "\n" };
        let _ = writeln!(list, "{gap}{HEADING}{}s{HEADING:#}", name(*kind));
        for (code, sentence) in entries(*kind) {
            let _ = writeln!(list, "  {CODE}{code}{CODE:#}\n    {sentence}");
        }
    }
    list
}
