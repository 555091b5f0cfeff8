//! Descriptors as files, and what commands show of them.

use std::path::{Path, PathBuf};

use aana_formats::aai::{self, Client, Descriptor, DescriptorRule, Profile};
use aana_formats::{Report as Findings, Rule};
use serde_json::Value;

use super::args::{ClientName, DescriptorFile, ProfileName};
use super::report::Report;
use super::shown::Document;
use super::source::{self, name};
use crate::exit::{self, Failure, Outcome};
use crate::options::Format;
use crate::output;

/// One byte more than a descriptor may have, so that the rule itself says it.
pub(super) const MAX_BYTES: usize = (1 << 20) + 1;

pub(super) const fn client_of(client: ClientName) -> Client {
    match client {
        ClientName::Mcp => Client::Mcp,
        ClientName::OpenAi => Client::OpenAi,
        ClientName::OpenAiResponses => Client::OpenAiResponses,
        ClientName::Anthropic => Client::Anthropic,
        ClientName::Gemini => Client::Gemini,
    }
}

pub(super) type Loaded = (String, Findings<DescriptorRule>, Option<Descriptor>);

pub(super) fn load(file: &DescriptorFile) -> Result<Loaded, Failure> {
    let profile = profile_of(file.profile);
    let text = source::read_text(&file.file, MAX_BYTES)?;
    let (report, descriptor) = aai::load(&text, profile);
    Ok((text, report, descriptor))
}

/// Descriptors that another command needs; what is wrong with one that is not accepted is the error.
pub(crate) fn load_all(
    files: &[PathBuf],
    profile: ProfileName,
) -> Result<Vec<Descriptor>, Failure> {
    let all = files.iter().map(|path| {
        let file = DescriptorFile { file: path.clone(), profile };
        let (text, report, descriptor) = load(&file)?;
        descriptor.ok_or_else(|| {
            let found = show(path, &text, &report);
            Failure::NotValid(format!("a descriptor is not accepted\n{}", found.trim_end()))
        })
    });
    all.collect()
}

/// How literally the specification is taken.
pub(crate) const fn profile_of(name: ProfileName) -> Profile {
    match name {
        ProfileName::Seed => Profile::Seed,
        ProfileName::Compat => Profile::Compat,
    }
}

/// There is no answer: why is told where people look, or as the answer of a machine.
pub(super) fn refused<R: Rule>(
    file: &Path,
    text: &str,
    found: &Findings<R>,
    format: Format,
) -> Outcome {
    let name = name(file);
    let mut report = Report::new(&name);
    report.add(&document(&name, text), None, found.findings());
    match format {
        Format::Json => report.print(format)?,
        Format::Pretty => output::note(&report.text()),
    }
    Ok(exit::NOT_VALID)
}

fn show<R: Rule>(file: &Path, text: &str, report: &Findings<R>) -> String {
    document(&name(file), text).show(report.findings())
}

pub(super) fn document<'t>(name: &str, text: &'t str) -> Document<'t> {
    Document { name: name.to_owned(), text, lines_before: 0 }
}

pub(super) fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}
