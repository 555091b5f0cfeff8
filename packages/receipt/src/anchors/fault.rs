//! What can be wrong with anchors, or with a log that they speak of.

use std::fmt;

use crate::Error;

/// One finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnchorFault {
    /// The line of the anchor, counted from 1; 0 is all of them.
    pub line: u64,
    /// What was found.
    pub sort: AnchorSort,
}

/// What can be found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum AnchorSort {
    /// There is no anchor, so nothing is proven.
    NoAnchor,
    /// The last line has no end.
    Torn,
    /// The line is longer than an anchor.
    TooLong,
    /// The line is not an anchor, or none of the given keys signed it.
    NotAnAnchor(Error),
    /// Anchors are missing before this one.
    Dropped {
        /// The first of them.
        from: u64,
        /// The last of them.
        to: u64,
    },
    /// The anchor's number was there before: it was moved, copied or put in.
    OutOfOrder,
    /// The anchor follows another one than the one before it.
    Link,
    /// The anchor is of another log than those before it.
    OtherLog,
    /// The anchor knows fewer records than one before it, or another one of the same number.
    Backwards,
    /// The log begins with another record than the one that was anchored.
    Replaced,
    /// Records are not those that were anchored.
    Rewritten {
        /// The first that can be.
        from: u64,
        /// The one that is.
        to: u64,
    },
    /// The log ends before a record that was anchored.
    RolledBack {
        /// The first record that is missing.
        from: u64,
        /// The last one.
        to: u64,
    },
    /// The first records that were anchored are gone with their files.
    FormerDeleted {
        /// The first of them.
        from: u64,
        /// The last of them.
        to: u64,
    },
    /// The log was begun anew after it had been anchored.
    Restarted,
    /// No record that was anchored is in the log any more.
    NotCovered,
    /// The last anchor is older than allowed.
    Stale {
        /// Its age.
        seconds: i64,
    },
    /// The last anchor is from the future, so that its age says nothing.
    Future,
}

impl AnchorSort {
    /// One word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NoAnchor => "no_anchor",
            Self::Torn => "anchor_torn",
            Self::TooLong => "anchor_too_long",
            Self::NotAnAnchor(Error::NotSigned) => "anchor_not_signed",
            Self::NotAnAnchor(_) => "anchor_unreadable",
            Self::Dropped { .. } => "anchor_dropped",
            Self::OutOfOrder => "anchor_out_of_order",
            Self::Link => "anchor_link",
            Self::OtherLog => "anchor_other_log",
            Self::Backwards => "anchor_backwards",
            Self::Replaced => "replaced",
            Self::Rewritten { .. } => "rewritten",
            Self::RolledBack { .. } => "rolled_back",
            Self::FormerDeleted { .. } => "former_deleted",
            Self::Restarted => "restarted_after_anchor",
            Self::NotCovered => "no_anchored_record",
            Self::Stale { .. } => "anchor_stale",
            Self::Future => "anchor_from_future",
        }
    }
}

/// Several things by their numbers.
fn range(what: &str, from: u64, to: u64) -> String {
    if from == to { format!("{what} {from} is") } else { format!("{what}s {from} to {to} are") }
}

impl fmt::Display for AnchorSort {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match *self {
            Self::NoAnchor => "there is no anchor that holds, so nothing is proven",
            Self::Torn => "the last line has no end",
            Self::TooLong => "the line is longer than an anchor can be",
            Self::NotAnAnchor(error) => return error.fmt(formatter),
            Self::Dropped { from, to } => {
                return write!(formatter, "{} missing before this one", range("anchor", from, to));
            }
            Self::OutOfOrder => {
                "the anchor was moved, copied or put in; its number is not its turn"
            }
            Self::Link => "the anchor names another one as the one before it",
            Self::OtherLog => "the anchor is of another log than those before it",
            Self::Backwards => {
                "the anchor knows fewer records than the one before it, or another last record"
            }
            Self::Replaced => {
                "the log begins with another record than the anchored one: it is another log, or was rewritten from its beginning"
            }
            Self::Rewritten { from, to } if from == to => {
                return write!(formatter, "record {to} is not the one that was anchored");
            }
            Self::Rewritten { from, to } => {
                return write!(
                    formatter,
                    "record {to} is not the one that was anchored; the log was rewritten from one of the records {from} to {to}"
                );
            }
            Self::RolledBack { from, to } => {
                return write!(
                    formatter,
                    "the log was rolled back: {} missing at the end and anchored",
                    range("record", from, to)
                );
            }
            Self::FormerDeleted { from, to } => {
                return write!(
                    formatter,
                    "former files were deleted: {} missing at the beginning",
                    range("record", from, to)
                );
            }
            Self::Restarted => "the log was begun anew after it had been anchored",
            Self::NotCovered => "no record that was anchored is in the log any more",
            Self::Stale { seconds } => {
                return write!(
                    formatter,
                    "the last anchor is {seconds} s old, so records after it may have been cut off"
                );
            }
            Self::Future => "the last anchor is from the future, so that its age says nothing",
        };
        formatter.write_str(text)
    }
}
