//! `SET`, `PRAGMA` and what begins and ends a transaction.

use super::token::{Kind, Token, is_mark};
use super::verdict::Verdict;
use super::words::{self as w, is_listing_pragma, is_of_isolation, is_of_transaction};
use crate::arguments::effect::EffectCode;
use crate::contract::VerbClass;

/// `SET`: some settings concern nobody else, some the whole server; of the rest nobody can say.
pub(super) fn set(source: &str, tokens: &[Token], verdict: &mut Verdict) {
    let rest = tokens.get(1..).unwrap_or_default();
    let text = |token: &Token| token.text(source);
    let is_global = |token: &Token| {
        matches!(token.word, w::GLOBAL | w::PERSIST | w::PASSWORD)
            || text(token).eq_ignore_ascii_case("persist_only")
    };
    if rest.iter().any(is_global) {
        verdict.writes(VerbClass::Edit, EffectCode::SqlAdmin);
        return;
    }
    let scoped = |token: &&Token| {
        matches!(token.word, w::SESSION | w::LOCAL) || matches!(token.kind, Kind::Mark(b'@' | b'.'))
    };
    let rest = rest.get(rest.iter().take_while(scoped).count()..).unwrap_or_default();
    let several = rest.iter().any(|token| token.is(b','));
    let is_fine = match rest {
        [first, ..] if first.word == w::NAMES => true,
        [first, second, ..] if first.word == w::TIME && second.word == w::ZONE => true,
        [first, ..] if is_time(text(first)) => true,
        all => {
            all.iter().all(|token| is_of_isolation(token.word))
                && all.iter().any(|token| matches!(token.word, w::ISOLATION | w::TRANSACTION))
        }
    };
    verdict.unsure |= several || !is_fine;
}

/// A limit of time, or the zone.
fn is_time(name: &str) -> bool {
    const END: &str = "timeout";
    let end = name.len().checked_sub(END.len()).and_then(|at| name.get(at..));
    end.is_some_and(|end| end.eq_ignore_ascii_case(END))
        || name.eq_ignore_ascii_case("max_execution_time")
        || name.eq_ignore_ascii_case("time_zone")
        || name.eq_ignore_ascii_case("timezone")
}

/// `PRAGMA`: some list, `=` sets, and of the rest nobody can say.
pub(super) fn pragma(tokens: &[Token], verdict: &mut Verdict) {
    if tokens.iter().any(|token| token.is(b'=')) {
        verdict.writes(VerbClass::Edit, EffectCode::SqlAdmin);
        return;
    }
    let place = if is_mark(tokens, 2, b'.') { 3 } else { 1 };
    let lists = tokens.get(place).is_some_and(|token| is_listing_pragma(token.word));
    verdict.unsure |= !lists;
}

/// `BEGIN`, `START`, `COMMIT` and the like: anything beside their own words may be another statement.
pub(super) fn transaction(tokens: &[Token], verdict: &mut Verdict) {
    let [first, rest @ ..] = tokens else { return };
    // The name of a transaction or savepoint.
    let names = rest.iter().filter(|token| !is_of_transaction(token.word)).count();
    let is_plain = rest.iter().all(|token| token.is_name() && token.word != w::PREPARED);
    let starts = rest.first().is_some_and(|token| token.word == w::TRANSACTION);
    let is_known = is_plain && names <= 1 && (first.word != w::START || starts);
    verdict.unsure |= !is_known;
}
