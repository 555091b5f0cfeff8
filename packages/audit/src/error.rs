//! Why something was not recorded.

use std::{fmt, io, path::Path, path::PathBuf};

/// Why a log cannot be opened, or an event was not recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// What should be recorded is not an audit-safe event.
    NotAnAuditEvent(String),
    /// The line would be longer than [`MAX_LINE`](crate::MAX_LINE).
    TooLarge {
        /// How many bytes it would have.
        bytes: usize,
    },
    /// The operating system said no.
    Io {
        /// What was tried, as in "cannot write to".
        doing: &'static str,
        /// The file it was tried on.
        file: PathBuf,
        /// What sort of failure it is.
        kind: io::ErrorKind,
        /// The system's reason.
        reason: String,
    },
    /// What is there is not the log as it was left.
    Damaged {
        /// The file of the log.
        file: PathBuf,
        /// In what way.
        how: Damage,
    },
}

/// How a log differs from what its last writer left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Damage {
    /// The file is gone.
    Removed,
    /// Another file stands in its place that does not continue it.
    Replaced,
    /// Lines are missing at its end.
    Shorter,
    /// A line does not continue the one before it. It begins at this byte.
    Chain {
        /// The first byte of the line.
        at: u64,
    },
    /// The head file is gone, and with it the proof that no line is missing at the end.
    HeadRemoved,
    /// The head file is not valid.
    HeadUnreadable,
    /// Former files were deleted before they were read.
    FormerRemoved,
}

impl Damage {
    /// One word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Removed => "removed",
            Self::Replaced => "replaced",
            Self::Shorter => "shorter",
            Self::Chain { .. } => "chain",
            Self::HeadRemoved => "head_removed",
            Self::HeadUnreadable => "head_unreadable",
            Self::FormerRemoved => "former_removed",
        }
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Removed => formatter.write_str("the file was removed"),
            Self::Replaced => formatter.write_str("another file was put in its place"),
            Self::Shorter => formatter.write_str("lines are missing at its end"),
            Self::Chain { at } => {
                write!(formatter, "the line at byte {at} does not continue the one before it")
            }
            Self::HeadRemoved => formatter.write_str("its head file was removed"),
            Self::HeadUnreadable => formatter.write_str("its head file cannot be understood"),
            Self::FormerRemoved => {
                formatter.write_str("former files were deleted before they were read")
            }
        }
    }
}

impl Error {
    pub(crate) fn io(doing: &'static str, file: &Path, error: &io::Error) -> Self {
        let text = error.to_string();
        let text = text.split(" (os error").next().unwrap_or_default();
        let mut letters = text.chars();
        let reason = letters.next().into_iter().flat_map(char::to_lowercase).chain(letters);
        Self::Io { doing, file: file.to_owned(), kind: error.kind(), reason: reason.collect() }
    }

    pub(crate) fn damaged(file: &Path, how: Damage) -> Self {
        Self::Damaged { file: file.to_owned(), how }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAnAuditEvent(why) => {
                write!(formatter, "this is not an audit-safe event: {why}")
            }
            Self::TooLarge { bytes } => {
                let most = crate::MAX_LINE;
                write!(formatter, "a line of {bytes} bytes is too long; {most} are allowed")
            }
            Self::Io { doing, file, reason, .. } => {
                write!(formatter, "cannot {doing} `{}`: {reason}", shown(file))
            }
            Self::Damaged { file, how } => {
                write!(formatter, "the audit log `{}` is not as it was left: {how}", shown(file))
            }
        }
    }
}

impl std::error::Error for Error {}

/// A path that cannot steer a terminal.
fn shown(path: &Path) -> String {
    let text = path.to_string_lossy();
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_control() {
            shown.extend(letter.escape_unicode());
        } else {
            shown.push(letter);
        }
    }
    shown
}
