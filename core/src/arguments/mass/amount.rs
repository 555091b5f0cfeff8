//! Amounts against the operator's limits, as exact decimals.

use alloc::string::String;

use crate::arguments::{decimal::Decimal, steps::step};
use crate::json::Value;

/// Whether an amount is above its limit. One that cannot be read is, where the key can mean nothing else.
pub(super) fn is_over(
    key: &str,
    value: &Value<'_>,
    currency: Option<&str>,
    limits: &[(String, String)],
) -> bool {
    if limits.is_empty() {
        return false;
    }
    let text = match value {
        Value::Number(number) => number.as_str(),
        Value::String(text) => text.trim(),
        // It stands for no amount that anybody could compare.
        Value::Bool(_) => return key.contains("amount"),
        _ => return false,
    };
    let tens = if key.ends_with("cents") { -2 } else { 0 };
    let above = |amount: &Decimal<'_>| is_above(&amount.scaled(tens), currency, limits);
    if let Some(amount) = Decimal::parse(text) {
        let grouped = grouped_by_points(text);
        return above(&amount)
            || grouped.is_some_and(|text| Decimal::parse(&text).is_some_and(|it| above(&it)));
    }
    match spelled(text) {
        Spelled::Number(text) => Decimal::parse(&text).is_none_or(|amount| above(&amount)),
        Spelled::Unclear => key.contains("amount"),
        Spelled::None => key.contains("amount") && !text.is_empty(),
    }
}

/// Whether an amount is above the limit of its currency, or that of all others. Without a currency each limit counts:
/// what was left out relieves nobody.
fn is_above(amount: &Decimal<'_>, currency: Option<&str>, limits: &[(String, String)]) -> bool {
    let exceeds = |limit: &str| {
        Decimal::parse(limit.trim()).is_none_or(|limit| amount.compare(&limit).is_gt())
    };
    let code = currency
        .map(str::trim)
        .filter(|code| code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_alphabetic()));
    let Some(code) = code else {
        return limits.iter().any(|(_, limit)| exceeds(limit));
    };
    let find = |name: &str| {
        limits
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, limit)| limit.as_str())
    };
    find(code).or_else(|| find("*")).is_some_and(exceeds)
}

/// `1.500` in a text may be a thousand and a half: then both count.
pub(crate) fn grouped_by_points(text: &str) -> Option<String> {
    let (whole, rest) = text.split_once('.')?;
    let digits = whole.trim_start_matches(['-', '+']);
    let is_grouped = rest.len() == 3 && (1..=3).contains(&digits.len()) && !digits.starts_with('0');
    is_grouped.then(|| String::from_iter([digits, rest]))
}

/// An amount as people write it.
enum Spelled {
    /// Its digits, with a point before the decimals.
    Number(String),
    /// It has digits, and is no number that can be read in one way.
    Unclear,
    /// It has none.
    None,
}

/// Reads `EUR 4,000.00`, `4.000,00 €`, `1 000`.
fn spelled(text: &str) -> Spelled {
    step(text.len());
    if !text.chars().any(char::is_numeric) {
        return Spelled::None;
    }
    let is_digit = |c: char| c.is_ascii_digit();
    let (Some(start), Some(end)) = (text.find(is_digit), text.rfind(is_digit)) else {
        return Spelled::Unclear;
    };
    let inner = text.get(start..=end).unwrap_or_default();
    let before = text.get(..start).unwrap_or_default();
    let after = text.get(end.saturating_add(1)..).unwrap_or_default();
    if !is_currency(before) || !is_currency(after) || inner.contains(|c| !is_of_number(c)) {
        return Spelled::Unclear;
    }
    let point = before.ends_with('.').then_some("0.");
    Spelled::Number(String::from_iter([point.unwrap_or_default(), &joined(inner)]))
}

/// What may stand before or behind an amount: a sign, a currency's code or sign, a bracket.
fn is_currency(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let is_sign = |c: char| {
        c.is_alphabetic()
            || c.is_whitespace()
            || matches!(c, '-' | '+' | '(' | ')' | '.' | '$' | '\u{2212}')
            || matches!(c, '\u{A2}'..='\u{A5}' | '\u{20A0}'..='\u{20CF}')
    };
    // One letter multiplies: `4k`.
    (letters == 0 || letters == 3) && text.chars().all(is_sign)
}

const fn is_of_number(c: char) -> bool {
    c.is_ascii_digit()
        || matches!(
            c,
            '.' | ',' | '\'' | '_' | ' ' | '\u{A0}' | '\u{2009}' | '\u{202F}' | '\u{2019}'
        )
}

/// The digits of a number without what groups them.
fn joined(number: &str) -> String {
    let last = number.rfind(['.', ',']);
    let is_decimal = last.is_some_and(|at| {
        let (whole, decimals) = number.split_at_checked(at).unwrap_or((number, ""));
        let mark = decimals.get(..1).unwrap_or_default();
        // What stands twice groups, and so does what three digits follow.
        let digits = decimals.len().saturating_sub(1);
        let other = whole.contains(['.', ',']);
        !whole.contains(mark) && (other || digits != 3)
    });
    let mut out = String::with_capacity(number.len());
    for (at, c) in number.char_indices() {
        if c.is_ascii_digit() {
            out.push(c);
        } else if is_decimal && Some(at) == last {
            out.push('.');
        }
    }
    out
}
