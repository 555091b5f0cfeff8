//! Secrets that are told by the word before them: `password=...`, `--token ...`, `Bearer ...`.
//!
//! The word alone proves nothing (`token: expired`), so the value has to look like a secret too.

use super::names::{self, Family};
use super::raw_span::RawSpan;
use super::shape::{Shape, lettered};
use super::text::{
    ALNUM, BASE64, BLANK, DASH, DIGIT, DOT, LETTER, Meter, PADDING, STOP, TOKEN, Text, UNDERSCORE,
    is,
};

/// As much of a value as is judged.
const JUDGED: usize = 128;
/// How often each byte of a value is looked at, mostly in search of the signs of a placeholder.
const LOOKS: usize = 12;

/// A `=`, `:` or `>` stands at `i`: the secret that it gives to the name before it.
pub(super) fn at_separator<M: Meter>(text: Text<'_, M>, i: usize) -> Option<RawSpan> {
    let mut end = text.run_back(i, BLANK);
    if matches!(text.before(end, 1), b'"' | b'\'' | b'`') {
        end = end.saturating_sub(1);
        if text.before(end, 1) == b'\\' {
            end = end.saturating_sub(1);
        }
    }
    // The last letter rules out nearly every `:` and `=` at once.
    if !matches!(text.before(end, 1) | 0x20, b'd' | b'e' | b'n' | b's' | b't' | b'y' | 0x31..=0x33)
    {
        return None;
    }
    let start = text.run_back(end, TOKEN | DOT);
    let family = family_of(text, start, end)?;
    let separator = text.at(i);
    if separator == b'>' && text.before(start, 1) != b'<' {
        return None;
    }
    let mut value = i.saturating_add(1);
    if separator != b'>' && matches!(text.at(value), b'=' | b'>') {
        value = value.saturating_add(1);
    }
    // `**Password:** ...` in a formatted text.
    if text.has(value, b"** ") {
        value = value.saturating_add(2);
    }
    value = text.run(value, BLANK);
    let stated = separator == b'=' || text.at(value.saturating_sub(1)) == b'>';
    let given = secret_at(text, value, family, stated)?;
    (separator != b'>' || closes(text, value)).then_some(given)
}

/// A `-` stands at `i`: `--password ...`, as on a command line.
pub(super) fn flag<M: Meter>(text: Text<'_, M>, i: usize) -> Option<RawSpan> {
    if text.before(i, 1) != b'-' || text.before(i, 2) == b'-' {
        return None;
    }
    if !matches!(
        text.before(i, 2),
        0 | b'"' | b'\'' | b'`' | b' ' | b'\t' | b'\n' | b'(' | b'[' | b','
    ) {
        return None;
    }
    let start = i.saturating_add(1);
    let end = text.run(start, LETTER | DASH);
    if !matches!(text.before(end, 1) | 0x20, b'd' | b'e' | b'n' | b's' | b't' | b'y') {
        return None;
    }
    // Also as two strings of a list: `"--password", "..."`.
    let quoted = text.at(end) == b'"';
    let value = text.run(end.saturating_add(usize::from(quoted)), BLANK);
    let value = if quoted && text.at(value) == b',' {
        text.run(value.saturating_add(1), BLANK)
    } else {
        value
    };
    if value <= end {
        return None;
    }
    secret_at(text, value, family_of(text, start, end)?, true)
}

/// A `B` or `b` stands at `i`: `Bearer <token>`, or `Authorization: Basic <base64>`.
pub(super) fn authorization<M: Meter>(text: Text<'_, M>, i: usize) -> Option<RawSpan> {
    let basic = match text.after(i, 1) | 0x20 {
        b'e' if text.has_word(i, b"bearer") => false,
        b'a' if text.has_word(i, b"basic") => true,
        _ => return None,
    };
    if is(text.before(i, 1), TOKEN) {
        return None;
    }
    let end = i.saturating_add(if basic { 5 } else { 6 });
    // A `=` belongs to what a token may hold, and would let one token run into the next.
    let colon = usize::from(text.at(end) == b':');
    let mut start = text.run(end.saturating_add(colon), BLANK);
    if text.has(start, b"%20") {
        start = start.saturating_add(3);
    }
    if start == end {
        return None;
    }
    if matches!(text.at(start), b'"' | b'\'' | b'`') {
        start = start.saturating_add(1);
    }
    let stop = text.run(start, TOKEN | DOT | BASE64 | PADDING);
    let value = text.slice(start, stop.min(start.saturating_add(JUDGED)));
    text.step(value.len());
    let shape = Shape::of(value);
    if basic {
        // Plans and courses are basic too, so the header's name has to be there.
        let is_secret =
            shape.len >= 8 && (shape.upper > 0 && shape.lower > 0) && after_header(text, i);
        return is_secret.then(|| RawSpan::of(start, stop));
    }
    let varied = shape.digits >= 3 && shape.upper >= 3 && shape.lower >= 3;
    let is_secret = shape.len >= 10 && !shape.blotted() && (shape.token() || varied);
    is_secret.then(|| RawSpan::of(start, stop))
}

fn after_header<M: Meter>(text: Text<'_, M>, i: usize) -> bool {
    const NAME: &[u8] = b"authorization";
    let mut end = i;
    for _ in 0..4 {
        if matches!(text.before(end, 1), b' ' | b':' | b'=' | b'"' | b'\'') {
            end = end.saturating_sub(1);
        }
    }
    end.checked_sub(NAME.len()).is_some_and(|start| text.has_word(start, NAME))
}

/// What the name from `start` to `end` announces; of `API key`, both words are looked at.
pub(super) fn family_of<M: Meter>(text: Text<'_, M>, start: usize, end: usize) -> Option<Family> {
    let name = text.slice(start, end);
    text.step(name.len());
    if name.eq_ignore_ascii_case(b"key") && text.before(start, 1) == b' ' {
        let start = text.run_back(start.saturating_sub(1), LETTER);
        text.step(end.saturating_sub(start));
        return names::family(text.slice(start, end));
    }
    names::family(name)
}

/// Whether `<` follows, as after `<password>...`.
fn closes<M: Meter>(text: Text<'_, M>, value: usize) -> bool {
    text.at(value_end(text, value)) == b'<'
}

fn value_end<M: Meter>(text: Text<'_, M>, start: usize) -> usize {
    let rest = text.bytes().get(start..).unwrap_or_default();
    let length = rest.iter().take_while(|&&byte| !is(byte, STOP)).count();
    text.step(length);
    start.saturating_add(length)
}

/// The secret that stands at `start`, as far as it is judged. `stated`: nothing but a value can stand there,
/// as after `=`; after `:` prose may follow.
fn secret_at<M: Meter>(
    text: Text<'_, M>,
    start: usize,
    family: Family,
    stated: bool,
) -> Option<RawSpan> {
    let start = if text.at(start) == b'\\' { start.saturating_add(1) } else { start };
    let quote = text.at(start);
    let (start, value, stated) = if matches!(quote, b'"' | b'\'' | b'`') {
        let start = start.saturating_add(1);
        let rest = text.slice(start, start.saturating_add(JUDGED));
        let length = rest.iter().position(|&byte| byte == quote || byte == b'\\');
        (start, rest.get(..length.unwrap_or(rest.len())).unwrap_or_default(), true)
    } else {
        let end = value_end(text, start);
        // A call or a subscript: the value is somewhere else.
        if matches!(text.at(end), b'(' | b'[') {
            return None;
        }
        (start, text.slice(start, end.min(start.saturating_add(JUDGED))), stated)
    };
    text.step(value.len().saturating_mul(LOOKS));
    if !looks_secret(value, family, stated) {
        return None;
    }
    let end = start.saturating_add(trimmed(value, ends_of(stated)).len());
    // Of a longer one, the rest of the word belongs to it too.
    let cut = value.len() == JUDGED;
    Some(if cut { RawSpan::of_words(start, end) } else { RawSpan::of(start, end) })
}

/// What may stand behind a value and belong to the sentence.
const fn ends_of(stated: bool) -> &'static [u8] {
    if stated { b".," } else { b".,!?" }
}

pub(super) fn looks_secret(value: &[u8], family: Family, stated: bool) -> bool {
    let value = trimmed(value, ends_of(stated));
    if value.len() < 6 || is_placeholder(value) || is_term(value) {
        return false;
    }
    let shape = Shape::of(value);
    if shape.blotted() {
        return false;
    }
    if shape.scrambled {
        return true;
    }
    match family {
        Family::Password if shape.blanks > 0 => shape.mixed >= 6,
        Family::Password => {
            let body = shape.letters().saturating_add(shape.digits);
            let both = shape.letters() > 0 && shape.digits > 0 && shape.dots == 0;
            shape.mixed >= if stated { 4 } else { 6 }
                || (shape.marks > 0 && body >= 4)
                || (stated && (both || shape.digits == shape.len))
        }
        Family::Token if value.starts_with(b"0x") => false,
        Family::Token | Family::Key => {
            (stated && shape.blanks == 0 && shape.mixed >= 6) || shape.token()
        }
    }
}

fn trimmed<'a>(mut value: &'a [u8], ends: &[u8]) -> &'a [u8] {
    while let [rest @ .., last] = value
        && ends.contains(last)
    {
        value = rest;
    }
    value
}

/// A reference to a value that stands elsewhere, or a sign that there was one.
pub(super) fn is_placeholder(value: &[u8]) -> bool {
    const BEGINNINGS: [&[u8]; 12] = [
        b"your",
        b"vault",
        b"secrets.",
        b"env.",
        b"process.",
        b"os.",
        b"config.",
        b"self.",
        b"this.",
        b"./",
        b"../",
        b"~/",
    ];
    const PARTS: [&[u8]; 7] =
        [b"***", b"xxxx", b"redact", b"placeholder", b"masked", b"hidden", b"://"];
    let elsewhere = match value {
        [b'<' | b'[' | b'{' | b'(' | b'*', ..]
        | [b'$', b'{' | b'(', ..]
        | [b'%', .., b'%']
        | [b'%', b's' | b'(', ..] => true,
        // `$NAME`; a password that begins so mostly has other marks too.
        [b'$', name @ ..] => name.iter().all(|&byte| is(byte, ALNUM | UNDERSCORE)),
        // An issue or a colour.
        [b'#', number @ ..] => number.len() <= 8 && number.iter().all(u8::is_ascii_hexdigit),
        [b'/', rest @ ..] => !rest.contains(&b'+') && Shape::of(rest).mixed < 16,
        _ => false,
    };
    elsewhere
        || BEGINNINGS.iter().any(|word| {
            value.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
        })
        || PARTS
            .iter()
            .any(|part| value.windows(part.len()).any(|window| window.eq_ignore_ascii_case(part)))
}

/// Terms and measures that hold a digit, as in `password: sha256, salted` or `token: 30minutes`.
pub(super) fn is_term(value: &[u8]) -> bool {
    const TERMS: [&[u8]; 12] = [
        b"sha", b"argon", b"pbkdf", b"base", b"oauth", b"scrypt", b"bcrypt", b"ed", b"aes",
        b"secp", b"ipv", b"rsa",
    ];
    const UNITS: [&[u8]; 8] =
        [b"chars", b"characters", b"digits", b"seconds", b"minutes", b"hours", b"days", b"weeks"];
    let digits = value.iter().take_while(|&&byte| is(byte, DIGIT)).count();
    let (number, unit) = value.split_at_checked(digits).unwrap_or_default();
    if !number.is_empty() && UNITS.iter().any(|entry| unit.eq_ignore_ascii_case(entry)) {
        return true;
    }
    let letters = value.iter().take_while(|&&byte| is(byte, LETTER)).count();
    let (head, tail) = value.split_at_checked(letters).unwrap_or_default();
    let short =
        tail.len() <= 5 && !lettered(tail) && tail.iter().all(|&byte| is(byte, ALNUM | DASH));
    short && TERMS.iter().any(|term| head.eq_ignore_ascii_case(term))
}
