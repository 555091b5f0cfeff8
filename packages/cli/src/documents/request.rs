//! `aana request`: the approved document for running code, and the files that it declares.

use std::fmt::Write as _;
use std::path::Path;

use aana_core::contract::Route;
use aana_formats::tool_request::text::input_finding;
use aana_formats::tool_request::{
    Binding, CheckOptions, Checked, EventOptions, HostFacts, InputFinding, bind, check, event,
};
use aana_formats::{Rule as _, Severity};
use serde_json::{Value, json};

use super::args::{RequestArgs, RequestCommand};
use super::measure::Folder;
use super::shown::{Document, fine};
use super::source;
use crate::exit::{self, Failure, Outcome};
use crate::options::Format;
use crate::style::{CODE, FAILURE, FAINT, HEADING, printable};
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

    /// What was found about the input files; nothing if nobody looked.
    fn inputs(&self) -> &[InputFinding] {
        &self.binding.input_findings
    }

    fn is_valid(&self) -> bool {
        let is_error = |finding: &InputFinding| finding.rule.severity() == Severity::Error;
        self.checked.report.is_valid() && !self.inputs().iter().any(is_error)
    }

    /// The strictest route of what was found in the document and about its inputs. `accept` says that nothing
    /// was found, and not that a run is approved.
    fn route(&self) -> Route {
        let inputs = self.inputs().iter().map(|finding| finding.rule.route());
        inputs.fold(self.checked.route(), Ord::max)
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
        for finding in self.inputs() {
            let (severity, style) = match finding.rule.severity() {
                Severity::Error => ("error", FAILURE),
                Severity::Warning => ("warning", HEADING),
            };
            let _ = writeln!(
                shown,
                "{}: {style}{severity}{style:#}[{CODE}{}{CODE:#}] {FAINT}`{}`{FAINT:#}: {}",
                printable(&self.name),
                finding.rule.id(),
                printable(&finding.name),
                finding.message(),
            );
        }
        if self.is_valid() {
            shown.push_str(&fine(&self.name));
        }
        shown
    }

    fn json(&self) -> Value {
        let inputs: Vec<Value> = self.inputs().iter().map(input_finding).collect();
        json!({
            "file": self.name,
            "valid": self.is_valid(),
            "route": self.route().as_str(),
            "findings": self.checked.report,
            "inputs": inputs,
            "document_sha256": self.checked.document_sha256,
            "content_sha256": self.checked.content_sha256,
        })
    }
}
