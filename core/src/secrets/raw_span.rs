//! What a pass finds, and where in its text.

use alloc::vec::Vec;

use super::kind::{Findings, Kind};
use super::text::{BLANK, STOP, is};

/// A place in the text of one pass. What of the bytes behind it belongs to it as well is looked for once at
/// the end, since bytes of several places may share it.
#[derive(Clone, Copy, Debug)]
pub(super) struct RawSpan {
    pub(super) start: usize,
    pub(super) end: usize,
    /// The classes of the bytes that may follow; with [`STOP`], all others.
    pub(super) tail: u16,
}

impl RawSpan {
    /// From `start` to `end`.
    pub(super) const fn of(start: usize, end: usize) -> Self {
        Self { start, end, tail: 0 }
    }

    /// The same, with what follows of `tail`.
    pub(super) const fn open(start: usize, end: usize, tail: u16) -> Self {
        Self { start, end, tail }
    }

    /// The same, with what follows up to the end of the word or value.
    pub(super) const fn of_words(start: usize, end: usize) -> Self {
        Self { start, end, tail: STOP | BLANK }
    }

    /// The same, from an earlier `start`.
    pub(super) const fn from(self, start: usize) -> Self {
        Self { start, ..self }
    }

    /// Whether a byte behind it may belong to it.
    pub(super) fn holds(self, byte: u8) -> bool {
        if self.tail & STOP == 0 { is(byte, self.tail) } else { !is(byte, self.tail) }
    }
}

/// Takes what a pass finds.
pub(super) trait Sink {
    /// Whether it matters where something is.
    const PLACES: bool;

    /// Something was found.
    fn add(&mut self, kind: Kind, span: RawSpan);

    /// Whether another of this kind would change nothing.
    fn has(&self, _kind: Kind) -> bool {
        false
    }

    /// Something may have been found.
    fn add_if(&mut self, kind: Kind, span: Option<RawSpan>) {
        if let Some(span) = span {
            self.add(kind, span);
        }
    }
}

impl Sink for Findings {
    const PLACES: bool = false;

    #[inline]
    fn add(&mut self, kind: Kind, _span: RawSpan) {
        self.insert(kind);
    }

    fn has(&self, kind: Kind) -> bool {
        self.contains(kind)
    }
}

impl Sink for Vec<(Kind, RawSpan)> {
    const PLACES: bool = true;

    fn add(&mut self, kind: Kind, span: RawSpan) {
        self.push((kind, span));
    }
}
