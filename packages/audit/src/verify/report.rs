//! What a verification found.

use std::{fmt, path::PathBuf};

use crate::Mark;

/// What was found in a log.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    /// How many files were read.
    pub files: u64,
    /// How many lines are records.
    pub records: u64,
    /// The number of the first record.
    pub first: Option<u64>,
    /// The last record.
    pub last: Option<Mark>,
    /// What was done to the log: the first hundred findings.
    pub faults: Vec<Fault>,
    /// How many findings there are in all.
    pub fault_count: u64,
    /// What is worth knowing and not a fault: the first hundred.
    pub notices: Vec<Notice>,
}

impl Report {
    /// Whether every record that should be there is there, as it was written.
    pub const fn is_intact(&self) -> bool {
        self.fault_count == 0
    }
}

/// One finding with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The file.
    pub file: PathBuf,
    /// The line, counted from 1; 0 is the file as a whole.
    pub line: u64,
    /// What was found.
    pub sort: Sort,
}

/// What can be found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Sort {
    /// The line is not the one that was written: the next line, or the head, names another hash.
    Changed,
    /// The line is not a line of this log.
    Unreadable,
    /// Before this line, records are missing: they were deleted or moved.
    Missing {
        /// The first of them.
        from: u64,
        /// The last of them.
        to: u64,
    },
    /// The record's number does not come after those before it: it was moved, copied or put in.
    OutOfOrder,
    /// After this line, at the end, records are missing that the head or the given mark knows.
    Truncated {
        /// The first of them.
        from: u64,
        /// The last of them.
        to: u64,
    },
    /// The last line has no end. The next start moves it aside.
    Torn,
    /// The log was not as it was left, and a new chain begins here.
    Restarted,
    /// There is no head file, so nothing is known of the end.
    HeadMissing,
    /// The head file is not valid, so nothing is known of the end.
    HeadUnreadable,
    /// The head or the given mark is of a record before the first one here.
    NotCovered,
}

impl Sort {
    /// One word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::Unreadable => "unreadable",
            Self::Missing { .. } => "missing",
            Self::OutOfOrder => "out_of_order",
            Self::Truncated { .. } => "truncated",
            Self::Torn => "torn",
            Self::Restarted => "restarted",
            Self::HeadMissing => "head_missing",
            Self::HeadUnreadable => "head_unreadable",
            Self::NotCovered => "not_covered",
        }
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let records = |from: u64, to: u64| {
            if from == to {
                format!("record {from} is")
            } else {
                format!("records {from} to {to} are")
            }
        };
        match *self {
            Self::Changed => formatter.write_str("the line is not the one that was written"),
            Self::Unreadable => formatter.write_str("this is not a line of this log"),
            Self::Missing { from, to } => {
                write!(formatter, "{} missing before this line", records(from, to))
            }
            Self::OutOfOrder => formatter
                .write_str("the record was moved, copied or put in; its number is not its turn"),
            Self::Truncated { from, to } => {
                write!(formatter, "{} missing at the end", records(from, to))
            }
            Self::Torn => {
                formatter.write_str("the last line has no end; the next start moves it aside")
            }
            Self::Restarted => {
                formatter.write_str("the log was not as it was left, and a new chain begins here")
            }
            Self::HeadMissing => {
                formatter.write_str("there is no head file, so lines may be missing at the end")
            }
            Self::HeadUnreadable => formatter.write_str(
                "the head file cannot be understood, so lines may be missing at the end",
            ),
            Self::NotCovered => formatter
                .write_str("the record that should prove the end is before the first one here"),
        }
    }
}

/// What is worth knowing and not a fault.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Notice {
    /// What was read begins after a file that was not among those given.
    Continues {
        /// The name of that file.
        file: String,
    },
    /// What was read begins with a new chain, after the log was not as it was left.
    Restarted {
        /// What was wrong with it.
        cause: String,
    },
    /// A line without an end was moved aside when the log was opened.
    Repaired {
        /// The name of the file with the line.
        file: String,
        /// How many bytes it had.
        bytes: u64,
    },
    /// The head does not speak of the last records yet, so that their removal would not be seen.
    AfterHead {
        /// How many they are.
        records: u64,
    },
}

impl fmt::Display for Notice {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Continues { file } => {
                write!(formatter, "the first record continues `{file}`, which was not given")
            }
            Self::Restarted { cause } => {
                write!(
                    formatter,
                    "the first record begins a new chain; the former log was found `{cause}`"
                )
            }
            Self::Repaired { file, bytes } => {
                write!(formatter, "a torn line of {bytes} bytes was moved to `{file}`")
            }
            Self::AfterHead { records } => {
                write!(formatter, "the last records, {records} of them, are newer than the head")
            }
        }
    }
}
