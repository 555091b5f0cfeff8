//! What is said of a run, or of why there was none.

use std::fmt::Write as _;

use aana_core::contract::Route;
use aana_formats::Rule as _;
use aana_formats::tool_request::text::input_finding;
use aana_formats::tool_request::{BindRule, Request};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::args::RunArgs;
use super::process::{End, Ended};
use super::results::Outputs;
use super::sandbox::Sandbox;
use crate::documents::request::CheckedRequest;
use crate::exit::{self, Failure, Outcome};
use crate::options::Format;
use crate::output;
use crate::style::{CODE, FAILURE, printable};

/// Says why a request was not started.
pub(super) fn not_run(
    args: &RunArgs,
    document: &CheckedRequest,
    route: Route,
    decision: &str,
) -> Outcome {
    match args.format {
        Format::Json => {
            let decision: Value = serde_json::from_str(decision).unwrap_or_default();
            let inputs: Vec<Value> =
                document.binding.input_findings.iter().map(input_finding).collect();
            let said = json!({
                "file": document.name,
                "request_id": document.checked.request_id,
                "document_sha256": document.checked.document_sha256,
                "route": route.as_str(),
                "ran": false,
                "errors": document.binding.errors,
                "warnings": document.binding.warnings,
                "findings": document.checked.report,
                "inputs": inputs,
                "decision": decision,
            });
            output::json(&format!("{said}\n"))?;
        }
        Format::Pretty => {
            let mut text = document.text();
            let told = BindRule::ALL.iter().filter(|rule| {
                document.binding.errors.contains(&rule.id())
                    && !document.binding.input_findings.iter().any(|it| it.rule == **rule)
            });
            let name = printable(&document.name);
            for rule in told {
                let (id, sentence) = (rule.id(), rule.sentence());
                let _ = writeln!(
                    text,
                    "{name}: {FAILURE}error{FAILURE:#}[{CODE}{id}{CODE:#}]: {sentence}"
                );
            }
            let _ = writeln!(text, "{name}: not run; the route is {}", route.as_str());
            output::text(&text)?;
        }
    }
    Ok(exit::of_route(route))
}

/// What was accepted, and is void by the time that it would start.
pub(super) fn void(args: &RunArgs, document: &CheckedRequest, rule: BindRule) -> Outcome {
    let name = printable(&document.name);
    let (id, sentence, route) = (rule.id(), rule.sentence(), rule.route());
    match args.format {
        Format::Json => output::json(&format!(
            "{}\n",
            json!({
                "file": document.name,
                "request_id": document.checked.request_id,
                "document_sha256": document.checked.document_sha256,
                "route": route.as_str(),
                "ran": false,
                "errors": [id],
            })
        ))?,
        Format::Pretty => output::text(&format!(
            "{name}: {FAILURE}error{FAILURE:#}[{CODE}{id}{CODE:#}]: {sentence}\n{name}: not run; the route is {}\n",
            route.as_str()
        ))?,
    }
    Ok(exit::of_route(route))
}

/// The record of a run.
pub(super) fn told(
    document: &CheckedRequest,
    request: &Request,
    sandbox: Sandbox,
    ended: &Ended,
    outputs: &Outputs,
) -> Value {
    let sha256 = |bytes: &[u8]| hex::encode(Sha256::digest(bytes));
    json!({
        "file": document.name,
        "request_id": request.request_id,
        "document_sha256": document.checked.document_sha256,
        "route": "accept",
        "ran": true,
        "sandbox": sandbox.as_str(),
        "ended": ended.end.as_str(),
        "exit_code": ended.status.code(),
        "took_ms": u64::try_from(ended.took.as_millis()).unwrap_or(u64::MAX),
        "outputs": outputs.taken,
        "missing": outputs.missing,
        "undeclared": outputs.undeclared,
        "stdout_sha256": sha256(&ended.stdout),
        "stderr_sha256": sha256(&ended.stderr),
    })
}

/// How a run ended, for people or for programs.
pub(super) fn show(
    args: &RunArgs,
    document: &CheckedRequest,
    ended: &Ended,
    outputs: &Outputs,
    result: &Value,
) -> Result<(), Failure> {
    if args.format == Format::Json {
        return output::json(&format!("{result}\n"));
    }
    let name = printable(&document.name);
    let how = match (ended.end, ended.status.code()) {
        (End::Time, _) => "ended: its time was over".to_owned(),
        (End::Output, _) => "ended: it wrote more than it may".to_owned(),
        (End::Exited, Some(code)) => format!("ran, and ended with the code {code}"),
        (End::Exited, None) => "ran, and was ended by a signal".to_owned(),
    };
    let mut text = format!("{name}: {how}\n");
    for path in &outputs.missing {
        let _ = writeln!(text, "{name}: the declared output `{}` is not there", printable(path));
    }
    for path in &outputs.undeclared {
        let _ =
            writeln!(text, "{name}: `{}` is not declared, and was left behind", printable(path));
    }
    let _ = writeln!(text, "{name}: results are in {}", exit::name(Some(&args.out)));
    output::text(&text)
}
