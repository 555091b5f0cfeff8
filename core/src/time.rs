//! RFC 3339 date and time to Unix milliseconds and back, without a clock.

use alloc::{format, string::String};

const DAY_MS: i64 = 86_400_000;

/// Unix milliseconds of a date and time, or `None` if the text is not one.
///
/// Taken are RFC 3339 (`2026-05-10T14:30:00.25+02:00`, also with a blank or a lower-case `t` and
/// `z`) and of ISO 8601 the same form without seconds or without an offset, which is read as UTC,
/// and the calendar date alone, which is its first moment. Years run from 0000 to 9999; a leap
/// second counts as the second after it.
///
/// # Example
///
/// ```
/// use aana_core::time;
///
/// assert_eq!(time::parse("1970-01-02T00:00:00.5Z"), Some(86_400_500));
/// assert_eq!(time::parse("1970-01-01T01:00:00+01:00"), Some(0));
/// assert_eq!(time::parse("1970-01-02"), Some(86_400_000));
/// assert_eq!(time::parse("yesterday"), None);
/// assert_eq!(time::parse("2026-02-29"), None);
/// ```
#[expect(
    clippy::arithmetic_side_effects,
    reason = "every operand is a field of at most four digits, so that no sum comes near the limits"
)]
pub fn parse(text: &str) -> Option<i64> {
    let mut reader = TimeReader { rest: text.as_bytes() };
    let year = reader.digits(4)?;
    reader.take(b"-")?;
    let month = reader.digits(2)?;
    reader.take(b"-")?;
    let day = reader.digits(2)?;
    if !(1..=12).contains(&month) || !(1..=days_in_month(year, month)).contains(&day) {
        return None;
    }
    let midnight = days_from_epoch(year, month, day) * DAY_MS;
    if reader.rest.is_empty() {
        return Some(midnight);
    }

    reader.take(b"Tt ")?;
    let hour = reader.digits(2)?;
    reader.take(b":")?;
    let minute = reader.digits(2)?;
    let (mut second, mut milliseconds) = (0, 0);
    if reader.take(b":").is_some() {
        second = reader.digits(2)?;
        if reader.take(b".,").is_some() {
            milliseconds = reader.milliseconds()?;
        }
    }
    if hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    let offset = reader.offset_minutes()?;
    let minutes = hour * 60 + minute - offset;
    Some(midnight + minutes * 60_000 + second * 1000 + milliseconds)
}

/// RFC 3339 in UTC with milliseconds: `2026-05-10T00:00:00.000Z`. Times outside the years 0000 to
/// 9999 are written as the nearest one inside.
///
/// # Example
///
/// ```
/// assert_eq!(aana_core::time::format(1_778_371_200_000), "2026-05-10T00:00:00.000Z");
/// assert_eq!(aana_core::time::format(-1), "1969-12-31T23:59:59.999Z");
/// ```
pub fn format(unix_ms: i64) -> String {
    const FIRST: i64 = -62_167_219_200_000;
    const LAST: i64 = 253_402_300_799_999;
    let clamped = unix_ms.clamp(FIRST, LAST);
    let (days, in_day) = (clamped.div_euclid(DAY_MS), clamped.rem_euclid(DAY_MS));
    let (year, month, day) = date_of(days);
    let (hour, minute) = (in_day / 3_600_000, in_day / 60_000 % 60);
    let (second, milliseconds) = (in_day / 1000 % 60, in_day % 1000);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milliseconds:03}Z")
}

/// Unix milliseconds of a date as HTTP and mail write it: `Sun, 10 May 2026 05:00:00 GMT`.
#[expect(clippy::arithmetic_side_effects, reason = "every operand has at most four digits")]
pub(crate) fn parse_http(text: &str) -> Option<i64> {
    const MONTHS: &[u8] = b"janfebmaraprmayjunjulaugsepoctnovdec";
    let mut parts = text.split_ascii_whitespace().skip_while(|part| part.ends_with(','));
    let number = |part: &str| part.parse::<u16>().ok().map(i64::from);
    let day = number(parts.next()?)?;
    let name = parts.next()?.as_bytes();
    let month = MONTHS.chunks(3).position(|month| month.eq_ignore_ascii_case(name))?;
    let month = i64::try_from(month).ok()? + 1;
    let year = number(parts.next()?)?;
    if !(1..=days_in_month(year, month)).contains(&day) || !(1000..=9999).contains(&year) {
        return None;
    }
    let mut clock = parts.next()?.splitn(3, ':').map(number);
    let (hour, minute) = (clock.next()??, clock.next()??);
    let second = clock.next().unwrap_or(Some(0))?;
    if hour > 23
        || minute > 59
        || second > 60
        || parts.next().is_some_and(|zone| !["GMT", "UTC", "Z", "+0000"].contains(&zone))
    {
        return None;
    }
    let seconds = (hour * 60 + minute) * 60 + second;
    Some(days_from_epoch(year, month, day) * DAY_MS + seconds * 1000)
}

struct TimeReader<'a> {
    rest: &'a [u8],
}

#[expect(clippy::arithmetic_side_effects, reason = "at most four digits are added up")]
impl TimeReader<'_> {
    /// Takes one byte, if it is one of these.
    fn take(&mut self, choices: &[u8]) -> Option<u8> {
        let (first, rest) = self.rest.split_first()?;
        choices.contains(first).then(|| {
            self.rest = rest;
            *first
        })
    }

    fn digit(&mut self) -> Option<i64> {
        self.take(b"0123456789").map(|digit| i64::from(digit & 0xf))
    }

    fn digits(&mut self, count: u8) -> Option<i64> {
        (0..count).try_fold(0, |number, _| Some(number * 10 + self.digit()?))
    }

    /// The digits after the decimal sign; those beyond the third are read and dropped.
    fn milliseconds(&mut self) -> Option<i64> {
        let first = self.digit()?;
        let second = self.digit();
        let third = second.and_then(|_| self.digit());
        while third.is_some() && self.digit().is_some() {}
        Some(first * 100 + second.unwrap_or(0) * 10 + third.unwrap_or(0))
    }

    /// The offset from UTC that ends the text.
    fn offset_minutes(&mut self) -> Option<i64> {
        let Some(sign) = self.take(b"Zz+-") else {
            return self.rest.is_empty().then_some(0);
        };
        let mut minutes = 0;
        if matches!(sign, b'+' | b'-') {
            let hours = self.digits(2)?;
            self.take(b":");
            let rest = self.digits(2)?;
            if hours > 23 || rest > 59 {
                return None;
            }
            minutes = hours * 60 + rest;
        }
        if sign == b'-' {
            minutes = -minutes;
        }
        self.rest.is_empty().then_some(minutes)
    }
}

fn days_in_month(year: i64, month: i64) -> i64 {
    let leap = year.rem_euclid(4) == 0 && (year.rem_euclid(100) != 0 || year.rem_euclid(400) == 0);
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days since 1970-01-01 in the proleptic Gregorian calendar, counted in eras of 400 years from a
/// 1 March, so that the leap day is the last of its year.
#[expect(clippy::arithmetic_side_effects, reason = "years have four digits")]
fn days_from_epoch(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let months_since_march = (month + 9) % 12;
    let day_of_year = (153 * months_since_march + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// The inverse of [`days_from_epoch`].
#[expect(clippy::arithmetic_side_effects, reason = "years have four digits")]
fn date_of(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let months_since_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * months_since_march + 2) / 5 + 1;
    let month = (months_since_march + 2) % 12 + 1;
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_of_all_years_goes_there_and_back() {
        let mut days = days_from_epoch(0, 1, 1);
        for year in 0..=9999 {
            for month in 1..=12 {
                for day in 1..=days_in_month(year, month) {
                    assert_eq!(days_from_epoch(year, month, day), days);
                    assert_eq!(date_of(days), (year, month, day));
                    days += 1;
                }
            }
        }
    }

    #[test]
    fn what_is_formatted_is_parsed() {
        for unix_ms in [-62_167_219_200_000, -1, 0, 1, 951_782_399_999, 253_402_300_799_999] {
            assert_eq!(parse(&format(unix_ms)), Some(unix_ms));
        }
        assert_eq!(format(i64::MAX), "9999-12-31T23:59:59.999Z");
        assert_eq!(format(i64::MIN), "0000-01-01T00:00:00.000Z");
    }

    #[test]
    fn forms_of_the_same_moment_agree() {
        let moment = parse("2026-05-10T12:30:00Z");
        assert!(moment.is_some());
        for text in [
            "2026-05-10T12:30Z",
            "2026-05-10t12:30:00z",
            "2026-05-10 12:30:00Z",
            "2026-05-10T12:30:00",
            "2026-05-10T12:30:00.000000001Z",
            "2026-05-10T12:30:00,0Z",
            "2026-05-10T14:30:00+02:00",
            "2026-05-10T14:30:00+0200",
            "2026-05-10T07:00:00-05:30",
        ] {
            assert_eq!(parse(text), moment, "{text}");
        }
    }

    #[test]
    fn what_is_no_date_is_refused() {
        for text in [
            "",
            "yesterday",
            "1764273600",
            "2026-13-01",
            "2026-00-10",
            "2026-02-30",
            "2026-5-10",
            "10/05/2026",
            "2026-05-10T",
            "2026-05-10T24:00:00Z",
            "2026-05-10T12:60:00Z",
            "2026-05-10T12:30:61Z",
            "2026-05-10T12:30:00.Z",
            "2026-05-10T12:30:00+24:00",
            "2026-05-10T12:30:00+02:60",
            "2026-05-10T12:30:00Zulu",
            "2026-05-10T12:30:00 Z",
            "2026-05-10T12:30:00Z ",
            " 2026-05-10",
            "+2026-05-10",
            "2026-05-10T12",
            "20260510",
            "２026-05-10",
            "2026-05-10T12:30:00+2:00",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
