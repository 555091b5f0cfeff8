//! Sentences that the views share. What a code means is the gate's to say, not this module's.

use aana_core::contract::Route;
use aana_core::report::{Need, Report};

use crate::style::printable;

/// What the host does with a route.
pub(crate) const fn advice(route: Route) -> &'static str {
    match route {
        Route::Accept => "run exactly the checked call",
        Route::Ask => "do not run it yet; ask, then check again",
        Route::Defer => "do not run it; bring stronger evidence or a review, then check again",
        Route::Refuse => "do not run it",
    }
}

/// What would change the route, as one of `needs` says it.
pub(crate) fn need(need: Need<'_>) -> String {
    match need {
        Need::AuthorizationState(state) => format!("the authorization state `{state}`"),
        Need::EvidenceKind(kind) => format!("credible evidence of the kind `{kind}`"),
        Need::BoundEvidence(kind) => {
            format!("credible evidence of the kind `{kind}` that names exactly this action")
        }
        Need::Policy(pointer) => {
            format!("another policy: {} keeps every call of this tool", place(pointer))
        }
        Need::Classify(field) => format!("a `{field}` that says what the tool does"),
        Need::ApprovalFor(digest) => format!("an approval of exactly `action:{digest}`"),
        Need::Fix(pointer) => format!("a correction at {}", place(pointer)),
        Need::Remove(pointer) => format!("the removal of {}", place(pointer)),
        Need::Argument(pointer, code) => {
            format!("another argument at {} ({})", place(pointer), code.as_str())
        }
        other => format!("{}: {}", other.key(), printable(other.about())),
    }
}

/// Where in the event the findings with this code stand.
pub(crate) fn found_at<'r>(
    report: &'r Report<'_>,
    code: &'static str,
) -> impl Iterator<Item = &'r str> {
    let issues = report.evidence.issues.entries().iter();
    let issues = issues.map(|issue| (issue.code.as_str(), &*issue.path));
    let arguments = report.arguments.codes.entries().iter();
    let arguments = arguments.map(|found| (found.code.as_str(), &*found.path));
    issues.chain(arguments).filter(move |(found, _)| *found == code).map(|(_, path)| path)
}

/// A JSON pointer as it is shown; the empty one is the whole.
pub(crate) fn place(pointer: &str) -> String {
    if pointer.is_empty() {
        "the event as a whole".to_owned()
    } else {
        format!("`{}`", printable(pointer))
    }
}

/// How many places are named before the rest is only counted.
const NAMED_PLACES: usize = 3;

/// Some JSON pointers as they are shown: at which places something was found.
pub(crate) fn places<'p>(pointers: impl Iterator<Item = &'p str>) -> Option<String> {
    let all: Vec<&str> = pointers.collect();
    let mut shown: Vec<String> = all.iter().take(NAMED_PLACES).map(|one| place(one)).collect();
    if let Some(more @ 1..) = all.len().checked_sub(NAMED_PLACES) {
        shown.push(format!("{more} more"));
    }
    let last = shown.pop()?;
    Some(if shown.is_empty() { last } else { format!("{} and {last}", shown.join(", ")) })
}

/// A count with its noun.
pub(crate) fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::{Need, need, places};

    #[test]
    fn a_long_list_of_places_is_cut() {
        let shown = |all: &[&'static str]| places(all.iter().copied());
        assert_eq!(shown(&[]), None);
        assert_eq!(shown(&[""]).unwrap(), "the event as a whole");
        assert_eq!(shown(&["/a", "/b"]).unwrap(), "`/a` and `/b`");
        assert_eq!(shown(&["/a", "/b", "/c"]).unwrap(), "`/a`, `/b` and `/c`");
        assert_eq!(shown(&["/a", "/b", "/c", "/d", "/e"]).unwrap(), "`/a`, `/b`, `/c` and 2 more");
    }

    #[test]
    fn a_pointer_in_a_need_steers_no_terminal() {
        assert_eq!(need(Need::Fix("/a\u{1b}")), r"a correction at `/a\u{1b}`");
    }
}
