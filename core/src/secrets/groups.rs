//! A number as a few groups of digits, and what stands around them.

use super::text::{ALNUM, DASH, DIGIT, LETTER, Meter, Text, UNDERSCORE, is};

/// As many groups as anything that is looked for has, and one more.
pub(super) const GROUPS: usize = 6;
/// Groups longer than this belong to nothing that is looked for.
const DIGITS: usize = 20;

/// What stands between two groups.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Gap {
    /// The last group: no digit follows.
    #[default]
    None,
    Blank,
    Dash,
    Dot,
    /// `)`, `) `, `)-`: the end of an area code.
    Close,
}

#[derive(Clone, Copy, Default)]
pub(super) struct Group {
    pub(super) start: usize,
    pub(super) len: usize,
    pub(super) gap: Gap,
}

impl Group {
    pub(super) fn end(self) -> usize {
        self.start.saturating_add(self.len)
    }
}

/// What the number is joined to on its left.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Preceding<'a> {
    /// Nothing.
    Free,
    /// A word, as in `ssn-536-90-4399`.
    Word(&'a [u8]),
    /// Something that makes it part of a longer number or identifier.
    Joined,
}

/// Reads the groups that begin at `start`, and says how many there are.
pub(super) fn groups<M: Meter>(
    text: Text<'_, M>,
    start: usize,
    store: &mut [Group; GROUPS],
) -> usize {
    let mut at = start;
    let mut count = 0_usize;
    for group in store {
        group.start = at;
        while group.len < DIGITS && is(text.at(at), DIGIT) {
            group.len = group.len.saturating_add(1);
            at = at.saturating_add(1);
        }
        count = count.saturating_add(1);
        let (gap, width) = gap(text, at);
        if group.len == DIGITS || gap == Gap::None {
            break;
        }
        group.gap = gap;
        at = at.saturating_add(width);
    }
    count
}

fn gap<M: Meter>(text: Text<'_, M>, at: usize) -> (Gap, usize) {
    let next = text.after(at, 1);
    let gap = match text.at(at) {
        b' ' => Gap::Blank,
        b'-' => Gap::Dash,
        b'.' => Gap::Dot,
        b')' if matches!(next, b' ' | b'-') && is(text.after(at, 2), DIGIT) => {
            return (Gap::Close, 2);
        }
        b')' => Gap::Close,
        _ => return (Gap::None, 0),
    };
    if is(next, DIGIT) { (gap, 1) } else { (Gap::None, 0) }
}

pub(super) fn left<M: Meter>(text: Text<'_, M>, start: usize) -> Preceding<'_> {
    let digit_before = is(text.before(start, 2), DIGIT);
    match text.before(start, 1) {
        b'.' if digit_before => Preceding::Joined,
        b'$' | b'%' => Preceding::Joined,
        b'-' | b'_' => {
            let end = start.saturating_sub(1);
            let mut word = end;
            // A longer word than this is not a label.
            while is(text.before(word, 1), LETTER) && end.saturating_sub(word) < 16 {
                word = word.saturating_sub(1);
            }
            if is(text.before(word, 1), ALNUM | UNDERSCORE | DASH) {
                Preceding::Joined
            } else if word == end {
                Preceding::Free
            } else {
                Preceding::Word(text.slice(word, end))
            }
        }
        byte if is(byte, ALNUM) => Preceding::Joined,
        _ => Preceding::Free,
    }
}

/// Whether the number ends at `end`: no letter, and no further part, follows.
pub(super) fn ends<M: Meter>(text: Text<'_, M>, end: usize) -> bool {
    let next = text.after(end, 1);
    match text.at(end) {
        b'-' => !is(next, ALNUM),
        b'.' => !is(next, DIGIT),
        byte => !is(byte, ALNUM | UNDERSCORE),
    }
}

/// The value of a group's digits.
pub(super) fn value<M: Meter>(text: Text<'_, M>, group: Group) -> u64 {
    text.step(group.len);
    let digits = text.slice(group.start, group.end());
    digits.iter().fold(0_u64, |value, &byte| {
        value.saturating_mul(10).saturating_add(u64::from(byte.saturating_sub(b'0')))
    })
}
