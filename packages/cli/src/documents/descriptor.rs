//! `aana descriptor`: which tools an application offers, and what calling them sends.

use std::fmt::Write as _;
use std::path::Path;

use aana_formats::aai::{
    self, AllowedVariable, CallRule, Client, Descriptor, DescriptorRule, Profile, tools_as,
};
use aana_formats::{Report, Rule};
use serde_json::{Value, json};

use super::args::{ClientName, DescriptorCommand, DescriptorFile, ProfileName};
use super::shown::{Document, fine};
use super::source::{self, name};
use crate::exit::{self, Failure, Outcome};
use crate::options::Format;
use crate::output;

/// One byte more than a descriptor may have, so that the rule itself says it.
const MAX_BYTES: usize = (1 << 20) + 1;

pub(crate) fn run(command: &DescriptorCommand) -> Outcome {
    match command {
        DescriptorCommand::Check { file, format } => check(file, *format),
        DescriptorCommand::Plan { file, tool, arguments, allow_variables } => {
            plan(file, tool, arguments, &allowed(allow_variables)?)
        }
        DescriptorCommand::Tools { file, client } => tools(file, *client),
    }
}

fn check(file: &DescriptorFile, format: Format) -> Outcome {
    let (text, report, descriptor) = load(file)?;
    match format {
        Format::Json => {
            let said = json!({"valid": descriptor.is_some(), "findings": report});
            output::json(&format!("{said}\n"))?;
        }
        Format::Pretty => {
            let mut shown = show(&file.file, &text, &report);
            if let Some(descriptor) = &descriptor {
                shown.push_str(&fine(&name(&file.file)));
                let (tools, app) = (descriptor.tools().len(), descriptor.app_id());
                let _ = writeln!(shown, "{tools} tools of {app}");
            }
            output::text(&shown)?;
        }
    }
    Ok(if descriptor.is_some() { exit::SUCCESS } else { exit::NOT_VALID })
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
) -> Outcome {
    let (text, report, descriptor) = load(file)?;
    let Some(descriptor) = descriptor else { return Ok(not_taken(file, &text, &report)) };
    let arguments_text = source::read_text(arguments, MAX_BYTES)?;
    match descriptor.call(tool, &arguments_text) {
        Ok(plan) => {
            let refused = plan.refused_variables(allowed);
            if !refused.is_valid() {
                output::note(&show(&file.file, &text, &refused));
                return Ok(exit::NOT_VALID);
            }
            let shown = json!({"plan": plan, "audit": plan.audit(), "digest": plan.digest()});
            output::json(&pretty(&shown))?;
            Ok(exit::SUCCESS)
        }
        Err(report) => {
            // What is wrong with the descriptor for this call, such as a tool that it lacks, has no place
            // in the arguments; the message says what is meant.
            let shown: Report<CallRule> = report;
            output::note(&show(arguments, &arguments_text, &shown));
            Ok(exit::NOT_VALID)
        }
    }
}

fn tools(file: &DescriptorFile, client: ClientName) -> Outcome {
    let (text, report, descriptor) = load(file)?;
    let Some(descriptor) = descriptor else { return Ok(not_taken(file, &text, &report)) };
    let client = match client {
        ClientName::Mcp => Client::Mcp,
        ClientName::OpenAi => Client::OpenAi,
        ClientName::Anthropic => Client::Anthropic,
    };
    let offer = tools_as(client, &[&descriptor], false);
    output::json(&pretty(&Value::Array(offer.tools)))?;
    for left_out in &offer.left_out {
        output::note(&format!("left out: {}: {}\n", left_out.tool, left_out.reason));
    }
    Ok(exit::SUCCESS)
}

type Loaded = (String, Report<DescriptorRule>, Option<Descriptor>);

fn load(file: &DescriptorFile) -> Result<Loaded, Failure> {
    let profile = match file.profile {
        ProfileName::Seed => Profile::Seed,
        ProfileName::Compat => Profile::Compat,
    };
    let text = source::read_text(&file.file, MAX_BYTES)?;
    let (report, descriptor) = aai::load(&text, profile);
    Ok((text, report, descriptor))
}

fn not_taken(file: &DescriptorFile, text: &str, report: &Report<DescriptorRule>) -> u8 {
    output::note(&show(&file.file, text, report));
    exit::NOT_VALID
}

fn show<R: Rule>(file: &Path, text: &str, report: &Report<R>) -> String {
    Document { name: name(file), text, lines_before: 0 }.show(report.findings())
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}
