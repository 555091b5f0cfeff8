//! What an approval limits itself to: `approval for staging only`, `valid until 2020-01-01`.

use alloc::format;

use super::{
    clause::Place,
    reader::{Call, Found},
    words::{Sense, Yes, is},
};
use crate::{
    digits::whole_number,
    time,
    tokens::{Token, tokens},
};

/// What an approval holds for, and until when.
pub(super) fn read(place: Place<'_, '_>, call: Call<'_>, found: &mut Found) {
    if place.is("only") {
        match limit_of(place, call.tool_name) {
            Limit::None => {}
            Limit::Condition => found.has_condition = true,
            Limit::Trial => found.not_given = true,
        }
    } else if place.is_any(&["until", "till", "through", "expires", "expiring", "expiry"]) {
        found.is_past |= is_past(place, call.now_ms);
    }
}

/// Where nothing is meant in earnest.
const TRIALS: &[&str] = &[
    "test",
    "testing",
    "tests",
    "staging",
    "sandbox",
    "demo",
    "dev",
    "development",
    "preview",
    "dry",
    "simulation",
    "trial",
    "training",
    "qa",
];

/// Whether a word says that nothing is meant in earnest, and the tool's name tells of none.
pub(crate) fn is_trial(word: &str, tool_name: &str) -> bool {
    TRIALS.iter().any(|trial| word.eq_ignore_ascii_case(trial))
        && !tokens(tool_name).any(|token: Token<'_>| word.eq_ignore_ascii_case(token.text))
}

/// What `only` does to an approval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Limit {
    None,
    /// It holds for a part: `approved for Bob only`.
    Condition,
    /// It holds for a trial, and the tool's name tells of none.
    Trial,
}

/// What the `only` at this place limits the approval to.
fn limit_of(only: Place<'_, '_>, tool_name: &str) -> Limit {
    let before = only.previous();
    if before.is_some_and(|before| before.is("read") || before.sense() == Sense::Not) {
        return Limit::None;
    }
    let trial = only.back(4).chain(only.ahead(4)).find(|word| word.is_any(TRIALS));
    let speaks_of_approval = only
        .back(10)
        .any(|word| matches!(word.sense(), Sense::Consent | Sense::Yes(Yes::Said | Yes::Plain)));
    let is_of_tool = |trial: Place<'_, '_>| {
        let text = trial.word().map_or(&[][..], |word| word.text);
        tokens(tool_name).any(|token: Token<'_>| is(text, token.text))
    };
    match trial {
        _ if !speaks_of_approval => Limit::None,
        Some(trial) if !is_of_tool(trial) => Limit::Trial,
        _ => Limit::Condition,
    }
}

/// Whether a date stands behind `until` that is past in every time zone: `until 2020-01-01`.
fn is_past(until: Place<'_, '_>, now_ms: i64) -> bool {
    /// The day itself, and half a day for the zone.
    const MARGIN_MS: i64 = 36 * 3_600_000;
    let mut year = until.next();
    while let Some(small) = year.filter(|it| it.sense() == Sense::Article || it.is("on")) {
        year = small.next();
    }
    let number = |place: Option<Place<'_, '_>>, digits: usize| {
        let text = place?.word()?.text.get(..digits)?;
        whole_number(core::str::from_utf8(text).ok()?)
    };
    let month = year.and_then(Place::next);
    let day = month.and_then(Place::next);
    let (Some(year), Some(month), Some(day)) = (number(year, 4), number(month, 2), number(day, 2))
    else {
        return false;
    };
    time::parse(&format!("{year:04}-{month:02}-{day:02}"))
        .is_some_and(|day_ms| day_ms.saturating_add(MARGIN_MS) <= now_ms)
}
