//! What stands behind a label: `api_key=`, `passwd:`, `Authorization: Bearer`.
//!
//! [`scan`](super::scan) wants a value that looks like a secret, since arguments and evidence are full of words like
//! `token: expired`. A text that is read out to a person is another matter: there a short or made-up value counts too,
//! and what is left out does no harm. The names are those of [`names`], the one table.

use alloc::vec::Vec;
use core::ops::Range;

use super::assignment::{family_of, is_placeholder, is_term};
use super::fold::FoldedText;
use super::names::{self, Family};
use super::shape::{Shape, lettered};
use super::text::{
    ALNUM, BLANK, DASH, DIGIT, DOT, TOKEN, TRIGGERS, Text, UNDERSCORE, Unmetered, is,
};

/// How a text says what belongs to what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wording {
    /// Sentences: behind a `:` may be more of them, as in "the secret: be kind".
    Prose,
    /// A list of names and values, `to: a@example.com, token: abc`: behind a `:` is the value.
    Pairs,
}

/// As much of a value as is looked at.
const LONGEST: usize = 128;

/// Where the values are that a label in this text says are secrets. In order, and none overlaps another. The time
/// grows with the length of the text and no faster.
///
/// # Example
///
/// ```
/// use aana_core::secrets::{Wording, labelled};
///
/// assert_eq!(labelled("api_key=sk-leaked-12345", Wording::Prose), [8..23]);
/// assert!(labelled("The secret: be kind.", Wording::Prose).is_empty());
/// ```
pub fn labelled(text: &str, wording: Wording) -> Vec<Range<usize>> {
    // Only characters outside ASCII can be disguised.
    if text.is_ascii() {
        return values(text, wording);
    }
    let plain = FoldedText::of(text);
    values(&plain.text, wording).into_iter().map(|value| plain.original(value)).collect()
}

fn values(text: &str, wording: Wording) -> Vec<Range<usize>> {
    let bytes = Text::new(text.as_bytes(), &TRIGGERS, &Unmetered);
    let mut found: Vec<Range<usize>> = Vec::new();
    for (at, _) in bytes.bytes().iter().enumerate().filter(|(_, byte)| matches!(byte, b'=' | b':'))
    {
        let known = found.last().is_some_and(|last| at < last.end);
        if let Some(value) = value_of(bytes, at, wording).filter(|_| !known) {
            found.push(value);
        }
    }
    found
}

/// What a label says about its value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    /// A word of everyday language, `password` or `token`.
    Word(Family),
    /// A name that only machines use, `api_key` or `passwd`.
    Name(Family),
    /// The header of that name, which has a scheme and then the secret.
    Authorization,
}

fn value_of(text: Text<'_, Unmetered>, separator: usize, wording: Wording) -> Option<Range<usize>> {
    let mut end = text.run_back(separator, BLANK);
    // A name in quotation marks is one of a program's.
    let named = matches!(text.before(end, 1), b'"' | b'\'' | b'`');
    end = end.saturating_sub(usize::from(named));
    let start = text.run_back(end, TOKEN | DOT);
    let label = label_of(text, start, end)?;
    let mut from = separator.saturating_add(1);
    let mut stated = named || wording == Wording::Pairs || text.at(separator) == b'=';
    if matches!(text.at(from), b'=' | b'>') {
        from = from.saturating_add(1);
        stated = true;
    }
    from = text.run(from, BLANK);
    if label == Label::Authorization {
        from = after_scheme(text, from)?;
    }
    let quote = text.at(from);
    let quoted = matches!(quote, b'"' | b'\'' | b'`');
    from = from.saturating_add(usize::from(quoted));
    let rest = text.slice(from, from.saturating_add(LONGEST));
    let ends = |&byte: &u8| match (quoted, wording) {
        (true, _) => byte == quote,
        (_, Wording::Pairs) if label != Label::Authorization => matches!(byte, b',' | b';' | b'\n'),
        _ => byte <= b' ' || b",;&|<>(){}[]\"'`".contains(&byte),
    };
    let length = rest.iter().position(ends).unwrap_or(rest.len());
    let value = trimmed(rest.get(..length).unwrap_or_default());
    let to = from.saturating_add(value.len());
    // A call or a subscript: the value is somewhere else.
    let elsewhere = !quoted && matches!(text.at(to), b'(' | b'[');
    let alone = !matches!(text.at(to), b' ' | b'\t');
    (!elsewhere && is_secret(value, label, stated, alone)).then_some(from..to)
}

fn trimmed(mut value: &[u8]) -> &[u8] {
    while let [rest @ .., b'.' | b',' | b'!' | b'?' | b' ' | b'\t'] = value {
        value = rest;
    }
    value
}

fn label_of(text: Text<'_, Unmetered>, start: usize, end: usize) -> Option<Label> {
    let name = text.slice(start, end);
    if name.eq_ignore_ascii_case(b"authorization") {
        return Some(Label::Authorization);
    }
    if names::is_credential(name) {
        return Some(Label::Name(Family::Key));
    }
    let family = family_of(text, start, end)?;
    // `API key` and `token` are what people write, `api_key`, `apikey` and `passwd` what programs do.
    let plain = [&b"password"[..], b"passcode", b"secret", b"token", b"key"];
    let is_word = plain.iter().any(|word| name.eq_ignore_ascii_case(word));
    Some(if is_word { Label::Word(family) } else { Label::Name(family) })
}

/// Where the secret begins behind `Bearer` or another scheme.
fn after_scheme(text: Text<'_, Unmetered>, from: usize) -> Option<usize> {
    let schemes = [&b"bearer"[..], b"basic", b"token", b"digest", b"apikey"];
    let quoted = usize::from(matches!(text.at(from), b'"' | b'\'' | b'`'));
    let from = from.saturating_add(quoted);
    let end = text.run(from, ALNUM | DASH);
    let word = text.slice(from, end);
    let value = text.run(end, BLANK);
    let is_scheme = schemes.iter().any(|scheme| word.eq_ignore_ascii_case(scheme));
    (is_scheme && value > end).then_some(value)
}

fn is_secret(value: &[u8], label: Label, stated: bool, alone: bool) -> bool {
    let shape = Shape::of(value);
    if value.len() < 3
        || shape.letters().saturating_add(shape.digits) == 0
        || is_placeholder(value)
        || is_term(value)
        || shape.blotted() && shape.len >= 4
        || is_state(value)
        || is_count(value)
    {
        return false;
    }
    let family = match label {
        Label::Word(family) | Label::Name(family) => family,
        Label::Authorization => Family::Key,
    };
    let all_digits = value.iter().all(|&byte| is(byte, DIGIT));
    let both = shape.letters() > 0 && shape.digits > 0;
    match label {
        // A number behind the name of a token or a key tells how many, or which.
        _ if all_digits => family == Family::Password && value.len() >= 4 && (stated || alone),
        _ if family == Family::Token && value.starts_with(b"0x") => false,
        Label::Authorization => {
            both || shape.upper > 0 && shape.lower > 0 || alone && value.len() >= 6
        }
        _ if stated => !is_date(value),
        Label::Name(_) => {
            !is_date(value) && !is_version(value) && (both || alone && !is_path(value))
        }
        Label::Word(_) => !is_date(value) && !is_version(value) && both && !is_dashed(value),
    }
}

/// Words that say something about a secret, such as `expired` or `required`, and are not the secret itself.
fn is_state(value: &[u8]) -> bool {
    const STATES: [&str; 61] = [
        "absent",
        "accepted",
        "active",
        "any",
        "changed",
        "created",
        "default",
        "deleted",
        "disabled",
        "empty",
        "enabled",
        "expired",
        "false",
        "found",
        "generated",
        "given",
        "here",
        "hidden",
        "inactive",
        "incorrect",
        "invalid",
        "is",
        "masked",
        "missing",
        "n/a",
        "needed",
        "never",
        "new",
        "nil",
        "no",
        "none",
        "not",
        "null",
        "number",
        "old",
        "omitted",
        "optional",
        "pending",
        "present",
        "provided",
        "redacted",
        "refused",
        "rejected",
        "removed",
        "required",
        "reset",
        "revoked",
        "rotated",
        "saved",
        "set",
        "stored",
        "string",
        "text",
        "the",
        "true",
        "undefined",
        "unknown",
        "unset",
        "valid",
        "wrong",
        "yes",
    ];
    let first = value.split(|&byte| byte == b' ').next().unwrap_or_default();
    STATES.iter().any(|state| first.eq_ignore_ascii_case(state.as_bytes()))
}

/// `412 characters`, `3 entries`: how much there is of it.
fn is_count(value: &[u8]) -> bool {
    let digits = value.iter().take_while(|&&byte| is(byte, DIGIT)).count();
    let rest = value.get(digits..).unwrap_or_default();
    digits > 0 && rest.strip_prefix(b" ").is_some_and(|unit| !unit.is_empty() && lettered(unit))
}

/// `2026-11-27`, and a moment in it.
fn is_date(value: &[u8]) -> bool {
    const FORM: &[u8] = b"0000-00-";
    let form =
        |(byte, form): (&u8, &u8)| if *form == b'0' { is(*byte, DIGIT) } else { byte == form };
    value.len() > FORM.len() && value.iter().zip(FORM).all(form)
}

/// `v2.1.0`, `rsa.PrivateKey`: parts with points between them, each short or a word.
fn is_version(value: &[u8]) -> bool {
    value.contains(&b'.')
        && value.split(|&byte| byte == b'.').all(|part| {
            let digits = part.iter().filter(|&&byte| is(byte, DIGIT)).count();
            lettered(part) || digits == part.len() || part.len() <= 3
        })
}

/// `90-days`, `expired-session-2`: words and numbers joined by hyphens.
fn is_dashed(value: &[u8]) -> bool {
    value.contains(&b'-')
        && value
            .split(|&byte| byte == b'-')
            .all(|part| lettered(part) || part.iter().all(|&byte| is(byte, DIGIT)))
}

/// `rsa.RSAPrivateKey`, `file/name`: where something is.
fn is_path(value: &[u8]) -> bool {
    value.iter().any(|byte| matches!(byte, b'.' | b'/'))
        && value.iter().all(|&byte| is(byte, ALNUM | DOT | UNDERSCORE | DASH) || byte == b'/')
}
