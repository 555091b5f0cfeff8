//! One value of the front matter: quoted or plain, always on one line, always a text.

use crate::tool_request::{RequestRule as Rule, found::Position};

/// A value and how it was written.
#[derive(Debug, Clone)]
pub(crate) struct Scalar {
    pub(crate) text: String,
    pub(crate) plain: bool,
    pub(crate) at: Position,
}

pub(crate) type Fault = (Rule, &'static str);

/// Whether the value ends where a list in brackets goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Context {
    Line,
    Brackets,
}

/// Reads one scalar at the start of `text`, which begins with no blank. Gives it and what follows.
pub(crate) fn scalar(text: &str, context: Context, at: Position) -> Result<(Scalar, &str), Fault> {
    let (value, plain, rest) = if let Some(inner) = text.strip_prefix('"') {
        let (value, rest) = double(inner)?;
        (value, false, rest)
    } else if let Some(inner) = text.strip_prefix('\'') {
        let (value, rest) = single(inner)?;
        (value, false, rest)
    } else {
        let (value, rest) = plain(text, context)?;
        (value.to_owned(), true, rest)
    };
    Ok((Scalar { text: value, plain, at }, rest))
}

/// What may follow a value on its line: blanks and a comment.
pub(crate) fn tail(rest: &str) -> Result<(), Fault> {
    let trimmed = rest.trim_start_matches(' ');
    if trimmed.is_empty() || (trimmed.starts_with('#') && trimmed.len() < rest.len()) {
        Ok(())
    } else {
        Err((Rule::FmSyntax, "text after the end of a value"))
    }
}

/// A list in brackets, from after the opening one.
pub(crate) fn brackets(text: &str, at: Position) -> Result<Vec<Scalar>, Fault> {
    let mut rest = text.trim_start_matches(' ');
    let mut values = Vec::new();
    if let Some(after) = rest.strip_prefix(']') {
        tail(after)?;
        return Ok(values);
    }
    loop {
        if rest.starts_with(['[', '{']) {
            return Err((Rule::FmFlowNested, "a list or mapping inside a list in brackets"));
        }
        let (value, after) = scalar(rest, Context::Brackets, at)?;
        values.push(value);
        let after = after.trim_start_matches(' ');
        if let Some(next) = after.strip_prefix(',') {
            rest = next.trim_start_matches(' ');
        } else if let Some(next) = after.strip_prefix(']') {
            tail(next)?;
            return Ok(values);
        } else if after.starts_with(['[', '{']) {
            return Err((Rule::FmFlowNested, "a list or mapping inside a list in brackets"));
        } else {
            return Err((Rule::FmSyntax, "a list in brackets that does not end on its line"));
        }
    }
}

const UNTERMINATED: Fault =
    (Rule::FmUnterminatedQuote, "a quoted value that does not end on its line");

fn double(inner: &str) -> Result<(String, &str), Fault> {
    let mut value = String::new();
    let mut chars = inner.chars();
    loop {
        match chars.next() {
            Some('"') => return Ok((value, chars.as_str())),
            Some('\\') => match chars.next() {
                Some(c @ ('"' | '\\')) => value.push(c),
                Some(_) => {
                    return Err((
                        Rule::FmEscape,
                        "a backslash escape other than `\\\"` and `\\\\`",
                    ));
                }
                None => return Err(UNTERMINATED),
            },
            Some(c) => value.push(c),
            None => return Err(UNTERMINATED),
        }
    }
}

fn single(inner: &str) -> Result<(String, &str), Fault> {
    let mut value = String::new();
    let mut rest = inner;
    loop {
        let (before, after) = rest.split_once('\'').ok_or(UNTERMINATED)?;
        value.push_str(before);
        match after.strip_prefix('\'') {
            Some(next) => {
                value.push('\'');
                rest = next;
            }
            None => return Ok((value, after)),
        }
    }
}

fn plain(text: &str, context: Context) -> Result<(&str, &str), Fault> {
    let mut chars = text.chars();
    let first = chars.next();
    let second = chars.next();
    match first {
        Some('&') => return Err((Rule::FmAnchor, "an anchor")),
        Some('*') => return Err((Rule::FmAlias, "an alias")),
        Some('!') => return Err((Rule::FmTag, "a tag")),
        Some('|' | '>') => {
            return Err((Rule::FmBlockScalar, "a block of lines as a value; write it on one line"));
        }
        Some('{') => return Err((Rule::FmFlowMapping, "a mapping in braces")),
        Some('[') => return Err((Rule::FmFlowNested, "a list in brackets where none may stand")),
        Some('%' | '@' | '`' | ']' | '}' | ',' | '#') | None => {
            return Err((Rule::FmSyntax, "a value that begins with a mark; quote it"));
        }
        Some('-' | '?' | ':') if second.is_none_or(|c| c == ' ') => {
            return Err((Rule::FmSyntax, "a value that begins with a mark; quote it"));
        }
        Some('-' | '?' | ':')
            if context == Context::Brackets
                && (first != Some('-') || second.is_none_or(|c| ",[]{}".contains(c))) =>
        {
            return Err((Rule::FmSyntax, "a value that begins with a mark; quote it"));
        }
        _ => {}
    }
    let mut end = text.len();
    let mut before = ' ';
    for (index, c) in text.char_indices() {
        let stops = match context {
            Context::Line => false,
            Context::Brackets => matches!(c, ',' | '[' | ']' | '{' | '}'),
        };
        if stops || (c == '#' && before == ' ' && index > 0) {
            end = index;
            break;
        }
        before = c;
    }
    let (value, rest) = text.split_at_checked(end).unwrap_or((text, ""));
    let value = value.trim_end_matches(' ');
    // The blank before a comment belongs to what follows.
    let rest = text.get(value.len()..).unwrap_or(rest);
    if value.contains(": ") || value.ends_with(':') {
        return Err((Rule::FmSyntax, "an unquoted value with a colon before a blank; quote it"));
    }
    Ok((value, rest))
}

/// Whether a YAML reader would take this unquoted text for something other than a text.
pub(crate) fn is_ambiguous(text: &str) -> bool {
    const WORDS: [&str; 28] = [
        "", "~", "null", "Null", "NULL", "true", "True", "TRUE", "false", "False", "FALSE", "y",
        "Y", "yes", "Yes", "YES", "n", "N", "no", "No", "NO", "on", "On", "ON", "off", "Off",
        "OFF", "=",
    ];
    WORDS.contains(&text) || text == "<<" || is_number(text) || is_date(text)
}

fn is_number(text: &str) -> bool {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    if [".inf", ".Inf", ".INF", ".nan", ".NaN", ".NAN"].contains(&unsigned) {
        return true;
    }
    let based = |prefix: &str, allowed: fn(char) -> bool| {
        unsigned
            .strip_prefix(prefix)
            .is_some_and(|rest| !rest.is_empty() && rest.chars().all(|c| allowed(c) || c == '_'))
    };
    if based("0x", |c| c.is_ascii_hexdigit())
        || based("0b", |c| c.is_ascii_digit())
        || based("0o", |c| c.is_ascii_digit())
    {
        return true;
    }
    // Integers, sexagesimal numbers and floats: digits with at most one point, which is after the
    // colons, and at most one exponent, which goes with no colon.
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let exponent_fits = exponent.is_none_or(|exponent| {
        let digits = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    });
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (mantissa, None),
    };
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_');
    let whole_fits = if whole.is_empty() {
        fraction.is_some()
    } else {
        whole.starts_with(|c: char| c.is_ascii_digit())
            && whole.split(':').all(|group| !group.is_empty() && digits(group))
    };
    exponent_fits && whole_fits && fraction.is_none_or(digits)
}

fn is_date(text: &str) -> bool {
    let mut parts = text.splitn(3, '-');
    let (Some(year), Some(month), Some(rest)) = (parts.next(), parts.next(), parts.next()) else {
        return false;
    };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let day_length = rest.bytes().take_while(u8::is_ascii_digit).count();
    year.len() == 4
        && digits(year)
        && month.len() <= 2
        && digits(month)
        && (1..=2).contains(&day_length)
        && rest
            .get(day_length..)
            .is_some_and(|time| time.is_empty() || time.starts_with(['T', 't', ' ']))
}
