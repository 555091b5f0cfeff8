//! How many recipients a field names.

use crate::arguments::{mail, steps::step};
use crate::digits::whole_number;
use crate::json::Value;

/// Keys that say how many.
const COUNTS: [&str; 4] = ["audience_size", "batch_size", "count", "recipient_count"];

/// How many recipients stand under a key; none if it is about something else.
pub(super) fn count(key: &str, is_mail: bool, value: &Value<'_>) -> u64 {
    if COUNTS.contains(&key) {
        return number(value);
    }
    if is_mail { listed(value) } else { 0 }
}

fn number(value: &Value<'_>) -> u64 {
    let text = match value {
        Value::Number(number) => number.as_str(),
        Value::String(text) => text.trim(),
        _ => return 0,
    };
    step(text.len());
    // A whole number that is too large is many.
    let digits = text.split('.').next().unwrap_or(text);
    match whole_number(digits) {
        Some(count) if !text.contains(['e', 'E']) => count,
        _ if text.starts_with('-') => 0,
        _ if text.bytes().next().is_some_and(|byte| byte.is_ascii_digit()) => u64::MAX,
        _ => 0,
    }
}

fn listed(value: &Value<'_>) -> u64 {
    match value {
        Value::Array(items) => items.iter().fold(0, |count, item| {
            // An element may be a list in one text.
            let more = if let Value::String(text) = item { in_text(text).max(1) } else { 1 };
            count.saturating_add(more)
        }),
        Value::String(text) => in_text(text),
        _ => 0,
    }
}

/// How many are listed in one text. A comma in a name parts nothing.
fn in_text(text: &str) -> u64 {
    step(text.len());
    let parts = || mail::addresses(text);
    let is_mail = text.contains('@');
    let count = parts().filter(|part| !is_mail || part.contains('@')).count();
    u64::try_from(count).unwrap_or(u64::MAX)
}
