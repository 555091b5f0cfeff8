//! How many conformance cases there are, and whether they produce every code.

use std::collections::BTreeSet;

use aana_core::Gate;
use aana_core::codes::{Blocker, FaultCode, Reason, Warning};
use aana_fixtures::{
    KnownGap, Suite, conformance_dir, known_gaps, parse_strict, policy_probes,
    should_execute_probes, validate_probes,
};
use anyhow::{Result, anyhow, bail};
use serde_json::Value;

use crate::bless::decision;
use crate::report::{self, Outcome};

/// Prints the counts and fails for a code that no case produces.
pub(crate) fn check() -> Result<Outcome> {
    let suite = Suite::load()?;
    let mut produced = Produced::default();
    for group in &suite.groups {
        report::line(&format!("{:5}  {}", group.cases.len(), group.name));
        for case in &group.cases {
            let text = decision(case).map_err(|fault| anyhow!("{}: {fault}", case.id))?;
            produced.add(&parse_strict(&text)?);
        }
    }
    let cases = suite.cases().count();
    report::line(&format!("{cases:5}  cases in {} groups", suite.groups.len()));
    let executions = should_execute_probes(&conformance_dir())?;
    report::line(&format!("{:5}  probes of should_execute", executions.len()));
    let validations = validate_probes(&conformance_dir())?;
    report::line(&format!("{:5}  probes of validate_event", validations.len()));
    for probe in validations {
        let faults = aana_core::validate_event(&probe.event);
        produced.faults.extend(faults.iter().map(|fault| fault.code.as_str().to_owned()));
    }
    let policies = policy_probes(&conformance_dir())?;
    report::line(&format!("{:5}  policies to load", policies.len()));
    for probe in policies {
        if let Err(error) = Gate::new(&probe.policy) {
            produced
                .faults
                .extend(error.faults().iter().map(|fault| fault.code.as_str().to_owned()));
        }
    }
    // No event makes the gate say these; the tests of the hosts that report them stand for cases.
    produced.blockers.extend(Blocker::OF_HOSTS.iter().map(|code| code.as_str().to_owned()));
    produced.faults.extend(FaultCode::OF_HOSTS.iter().map(|code| code.as_str().to_owned()));
    let mut missing = produced.missing();
    missing.extend(gap_faults(&suite)?);
    if !missing.is_empty() {
        report::lines(&missing, "");
        bail!("faults in what the cases cover: {}", missing.len());
    }
    Ok(Outcome::passed(format!("cases: {cases}")))
}

/// Known gaps that are gone: a gap that was closed, or whose case is gone, has to leave the list.
fn gap_faults(suite: &Suite) -> Result<Vec<String>> {
    let gaps = known_gaps(&conformance_dir())?;
    report::line(&format!("{:5}  cases that users want decided otherwise", gaps.len()));
    let fault = |gap: &KnownGap| {
        let case = suite.cases().find(|case| case.id == gap.id);
        let fault = match case {
            None => "there is no such case",
            Some(case) if case.expect.route != gap.design_route => "the case expects another route",
            Some(_) if gap.wanted.contains(&gap.design_route) => "the route is one of those wanted",
            Some(_) => return None,
        };
        Some(format!("known gap `{}`: {fault}", gap.id))
    };
    Ok(gaps.iter().filter_map(fault).collect())
}

/// The codes that were seen, by kind: two kinds may share a word.
#[derive(Default)]
struct Produced {
    blockers: BTreeSet<String>,
    reasons: BTreeSet<String>,
    warnings: BTreeSet<String>,
    faults: BTreeSet<String>,
}

impl Produced {
    fn add(&mut self, decision: &Value) {
        // Behind a colon stands what the code is about.
        let code = |item: &Value| {
            item.as_str().map(|text| text.split(':').next().unwrap_or_default().to_owned())
        };
        let words = |field: &str| decision[field].as_array().into_iter().flatten().filter_map(code);
        self.blockers.extend(words("hard_blockers"));
        self.reasons.extend(words("reasons"));
        self.warnings.extend(words("warnings"));
        let errors = decision["validation_errors"].as_array().into_iter().flatten();
        self.faults.extend(errors.filter_map(|error| code(&error["code"])));
    }

    /// What is declared and was not seen, and the other way round.
    fn missing(&self) -> Vec<String> {
        let mut missing = Vec::new();
        for (kind, declared, seen) in [
            ("hard blocker", Blocker::WORDS, &self.blockers),
            ("reason", Reason::WORDS, &self.reasons),
            ("warning", Warning::WORDS, &self.warnings),
            ("fault code", FaultCode::WORDS, &self.faults),
        ] {
            let unseen = declared.iter().filter(|word| !seen.contains(**word));
            missing.extend(unseen.map(|word| format!("{kind} `{word}`: no case produces it")));
            let undeclared = seen.iter().filter(|word| !declared.contains(&word.as_str()));
            missing.extend(
                undeclared.map(|word| format!("{kind} `{word}`: not in the list of codes")),
            );
        }
        missing
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Produced;

    #[test]
    fn codes_are_counted_for_their_kind_only() {
        let mut produced = Produced::default();
        produced.add(&json!({"warnings": ["argument_secret_leak", "unknown_field:/x"]}));
        let missing = produced.missing();
        assert!(missing.iter().any(|line| line.starts_with("hard blocker `argument_secret_leak`")));
        assert!(!missing.iter().any(|line| line.starts_with("warning `argument_secret_leak`")));
        assert!(!missing.iter().any(|line| line.starts_with("warning `unknown_field`")));
        assert!(missing.iter().any(|line| line.starts_with("fault code `unknown_field`")));
    }

    #[test]
    fn the_clock_of_the_fixtures_is_the_clock_of_the_core() {
        for text in [
            "1970-01-01T00:00:00Z",
            "1969-12-31T23:59:59.999Z",
            "2024-02-29T12:34:56Z",
            "2100-03-01T00:00:00Z",
        ] {
            let now = aana_fixtures::unix_ms(text);
            assert!(now.is_some(), "{text}");
            assert_eq!(now, aana_core::time::parse(text), "{text}");
        }
    }

    #[test]
    fn a_code_outside_the_list_is_told() {
        let mut produced = Produced::default();
        produced.add(&json!({"validation_errors": [{"code": "made_up"}]}));
        assert!(
            produced
                .missing()
                .contains(&"fault code `made_up`: not in the list of codes".to_owned())
        );
    }
}
