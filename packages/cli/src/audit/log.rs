//! A log on the disk: its files, and its failures in the words of this command.

use std::path::{Path, PathBuf};

use aana_audit::Error;

use crate::exit::Failure;

/// A failure of the log as one of this command. Its messages are in the same words.
pub(super) fn failed(error: &Error) -> Failure {
    Failure::Io(error.to_string())
}

/// A file beside another one: its path with this end.
#[cfg(feature = "receipt")]
pub(super) fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// The files of a log, the former ones first.
pub(super) fn whole(file: &Path) -> Result<Vec<PathBuf>, Failure> {
    // An error about a missing log names the log and not its folder.
    std::fs::metadata(file).map_err(|error| Failure::reading(Some(file), &error))?;
    aana_audit::whole_log(file).map_err(|error| Failure::reading(Some(file), &error))
}
