//! From when until when a ref holds.

use super::judging::Verdict;
use crate::{
    contract::EvidenceKind,
    event::{Key, folded_key},
    json::{Member, Number, Value},
    time,
    tokens::Word,
};

/// Less than this as milliseconds is a duration and not a moment: 1973.
const LEAST_EPOCH_MS: i64 = 100_000_000_000;

/// A day alone may have begun already where it was written down.
const DAY_ALONE_MS: i64 = 14 * 3_600_000;

/// The clock, and by how much others may differ from it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clock {
    pub(super) now_ms: i64,
    pub(super) skew_ms: i64,
}

impl Verdict {
    pub(super) fn read_moment(&mut self, key: Key, value: &Value<'_>, clock: Clock) {
        let moment = match value {
            Value::Null => return,
            Value::String(text) => moment_of(text),
            Value::Number(number) => Some(epoch_ms(number)),
            Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
        };
        // `"expires": "never"` and `"expires": 3600` name no moment.
        let is_none = match value {
            Value::String(text) => is_never(text),
            Value::Number(_) => {
                key == Key::Expiry && moment.is_some_and(|moment| moment < LEAST_EPOCH_MS)
            }
            _ => key == Key::Expiry && value == &Value::Bool(false),
        };
        if matches!(key, Key::Expiry | Key::End) && is_none {
            return;
        }
        match (key, moment) {
            (_, None) => self.has_bad_moment = true,
            (Key::Start, Some(moment)) => self.is_early |= clock.is_future(moment, 0),
            (_, Some(moment)) => self.is_past |= moment < clock.now_ms,
        }
    }

    /// Reads when it was given. A value that is not a moment is passed over.
    pub(super) fn read_given(&mut self, value: &Value<'_>, clock: Clock) {
        let moment = match value {
            Value::String(text) => moment_of(text),
            Value::Number(number) => Some(epoch_ms(number)).filter(|it| *it >= LEAST_EPOCH_MS),
            _ => None,
        };
        let Some(moment) = moment else { return };
        let is_day = value.as_str().is_some_and(|text| text.trim().len() <= 10);
        let margin = if is_day { DAY_ALONE_MS } else { 0 };
        self.is_early |= clock.is_future(moment, margin);
        self.given_ms = Some(self.given_ms.map_or(moment, |given| given.max(moment)));
    }

    /// How long it holds, in seconds.
    pub(super) fn read_duration(&mut self, value: &Value<'_>) {
        let seconds = match value {
            Value::Number(number) => Some(number.as_f64()),
            Value::String(text) => Number::from_text(text.trim()).map(|number| number.as_f64()),
            _ => None,
        };
        let Some(seconds) = seconds else { return };
        self.is_past |= seconds <= 0.0;
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the cast ends at the limits of the type"
        )]
        let ms = (seconds * 1000.0) as i64;
        self.lasts_ms = Some(ms);
    }

    /// Whether what was given has ended, by how long it lasts.
    pub(super) fn end_by_duration(&mut self, clock: Clock) {
        if let (Some(given), Some(lasts)) = (self.given_ms, self.lasts_ms) {
            self.is_past |= given.saturating_add(lasts) < clock.now_ms;
        }
    }

    /// `"validity": {"from": .., "until": ..}`
    pub(super) fn read_window(&mut self, members: &[Member<'_>], kind: EvidenceKind, clock: Clock) {
        for member in members {
            let word = folded_key(&member.key);
            let is = |known: &[&str]| known.iter().any(|known| word == Word::literal(known));
            let key = if is(&["until", "to", "end"]) {
                Key::Expiry
            } else if is(&["from", "start", "begin"]) {
                Key::Start
            } else {
                match Key::of(&member.key, kind) {
                    Some(key @ (Key::End | Key::Expiry | Key::Start)) => key,
                    Some(Key::Onset) => Key::Start,
                    _ => continue,
                }
            };
            self.read_moment(key, &member.value, clock);
        }
    }
}

impl Clock {
    const fn is_future(self, moment: i64, margin: i64) -> bool {
        moment.saturating_sub(self.now_ms) > self.skew_ms.saturating_add(margin)
    }
}

fn is_never(text: &str) -> bool {
    ["never", "none", ""].iter().any(|none| text.trim().eq_ignore_ascii_case(none))
}

/// A timestamp, the digits of a Unix time, or a date as HTTP and mail write it.
fn moment_of(text: &str) -> Option<i64> {
    let text = text.trim();
    let is_unix = text.len() >= 9 && text.bytes().all(|byte| byte.is_ascii_digit());
    time::parse(text)
        .or_else(|| Number::from_text(text).filter(|_| is_unix).map(|number| epoch_ms(&number)))
        .or_else(|| time::parse_http(text))
}

/// Unix milliseconds of a number: seconds, or milliseconds where it is too large to be seconds.
fn epoch_ms(number: &Number<'_>) -> i64 {
    const MOST_SECONDS: f64 = 1e11;
    let number = number.as_f64();
    let ms = if number.abs() > MOST_SECONDS { number } else { number * 1000.0 };
    #[expect(clippy::cast_possible_truncation, reason = "the cast ends at the limits of the type")]
    let ms = ms as i64;
    ms
}
