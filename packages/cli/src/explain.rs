//! `aana explain`: a decision in sentences.

use std::fmt::Write as _;

use aana_core::Decision;
use aana_core::codes::Warning;
use aana_core::contract::{Mode, Route};

use crate::exit::{self, Outcome};
use crate::long_form::LongForm;
use crate::options::EventArgs;
use crate::style::{self, FAINT, HEADING, printable};
use crate::words::{advice, counted, need, place, places};
use crate::{input, output, setup};

pub(crate) fn run(args: &EventArgs) -> Outcome {
    let gate = setup::gate(args.policy.as_deref(), args.mode.as_deref())?;
    let now_ms = setup::now(args.now.as_deref())?;
    let event = input::read(input::path(args.file.as_deref()), gate.max_event_bytes())?;
    let decision = event.decide(&gate, now_ms);
    output::text(&explanation(&decision))?;
    Ok(exit::of_route(decision.route()))
}

fn explanation(decision: &Decision<'_>) -> String {
    let long = LongForm::of(decision);
    let (route, mut text) = (decision.route(), String::new());
    let style = style::route(route);
    let _ = writeln!(text, "The route is {style}{route}{style:#}: {}.", advice(route));
    let found = found(decision, &long);
    part(&mut text, "What was found", &found);
    part(&mut text, "Why this route", &why(decision, &long));
    part(&mut text, "Worth fixing, though it does not change the route", &warnings(&long));
    let title = match route {
        Route::Accept => "What to do",
        _ => "What would change it",
    };
    part(&mut text, title, &changes(decision, &long));
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
fn found(decision: &Decision<'_>, long: &LongForm) -> Vec<String> {
    let faults = decision.validation_errors();
    if !faults.is_empty() {
        let count = counted(decision.validation_errors_total() as u64, "fault");
        let mut found =
            vec![format!("The event has {count} of form, so nothing else was looked at.")];
        found.extend(faults.iter().map(|fault| {
            let message = sentence(&printable(&fault.message));
            format!("At {}: {message} {}", place(&fault.path), faint(fault.code.as_str()))
        }));
        return found;
    }
    let mut found = vec![category(long)];
    found.extend(risk(long));
    found.extend(authorization(long));
    found.push(evidence(long));
    found
}

fn category(long: &LongForm) -> String {
    let text = |pointer: &str| long.text(pointer).unwrap_or_default();
    let tool = printable(text("/tool_name"));
    let declared = text("/classification/declared_category");
    let effective = text("/classification/effective_category");
    let domain = text("/risk_domain");
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

fn risk(long: &LongForm) -> Option<String> {
    let level = long.text("/classification/risk_level")?;
    let name = match long.text("/classification/verb_class")? {
        "OTHER" => "Its name holds no verb that is known".to_owned(),
        verb => format!("Its name reads as `{verb}`"),
    };
    let undo = if long.is("/classification/irreversible") {
        "; what it does cannot be undone"
    } else {
        ""
    };
    let high = if long.is("/classification/high_risk") { " It is a high-risk write." } else { "" };
    Some(format!("{name}, and its risk is {level}{undo}.{high}"))
}

fn authorization(long: &LongForm) -> Option<String> {
    let state = |name: &str| long.text(&format!("/authorization_report/{name}"));
    let declared = state("declared_state")?;
    let supported = state("evidence_supported_state")?;
    let effective = state("effective_state")?;
    let required = state("required_state").map_or_else(
        || "no state would be enough".to_owned(),
        |required| format!("the call requires `{required}`"),
    );
    Some(format!(
        "The event declares the authorization state `{declared}` and its evidence supports \
         `{supported}`, so that `{effective}` counts; {required}."
    ))
}

fn evidence(long: &LongForm) -> String {
    let count = |name: &str| long.count(&format!("/evidence_integrity/{name}"));
    match count("checked_ref_count") {
        0 => "There is no evidence.".to_owned(),
        refs => format!(
            "The gate looked at {}; {} can be relied on.",
            counted(refs, "evidence ref"),
            count("used_source_ids")
        ),
    }
}

/// The steps to the route and what blocks, each as the gate words it.
fn why(decision: &Decision<'_>, long: &LongForm) -> Vec<String> {
    let mut why: Vec<String> = Vec::new();
    for reason in decision.reasons().iter() {
        why.push(format!("{} {}", sentence(reason.sentence()), faint(reason.as_str())));
    }
    for blocker in decision.hard_blockers().iter() {
        let code = blocker.as_str();
        let at = at(long.places(code));
        why.push(format!("{}{at} {}", sentence(blocker.sentence()), faint(code)));
    }
    if let Some(wish) = long.text("/runtime_recommended_route") {
        let rules = decision.aana_route();
        why.push(if wish == rules.as_str() {
            format!("The rules give `{rules}`, and the runtime recommended the same.")
        } else {
            format!(
                "The rules give `{rules}`, the runtime recommended `{wish}`; the stricter holds."
            )
        });
    }
    if decision.mode() == Mode::Shadow {
        why.push("In the mode `shadow` the host goes on, whatever was decided.".to_owned());
    }
    why
}

fn warnings(long: &LongForm) -> Vec<String> {
    let warning = |(code, pointer): (&str, Option<&str>)| {
        let meaning =
            Warning::parse(code).map_or_else(String::new, |code| sentence(code.sentence()));
        let at = at(pointer.into_iter().chain(long.places(code)));
        format!("{meaning}{at} {}", faint(&printable(code)))
    };
    long.warnings().map(warning).collect()
}

/// What would change the route. For a malformed event the faults have said it.
fn changes(decision: &Decision<'_>, long: &LongForm) -> Vec<String> {
    let mut changes = Vec::new();
    if decision.validation_errors().is_empty() {
        changes
            .extend(long.needs().map(|(kind, about)| format!("It needs {}.", need(kind, about))));
    }
    changes.extend(long.text("/recovery/suggestion").map(|what| format!("Next: {what}.")));
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
