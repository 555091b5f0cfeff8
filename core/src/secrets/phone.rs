//! Phone numbers, as far as their form tells them from other numbers.

use super::groups::{Gap, Group, Preceding, ends, left, value};
use super::raw_span::RawSpan;
use super::text::{ALNUM, BLANK, DIGIT, LETTER, Meter, Text, is};

/// A group of digits begins, with these groups after it.
pub(super) fn at_group<M: Meter>(text: Text<'_, M>, groups: &[Group]) -> Option<RawSpan> {
    let first = groups.first()?;
    let start = first.start;
    let before = text.before(start, 1);
    if before == b'+' || (before == b'(' && text.before(start, 2) == b'+') {
        let plus = start.saturating_sub(if before == b'+' { 1 } else { 2 });
        if !is(text.before(plus, 1), ALNUM) {
            return international(text, start);
        }
    }
    north_american(text, groups).or_else(|| announced(text, groups))
}

/// The digits from `start` on follow a `+`: a country code and what belongs to it, in E.164's length.
pub(super) fn international<M: Meter>(text: Text<'_, M>, start: usize) -> Option<RawSpan> {
    const LONGEST: usize = 15;
    let mut digits = [0_u8; LONGEST];
    let (mut at, mut len, mut gaps, mut dots) = (start, 0_usize, 0_usize, 0_usize);
    loop {
        while let byte @ b'0'..=b'9' = text.at(at) {
            let slot = digits.get_mut(len)?;
            *slot = byte;
            len = len.saturating_add(1);
            at = at.saturating_add(1);
        }
        // One dot between digits makes a decimal fraction, unless there are other gaps too.
        let fraction = gaps == 1 && dots == 1;
        let enough = len >= if gaps == 0 { 10 } else { 9 };
        if enough && !fraction && ends(text, at) && called(digits.get(..len).unwrap_or_default()) {
            return Some(RawSpan::of(start, at));
        }
        // Up to two characters part the groups: ` (`, `) `, `-`, and `(0)` after a country code.
        let mut width = 0_usize;
        while width < 2 && matches!(text.after(at, width), b' ' | b'-' | b'.' | b'(' | b')' | b'/')
        {
            width = width.saturating_add(1);
        }
        if width == 0 || !is(text.after(at, width), DIGIT) {
            return None;
        }
        gaps = gaps.saturating_add(1);
        dots = dots.saturating_add(usize::from(text.at(at) == b'.'));
        at = at.saturating_add(width);
    }
}

/// Whether somebody can be called at these digits after the `+`.
fn called(digits: &[u8]) -> bool {
    match digits {
        [b'1', rest @ ..] => {
            let [a, b, c, exchange, ..] = rest else { return false };
            rest.len() == 10 && is_area([*a, *b, *c]) && *exchange >= b'2'
        }
        // `+800` is free of charge, and a firm's.
        [b'8', b'0', b'0', ..] | [b'0', ..] => false,
        // `+49 000 ...`, `+500 000 000`: round amounts.
        [_, _, rest @ ..] => rest.windows(5).all(|part| part != b"00000"),
        _ => false,
    }
}

/// An area code that is given out, and not to firms that pay for the call.
fn is_area(area: [u8; 3]) -> bool {
    area.first().is_some_and(|&first| first >= b'2')
        && !area.ends_with(b"11")
        && !is_free_of_charge(area)
}

fn is_free_of_charge(area: [u8; 3]) -> bool {
    matches!(&area, b"800" | b"833" | b"844" | b"855" | b"866" | b"877" | b"888")
}

/// `(415) 555-0132`, `415-555-0132`, `415.555.0132`, and with `1-` before it.
fn north_american<M: Meter>(text: Text<'_, M>, groups: &[Group]) -> Option<RawSpan> {
    let &[area, exchange, line, ..] = groups else { return None };
    if (area.len, exchange.len, line.len) != (3, 3, 4) {
        return None;
    }
    let free = |at: usize| match left(text, at) {
        Preceding::Free => true,
        Preceding::Word(word) => is_phone_word(word),
        Preceding::Joined => false,
    };
    let begins = match (area.gap, exchange.gap) {
        (Gap::Close, Gap::Dash | Gap::Dot | Gap::Blank) => {
            text.before(area.start, 1) == b'(' && !is(text.before(area.start, 2), LETTER)
        }
        (Gap::Dash | Gap::Blank, Gap::Dash) | (Gap::Dot, Gap::Dot) => {
            let one = text.before(area.start, 2) == b'1' && !is(text.before(area.start, 3), ALNUM);
            let country = area.start.saturating_sub(2);
            let joined = matches!(text.before(area.start, 1), b'-' | b'.' | b' ');
            free(area.start) || (one && joined && free(country))
        }
        _ => false,
    };
    let digits = text.slice(area.start, area.end());
    let extension = text.at(line.end()) == b'x' && is(text.after(line.end(), 1), DIGIT);
    let is_phone = begins
        && !matches!(line.gap, Gap::Dash | Gap::Dot)
        && (extension || ends(text, line.end()))
        && <[u8; 3]>::try_from(digits).is_ok_and(is_area)
        && value(text, exchange) >= 200;
    is_phone.then(|| RawSpan::of(area.start, line.end()))
}

/// Any number of a phone's length after the word for it: `Tel: 030 901820-12`.
fn announced<M: Meter>(text: Text<'_, M>, groups: &[Group]) -> Option<RawSpan> {
    let (Some(first), Some(last)) = (groups.first(), groups.last()) else { return None };
    let digits = groups.iter().fold(0_usize, |sum, group| sum.saturating_add(group.len));
    let date = first.len == 4 && first.gap == Gap::Dash;
    if !(9..=15).contains(&digits) || first.len > 12 || date || !ends(text, last.end()) {
        return None;
    }
    let is_phone = follows_phone_word(text, first.start) && !is_free(text, groups);
    is_phone.then(|| RawSpan::of(first.start, last.end()))
}

/// Whether a `+` or the word for a phone stands before the digits that begin at `start`.
pub(super) fn may_begin<M: Meter>(text: Text<'_, M>, start: usize) -> bool {
    matches!(text.before(start, 1), b'+' | b'(') || follows_phone_word(text, start)
}

fn follows_phone_word<M: Meter>(text: Text<'_, M>, start: usize) -> bool {
    let (mut word, begin) = label(text, start);
    if word.eq_ignore_ascii_case(b"number") {
        (word, _) = label(text, begin);
    }
    is_phone_word(word)
}

/// `0800 ...`, `800 ...` and `1 800 ...` cost the caller nothing, so they are a firm's.
fn is_free<M: Meter>(text: Text<'_, M>, groups: &[Group]) -> bool {
    let start = match groups {
        [Group { len: 1, .. }, area, ..] => area.start,
        [first, ..] if text.at(first.start) == b'0' => first.start.saturating_add(1),
        [first, ..] => first.start,
        [] => return false,
    };
    <[u8; 3]>::try_from(text.slice(start, start.saturating_add(3))).is_ok_and(is_free_of_charge)
}

/// The word before `start`, past `: `, ` = "` and the like, and where it begins.
fn label<M: Meter>(text: Text<'_, M>, start: usize) -> (&[u8], usize) {
    let mut end = start;
    for _ in 0..5 {
        let byte = text.before(end, 1);
        if !(is(byte, BLANK) || matches!(byte, b':' | b'=' | b'"' | b'\'' | b'.' | b'(')) {
            break;
        }
        end = end.saturating_sub(1);
    }
    // No word that is looked for is longer.
    let mut begin = end;
    while is(text.before(begin, 1), LETTER) && end.saturating_sub(begin) < 12 {
        begin = begin.saturating_sub(1);
    }
    (text.slice(begin, end), begin)
}

fn is_phone_word(word: &[u8]) -> bool {
    const WORDS: [&[u8]; 7] =
        [b"phone", b"tel", b"telephone", b"mobile", b"cellphone", b"fax", b"whatsapp"];
    WORDS.iter().any(|entry| word.eq_ignore_ascii_case(entry))
}
