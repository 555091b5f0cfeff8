//! The conformance fixtures, through the command.

use std::collections::BTreeMap;

use aana_core::{Gate, time};
use aana_fixtures::{Case, FaultAt, Suite, conformance_dir, policy_probes, validate_probes};

use crate::run::{aana, aana_with, file};

/// The cases that are decided with the same policy at the same time.
type Groups = BTreeMap<(Option<String>, i64), Vec<Case>>;

fn groups() -> Groups {
    let mut groups = Groups::new();
    for case in Suite::load().unwrap().cases() {
        groups.entry((case.policy.clone(), case.now_ms)).or_default().push(case.clone());
    }
    groups
}

#[test]
fn every_case_is_decided_as_by_the_gate() {
    let mut decided = 0;
    for (index, ((policy, now_ms), cases)) in groups().into_iter().enumerate() {
        let gate = policy.as_deref().map_or_else(Gate::default, |text| Gate::new(text).unwrap());
        let now = time::format(now_ms);
        let mut arguments = vec!["check".to_owned(), "--now".to_owned(), now];
        if let Some(policy) = policy {
            let path = file(&format!("conformance-{index}.json"), policy.as_bytes());
            arguments.extend(["--policy".to_owned(), path]);
        }
        let with = |more: &[&str], event: &[u8]| {
            let arguments = arguments.iter().map(String::as_str).chain(more.iter().copied());
            aana_with(&arguments.collect::<Vec<_>>(), event)
        };

        // What has a line feed in it is not a line, and of lines nothing is attested.
        let (alone, together): (Vec<_>, Vec<_>) =
            cases.iter().partition(|case| case.event.contains(&b'\n') || !case.attested.is_empty());
        let lines: Vec<u8> =
            together.iter().flat_map(|case| [&case.event[..], b"\n"].concat()).collect();
        let stdout = with(&["--jsonl"], &lines).stdout;
        assert_eq!(stdout.lines().count(), together.len());
        let of_lines = together.into_iter().zip(stdout.lines().map(str::to_owned));
        let of_files = alone.into_iter().map(|case| {
            let refs = case.attested.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
            let attested = format!("--attested={refs}");
            let more = ["--format", "json", &attested];
            let run = with(if refs.is_empty() { &more[..2] } else { &more }, &case.event);
            (case, run.stdout.trim_end().to_owned())
        });
        for (case, decision) in of_lines.chain(of_files) {
            let expected = gate.attesting(&case.attested).check_bytes(&case.event, now_ms);
            assert_eq!(decision, expected.to_json(), "{}", case.id);
            let route = format!(r#""route":"{}""#, case.expect.route);
            assert!(decision.contains(&route), "{} is not {}", case.id, case.expect.route);
            decided += 1;
        }
    }
    assert_eq!(decided, Suite::load().unwrap().cases().count());
}

#[test]
fn every_event_to_validate_has_its_faults() {
    for probe in validate_probes(&conformance_dir()).unwrap() {
        let run = aana_with(&["validate", "--format", "json"], probe.event.as_bytes());
        assert_eq!(run.code, if probe.faults.is_empty() { 0 } else { 12 }, "{}", probe.id);
        let json: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(json["valid"], probe.faults.is_empty(), "{}", probe.id);
        let text = |fault: &serde_json::Value, key: &str| fault[key].as_str().unwrap().to_owned();
        let faults = json["faults"].as_array().unwrap().iter();
        let faults: Vec<FaultAt> = faults
            .map(|fault| FaultAt { path: text(fault, "path"), code: text(fault, "code") })
            .collect();
        assert_eq!(faults, probe.faults, "{}", probe.id);
    }
}

#[test]
fn every_faulty_policy_is_an_error_with_its_places() {
    for (index, probe) in policy_probes(&conformance_dir()).unwrap().into_iter().enumerate() {
        let path = file(&format!("policy-{index}.json"), probe.policy.as_bytes());
        let run = aana(&["check", "examples/search_docs.json", "--policy", &path]);
        if probe.faults.is_empty() {
            assert_ne!((run.code, run.stdout.as_str()), (2, ""), "{}", probe.id);
            continue;
        }
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{}", probe.id);
        let lines: Vec<&str> = run.stderr.lines().skip(1).collect();
        assert_eq!(lines.len(), probe.faults.len(), "{}: {}", probe.id, run.stderr);
        for (line, fault) in lines.iter().zip(&probe.faults) {
            let place = if fault.path.is_empty() { "the policy as a whole" } else { &fault.path };
            let start = format!("  {}: ", printable(place));
            assert!(line.starts_with(&start), "{}: {line}", probe.id);
        }
    }
}

/// As the command shows what comes from a file.
fn printable(text: &str) -> String {
    let shown = |sign: char| match sign {
        ' '..='~' => sign.to_string(),
        _ => sign.escape_unicode().to_string(),
    };
    text.chars().map(shown).collect()
}
