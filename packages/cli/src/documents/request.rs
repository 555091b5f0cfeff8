//! `aana request`: the approved document for running code, and the files that it declares.

use std::fmt::Write as _;
use std::path::Path;

use aana_formats::Rule as _;
use aana_formats::tool_request::{
    BindRule, Binding, CheckOptions, Checked, EventOptions, HostFacts, bind, check, event,
};
use serde_json::{Value, json};

use super::args::{RequestArgs, RequestCommand};
use super::measure::Folder;
use super::shown::{Document, fine};
use super::source;
use crate::exit::{self, Failure, Outcome};
use crate::options::Format;
use crate::style::{CODE, FAILURE, printable};
use crate::{input, output, setup};

/// One byte more than a request may have is enough for the rule itself to say it.
const MAX_BYTES: usize = 1 << 20;

pub(crate) fn run(command: &RequestCommand) -> Outcome {
    let RequestCommand::Check(args) = command;
    let now_ms = setup::now(args.now.as_deref())?;
    let inputs = args.inputs.as_deref().map(Folder::open).transpose()?;
    let mut all_valid = true;
    for file in &args.files {
        let request = CheckedRequest::new(file, inputs.as_ref(), now_ms)?;
        all_valid &= request.is_valid();
        request.show(args)?;
    }
    Ok(if all_valid { exit::SUCCESS } else { exit::NOT_VALID })
}

/// A request, and what is known about it here: there is no record of an approval, and no runner.
struct CheckedRequest {
    name: String,
    bytes: Vec<u8>,
    checked: Checked,
    facts: HostFacts,
    binding: Binding,
}

impl CheckedRequest {
    fn new(file: &Path, inputs: Option<&Folder>, now_ms: i64) -> Result<Self, Failure> {
        let bytes = source::read(file, MAX_BYTES)?;
        let source = input::path(Some(file));
        let file_name = source.and_then(Path::file_name).map(|name| name.to_string_lossy());
        let options = CheckOptions {
            file_name: file_name.as_deref(),
            now_ms: Some(now_ms),
            ..CheckOptions::default()
        };
        let checked = check(&bytes, &options);
        let mut facts = HostFacts { now_ms: Some(now_ms), ..HostFacts::default() };
        if let (Some(folder), Some(request)) = (inputs, &checked.request) {
            let declared = request.inputs.iter().map(|(name, _)| name.as_str());
            facts.inputs = Some(folder.measure(declared, facts.max_input_bytes)?);
        }
        let binding = bind(&checked, &facts);
        let name = source::name(file);
        Ok(Self { name, bytes, checked, facts, binding })
    }

    /// What is wrong with the input files.
    fn input_faults(&self) -> impl Iterator<Item = BindRule> {
        let looked = self.facts.inputs.is_some();
        BindRule::ALL.iter().copied().filter(move |rule| {
            looked
                && rule.id().starts_with("bind.input_")
                && self.binding.errors.contains(&rule.id())
        })
    }

    fn is_valid(&self) -> bool {
        self.checked.report.is_valid() && self.input_faults().next().is_none()
    }

    fn show(&self, args: &RequestArgs) -> Result<(), Failure> {
        if args.event {
            output::note(&self.text());
            let line = event(&self.checked, &self.facts, &self.binding, &EventOptions::default());
            return output::exact_json(format!("{line}\n"));
        }
        match args.format {
            Format::Pretty => output::text(&self.text()),
            Format::Json => output::json(&format!("{}\n", self.json())),
        }
    }

    fn text(&self) -> String {
        let text = String::from_utf8_lossy(&self.bytes);
        let document = Document { name: self.name.clone(), text: &text, lines_before: 0 };
        let mut shown = document.show(self.checked.report.findings());
        for rule in self.input_faults() {
            let (name, id, sentence) = (printable(&self.name), rule.id(), rule.sentence());
            let _ = writeln!(
                shown,
                "{name}: {FAILURE}error{FAILURE:#}[{CODE}{id}{CODE:#}]: {sentence}"
            );
        }
        if self.is_valid() {
            shown.push_str(&fine(&self.name));
        }
        shown
    }

    fn json(&self) -> Value {
        let faults: Vec<&str> = self.input_faults().map(BindRule::id).collect();
        json!({
            "file": self.name,
            "valid": self.is_valid(),
            "route": self.checked.route().as_str(),
            "findings": self.checked.report,
            "inputs": faults,
            "document_sha256": self.checked.document_sha256,
            "content_sha256": self.checked.content_sha256,
        })
    }
}
