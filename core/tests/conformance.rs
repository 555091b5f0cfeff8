//! Every case of the conformance fixtures, one named test each, and what holds of them together.
//!
//! With `AANA_CONFORMANCE_OUT` set to a folder, the hash of each decision is written there to
//! `rust-core.tsv`, to be compared with what the other languages get.

use std::{
    collections::{BTreeSet, HashMap},
    env, fmt, fs,
    path::Path,
    process::ExitCode,
    sync::Arc,
};

use aana_core::{
    Decision, Fault, Gate,
    codes::{Blocker, FaultCode, Reason, Warning},
    contract::{AuthorizationState, Route},
    should_execute, validate_event,
};
use aana_fixtures::{
    Blessed, Case, ClosedBy, FaultAt, KnownGap, Suite, conformance_dir, known_gaps, policy_probes,
    read_blessed, sha256_hex, should_execute_probes, validate_probes,
};
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

#[path = "support/decision.rs"]
mod decision;

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
    let suite = Arc::new(Suite::load_from(folder)?);
    let mut trials = Vec::new();
    for group in &suite.groups {
        let file = folder.join("decisions").join(format!("{}.jsonl", group.name));
        let blessed =
            if file.exists() { read_blessed(&fs::read_to_string(file)?)? } else { vec![] };
        let order =
            (ids(group.cases.iter().map(|case| &case.id)), ids(blessed.iter().map(|it| &it.id)));
        trials.push(trial(format!("{}: blessed in order", group.name), move || {
            same("recorded decisions", &order.0, &order.1)
        }));
        let mut blessed: HashMap<String, Blessed> =
            blessed.into_iter().map(|blessed| (blessed.id.clone(), blessed)).collect();
        for case in group.cases.clone() {
            let blessed = blessed.remove(&case.id);
            trials.push(trial(case.id.clone(), move || run_case(&case, blessed.as_ref())));
        }
    }
    for probe in should_execute_probes(folder)? {
        trials.push(trial(format!("should_execute: {}", probe.id), move || {
            let found = should_execute(&probe.decision, probe.event.as_deref());
            same("whether the tool may run", &probe.expect, &found)
        }));
    }
    for probe in validate_probes(folder)? {
        trials.push(trial(format!("validate: {}", probe.id), move || {
            same("faults", &said(&probe.faults), &found(&validate_event(&probe.event)))
        }));
    }
    for probe in policy_probes(folder)? {
        trials.push(trial(format!("load_policy: {}", probe.id), move || {
            let faults = Gate::new(&probe.policy).err();
            let faults = faults.as_ref().map_or(&[][..], |error| error.faults());
            same("faults", &said(&probe.faults), &found(faults))
        }));
    }
    for gap in known_gaps(folder)? {
        let suite = Arc::clone(&suite);
        trials.push(trial(format!("known gap: {}", gap.id), move || run_gap(&gap, &suite)));
    }
    let (all, folder) = (Arc::clone(&suite), folder.to_owned());
    trials.push(trial("every code is produced".to_owned(), move || every_code(&all, &folder)));
    if let Some(out) = env::var_os("AANA_CONFORMANCE_OUT") {
        trials.push(trial("hashes are written".to_owned(), move || {
            let line =
                |case: &Case| format!("{}\t{}\n", case.id, sha256_hex(check(case).as_bytes()));
            let lines: String = suite.cases().map(line).collect();
            Ok(fs::write(Path::new(&out).join("rust-core.tsv"), lines)?)
        }));
    }
    Ok(trials)
}

fn trial(name: String, run: impl FnOnce() -> Outcome + Send + 'static) -> Trial {
    Trial::test(name, run)
}

fn ids<'i>(ids: impl Iterator<Item = &'i String>) -> Vec<String> {
    ids.cloned().collect()
}

fn same<T: PartialEq + fmt::Debug>(what: &str, expected: &T, found: &T) -> Outcome {
    if expected == found {
        Ok(())
    } else {
        Err(format!("{what}: expected {expected:?}, found {found:?}").into())
    }
}

fn said(faults: &[FaultAt]) -> Vec<(String, String)> {
    faults.iter().map(|fault| (fault.path.clone(), fault.code.clone())).collect()
}

fn found(faults: &[Fault]) -> Vec<(String, String)> {
    faults.iter().map(|fault| (fault.path.clone(), fault.code.to_string())).collect()
}

fn gate(case: &Case) -> Gate {
    case.policy.as_deref().map_or_else(Gate::default, |policy| {
        Gate::new(policy).unwrap_or_else(|error| panic!("{}: {error}", case.id))
    })
}

fn check(case: &Case) -> String {
    gate(case).attesting(&case.attested).check_bytes(&case.event, case.now_ms).to_json()
}

fn run_case(case: &Case, blessed: Option<&Blessed>) -> Outcome {
    let gate = gate(case);
    let decision = gate.attesting(&case.attested).check_bytes(&case.event, case.now_ms);
    decision::well_formed(&decision);
    let text = decision.to_json();
    unrecorded(&gate, case, &decision);
    reported(&decision, &text);
    let mut wrong: Vec<String> =
        case.expect.mismatches(&text).iter().map(ToString::to_string).collect();
    wrong.extend(differs_as_text(case, &gate, &decision));
    match blessed {
        None => wrong.push("no decision is recorded for this case".to_owned()),
        Some(blessed) if blessed.decision != text => {
            wrong.push(format!("recorded: {}\n   found: {text}", blessed.decision));
        }
        Some(blessed) => assert_eq!(blessed.sha256, sha256_hex(text.as_bytes())),
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// The typed report says what the JSON text says: the views and bindings read the types alone.
fn reported(decision: &Decision<'_>, text: &str) {
    let read = |text: &str| serde_json::from_str::<Value>(text).expect("this is JSON");
    let (report, json) = (decision.report(), read(text));
    let audit = read(&report.audit_event().to_json());
    assert_eq!(audit, json["audit_event"]);
    assert_eq!(report.action_digest(), json["action_digest"].as_str());
    let listed = |key: &str| json[key].as_array().expect("a list").clone();
    let reasons: Vec<_> = decision.reported_reasons().iter().map(|it| it.to_string()).collect();
    assert_eq!(listed("reasons"), reasons);
    let warnings: Vec<_> = decision.reported_warnings().iter().map(|it| it.to_string()).collect();
    assert_eq!(listed("warnings"), warnings);
    let call = report.call.as_ref();
    let effective = call.map(|call| call.classification.effective_category.as_str());
    assert_eq!(effective, json["classification"]["effective_category"].as_str());
    let required = call.and_then(|call| call.authorization.required_state);
    let said = json["authorization_report"]["required_state"].as_str();
    assert_eq!(required.map(AuthorizationState::as_str), said);
    let needs = report.recovery().needs;
    let total = json["recovery"]["needs_total"].as_u64();
    assert_eq!(needs.total_if_cut().map(|total| total as u64), total);
}

/// The decision that a host gives where it cannot record this one: as strict, at least `defer`, and
/// about the same call.
fn unrecorded(gate: &Gate, case: &Case, recorded: &Decision<'_>) {
    let decision =
        gate.attesting(&case.attested).check_bytes(&case.event, case.now_ms).unrecorded();
    decision::well_formed(&decision);
    assert_eq!(decision.route(), recorded.route().max(Route::Defer));
    assert_eq!(decision.aana_route(), recorded.aana_route().max(Route::Defer));
    assert_eq!(decision.action_digest(), recorded.action_digest());
    let blockers: Vec<Blocker> = decision.hard_blockers().iter().collect();
    let expected = recorded.hard_blockers().iter().chain([Blocker::AuditUnavailable]);
    assert_eq!(blockers, expected.collect::<Vec<_>>());
    let stricter = Reason::RuntimeRecommendedStricterRoute;
    let named = decision.reasons().contains(stricter);
    assert_eq!(
        named,
        recorded.reasons().contains(stricter) && decision.route() > decision.aana_route()
    );
}

/// Bytes that are text give the same decision through the entry point for text.
fn differs_as_text(case: &Case, gate: &Gate, decision: &Decision<'_>) -> Option<String> {
    let as_text = gate.attesting(&case.attested).check(case.event_text()?, case.now_ms).to_json();
    (as_text != decision.to_json()).then(|| format!("as text: {as_text}"))
}

/// A gap that closed must leave the list; one whose route moved must say so. If a policy closes it, it does.
fn run_gap(gap: &KnownGap, suite: &Suite) -> Outcome {
    let case = suite.cases().find(|case| case.id == gap.id).ok_or("there is no such case")?;
    let gate = gate(case);
    let route =
        gate.attesting(&case.attested).check_bytes(&case.event, case.now_ms).route().to_string();
    if gap.wanted.contains(&route) {
        return Err(format!("the gate now gives `{route}`, as wanted: this is not a gap").into());
    }
    same("route", &gap.design_route, &route)?;
    let ClosedBy::Policy(policy) = &gap.closed_by else { return Ok(()) };
    let gate = Gate::new(&policy.to_string()).map_err(|error| error.to_string())?;
    let decision = gate.attesting(&case.attested).check_bytes(&case.event, case.now_ms);
    let route = decision.route().to_string();
    if !gap.wanted.contains(&route) {
        return Err(format!("the policy that should close it gives `{route}`").into());
    }
    Ok(())
}

/// Taken together, the fixtures make the core say everything that it can say of its own accord.
fn every_code(suite: &Suite, folder: &Path) -> Outcome {
    // Some words are of two kinds, and each kind counts on its own.
    let of_kind = |kind: &'static str, words: &'static [&'static str]| {
        words.iter().map(move |word| format!("{kind} {word}"))
    };
    let mut missing: BTreeSet<String> = of_kind("blocker", Blocker::WORDS)
        .chain(of_kind("reason", Reason::WORDS))
        .chain(of_kind("warning", Warning::WORDS))
        .chain(of_kind("fault", FaultCode::WORDS))
        .collect();
    let mut produced = |kind: &str, word: &str| {
        missing.remove(&format!("{kind} {word}"));
    };
    for case in suite.cases() {
        let gate = gate(case);
        let decision = gate.attesting(&case.attested).check_bytes(&case.event, case.now_ms);
        decision.hard_blockers().iter().for_each(|code| produced("blocker", code.as_str()));
        decision.reasons().iter().for_each(|code| produced("reason", code.as_str()));
        decision.warnings().iter().for_each(|code| produced("warning", code.as_str()));
        decision.validation_errors().iter().for_each(|it| produced("fault", it.code.as_str()));
    }
    let of_events = validate_probes(folder)?.into_iter().flat_map(|probe| probe.faults);
    let of_policies = policy_probes(folder)?.into_iter().flat_map(|probe| probe.faults);
    of_events.chain(of_policies).for_each(|fault| produced("fault", &fault.code));
    for code in Blocker::OF_HOSTS {
        produced("blocker", code.as_str());
    }
    for code in FaultCode::OF_HOSTS {
        produced("fault", code.as_str());
    }
    if missing.is_empty() { Ok(()) } else { Err(format!("no case produces {missing:?}").into()) }
}
