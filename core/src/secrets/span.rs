//! Where in a text a secret stands.

use alloc::vec::Vec;
use core::ops::Range;

use super::fold::FoldedText;
use super::kind::Kind;
use super::raw_span::RawSpan;
use super::scan::pass;
use super::shape::Shape;
use super::text::{Meter, TRIGGERS, Text, Unmetered};
use super::value;

/// One thing that was found, and the bytes of the text that are it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Span {
    /// What it is.
    pub kind: Kind,
    /// Where it is. Both ends are at characters of the text.
    pub range: Range<usize>,
}

/// Finds what [`scan`](super::scan) finds, and where: by the same pass, in time that grows with the length
/// of the text and no faster. The spans are in the order of their starts, and may overlap.
///
/// A span is the secret alone: the value and not the name before it, the password and not the address
/// around it. Characters that show nothing belong to it if they stand within it. No blank and no sign that
/// parts or begins a command does, except within a private key and between the digits of a number: of a
/// value with such a sign, only the words that look like a secret are one, or else its longest number. There
/// may be none.
pub fn spans(text: &str) -> Vec<Span> {
    spans_metered(text, &Unmetered)
}

pub(super) fn spans_metered<M: Meter>(text: &str, meter: &M) -> Vec<Span> {
    let bytes = Text::new(text.as_bytes(), &TRIGGERS, meter);
    if let Ok(found) = pass(bytes) {
        return whole(found, |range| range, bytes);
    }
    let plain = FoldedText::of(text);
    meter.step(text.len());
    let bytes = Text::new(plain.text.as_bytes(), &TRIGGERS, meter);
    // Nothing is left to be folded in the copy.
    whole(pass(bytes).unwrap_or_default(), |range| plain.original(range), bytes)
}

/// The raw spans with what follows them, as spans of the text that was given.
fn whole<M: Meter>(
    mut found: Vec<(Kind, RawSpan)>,
    original: impl Fn(Range<usize>) -> Range<usize>,
    text: Text<'_, M>,
) -> Vec<Span> {
    found.sort_by_key(|(_, raw)| (raw.tail, raw.end));
    // Of the stretches that belong to one class, each is walked over once.
    let (mut class, mut walked) = (0, 0..0);
    let mut spans = Vec::with_capacity(found.len());
    let order = |span: &Span| (span.range.start, span.range.end);
    for (kind, raw) in found {
        let mut end = raw.end;
        if raw.tail != 0 {
            if class != raw.tail || !(walked.start..=walked.end).contains(&end) {
                let rest = text.bytes().get(end..).unwrap_or_default();
                let length = rest.iter().take_while(|&&byte| raw.holds(byte)).count();
                text.step(length.saturating_add(1));
                (class, walked) = (raw.tail, end..end.saturating_add(length));
            }
            end = walked.end;
        }
        spans.push(Span { kind, range: raw.start..end });
    }
    spans.sort_by_key(order);
    let mut parted = parted(spans, text);
    for span in &mut parted {
        span.range = original(span.range.clone());
    }
    parted.sort_by_key(order);
    parted
}

/// The spans without what could be a command in them. Those that overlap are looked at as one, so that no
/// byte is looked at for many.
fn parted<M: Meter>(spans: Vec<Span>, text: Text<'_, M>) -> Vec<Span> {
    let (spans, mut parted): (Vec<_>, Vec<_>) =
        spans.into_iter().partition(|span| span.kind.may_hold_a_command());
    let mut rest = spans.as_slice();
    while let [first, ..] = rest {
        let Range { start, mut end } = first.range;
        let count = rest.iter().take_while(|span| {
            let joins = span.range.start < end;
            end = if joins { end.max(span.range.end) } else { end };
            joins
        });
        let (group, after) = rest.split_at_checked(count.count().max(1)).unwrap_or_default();
        rest = after;
        let stretch = text.slice(start, end);
        text.step(stretch.len());
        let Some(mark) = value::mark(stretch) else {
            parted.extend_from_slice(group);
            continue;
        };
        text.step(stretch.len());
        let mut add = |from: usize, to: usize| {
            let range = start.saturating_add(from)..start.saturating_add(to);
            parted.push(Span { kind: first.kind, range });
        };
        // The beginning of a value is never a command in it.
        let head = stretch.get(..mark).unwrap_or_default();
        let any = value::words(stretch, &mut add);
        let is_secret = first.kind == Kind::UrlPassword || Shape::of(head).mixed > 0;
        if !any && mark > 0 && is_secret {
            add(0, mark);
        } else if !any && first.kind == Kind::Assignment {
            // The pass found a secret in the value. A number in it cannot be a command, so it may be masked.
            text.step(stretch.len());
            value::number(stretch, &mut add);
        }
    }
    parted
}

/// Sorts the spans by their starts, and joins those that overlap.
pub fn joined(spans: impl IntoIterator<Item = Range<usize>>) -> Vec<Range<usize>> {
    let mut spans: Vec<Range<usize>> = spans.into_iter().collect();
    spans.sort_by_key(|span| (span.start, span.end));
    let mut joined: Vec<Range<usize>> = Vec::new();
    for span in spans {
        match joined.last_mut() {
            Some(last) if span.start < last.end => last.end = last.end.max(span.end),
            _ => joined.push(span),
        }
    }
    joined
}
