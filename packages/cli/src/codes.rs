//! `aana codes`: every code with what it means.

use std::fmt::Write as _;

use aana_core::codes::{Blocker, FaultCode, Reason, Warning};
use aana_core::json::{JsonWriter, Visitor as _};
use aana_formats::Rule;
use aana_formats::aaep::AaepRule;
use aana_formats::aai::{CallRule, DescriptorRule};
use aana_formats::tool_request::{BindRule, RequestRule};

use crate::args::{CodesArgs, Format, Kind};
use crate::exit::{self, Outcome};
use crate::output;
use crate::style::{CODE, FAINT, HEADING};

/// A code and its sentence, and for a rule of a document its severity and where it comes from.
struct Entry {
    code: &'static str,
    sentence: &'static str,
    rule: Option<(&'static str, &'static str)>,
}

const KINDS: [Kind; 9] = [
    Kind::Blocker,
    Kind::Reason,
    Kind::Warning,
    Kind::Fault,
    Kind::Aaep,
    Kind::Request,
    Kind::Binding,
    Kind::Descriptor,
    Kind::Call,
];

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
        Kind::Blocker => codes(Blocker::ALL, Blocker::as_str, Blocker::sentence),
        Kind::Reason => codes(Reason::ALL, Reason::as_str, Reason::sentence),
        Kind::Warning => codes(Warning::ALL, Warning::as_str, Warning::sentence),
        Kind::Fault => codes(FaultCode::ALL, FaultCode::as_str, FaultCode::sentence),
        Kind::Aaep => rules::<AaepRule>(),
        Kind::Request => rules::<RequestRule>(),
        Kind::Binding => rules::<BindRule>(),
        Kind::Descriptor => rules::<DescriptorRule>(),
        Kind::Call => rules::<CallRule>(),
    }
}

fn codes<C: Copy>(
    all: &[C],
    code: fn(C) -> &'static str,
    sentence: fn(C) -> &'static str,
) -> Vec<Entry> {
    let entry = |one: &C| Entry { code: code(*one), sentence: sentence(*one), rule: None };
    all.iter().map(entry).collect()
}

fn rules<R: Rule>() -> Vec<Entry> {
    let entry = |rule: &R| Entry {
        code: rule.id(),
        sentence: rule.sentence(),
        rule: Some((rule.severity().as_str(), rule.source().as_str())),
    };
    R::ALL.iter().map(entry).collect()
}

const fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::Blocker => "blocker",
        Kind::Reason => "reason",
        Kind::Warning => "warning",
        Kind::Fault => "fault",
        Kind::Aaep => "aaep rule",
        Kind::Request => "request rule",
        Kind::Binding => "binding rule",
        Kind::Descriptor => "descriptor rule",
        Kind::Call => "call rule",
    }
}

/// One array, a code a line.
fn json_of(kinds: &[Kind]) -> String {
    let lines: Vec<String> = kinds
        .iter()
        .flat_map(|kind| entries(*kind).into_iter().map(move |entry| (name(*kind), entry)))
        .map(|(kind, Entry { code, sentence, rule })| {
            let mut json = JsonWriter::with_capacity(256);
            json.begin_object();
            let mut members = vec![("kind", kind), ("code", code), ("sentence", sentence)];
            members.extend(
                rule.iter()
                    .flat_map(|(severity, source)| [("severity", *severity), ("source", *source)]),
            );
            for (key, value) in members {
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
        for Entry { code, sentence, rule } in entries(*kind) {
            let rule = rule.map_or_else(String::new, |(severity, source)| {
                format!("  {FAINT}{severity}, {source}{FAINT:#}")
            });
            let _ = writeln!(list, "  {CODE}{code}{CODE:#}{rule}\n    {sentence}");
        }
    }
    list
}
