//! `aana request run`: starts an approved request once, over exactly the bytes that were approved.
//!
//! In this order: read, check, copy and measure the inputs, bind, decide, record the decision, note the start, run.
//! Whatever fails before the note leaves the approval as it was; whatever fails behind it has used it up.

pub(crate) mod approve;
pub(crate) mod args;
mod process;
mod record;
mod results;
mod sandbox;
mod shown;
mod stage;
pub(crate) mod store;

use std::path::PathBuf;
use std::time::Duration;

use aana_formats::tool_request::{BindRule, Capabilities, EventOptions, HostFacts, Request, event};
use serde_json::Value;

use self::args::RunArgs;
use self::process::{Bounds, End, Ended};
use self::results::{Outputs, Results};
use self::sandbox::Sandbox;
use self::shown::{not_run, show, told, void};
use self::stage::Stage;
use self::store::Store;
use super::measure::Folder;
use super::request::CheckedRequest;
use crate::audit::recorder::{self, Recorder};
use crate::exit::{self, Failure, Outcome};
use crate::style::{FAILURE, printable};
use crate::{output, setup};

/// The run was started and failed: it ended with another code than 0 or by a signal, or a declared output is missing.
const FAILED: u8 = 20;

/// The run was started and ended because it went beyond a limit.
const OVER_LIMIT: u8 = 21;

pub(crate) fn run(args: &RunArgs) -> Outcome {
    let gate = setup::gate(args.policy.as_deref(), None)?;
    let now_ms = setup::now(args.now.as_deref())?;
    let store = Store::open(&args.store)?;
    let runtime = sandbox::runtime(&args.runtime)?;
    let mut document = CheckedRequest::new(&args.file, None, now_ms)?;
    let stage = Stage::new()?;
    document.bind(facts(args, &store, &document, &stage, now_ms)?);

    let event =
        event(&document.checked, &document.facts, &document.binding, &EventOptions::default());
    let attested = attested(&event, document.facts.record.is_some());
    let text = event.to_string();
    let decision = gate.attesting(&attested).check_bytes(text.as_bytes(), now_ms);
    // Before anything is used up: whether this machine can run it at all.
    let ready = match &document.checked.request {
        Some(request) if decision.executes() => Some((request, ready(args, request, &runtime)?)),
        _ => None,
    };
    let records = Recorder::open(&args.record, false);
    let (decision, said) = records.record(decision, recorder::json);
    let Some((request, (sandbox, results))) = ready.filter(|_| decision.executes()) else {
        return not_run(args, &document, decision.route(), &said);
    };

    let sha256 = &document.checked.document_sha256;
    if !store.start(&request.request_id, sha256, now_ms)? {
        return void(args, &document, BindRule::BindReplayed);
    }
    // Withdrawn while this was being decided.
    if store.is_revoked(&request.request_id)? {
        return void(args, &document, BindRule::BindRevoked);
    }
    let most = u64::from(args.max_output_mb) << 20;
    let command = sandbox.command(request, &stage, &runtime, most);
    let outputs = stage.outputs();
    let ended = process::run(
        command,
        Bounds {
            time: Duration::from_secs(request.time_limit_sec.into()),
            cores: cores(request).unwrap_or(1),
            outputs: &outputs,
            output_bytes: most,
            leaves_children: sandbox == Sandbox::None,
        },
    )
    .map_err(|error| Failure::Io(format!("the run could not be started: {error}")))?;
    let collected = match ended.end {
        End::Output => Outputs { missing: request.outputs.clone(), ..Outputs::default() },
        End::Exited | End::Time => results.collect(&outputs, &request.outputs)?,
    };
    let result = told(&document, request, sandbox, &ended, &collected);
    results.write("stdout", &ended.stdout)?;
    results.write("stderr", &ended.stderr)?;
    results.write("result.json", format!("{result}\n").as_bytes())?;
    show(args, &document, &ended, &collected, &result)?;
    Ok(code(&ended, &collected))
}

/// What is known of a request before it runs.
fn facts(
    args: &RunArgs,
    store: &Store,
    document: &CheckedRequest,
    stage: &Stage,
    now_ms: i64,
) -> Result<HostFacts, Failure> {
    let mut facts = HostFacts { now_ms: Some(now_ms), ..HostFacts::default() };
    let Some(request) = &document.checked.request else { return Ok(facts) };
    store.tell(&mut facts, request, &document.checked.document_sha256)?;
    let names = || request.inputs.iter().map(|(name, _)| name.as_str());
    facts.inputs = match &args.inputs {
        Some(folder) => {
            let mut measured = stage.copy(folder, names(), facts.max_input_bytes)?;
            measured.extend(Folder::open(folder)?.undeclared(&names().collect())?);
            Some(measured)
        }
        // What declares no inputs needs no folder.
        None => request.inputs.is_empty().then(Vec::new),
    };
    let holds_limits = sandbox::holds_limits();
    facts.capabilities = Capabilities {
        network_allowlist: false,
        whole_cores_only: true,
        max_memory_mb: (!holds_limits).then_some(0),
        max_time_sec: None,
    };
    Ok(facts)
}

/// The refs that this command has checked itself: those that it made of the record.
fn attested(event: &Value, has_record: bool) -> Vec<u32> {
    let refs = event["evidence_refs"].as_array().into_iter().flatten().zip(0..);
    refs.filter(|(it, _)| has_record && (it["kind"] == "approval" || it["kind"] == "auth_event"))
        .map(|(_, at)| at)
        .collect()
}

/// The sandbox and the folder of the results, if the run can be started.
fn ready(
    args: &RunArgs,
    request: &Request,
    runtime: &[PathBuf],
) -> Result<(Sandbox, Results), Failure> {
    let program = request.argv.first().map_or("", String::as_str);
    if !sandbox::finds(program, runtime) {
        let program = printable(program);
        return Err(Failure::Io(format!(
            "the run would not find the program `{program}`: it is in no `bin` of the system, and in none of a \
             `--runtime` folder"
        )));
    }
    let sandbox = Sandbox::find(args.unsandboxed)?;
    if sandbox == Sandbox::None {
        output::note(&format!(
            "{FAILURE}no sandbox:{FAILURE:#} nothing keeps the run from the network and from other files\n"
        ));
    }
    Ok((sandbox, Results::new(&args.out)?))
}

/// The whole cores that a request may use.
fn cores(request: &Request) -> Option<usize> {
    request.cpu_limit.split('.').next()?.parse().ok()
}

fn code(ended: &Ended, outputs: &Outputs) -> u8 {
    match ended.end {
        End::Time | End::Output => OVER_LIMIT,
        End::Exited if ended.status.success() && outputs.missing.is_empty() => exit::SUCCESS,
        End::Exited => FAILED,
    }
}
