//! `aana descriptor`: which tools an application offers, and what calling them sends.

use std::path::{Path, PathBuf};

use aana_formats::aai::{self, AllowedVariable, tools_as};
use serde_json::json;

use super::args::{ClientName, DescriptorCommand, DescriptorFile, ProfileName};
use super::files::sources;
use super::loaded::{MAX_BYTES, client_of, document, load, pretty, profile_of, refused};
use super::report::{Report, Tally};
use super::source;
use super::tool_call;
use crate::exit::{self, Failure, Outcome};
use crate::options::Format;
use crate::output;
use crate::style::printable;

pub(crate) fn run(command: &DescriptorCommand) -> Outcome {
    match command {
        DescriptorCommand::Check { files, profile, format } => check(files, *profile, *format),
        DescriptorCommand::Plan { file, tool, arguments, allow_variables, format } => {
            plan(file, tool, arguments, &allowed(allow_variables)?, *format)
        }
        DescriptorCommand::ToolCall(args) => tool_call::run(args),
        DescriptorCommand::Tools { file, client } => tools(file, *client),
    }
}

fn check(files: &[PathBuf], profile: ProfileName, format: Format) -> Outcome {
    let mut tally = Tally::new();
    for source in sources(files, &["json"]) {
        let name = source.name.clone();
        let report = match source.read_text(MAX_BYTES) {
            Ok(text) => judged(&name, &text, profile),
            Err(finding) => {
                tally.count_unread(&finding);
                Report::unread(&name, &finding)
            }
        };
        tally.count(&report);
        report.print(format)?;
    }
    Ok(tally.code())
}

fn judged(name: &str, text: &str, profile: ProfileName) -> Report {
    let (found, descriptor) = aai::load(text, profile_of(profile));
    let mut report = Report::new(name);
    report.add(&document(name, text), None, found.findings());
    if let Some(descriptor) = &descriptor {
        let (tools, app) = (descriptor.tools().len(), descriptor.app_id());
        report.with("app", app);
        report.with("tools", tools);
        report.summary(format!("{tools} tools of {app}\n"));
    }
    report
}

/// The operator's list. A faulty entry is not repeated in the error: somebody may have written the secret there.
fn allowed(entries: &[String]) -> Result<Vec<AllowedVariable>, Failure> {
    let all = entries.iter().map(|entry| AllowedVariable::parse(entry));
    all.collect::<Option<_>>().ok_or_else(|| {
        let message = "`--allow-variable` is not `NAME` or `NAME=ORIGIN`, such as \
                       `DESK_KEY=https://api.example.com`";
        Failure::Usage(message.to_owned())
    })
}

fn plan(
    file: &DescriptorFile,
    tool: &str,
    arguments: &Path,
    allowed: &[AllowedVariable],
    format: Format,
) -> Outcome {
    let (text, report, descriptor) = load(file)?;
    let Some(descriptor) = descriptor else { return refused(&file.file, &text, &report, format) };
    let arguments_text = source::read_text(arguments, MAX_BYTES)?;
    match descriptor.call(tool, &arguments_text) {
        Ok(plan) => {
            let refused = plan.refused_variables(allowed);
            if !refused.is_valid() {
                return self::refused(&file.file, &text, &refused, format);
            }
            let shown = json!({"plan": plan, "audit": plan.audit(), "digest": plan.digest()});
            output::json(&pretty(&shown))?;
            Ok(exit::SUCCESS)
        }
        Err(report) => {
            // What is wrong with the descriptor for this call, such as a tool that it lacks, has no place
            // in the arguments; the message says what is meant.
            refused(arguments, &arguments_text, &report, format)
        }
    }
}

fn tools(file: &DescriptorFile, client: ClientName) -> Outcome {
    let (text, report, descriptor) = load(file)?;
    let Some(descriptor) = descriptor else {
        return refused(&file.file, &text, &report, Format::Pretty);
    };
    let offer = tools_as(client_of(client), &[&descriptor], false);
    output::json(&pretty(&json!(offer)))?;
    for left_out in &offer.left_out {
        let (tool, reason) = (printable(&left_out.tool), printable(&left_out.reason));
        output::note(&format!("left out: {tool}: {reason}\n"));
    }
    Ok(exit::SUCCESS)
}
