//! `aana codes`: every code with what it means.

use std::fmt::Write as _;

use aana_core::codes::{Blocker, FaultCode, Reason, Warning};
use aana_core::json::{JsonWriter, Visitor as _};
#[cfg(feature = "formats")]
use aana_formats::{
    FileRule, Rule,
    aaep::AaepRule,
    aai::{CallRule, DescriptorRule},
    tool_request::{BindRule, RequestRule},
};
use clap::{Args, ValueEnum};

use crate::exit::{self, Outcome};
use crate::options::Format;
use crate::output;
use crate::style::{CODE, FAINT, HEADING};

#[derive(Debug, Args)]
pub(crate) struct CodesArgs {
    /// Only the codes of this kind
    #[arg(long, value_enum)]
    pub(crate) kind: Option<Kind>,
    /// How to show the codes
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    pub(crate) format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// Keeps the call from running
    Blocker,
    /// A step on the way to the route
    Reason,
    /// Worth fixing, without a say in the route
    Warning,
    /// A fault of form in an event or a policy
    Fault,
    /// A rule of AAEP events and streams
    #[cfg(feature = "formats")]
    Aaep,
    /// A rule of Tool Execution Requests
    #[cfg(feature = "formats")]
    Request,
    /// A rule that joins a request to its approval, its inputs and its runner
    #[cfg(feature = "formats")]
    Binding,
    /// A rule of `aai.json` descriptors
    #[cfg(feature = "formats")]
    Descriptor,
    /// A rule of a call to a described tool
    #[cfg(feature = "formats")]
    Call,
    /// A rule about a file, before anything is known about the document in it
    #[cfg(feature = "formats")]
    File,
}

/// A code and its sentence, and for a rule of a document its severity and where it comes from.
struct Entry {
    code: &'static str,
    sentence: &'static str,
    rule: Option<(&'static str, &'static str)>,
}

pub(crate) fn run(args: &CodesArgs) -> Outcome {
    let kinds = args.kind.as_ref().map_or(Kind::value_variants(), std::slice::from_ref);
    match args.format {
        Format::Json => output::bytes(json_of(kinds).as_bytes())?,
        Format::Pretty => output::text(&list(kinds))?,
    }
    Ok(exit::SUCCESS)
}

fn entries(kind: Kind) -> Vec<Entry> {
    match kind {
        Kind::Blocker => codes(Blocker::ALL, Blocker::as_str, Blocker::sentence),
        Kind::Reason => codes(Reason::ALL, Reason::as_str, Reason::sentence),
        Kind::Warning => codes(Warning::ALL, Warning::as_str, Warning::sentence),
        Kind::Fault => codes(FaultCode::ALL, FaultCode::as_str, FaultCode::sentence),
        #[cfg(feature = "formats")]
        Kind::Aaep => rules::<AaepRule>(),
        #[cfg(feature = "formats")]
        Kind::Request => rules::<RequestRule>(),
        #[cfg(feature = "formats")]
        Kind::Binding => rules::<BindRule>(),
        #[cfg(feature = "formats")]
        Kind::Descriptor => rules::<DescriptorRule>(),
        #[cfg(feature = "formats")]
        Kind::Call => rules::<CallRule>(),
        #[cfg(feature = "formats")]
        Kind::File => rules::<FileRule>(),
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

#[cfg(feature = "formats")]
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
        #[cfg(feature = "formats")]
        Kind::Aaep => "aaep rule",
        #[cfg(feature = "formats")]
        Kind::Request => "request rule",
        #[cfg(feature = "formats")]
        Kind::Binding => "binding rule",
        #[cfg(feature = "formats")]
        Kind::Descriptor => "descriptor rule",
        #[cfg(feature = "formats")]
        Kind::Call => "call rule",
        #[cfg(feature = "formats")]
        Kind::File => "file rule",
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
