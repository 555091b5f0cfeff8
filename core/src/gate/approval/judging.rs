//! What the members of a ref are judged by, and what they say together.

use crate::contract::EvidenceKind;

/// What one value answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    Yes,
    /// Yes, and more than that.
    YesAndMore,
    /// Yes, under a condition.
    YesIf,
    No,
    Neither,
}

/// What the members of a ref say together.
#[derive(Debug, Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a thing that is so or not")]
pub(in crate::gate) struct Verdict {
    /// A verdict says yes.
    pub(in crate::gate) says_yes: bool,
    /// One is a yes as a whole.
    pub(in crate::gate) is_whole: bool,
    /// A field for a verdict begins with a yes and says more than that.
    pub(in crate::gate) says_more: bool,
    /// A field tells where the approval stands, and not by a yes.
    pub(in crate::gate) is_open: bool,
    /// Nobody has answered yet.
    pub(in crate::gate) not_given: bool,
    /// A program gave it.
    pub(in crate::gate) by_machine: bool,
    /// One says yes under a condition.
    pub(in crate::gate) has_condition: bool,
    /// One says no, or nothing that is a yes where only a yes counts.
    pub(in crate::gate) denies: bool,
    /// The ref held until a moment that is past.
    pub(in crate::gate) is_past: bool,
    /// It holds from a moment that is still to come.
    pub(in crate::gate) is_early: bool,
    /// One of these moments cannot be read.
    pub(in crate::gate) has_bad_moment: bool,
    /// When it was given, and for how long.
    pub(super) given_ms: Option<i64>,
    pub(super) lasts_ms: Option<i64>,
    /// How many keys were read that say yes or no.
    pub(super) verdicts: usize,
}

/// The ref and the clock by which its members are judged.
#[derive(Debug, Clone, Copy)]
pub(in crate::gate) struct Judging<'j> {
    pub(in crate::gate) kind: EvidenceKind,
    /// Which words are those of the act itself.
    pub(in crate::gate) tool_name: &'j str,
    pub(in crate::gate) now_ms: i64,
    pub(in crate::gate) skew_ms: i64,
    /// Whether what is read is one of several.
    pub(in crate::gate) among: bool,
}
