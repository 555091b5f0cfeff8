//! The exit codes: one for each route, others where there is no decision.

use std::fmt;
use std::io;
use std::path::Path;

use aana_core::contract::Route;

use crate::style::printable;

/// The result of a command: an exit code, or a failure.
pub(crate) type Outcome = Result<u8, Failure>;

/// Success.
pub(crate) const SUCCESS: u8 = 0;

/// The command was called wrongly, or with nothing to check.
pub(crate) const WRONG_USE: u8 = 2;

/// An event is not valid, which the gate would refuse.
pub(crate) const NOT_VALID: u8 = of_route(Route::Refuse);

/// Something cannot be read or written.
pub(crate) const UNREADABLE: u8 = 1;

/// The exit code of a route. Only `accept` is a success, so that `aana check e.json && run` is safe.
pub(crate) const fn of_route(route: Route) -> u8 {
    match route {
        Route::Accept => SUCCESS,
        Route::Ask => 10,
        Route::Defer => 11,
        Route::Refuse => 12,
    }
}

/// Why there is no decision.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command was called in a way that it does not understand.
    Usage(String),
    /// Something cannot be read or written.
    Io(String),
    /// The input is not a valid document of its kind.
    #[cfg(any(feature = "formats", feature = "receipt"))]
    NotValid(String),
    /// There was nothing to check. This must not be 0, or `check --jsonl f && run` would run.
    Nothing(String),
    /// The reader of the output is gone. No message can reach it.
    BrokenPipe,
}

impl Failure {
    /// A file, or the standard input, that cannot be read.
    pub(crate) fn reading(source: Option<&Path>, error: &io::Error) -> Self {
        Self::Io(format!("cannot read {}: {}", name(source), reason(error)))
    }

    /// A file that cannot be written.
    #[cfg(feature = "receipt")]
    pub(crate) fn writing_to(path: &Path, error: &io::Error) -> Self {
        Self::Io(format!("cannot write {}: {}", name(Some(path)), reason(error)))
    }

    /// The standard output, which cannot be written.
    pub(crate) fn writing(error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Self::BrokenPipe;
        }
        Self::Io(format!("cannot write to the standard output: {}", reason(error)))
    }

    /// A thread that the system does not give.
    pub(crate) fn starting(error: &io::Error) -> Self {
        Self::Io(format!("cannot start a thread: {}", reason(error)))
    }

    /// The exit code that says so.
    pub(crate) const fn code(&self) -> u8 {
        match self {
            Self::Usage(_) | Self::Nothing(_) => WRONG_USE,
            #[cfg(any(feature = "formats", feature = "receipt"))]
            Self::NotValid(_) => NOT_VALID,
            Self::Io(_) | Self::BrokenPipe => UNREADABLE,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(message) | Self::Io(message) | Self::Nothing(message) => {
                formatter.write_str(message)
            }
            #[cfg(any(feature = "formats", feature = "receipt"))]
            Self::NotValid(message) => formatter.write_str(message),
            Self::BrokenPipe => formatter.write_str("nobody reads the output"),
        }
    }
}

/// A file as it is named in a message.
pub(crate) fn name(source: Option<&Path>) -> String {
    match source {
        Some(path) => format!("`{}`", printable(&path.to_string_lossy())),
        None => "the standard input".to_owned(),
    }
}

/// The operating system's reason, in lower case and without its number.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
