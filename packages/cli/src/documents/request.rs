//! `aana request`: the approved document for running code, and the files that it declares.

use std::path::Path;

use aana_core::contract::Route;
use aana_formats::tool_request::text::input_finding;
use aana_formats::tool_request::{
    Binding, CheckOptions, Checked, EventOptions, HostFacts, InputFinding, bind, check, event,
};
use aana_formats::{Rule as _, Severity};
use serde_json::Value;

use super::args::RequestArgs;
use super::files::sources;
use super::measure::Folder;
use super::report::{Report, Tally};
#[cfg(feature = "run")]
use super::run::store::Store;
use super::shown::Document;
use super::source;
use crate::exit::{Failure, Outcome};
use crate::style::{CODE, FAILURE, FAINT, HEADING, printable};
use crate::{input, output, setup};

/// One byte more than a request may have is enough for the rule itself to say it.
const MAX_BYTES: usize = 1 << 20;

/// `aana request check`.
pub(crate) fn check_all(args: &RequestArgs) -> Outcome {
    let now_ms = setup::now(args.now.as_deref())?;
    let inputs = args.inputs.as_deref().map(Folder::open).transpose()?;
    #[cfg(feature = "run")]
    let store = args.store.as_deref().map(Store::open).transpose()?;
    let mut tally = Tally::new();
    for source in sources(&args.files, &["md"]) {
        let (name, path) = (source.name.clone(), source.path().map(Path::to_owned));
        match source.read(MAX_BYTES) {
            Ok(bytes) => {
                let path = path.unwrap_or_default();
                #[cfg_attr(
                    not(feature = "run"),
                    expect(unused_mut, reason = "no folder of approvals to ask")
                )]
                let mut request = CheckedRequest::of(&path, bytes, inputs.as_ref(), now_ms)?;
                #[cfg(feature = "run")]
                if let Some(store) = &store {
                    request.look_up(store)?;
                }
                tally.count(&request.report());
                request.show(args)?;
            }
            Err(finding) => {
                tally.count_unread(&finding);
                let report = Report::unread(&name, &finding);
                if args.event { output::note(&report.text()) } else { report.print(args.format)? }
            }
        }
    }
    Ok(tally.code())
}

/// A request, and what is known about it here: without a folder of approvals there is no record of one, and no
/// ledger.
pub(crate) struct CheckedRequest {
    pub(crate) name: String,
    bytes: Vec<u8>,
    pub(crate) checked: Checked,
    pub(crate) facts: HostFacts,
    pub(crate) binding: Binding,
}

impl CheckedRequest {
    #[cfg(feature = "run")]
    pub(crate) fn new(file: &Path, inputs: Option<&Folder>, now_ms: i64) -> Result<Self, Failure> {
        Self::of(file, source::read(file, MAX_BYTES)?, inputs, now_ms)
    }

    fn of(
        file: &Path,
        bytes: Vec<u8>,
        inputs: Option<&Folder>,
        now_ms: i64,
    ) -> Result<Self, Failure> {
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

    /// Binds it to what is known.
    #[cfg(feature = "run")]
    pub(crate) fn bind(&mut self, facts: HostFacts) {
        self.binding = bind(&self.checked, &facts);
        self.facts = facts;
    }

    /// Binds it to what a folder of approvals knows.
    #[cfg(feature = "run")]
    fn look_up(&mut self, store: &Store) -> Result<(), Failure> {
        let Some(request) = &self.checked.request else { return Ok(()) };
        let mut facts = self.facts.clone();
        store.tell(&mut facts, request, &self.checked.document_sha256)?;
        self.bind(facts);
        Ok(())
    }

    /// What was found about the input files; nothing if nobody looked.
    fn inputs(&self) -> &[InputFinding] {
        &self.binding.input_findings
    }

    /// The strictest route of what was found in the document and about its inputs. `accept` says that nothing
    /// was found, and not that a run is approved.
    fn route(&self) -> Route {
        let inputs = self.inputs().iter().map(|finding| finding.rule.route());
        inputs.fold(self.checked.route(), Ord::max)
    }

    fn show(&self, args: &RequestArgs) -> Result<(), Failure> {
        let report = self.report();
        if args.event {
            output::note(&report.text());
            let line = event(&self.checked, &self.facts, &self.binding, &EventOptions::default());
            return output::exact_json(format!("{line}\n"));
        }
        report.print(args.format)
    }

    /// What was found, for people.
    #[cfg(feature = "run")]
    pub(crate) fn text(&self) -> String {
        self.report().text()
    }

    fn report(&self) -> Report {
        let text = String::from_utf8_lossy(&self.bytes);
        let document = Document { name: self.name.clone(), text: &text, lines_before: 0 };
        let mut report = Report::new(&self.name);
        report.add(&document, None, self.checked.report.findings());
        for finding in self.inputs() {
            let (severity, style) = match finding.rule.severity() {
                Severity::Error => ("error", FAILURE),
                Severity::Warning => ("warning", HEADING),
            };
            let line = format!(
                "{}: {style}{severity}{style:#}[{CODE}{}{CODE:#}] {FAINT}`{}`{FAINT:#}: {}\n",
                printable(&self.name),
                finding.rule.id(),
                printable(&finding.name),
                finding.message(),
            );
            report.beside(&line, finding.rule.severity() != Severity::Error);
        }
        let inputs: Vec<Value> = self.inputs().iter().map(input_finding).collect();
        report.with("route", self.route().as_str());
        report.with("inputs", inputs);
        report.with("document_sha256", self.checked.document_sha256.as_str());
        report.with("content_sha256", self.checked.content_sha256.clone());
        report
    }
}
