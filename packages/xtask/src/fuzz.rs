//! `cargo xtask fuzz`: the fuzz targets, begun with the conformance fixtures as their corpus.

use std::fs;
use std::path::{Path, PathBuf};

use aana_core::Gate;
use aana_fixtures::{Suite, conformance_dir, policy_probes, should_execute_probes};
use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;
use serde_json::Value;

use crate::report;
use crate::workspace::{capture, cargo, cargo_plugin, command, files, read, root, run};

/// What `cargo xtask fuzz` can be told.
#[derive(Args)]
pub(crate) struct FuzzArgs {
    /// Only these targets; all of them if none is named
    #[arg(value_parser = TARGETS)]
    targets: Vec<String>,
    /// How long each target runs
    #[arg(long, default_value_t = 60)]
    seconds: u32,
}

const TARGETS: [&str; 10] = [
    "check",
    "policy",
    "should_execute",
    "json",
    "aaep",
    "tool_request",
    "aai",
    "audit",
    "envelope",
    "arguments",
];

/// Where the documents of the formats lie.
const FORMATS: &str = "tests/conformance/formats";

/// Writes the corpora and runs each target; what it finds is left in `tests/fuzz/artifacts`.
pub(crate) fn run_targets(options: &FuzzArgs) -> Result<()> {
    if cargo_plugin("fuzz").is_none() {
        bail!("cargo-fuzz is not installed; `cargo install cargo-fuzz` installs it");
    }
    write_corpora()?;
    for target in TARGETS {
        if options.targets.is_empty() || options.targets.iter().any(|name| name == target) {
            report::line(&format!("\n{target}: {} s", options.seconds));
            run_target(target, options.seconds)?;
        }
    }
    Ok(())
}

fn run_target(target: &str, seconds: u32) -> Result<()> {
    // Through rustup, which knows where a nightly toolchain is; the cargo that runs this is stable.
    let mut fuzz = command("cargo");
    fuzz.env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
    fuzz.args(["+nightly", "fuzz", "run", "--fuzz-dir", "tests/fuzz", target]);
    fuzz.arg(corpus(target)).arg("--").arg(format!("-max_total_time={seconds}"));
    run(fuzz.args(["-max_len=4096", "-verbosity=0", "-print_final_stats=1"]))
}

fn corpus(target: &str) -> PathBuf {
    root().join("tests/fuzz/corpus").join(target)
}

fn write_corpora() -> Result<()> {
    let suite = Suite::load()?;
    let gate = Gate::default();
    for case in suite.cases() {
        seed("check", &case.id, &case.event)?;
        if let Some(text) = case.event_text() {
            seed("json", &case.id, text.as_bytes())?;
        }
        if let Some(policy) = &case.policy {
            seed("policy", &case.id, policy.as_bytes())?;
        }
        let decision = gate.check_bytes(&case.event, case.now_ms).to_json();
        seed("should_execute", &case.id, decision.as_bytes())?;
    }
    for probe in policy_probes(&conformance_dir())? {
        seed("policy", &probe.id, probe.policy.as_bytes())?;
    }
    for probe in should_execute_probes(&conformance_dir())? {
        seed("should_execute", &probe.id, probe.decision.as_bytes())?;
    }
    for request in files(format!("{FORMATS}/tool_request"), "md")? {
        seed("tool_request", &name(&request), &fs::read(&request)?)?;
    }
    let events: Value = serde_json::from_str(&read(format!("{FORMATS}/aaep/cases.json"))?)?;
    for case in events["cases"].as_array().into_iter().flatten() {
        let id = case["id"].as_str().unwrap_or_default();
        seed("aaep", id, case["input"].to_string().as_bytes())?;
    }
    descriptors()?;
    envelopes()?;
    arguments()?;
    log()
}

/// For `arguments`: the texts of the cases.
fn arguments() -> Result<()> {
    let cases: Value = serde_json::from_str(&read("tests/arguments/cases.json")?)?;
    for case in cases["cases"].as_array().into_iter().flatten() {
        let id = case["id"].as_str().unwrap_or_default();
        let arguments = case["arguments"].as_object().into_iter().flatten();
        for (number, text) in arguments.filter_map(|(_, value)| value.as_str()).enumerate() {
            seed("arguments", &format!("{id}_{number}"), text.as_bytes())?;
        }
    }
    Ok(())
}

/// For `envelope`: anchors as the tests of the crate record them, each alone and together.
fn envelopes() -> Result<()> {
    let folder = "packages/receipt/tests/envelopes";
    let anchors = read(format!("{folder}/anchors.jsonl"))?;
    seed("envelope", "anchors", anchors.as_bytes())?;
    for (number, anchor) in anchors.lines().enumerate() {
        seed("envelope", &format!("anchor_{number}"), anchor.as_bytes())?;
    }
    let other = read(format!("{folder}/by_securesystemslib.json"))?;
    seed("envelope", "by_securesystemslib", other.as_bytes())
}

/// For `audit`: a log as the command writes it.
fn log() -> Result<()> {
    let folder = corpus("audit");
    let file = folder.join("events");
    if file.exists() {
        return Ok(());
    }
    fs::create_dir_all(&folder).context("cannot make the corpus of audit")?;
    let check = ["run", "--quiet", "--package", "aana-cli", "--", "check", "--jsonl", "--quiet"];
    let mut write = cargo(check);
    // Its exit code tells the decisions.
    capture(write.arg("examples/events.jsonl").arg("--audit-log").arg(&file))?;
    ensure!(file.exists(), "`aana check` wrote no log for the corpus");
    Ok(())
}

/// For `aai`: a descriptor in one line, and after it the arguments of a call.
fn descriptors() -> Result<()> {
    let file: Value = serde_json::from_str(&read(format!("{FORMATS}/aai.json"))?)?;
    for group in ["descriptor_cases", "call_cases"] {
        for case in file[group].as_array().into_iter().flatten() {
            let id = case["id"].as_str().unwrap_or_default();
            let known = case["descriptor_ref"].as_str().and_then(|it| file["descriptors"].get(it));
            let descriptor = known.unwrap_or(&case["descriptor"]);
            let arguments = case.get("arguments").map(Value::to_string).unwrap_or_default();
            seed("aai", id, format!("{descriptor}\n{arguments}").as_bytes())?;
        }
    }
    Ok(())
}

/// The name of a file without its folder and its extension.
fn name(file: &Path) -> String {
    file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn seed(target: &str, id: &str, bytes: &[u8]) -> Result<()> {
    let folder = corpus(target);
    fs::create_dir_all(&folder)
        .and_then(|()| fs::write(folder.join(id), bytes))
        .with_context(|| format!("cannot write the corpus of {target}"))
}
