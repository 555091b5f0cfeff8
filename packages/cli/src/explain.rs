//! `aana explain`: a decision in sentences.

use std::fmt::Write as _;

use aana_core::Decision;
use aana_core::contract::{Mode, Route, VerbClass};
use aana_core::report::{AuthorizationReport, Call, Classification, EvidenceIntegrity, Report};

use crate::arguments;
use crate::exit::{self, Outcome};
use crate::options::EventArgs;
use crate::style::{self, FAINT, HEADING, printable};
use crate::words::{advice, counted, found_at, need, place, places};
use crate::{input, output, setup};

pub(crate) fn run(args: &EventArgs) -> Outcome {
    let gate = setup::gate(args.policy.as_deref(), args.mode.as_deref())?;
    let now_ms = setup::now(args.now.as_deref())?;
    let event = input::read(input::path(args.file.as_deref()), gate.max_event_bytes())?;
    let decision = event.decide(&gate, now_ms, &[]);
    output::text(&explanation(&decision))?;
    Ok(exit::of_route(decision.route()))
}

fn explanation(decision: &Decision<'_>) -> String {
    let report = decision.report();
    let (route, mut text) = (report.route, String::new());
    let style = style::route(route);
    let _ = writeln!(text, "The route is {style}{route}{style:#}: {}.", advice(route));
    part(&mut text, "What was found", &found(&report));
    part(&mut text, "Why this route", &why(&report, decision.mode()));
    part(&mut text, "Worth fixing, though it does not change the route", &warnings(&report));
    let title = match route {
        Route::Accept => "What to do",
        _ => "What would change it",
    };
    part(&mut text, title, &changes(&report));
    text
}

fn part(text: &mut String, heading: &str, sentences: &[String]) {
    if sentences.is_empty() {
        return;
    }
    let _ = writeln!(text, "\n{HEADING}{heading}{HEADING:#}");
    for sentence in sentences {
        let _ = writeln!(text, "- {sentence}");
    }
}

/// What the gate saw: the form, or the tool, its category, the authorization and the evidence.
fn found(report: &Report<'_>) -> Vec<String> {
    let Some(call) = &report.call else {
        let count = counted(report.validation_errors_total as u64, "fault");
        let mut found =
            vec![format!("The event has {count} of form, so nothing else was looked at.")];
        found.extend(report.validation_errors.iter().map(|fault| {
            let message = sentence(&printable(&fault.message));
            format!("At {}: {message} {}", place(&fault.path), faint(fault.code.as_str()))
        }));
        return found;
    };
    let mut found = vec![category(call), risk(report, call.classification)];
    found.extend(arguments::sentences(report));
    found.extend([authorization(call.authorization), evidence(&report.evidence)]);
    found
}

fn category(call: &Call<'_>) -> String {
    let (tool, domain) = (printable(&call.tool_name), call.risk_domain);
    let of = call.classification;
    let (declared, effective) = (of.declared_category, of.effective_category);
    if declared == effective {
        return format!(
            "`{tool}` is a tool of the category `{effective}`, in the domain `{domain}`."
        );
    }
    format!(
        "`{tool}` was declared a tool of the category `{declared}`, in the domain `{domain}`; \
         the gate takes it for `{effective}`."
    )
}

fn risk(report: &Report<'_>, of: Classification) -> String {
    let name = match of.verb_class {
        VerbClass::Other => "Its name holds no verb that is known".to_owned(),
        verb if report.arguments.class == Some(verb) => format!("What it is given is `{verb}`"),
        verb => format!("Its name reads as `{verb}`"),
    };
    let undo = if of.irreversible { "; what it does cannot be undone" } else { "" };
    let high = if of.high_risk { " It is a high-risk write." } else { "" };
    format!("{name}, and its risk is {}{undo}.{high}", of.risk_level)
}

fn authorization(of: AuthorizationReport) -> String {
    let required = of.required_state.map_or_else(
        || "no state would be enough".to_owned(),
        |required| format!("the call requires `{required}`"),
    );
    format!(
        "The event declares the authorization state `{}` and its evidence supports `{}`, so that `{}` \
         counts; {required}.",
        of.declared_state, of.evidence_supported_state, of.effective_state
    )
}

fn evidence(evidence: &EvidenceIntegrity<'_>) -> String {
    match evidence.checked_ref_count as u64 {
        0 => "There is no evidence.".to_owned(),
        refs => format!(
            "The gate looked at {}; {} can be relied on.",
            counted(refs, "evidence ref"),
            evidence.used.total()
        ),
    }
}

/// The steps to the route and what blocks, each as the gate words it.
fn why(report: &Report<'_>, mode: Mode) -> Vec<String> {
    let mut why: Vec<String> = Vec::new();
    for reason in report.reasons.codes().iter() {
        why.push(format!("{} {}", sentence(reason.sentence()), faint(reason.as_str())));
    }
    for blocker in report.hard_blockers.iter() {
        let code = blocker.as_str();
        let at = at(found_at(report, code));
        why.push(format!("{}{at} {}", sentence(blocker.sentence()), faint(code)));
    }
    if let Some(call) = &report.call {
        let (rules, recommended) = (report.aana_route, call.recommended_route);
        why.push(if recommended == rules {
            format!("The rules give `{rules}`, and the runtime recommended the same.")
        } else {
            format!(
                "The rules give `{rules}`, the runtime recommended `{recommended}`; the stricter holds."
            )
        });
    }
    if mode == Mode::Shadow {
        why.push("In the mode `shadow` the host goes on, whatever was decided.".to_owned());
    }
    why
}

fn warnings(report: &Report<'_>) -> Vec<String> {
    let warnings = report.warnings.iter().map(|warning| {
        let code = warning.code.as_str();
        let at = at(warning.pointer.into_iter().chain(found_at(report, code)));
        format!("{}{at} {}", sentence(warning.code.sentence()), faint(code))
    });
    warnings.collect()
}

/// What would change the route. For a malformed event the faults have said it.
fn changes(report: &Report<'_>) -> Vec<String> {
    let (recovery, mut changes) = (report.recovery(), Vec::new());
    if report.validation_errors.is_empty() {
        let needs = recovery.needs.entries().iter();
        changes.extend(needs.map(|one| format!("It needs {}.", need(*one))));
    }
    changes.push(format!("Next: {}.", recovery.suggestion));
    changes
}

/// Where something was found, as a sentence behind another.
fn at<'p>(pointers: impl Iterator<Item = &'p str>) -> String {
    places(pointers).map_or_else(String::new, |places| format!(" At {places}."))
}

/// A message as a sentence of its own.
fn sentence(message: &str) -> String {
    let mut letters = message.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).chain(['.']).collect()
}

fn faint(code: &str) -> String {
    format!("{FAINT}({code}){FAINT:#}")
}
