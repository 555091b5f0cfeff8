//! What the call would do, as far as the gate reads its arguments: in words of the gate, never of the agent.

use std::collections::BTreeSet;

use aana_core::{
    Decision,
    arguments::effect::{Effect, Row},
    report::Report,
};

/// How many things are named before the rest is only counted.
const MOST: usize = 12;

/// One line for each thing, the strictest first.
pub(super) fn effects(decision: &Decision<'_>) -> Vec<String> {
    let report = decision.report();
    let mut told = BTreeSet::new();
    let mut lines = Vec::new();
    for line in of_parts(&report).into_iter().chain(of_findings(&report)) {
        if told.insert(line.clone()) {
            lines.push(line);
        }
    }
    if let Some(more @ 1..) = lines.len().checked_sub(MOST) {
        lines.truncate(MOST);
        lines.push(format!("and {more} more"));
    }
    lines
}

fn of_parts(report: &Report<'_>) -> Vec<String> {
    let arguments = report.arguments.arguments.entries().iter();
    let mut parts: Vec<&Row> = arguments
        .flat_map(|argument| &argument.segments)
        .filter(|part| part.effect != Effect::Reads)
        .collect();
    parts.sort_by_key(|part| std::cmp::Reverse(part.effect));
    parts.into_iter().flat_map(of_part).collect()
}

fn of_part(part: &Row) -> Vec<String> {
    let program = match part.program.name {
        Some(_) => format!("`{}`", part.program),
        None => "a program that the gate does not know".to_owned(),
    };
    if part.effect == Effect::CannotTell {
        return vec![format!("{program} does something that cannot be told before it runs")];
    }
    let told: Vec<String> =
        part.effects.iter().map(|effect| format!("{program} {}", effect.sentence())).collect();
    if told.is_empty() { vec![format!("{program} changes something")] } else { told }
}

fn of_findings(report: &Report<'_>) -> Vec<String> {
    let blockers = report.hard_blockers.iter().map(|code| (code.as_str(), code.sentence()));
    let found = |code: &str| report.arguments.findings.iter().any(|it| it.as_str() == code);
    blockers.filter(|(code, _)| found(code)).map(|(_, sentence)| sentence.to_owned()).collect()
}
