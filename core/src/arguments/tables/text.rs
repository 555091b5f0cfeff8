// Written by `cargo xtask gen` from `core/data/arguments_lists.json`; changes here are lost.
//! Limits, letters that look alike, and words of routes and fields.

use crate::arguments::table::{Words, list};

/// A text is no longer than this.
pub(crate) const MAX_BYTES: usize = 65536;
/// Texts within texts are no deeper than this.
pub(crate) const MAX_DEPTH: usize = 16;
/// A text has no more parts than this.
pub(crate) const MAX_SEGMENTS: usize = 4096;

/// Words of a name that destroys.
pub(crate) static DESTROY_WORDS: Words = list!(14, "cancel clear deactivate delete destroy disable drop erase purge remove revoke terminate truncate \
    wipe");

/// Words of a name that moves money.
pub(crate) static MONEY_WORDS: Words = list!(14, "charge charges checkout pay payment payments payout payouts purchase refund refunds transfer \
    transfers withdraw");

/// Cyrillic and Greek letters that have a Latin twin, in order.
pub(crate) const LOOK: &str = "\u{391}\u{392}\u{395}\u{396}\u{397}\u{399}\u{39a}\u{39c}\u{39d}\u{39f}\u{3a1}\u{3a4}\u{3a5}\u{3a7}\u{3b1}\u{3b9}\u{3bf}\u{3c1}\u{3c5}\u{406}\u{410}\u{412}\u{415}\u{41a}\u{41c}\u{41d}\u{41e}\u{420}\u{421}\u{422}\u{425}\u{430}\u{435}\u{43e}\u{440}\u{441}\u{443}\u{445}\u{455}\u{456}\u{458}\u{474}\u{4bb}\u{501}\u{51b}\u{51d}";
