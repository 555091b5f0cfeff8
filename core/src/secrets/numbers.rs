//! Numbers that belong to somebody: social security numbers, cards, phones.
//!
//! A number is read as a few groups of digits from the group at which the pass stands, so that the
//! work for each group is bounded. What else may stand in its place (dates, orders, versions, hashes,
//! identifiers) differs in the lengths of the groups or in what they are joined to.

use super::groups::{GROUPS, Gap, Group, Preceding, ends, groups, left, value};
use super::kind::Kind;
use super::phone;
use super::raw_span::{RawSpan, Sink};
use super::text::{ALNUM, DIGIT, Meter, Text, is};

/// A digit stands at `i`.
pub(super) fn at_digit<M: Meter, S: Sink>(text: Text<'_, M>, i: usize, found: &mut S) {
    let before = text.before(i, 1);
    // Within a group or a word; a `+` may be spelt `%2B`.
    if is(before, ALNUM) {
        let plus = matches!(before, b'B' | b'b')
            && i.checked_sub(3).is_some_and(|at| text.has_word(at, b"%2b"));
        if plus {
            found.add_if(Kind::Phone, phone::international(text, i));
        }
        return;
    }
    // Nothing but a phone number begins with one or two digits, and then something says so.
    let short = !is(text.after(i, 1), DIGIT) || !is(text.after(i, 2), DIGIT);
    if short && !phone::may_begin(text, i) {
        return;
    }
    let mut store = [Group::default(); GROUPS];
    let count = groups(text, i, &mut store);
    let groups = store.get(..count).unwrap_or_default();
    match groups {
        [Group { len: 3, .. }, b, c, ..] if b.len == 2 && c.len == 4 => {
            found.add_if(Kind::SocialSecurity, social_security(text, groups));
        }
        [Group { len: 4 | 6 | 8, .. }, _, ..] | [Group { len: 13..=19, .. }, ..] => {
            found.add_if(Kind::Card, card(text, groups));
        }
        _ => {}
    }
    found.add_if(Kind::Phone, phone::at_group(text, groups));
}

/// `536-90-4399` or `536 90 4399`, in the ranges that are given out.
fn social_security<M: Meter>(text: Text<'_, M>, groups: &[Group]) -> Option<RawSpan> {
    let &[area, group, serial, ..] = groups else { return None };
    let longer = match (area.gap, group.gap, serial.gap) {
        (Gap::Dash, Gap::Dash, gap) => matches!(gap, Gap::Dash | Gap::Dot),
        (Gap::Blank, Gap::Blank, gap) => {
            gap != Gap::None
                || (text.before(area.start, 1) == b' ' && is(text.before(area.start, 2), DIGIT))
        }
        _ => true,
    };
    let alone = match left(text, area.start) {
        Preceding::Free => true,
        Preceding::Word(word) => word.eq_ignore_ascii_case(b"ssn"),
        Preceding::Joined => false,
    };
    let is_given_out = !longer
        && alone
        && ends(text, serial.end())
        && !matches!(value(text, area), 0 | 666 | 900..)
        && value(text, group) != 0
        && value(text, serial) != 0;
    is_given_out.then(|| RawSpan::of(area.start, serial.end()))
}

/// How card numbers are written, by the lengths of their groups.
const CARDS: [&[usize]; 7] =
    [&[4, 4, 4, 4, 3], &[4, 4, 4, 4], &[4, 6, 5], &[4, 6, 4], &[4, 3, 3, 3], &[6, 13], &[8, 8]];

fn card<M: Meter>(text: Text<'_, M>, groups: &[Group]) -> Option<RawSpan> {
    let &first = groups.first()?;
    if left(text, first.start) == Preceding::Joined {
        return None;
    }
    if first.len >= 13 {
        let is_card = ends(text, first.end()) && is_card(text, &[first]);
        return is_card.then(|| RawSpan::of(first.start, first.end()));
    }
    // A group of the same sort on either side makes it a row of numbers.
    let before = first.start.saturating_sub(1);
    let row_before = (1..=4).all(|n| is(text.before(before, n), DIGIT));
    if matches!(first.gap, Gap::Close | Gap::Dot) || (text.at(before) == b' ' && row_before) {
        return None;
    }
    CARDS.iter().find_map(|shape| {
        let (card, rest) = groups.split_at_checked(shape.len())?;
        let (last, inner) = card.split_last()?;
        let is_card = card.iter().map(|group| group.len).eq(shape.iter().copied())
            && inner.iter().all(|group| group.gap == first.gap)
            && !(last.gap == first.gap
                && rest.first().is_some_and(|next| next.len >= 4 && !is_year(text, *next)))
            && ends(text, last.end())
            && is_card(text, card);
        is_card.then(|| RawSpan::of(first.start, last.end()))
    })
}

/// The year of expiry, which may follow.
fn is_year<M: Meter>(text: Text<'_, M>, group: Group) -> bool {
    group.len == 4 && text.has(group.start, b"20")
}

/// Whether the digits have a known issuer's prefix and length and the right check digit.
fn is_card<M: Meter>(text: Text<'_, M>, groups: &[Group]) -> bool {
    let digits = || {
        groups
            .iter()
            .flat_map(move |group| text.slice(group.start, group.end()).iter())
            .map(|&byte| u32::from(byte.saturating_sub(b'0')))
    };
    let len = digits().count();
    text.step(len.saturating_mul(2));
    let prefix = digits()
        .take(4)
        .fold(0_u32, |prefix, digit| prefix.saturating_mul(10).saturating_add(digit));
    let mut sum = 0_u32;
    for (place, digit) in digits().enumerate() {
        // Every second digit from the right counts twice, its own digits added.
        let doubled = len.saturating_sub(place).is_multiple_of(2);
        let part = match digit.saturating_mul(2) {
            _ if !doubled => digit,
            twice @ 0..=9 => twice,
            twice => twice.saturating_sub(9),
        };
        sum = sum.saturating_add(part);
    }
    // So long and in one piece it is rather a 64-bit id, but for the two whose cards are so long.
    let id = len > 16
        && groups.len() == 1
        && !matches!(prefix, 5018..=5893 | 6200..=6299 | 6304 | 6759..=6763);
    sum.is_multiple_of(10) && !id && issued(prefix, len)
}

/// Whether an issuer gives out numbers that begin with these four digits and have this length.
#[expect(clippy::match_same_arms, reason = "an arm for each issuer")]
fn issued(prefix: u32, len: usize) -> bool {
    match prefix {
        // Visa.
        4000..=4999 => matches!(len, 13 | 16 | 19),
        // Mastercard; Maestro only in the ranges that it has to itself.
        5100..=5599 | 2221..=2720 => len == 16,
        5018 | 5020 | 5038 | 5893 | 6304 | 6759 | 6761..=6763 => matches!(len, 16 | 18 | 19),
        // American Express.
        3400..=3499 | 3700..=3799 => len == 15,
        // Diners Club.
        3000..=3059 | 3095 | 3600..=3699 | 3800..=3999 => len == 14,
        // Discover.
        6011 | 6440..=6599 => matches!(len, 16..=19),
        // JCB.
        3528..=3589 => matches!(len, 16..=19),
        // UnionPay.
        6200..=6299 => matches!(len, 16..=19),
        _ => false,
    }
}
