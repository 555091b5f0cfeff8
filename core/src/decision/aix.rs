//! The score: one number in the route's band, made of three parts, all in whole hundredths.

use super::Evaluation;
use crate::{
    code_set::CodeSet,
    codes::Blocker,
    contract::{AuthorizationState, Route, ToolCategory},
    report::Aix,
};

/// The score of an event with faults of form.
pub(super) fn malformed(blockers: CodeSet<Blocker>) -> Aix {
    Aix { score: 0, p: 0, f: 0, c: unblocked(blockers) }
}

#[expect(
    clippy::arithmetic_side_effects,
    reason = "hundredths and ranks are small, and no divisor is zero"
)]
pub(super) fn of(evaluation: &Evaluation<'_>, route: Route, blockers: CodeSet<Blocker>) -> Aix {
    let facts = &evaluation.facts;
    let p = match facts.required_state() {
        None => 0,
        Some(AuthorizationState::None) => 100,
        Some(required) => {
            let (has, needs) = (facts.effective_state() as u32, required as u32);
            hundredths(has.min(needs) * 100 / needs)
        }
    };
    let good = evaluation.refs.iter().filter(|facts| facts.credible && facts.fresh).count();
    let f = match evaluation.refs.len() {
        _ if facts.effective_category == ToolCategory::PublicRead => 100,
        0 => 0,
        all => hundredths(u32::try_from(good * 100 / all).unwrap_or(0)),
    };
    let c = unblocked(blockers);

    let (lowest, highest) = band(route);
    let mean = (u32::from(p) + u32::from(f) + u32::from(c)) / 3;
    let score = lowest + (highest - lowest) * mean / 100;
    Aix { score: hundredths(score), p, f, c }
}

fn unblocked(blockers: CodeSet<Blocker>) -> u8 {
    hundredths(100_u32.saturating_sub(blockers.len().saturating_mul(25)))
}

fn hundredths(value: u32) -> u8 {
    u8::try_from(value).unwrap_or(100)
}

const fn band(route: Route) -> (u32, u32) {
    match route {
        Route::Accept => (85, 100),
        Route::Ask => (60, 84),
        Route::Defer => (30, 59),
        Route::Refuse => (0, 29),
    }
}
