//! When in the week something holds.

use crate::{
    digits::whole_number,
    event::FieldReader,
    fault::Path,
    json::Value,
    policy::fields::{each_element, each_member, not_allowed, says_nothing},
};

const DAY: i64 = 24 * 60;
const WEEK: i64 = 7 * DAY;

const DAYS: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];

/// A part of the day on some days of the week, in minutes of the operator's time.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window {
    /// One bit for each day, from Monday on.
    days: u8,
    from: i64,
    /// The first minute behind it. Before `from`, it is one of the next day.
    to: i64,
    /// What has to be added to UTC.
    offset: i64,
}

impl Window {
    /// Whether a moment is in it. What begins on one of the days may end on the next.
    pub(super) fn contains(&self, now_ms: i64) -> bool {
        // 1970-01-01 was a Thursday.
        const EPOCH: i64 = 3 * DAY;
        let minutes = now_ms.div_euclid(60_000).saturating_add(self.offset.saturating_add(EPOCH));
        let minute = minutes.rem_euclid(WEEK);
        let (day, minute) = (minute.div_euclid(DAY), minute.rem_euclid(DAY));
        let begins = |day: i64| {
            self.days & 1_u8.checked_shl(u32::try_from(day.rem_euclid(7)).unwrap_or(0)).unwrap_or(0)
                != 0
        };
        if self.from < self.to {
            return begins(day) && (self.from..self.to).contains(&minute);
        }
        (begins(day) && minute >= self.from) || (begins(day.saturating_sub(1)) && minute < self.to)
    }

    /// Reads `{"days", "from", "to", "utc_offset"}`.
    pub(super) fn read(
        reader: &mut FieldReader,
        path: &Path<'_>,
        name: &str,
        value: Value<'_>,
    ) -> Self {
        let mut window = Self { days: 0x7f, from: 0, to: DAY, offset: 0 };
        let count =
            each_member(reader, path, name, value, 100, &mut |reader, path, name, value| {
                match name {
                    "days" => window.days = days(reader, path, name, value),
                    "from" => window.from = time(reader, path, name, &value, DAY - 1).unwrap_or(0),
                    "to" => window.to = time(reader, path, name, &value, DAY).unwrap_or(DAY),
                    "utc_offset" => window.offset = offset(reader, path, name, &value).unwrap_or(0),
                    _ => return false,
                }
                true
            });
        if count.unwrap_or(0) == 0 {
            says_nothing(reader, path, name);
        }
        window
    }
}

fn days(reader: &mut FieldReader, path: &Path<'_>, name: &str, value: Value<'_>) -> u8 {
    if value.as_array().is_some_and(<[_]>::is_empty) {
        not_allowed(reader, path, name, &value, "an array with at least one day");
    }
    let mut days = 0;
    each_element(reader, path, name, value, &mut |reader, path, _, day| {
        let day = reader.choice(path, name, &day, &DAYS).and_then(|day| u32::try_from(day).ok());
        days |= day.and_then(|day| 1_u8.checked_shl(day)).unwrap_or(0);
    });
    days
}

/// `09:00` in minutes.
fn time(
    reader: &mut FieldReader,
    path: &Path<'_>,
    name: &str,
    value: &Value<'_>,
    latest: i64,
) -> Option<i64> {
    let read = &|text: &str| minutes(text).filter(|minutes| *minutes <= latest);
    spelt(reader, path, name, value, (read, "a time of day such as `09:00`"))
}

/// `+01:00` or `-05:30` in minutes.
fn offset(reader: &mut FieldReader, path: &Path<'_>, name: &str, value: &Value<'_>) -> Option<i64> {
    let read = &|text: &str| {
        let offset = match text.split_at_checked(1) {
            Some(("+", time)) => minutes(time),
            Some(("-", time)) => minutes(time).map(i64::saturating_neg),
            _ => None,
        };
        offset.filter(|offset| offset.saturating_abs() < DAY)
    };
    spelt(reader, path, name, value, (read, "an offset from UTC such as `+01:00`"))
}

/// How a text is read, and what it has to be.
type Spelling<'s> = (&'s dyn Fn(&str) -> Option<i64>, &'static str);

/// A number that is spelt in some way.
fn spelt(
    reader: &mut FieldReader,
    path: &Path<'_>,
    name: &str,
    value: &Value<'_>,
    (read, allowed): Spelling<'_>,
) -> Option<i64> {
    let Value::String(text) = value else {
        reader.wrong_type(path, name, value, "a string");
        return None;
    };
    let number = read(text);
    if number.is_none() {
        not_allowed(reader, path, name, value, allowed);
    }
    number
}

/// Two digits, a colon and two digits, up to `24:00`.
fn minutes(text: &str) -> Option<i64> {
    let (hours, minutes) = text.split_once(':')?;
    let number = |part: &str| {
        let is_number = part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
        whole_number(part).filter(|_| is_number).and_then(|number| i64::try_from(number).ok())
    };
    let (hours, minutes) = (number(hours)?, number(minutes)?);
    let all = hours.saturating_mul(60).saturating_add(minutes);
    (minutes < 60 && all <= DAY).then_some(all)
}

#[cfg(test)]
mod tests {
    use super::Window;
    use crate::{event::FieldReader, fault::Path, json, time};

    fn window(text: &str) -> (Window, usize) {
        let mut reader = FieldReader::default();
        let value = json::parse(text, 1 << 10).unwrap();
        let window = Window::read(&mut reader, &Path::Root, "time", value);
        (window, reader.faults.total())
    }

    #[test]
    fn moments_are_in_it_or_not() {
        let office =
            r#"{"days": ["mon", "fri"], "from": "09:00", "to": "17:00", "utc_offset": "+01:00"}"#;
        let night = r#"{"days": ["fri", "sun"], "from": "22:00", "to": "06:00"}"#;
        // 2026-05-08 is a Friday.
        for (text, moment, inside) in [
            (office, "2026-05-08T08:00:00Z", true),
            (office, "2026-05-08T07:59:59Z", false),
            (office, "2026-05-08T15:59:59.999Z", true),
            (office, "2026-05-08T16:00:00Z", false),
            (office, "2026-05-07T10:00:00Z", false),
            (office, "2026-05-11T10:00:00Z", true),
            (night, "2026-05-08T22:00:00Z", true),
            (night, "2026-05-09T05:59:00Z", true),
            (night, "2026-05-09T06:00:00Z", false),
            (night, "2026-05-09T22:00:00Z", false),
            (night, "2026-05-11T03:00:00Z", true),
            (night, "2026-05-08T03:00:00Z", false),
            (r#"{"days": ["thu"]}"#, "1970-01-01T23:59:59Z", true),
            (r#"{"days": ["thu"]}"#, "1970-01-02T00:00:00Z", false),
            (r#"{"days": ["wed"]}"#, "1969-12-31T12:00:00Z", true),
            (r#"{"to": "24:00", "from": "23:00"}"#, "2026-05-08T23:59:00Z", true),
            (r#"{"from": "12:00", "utc_offset": "-05:30"}"#, "2026-05-08T17:30:00Z", true),
            (r#"{"from": "12:00", "utc_offset": "-05:30"}"#, "2026-05-08T17:29:00Z", false),
        ] {
            let (window, faults) = window(text);
            let moment = time::parse(moment).unwrap();
            assert_eq!((window.contains(moment), faults), (inside, 0), "{text} {moment}");
        }
    }

    #[test]
    fn what_is_no_time_is_a_fault() {
        for text in [
            "{}",
            r#"{"days": []}"#,
            r#"{"days": ["monday"]}"#,
            r#"{"from": "9:00"}"#,
            r#"{"from": "24:00"}"#,
            r#"{"to": "24:01"}"#,
            r#"{"to": "12:60"}"#,
            r#"{"to": 17}"#,
            r#"{"utc_offset": "01:00"}"#,
            r#"{"utc_offset": "+24:00"}"#,
            r#"{"zone": "CET"}"#,
        ] {
            assert_eq!(window(text).1, 1, "{text}");
        }
    }
}
