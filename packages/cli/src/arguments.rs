//! What the arguments do, in words of the gate's tables. Never a value of the event.

use aana_core::arguments::effect::{Effect, EffectCode, Row};
use aana_core::report::{ReadArgument, Report};

use crate::words::{counted, place};

/// How many parts of an argument are named before the rest is only counted.
const NAMED_PARTS: usize = 5;

/// One sentence for each argument that was read, part by part.
pub(crate) fn sentences(report: &Report<'_>) -> Vec<String> {
    let arguments = report.arguments.arguments.entries().iter();
    arguments.filter(|argument| !argument.segments.is_empty()).map(sentence).collect()
}

/// All of them in one line.
pub(crate) fn line(report: &Report<'_>) -> Option<String> {
    let arguments = report.arguments.arguments.entries();
    let parts: Vec<&Row> = arguments.iter().flat_map(|argument| &argument.segments).collect();
    if parts.is_empty() {
        return None;
    }
    let mut named: Vec<String> = parts.iter().take(NAMED_PARTS).map(|part| told(part)).collect();
    if parts.len() > NAMED_PARTS {
        named.push("...".to_owned());
    }
    Some(named.join(", "))
}

fn sentence(argument: &ReadArgument) -> String {
    let verdict = match argument.verdict {
        Effect::Reads => "only reads",
        Effect::CannotTell => "does something that nobody can tell before it runs",
        Effect::Writes => "changes something",
    };
    let mut parts: Vec<String> = argument.segments.iter().take(NAMED_PARTS).map(told).collect();
    if let Some(more @ 1..) = argument.segments.len().checked_sub(NAMED_PARTS) {
        parts.push(format!("and {}", counted(more as u64, "more part")));
    }
    let kind = argument.kind.as_str();
    format!("{}, read as `{kind}`, {verdict}: {}.", place(&argument.path), parts.join(", "))
}

/// `rm writes (DESTROY, fs.delete)`.
fn told(part: &Row) -> String {
    let verdict = match part.effect {
        Effect::Reads => "reads",
        Effect::CannotTell => "cannot be told",
        Effect::Writes => "writes",
    };
    let mut about: Vec<&str> = part.class.iter().map(|class| class.as_str()).collect();
    about.extend(part.effects.iter().map(EffectCode::as_str));
    let program = match part.program.name {
        Some(_) => format!("`{}`", part.program),
        None => "an unknown program".to_owned(),
    };
    if about.is_empty() {
        format!("{program} {verdict}")
    } else {
        format!("{program} {verdict} ({})", about.join(", "))
    }
}
