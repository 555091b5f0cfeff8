//! PEM private keys.

use super::raw_span::RawSpan;
use super::shape::Shape;
use super::text::{ALNUM, BASE64, BLANK, DASH, DIGIT, Meter, PADDING, Text, UPPER, is};

/// A `B` stands at `i`: `-----BEGIN ... PRIVATE KEY-----`, with or without line breaks. A header
/// whose key was visibly removed does not count.
pub(super) fn private_key<M: Meter>(text: Text<'_, M>, i: usize) -> Option<RawSpan> {
    const END: &[u8] = b"PRIVATE KEY";
    if text.after(i, 1) != b'E' || !text.has(i, b"BEGIN ") {
        return None;
    }
    let dashes = if text.before(i, 1) == b' ' { i.saturating_sub(1) } else { i };
    if !dashes.checked_sub(4).is_some_and(|four| text.has(four, b"----")) {
        return None;
    }
    // The longest label in use is `SSH2 ENCRYPTED PRIVATE KEY`.
    let label = text.slice(i, i.saturating_add(48));
    text.step(label.len());
    let key = label.windows(END.len()).position(|word| word == END)?;
    if label.iter().take(key).any(|&byte| !is(byte, UPPER | DIGIT | BLANK)) {
        return None;
    }
    let mut at = i.saturating_add(key).saturating_add(END.len());
    if text.has(at, b" BLOCK") {
        at = at.saturating_add(6);
    }
    at = text.run(at, DASH | BLANK);
    // The blanks behind the dashes belong to nothing.
    let header = text.run_back(at, BLANK);
    if text.has(at, br"\n") {
        at = at.saturating_add(2);
    }
    while matches!(text.at(at), b'\n' | b'\r') {
        at = at.saturating_add(1);
    }
    let removed =
        matches!(text.at(at), b'[' | b'<' | b'*' | b'.' | b'(') || text.has_word(at, b"redacted");
    (!removed).then(|| RawSpan::of(text.run_back(dashes, DASH), header))
}

/// Where the key that begins behind a header stands: the stretches of base64 that look like the output of a
/// machine, and are parted by blanks and line breaks only. Words of another sort are not part of a key,
/// wherever they stand. All of it ends before the header of the next key.
pub(super) fn body<M: Meter>(text: Text<'_, M>, header_end: usize) -> Option<RawSpan> {
    let start = gap_end(text, fields_end(text, gap_end(text, header_end)));
    let (mut at, mut end) = (start, start);
    loop {
        let stop = text.run(at, ALNUM | BASE64);
        // At the end of the last stretch stand one or two `=`.
        let stop = text.run_within(stop, PADDING, 2);
        let stretch = text.slice(at, stop);
        text.step(stretch.len());
        if !is_of_key(stretch) {
            return (end > start).then(|| RawSpan::of(start, end));
        }
        (at, end) = (gap_end(text, stop), stop);
    }
}

/// Past what is said about a key before it, such as `Proc-Type: 4,ENCRYPTED`.
fn fields_end<M: Meter>(text: Text<'_, M>, start: usize) -> usize {
    const FIELDS: [&[u8]; 6] =
        [b"Proc-Type:", b"DEK-Info:", b"Version:", b"Comment:", b"Hash:", b"Charset:"];
    const LONGEST: usize = 128;
    let mut at = start;
    for _ in 0..FIELDS.len() {
        if !FIELDS.iter().any(|field| text.has(at, field)) {
            break;
        }
        let line = text.slice(at, at.saturating_add(LONGEST));
        let length = line.iter().position(|&byte| byte == b'\n').unwrap_or(line.len());
        text.step(length);
        at = gap_end(text, at.saturating_add(length));
    }
    at
}

/// What is left of a key behind a whole line may be short; then it shows letters of both cases and digits.
fn is_of_key(stretch: &[u8]) -> bool {
    let shape = Shape::of(stretch);
    let least = if shape.len < 16 { 1 } else { 3 };
    shape.digits > 0 && shape.upper >= least && shape.lower >= least
}

/// Past blanks and line breaks, also such as are written `\n`.
fn gap_end<M: Meter>(text: Text<'_, M>, start: usize) -> usize {
    let mut at = start;
    loop {
        match text.at(at) {
            b' ' | b'\t' | b'\r' | b'\n' => at = at.saturating_add(1),
            b'\\' if matches!(text.after(at, 1), b'n' | b'r') => at = at.saturating_add(2),
            _ => return at,
        }
    }
}
