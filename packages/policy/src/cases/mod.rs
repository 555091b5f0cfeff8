//! Events with the decisions that an operator expects, run with a policy.

mod compare;
mod read;

use aana_core::{Gate, codes::Blocker, time};

use crate::{Faulty, gate};
pub use compare::Difference;
use read::Case;

/// What came of a file of cases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestReport {
    /// Every case, in the order of the file.
    pub cases: Vec<CaseReport>,
}

impl TestReport {
    /// How many cases came out as expected.
    pub fn passed(&self) -> usize {
        self.cases.iter().filter(|case| case.passed()).count()
    }

    /// How many did not.
    pub fn failed(&self) -> usize {
        self.cases.len() - self.passed()
    }
}

/// What came of one case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseReport {
    /// The case's `id`, or where it stands: `line 3`, `case 3`.
    pub id: String,
    /// The tool that the event names, as a decision names it.
    pub tool_name: Option<String>,
    /// The route that the gate gave.
    pub route: &'static str,
    /// The hard blockers of the decision.
    pub hard_blockers: Vec<&'static str>,
    /// Where the decision differs from what was expected.
    pub differences: Vec<Difference>,
}

impl CaseReport {
    /// Whether the decision is the expected one.
    pub fn passed(&self) -> bool {
        self.differences.is_empty()
    }
}

/// Decides every event with the policy, and compares the decisions with what the file expects.
///
/// The file is JSON Lines, a JSON array of cases, or an object with `cases`. A case is an `event` and its `route`, or
/// an `expect` as the conformance cases have it; `now`, `id` and `attested` may be left out. A `policy` of a case is not used: the
/// given one is what is tried. `now_ms` is the time for cases that name none.
///
/// # Errors
///
/// The faults of the policy, or those of the cases. A file without cases is faulty, and so is a case that expects
/// nothing: it could not fail.
pub fn run_cases(policy: &str, cases: &str, now_ms: i64) -> Result<TestReport, Faulty> {
    let gate = gate(policy)?;
    let mut report = TestReport { cases: Vec::new() };
    read::each(cases, |case| report.cases.push(run(&gate, &case, now_ms)))?;
    Ok(report)
}

fn run(gate: &Gate, case: &Case<'_>, now_ms: i64) -> CaseReport {
    let now_ms = case.now.and_then(time::parse).unwrap_or(now_ms);
    let decision = gate.attesting(&case.attested).check(&case.event, now_ms);
    let report = decision.report();
    CaseReport {
        id: case.id.clone(),
        tool_name: report.call.as_ref().map(|call| call.tool_name.to_string()),
        route: report.route.as_str(),
        hard_blockers: report.hard_blockers.iter().map(Blocker::as_str).collect(),
        differences: compare::differences(&report, &case.expect),
    }
}
