//! Every case of the conformance fixtures through the component, one named test each.
//!
//! The tests are ignored unless asked for, since the component has to be built first:
//! `cargo xtask conformance --only component-wasmtime` does both. With `AANA_CONFORMANCE_OUT` set to a
//! folder, the hash of each decision is written there to `component-wasmtime.tsv`.

mod support;

use std::{env, fmt, fs, path::Path, process::ExitCode};

use aana_fixtures::{
    Blessed, Case, FaultAt, Suite, conformance_dir, policy_probes, read_blessed, sha256_hex,
    should_execute_probes, validate_probes,
};
use aana_host::{Gate, GateError, REFUSAL, types};
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

type Outcome = Result<(), Failed>;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    match trials(&conformance_dir()) {
        Ok(trials) => libtest_mimic::run(&arguments, trials).exit_code(),
        Err(error) => {
            eprintln!("the fixtures cannot be read:\n{error}");
            ExitCode::FAILURE
        }
    }
}

fn trials(folder: &Path) -> Result<Vec<Trial>, Box<dyn std::error::Error>> {
    let suite = Suite::load_from(folder)?;
    let mut trials = Vec::new();
    for group in &suite.groups {
        let file = folder.join("decisions").join(format!("{}.jsonl", group.name));
        let blessed = read_blessed(&fs::read_to_string(file)?)?;
        for (case, blessed) in group.cases.iter().cloned().zip(blessed) {
            trials.push(trial(case.id.clone(), move || run_case(&case, &blessed)));
        }
    }
    for probe in should_execute_probes(folder)? {
        trials.push(trial(format!("should_execute: {}", probe.id), move || {
            let component = support::component();
            let found = component.should_execute(&probe.decision, probe.event.as_deref());
            same("whether the tool may run", &probe.expect, &found)
        }));
    }
    for probe in validate_probes(folder)? {
        trials.push(trial(format!("validate: {}", probe.id), move || {
            let faults = support::component().validate(probe.event.as_bytes())?;
            same("faults", &said(&probe.faults), &found(&faults))
        }));
    }
    for probe in policy_probes(folder)? {
        trials.push(trial(format!("load_policy: {}", probe.id), move || {
            let faults = match support::component().gate(Some(&probe.policy)) {
                Ok(_) => Vec::new(),
                Err(GateError::Policy(faults)) => faults,
                Err(error) => return Err(error.into()),
            };
            same("faults", &said(&probe.faults), &found(&faults))
        }));
    }
    if let Some(out) = env::var_os("AANA_CONFORMANCE_OUT") {
        trials.push(trial("hashes are written".to_owned(), move || {
            let mut lines = String::new();
            for case in suite.cases() {
                let decision =
                    gate(case)?.check_attested(&case.event, case.now_ms, &case.attested).json;
                lines += &[&case.id, "\t", &sha256_hex(decision.as_bytes()), "\n"].concat();
            }
            Ok(fs::write(Path::new(&out).join("component-wasmtime.tsv"), lines)?)
        }));
    }
    Ok(trials)
}

fn trial(name: String, run: impl FnOnce() -> Outcome + Send + 'static) -> Trial {
    Trial::test(name, run).with_ignored_flag(true)
}

fn gate(case: &Case) -> Result<Gate, GateError> {
    support::component().gate(case.policy.as_deref())
}

fn run_case(case: &Case, blessed: &Blessed) -> Outcome {
    same("id of the record", &case.id, &blessed.id)?;
    let gate = gate(case)?;
    let decision = gate.check_attested(&case.event, case.now_ms, &case.attested);
    same("failures of the component", &0, &gate.failures())?;
    same("decision", &blessed.decision, &decision.json)?;
    let mut wrong: Vec<String> =
        case.expect.mismatches(&decision.json).iter().map(ToString::to_string).collect();
    wrong.extend(differs_from_its_json(&decision));
    // The other functions attest nothing.
    let plain = case.attested.is_empty();
    if plain && gate.check_json(&case.event, case.now_ms) != decision.json {
        wrong.push("the text alone is another one".to_owned());
    }
    if plain && gate.check_route(&case.event, case.now_ms) != decision.route {
        wrong.push("the route alone is another one".to_owned());
    }
    let as_text = case.event_text().map(|text| gate.check(text, case.now_ms));
    if plain && as_text.is_some_and(|as_text| as_text != decision) {
        wrong.push("as text the decision is another one".to_owned());
    }
    if decision.json == REFUSAL {
        wrong.push("this is the refusal of the host".to_owned());
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// What the record says has to be what its text says.
fn differs_from_its_json(decision: &types::Decision) -> Vec<String> {
    let json: Value = match serde_json::from_str(&decision.json) {
        Ok(json) => json,
        Err(error) => return vec![error.to_string()],
    };
    let told = |keys: [&str; 2]| spelt(&json[keys[0]][keys[1]]);
    let mut pairs = vec![
        ("route", word(&decision.route), spelt(&json["route"])),
        ("aana_route", word(&decision.aana_route), spelt(&json["aana_route"])),
        ("gate_decision", word(&decision.gate_decision), spelt(&json["gate_decision"])),
        ("hard_blockers", words(&decision.hard_blockers), all_spelt(&json["hard_blockers"])),
        ("reasons", words(&decision.reasons), all_spelt(&json["reasons"])),
        ("warnings", words(&decision.warnings), all_spelt(&json["warnings"])),
        (
            "action_digest",
            decision.action_digest.clone().unwrap_or_default(),
            json["action_digest"].as_str().unwrap_or_default().to_owned(),
        ),
        (
            "executes",
            decision.executes.to_string(),
            json["execution_policy"]["aana_allows_execution"].to_string(),
        ),
    ];
    let is_there = |there: bool| there.to_string();
    let understood = is_there(json["validation_errors"].as_array().is_some_and(Vec::is_empty));
    let there = is_there(decision.classification.is_some());
    pairs.push(("classification is there", there, understood.clone()));
    if let Some(it) = &decision.classification {
        let of = |key| told(["classification", key]);
        pairs.extend([
            ("declared_category", word(&it.declared_category), of("declared_category")),
            ("effective_category", word(&it.effective_category), of("effective_category")),
            ("verb_class", word(&it.verb_class), of("verb_class")),
            ("high_risk", it.high_risk.to_string(), of("high_risk")),
            ("risk_level", word(&it.risk_level), of("risk_level")),
            ("irreversible", it.irreversible.to_string(), of("irreversible")),
        ]);
    }
    let there = is_there(decision.authorization_report.is_some());
    pairs.push(("authorization_report is there", there, understood));
    if let Some(it) = &decision.authorization_report {
        let of = |key| told(["authorization_report", key]);
        let required = it.required_state.map_or_else(|| "null".to_owned(), |state| word(&state));
        pairs.extend([
            ("declared_state", word(&it.declared_state), of("declared_state")),
            ("supported", word(&it.evidence_supported_state), of("evidence_supported_state")),
            ("effective_state", word(&it.effective_state), of("effective_state")),
            ("required_state", required, of("required_state")),
        ]);
    }
    pairs
        .into_iter()
        .filter(|(_, typed, text)| typed != text)
        .map(|(what, typed, text)| format!("{what}: the record says {typed}, its text {text}"))
        .collect()
}

/// A word of a record: `Route::Accept` is `accept`, `ToolCategory::PrivateRead` is `privateread`.
fn word(word: &dyn fmt::Debug) -> String {
    let text = format!("{word:?}");
    text.rsplit("::").next().unwrap_or_default().replace('-', "").to_lowercase()
}

fn words<T: fmt::Debug>(words: &[T]) -> String {
    words.iter().map(|it| word(it)).collect::<Vec<_>>().join(" ")
}

/// The same word in the text, where `_` parts it and a colon ends it.
fn spelt(json: &Value) -> String {
    let text = json.as_str().map_or_else(|| json.to_string(), str::to_owned);
    text.split(':').next().unwrap_or_default().replace('_', "").to_lowercase()
}

fn all_spelt(json: &Value) -> String {
    let mut words: Vec<String> = json.as_array().into_iter().flatten().map(spelt).collect();
    // One code may name several fields.
    words.dedup();
    words.join(" ")
}

fn same<T: PartialEq + fmt::Debug>(what: &str, expected: &T, found: &T) -> Outcome {
    if expected == found {
        Ok(())
    } else {
        Err(format!("{what}: expected {expected:?}, found {found:?}").into())
    }
}

fn said(faults: &[FaultAt]) -> Vec<(String, String)> {
    faults.iter().map(|fault| (fault.path.clone(), fault.code.replace('_', ""))).collect()
}

fn found(faults: &[types::Fault]) -> Vec<(String, String)> {
    faults.iter().map(|fault| (fault.path.clone(), word(&fault.code))).collect()
}
