//! `aana validate`: the faults of an event by the published schema.

use std::fmt::Write as _;
use std::path::PathBuf;

use aana_core::json::{JsonWriter, Visitor as _};
use aana_core::{Fault, Gate, validate_bytes};
use aana_policy::{Kind, kind_of};
use clap::Args;

use crate::exit::{self, Outcome};
use crate::input::{self, Input};
use crate::options::Format;
use crate::output;
use crate::style::{CODE, FAINT, FINE, printable};
use crate::words::place;

#[derive(Debug, Args)]
pub(crate) struct ValidateArgs {
    /// The file with the event; `-` or nothing is the standard input
    pub(crate) file: Option<PathBuf>,
    /// How to show the faults
    #[arg(long, value_enum, default_value_t = Format::Pretty)]
    pub(crate) format: Format,
}

pub(crate) fn run(args: &ValidateArgs) -> Outcome {
    let limit = Gate::default().max_event_bytes();
    let faults = match input::read(input::path(args.file.as_deref()), limit)? {
        Input::Bytes(bytes) => {
            let faults = validate_bytes(&bytes);
            if !faults.is_empty() {
                another_document(&bytes);
            }
            faults
        }
        Input::TooLarge(bytes) => vec![Fault::event_too_large(bytes, limit)],
    };
    match args.format {
        Format::Json => output::exact_json(json_of(&faults))?,
        Format::Pretty if faults.is_empty() => output::text(&format!("{FINE}valid{FINE:#}\n"))?,
        Format::Pretty => output::text(&list(&faults))?,
    }
    Ok(if faults.is_empty() { exit::SUCCESS } else { exit::NOT_VALID })
}

/// Says so on the standard error if the document is a policy or a list of tools.
fn another_document(bytes: &[u8]) {
    let kind = std::str::from_utf8(bytes).ok().and_then(kind_of);
    if let Some(kind) = kind.filter(|kind| *kind != Kind::Event) {
        output::note(&format!("{}\n", kind.hint()));
    }
}

fn json_of(faults: &[Fault]) -> String {
    let mut json = JsonWriter::with_capacity(256);
    json.begin_object();
    json.key("valid");
    json.boolean(faults.is_empty());
    json.key("faults");
    json.begin_array();
    for fault in faults {
        json.begin_object();
        json.key("path");
        json.string(&fault.path);
        json.key("code");
        json.word(fault.code.as_str());
        json.key("message");
        json.string(&fault.message);
        json.end_object();
    }
    json.end_array();
    json.end_object();
    json.into_string() + "\n"
}

fn list(faults: &[Fault]) -> String {
    let mut list = String::new();
    for fault in faults {
        let (place, code) = (place(&fault.path), fault.code);
        let message = printable(&fault.message);
        let _ = writeln!(list, "{CODE}{place}{CODE:#}: {message} {FAINT}({code}){FAINT:#}");
    }
    list
}
