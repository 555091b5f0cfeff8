//! The smaller fixture files hold: `should_execute`, `validate_event` and the reader of policies
//! answer each probe as it says.

use aana_core::{Fault, Gate};
use aana_fixtures::{
    FaultAt, conformance_dir, policy_probes, should_execute_probes, validate_probes,
};
use anyhow::Result;

/// Every probe that is answered otherwise, one line each.
pub(crate) fn wrong_answers() -> Result<Vec<String>> {
    let folder = conformance_dir();
    let mut wrong = Vec::new();
    for probe in should_execute_probes(&folder)? {
        let found = aana_core::should_execute(&probe.decision, probe.event.as_deref());
        if found != probe.expect {
            wrong.push(format!(
                "{}: should_execute: expected {}, found {found}",
                probe.id, probe.expect
            ));
        }
    }
    for probe in validate_probes(&folder)? {
        let found = aana_core::validate_event(&probe.event);
        wrong.extend(compare(&probe.id, "validate_event", &probe.faults, &found));
    }
    for probe in policy_probes(&folder)? {
        let loaded = Gate::new(&probe.policy);
        let found = loaded.as_ref().err().map_or(&[][..], |error| error.faults());
        wrong.extend(compare(&probe.id, "policy", &probe.faults, found));
    }
    Ok(wrong)
}

/// Compares path and code; messages may be reworded.
fn compare(id: &str, what: &str, expected: &[FaultAt], found: &[Fault]) -> Option<String> {
    let expected: Vec<String> =
        expected.iter().map(|fault| format!("{} at `{}`", fault.code, fault.path)).collect();
    let found: Vec<String> =
        found.iter().map(|fault| format!("{} at `{}`", fault.code, fault.path)).collect();
    (expected != found).then(|| {
        let [expected, found] = [expected, found].map(|faults| faults.join(", "));
        format!("{id}: {what}: expected [{expected}], found [{found}]")
    })
}
