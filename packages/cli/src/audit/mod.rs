//! `aana audit`, and the recording of what `aana check` decides.

mod anchor;
pub(crate) mod args;
mod keygen;
mod recorder;
mod stats;
mod tail;
mod verify;

use std::path::{Path, PathBuf};

use aana_audit::Error;

use crate::exit::{Failure, Outcome};
use args::AuditCommand;
pub(crate) use recorder::Recorder;

pub(crate) fn run(command: &AuditCommand) -> Outcome {
    match command {
        AuditCommand::Verify(args) => verify::run(args),
        AuditCommand::Keygen { private, public } => keygen::run(private, public.as_deref()),
        AuditCommand::Anchor(args) => anchor::run(args),
        AuditCommand::Tail { file, lines, follow, json } => tail::run(file, *lines, *follow, *json),
        AuditCommand::Stats { file, json } => stats::run(file, *json),
    }
}

/// A failure of the log as one of this command. Its messages are in the same words.
fn failed(error: &Error) -> Failure {
    Failure::Io(error.to_string())
}

/// A file beside another one: its path with this end.
fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// The files of a log, the former ones first.
fn whole(file: &Path) -> Result<Vec<PathBuf>, Failure> {
    // A log that is not there is told as such, not as its folder.
    std::fs::metadata(file).map_err(|error| Failure::reading(Some(file), &error))?;
    aana_audit::whole_log(file).map_err(|error| Failure::reading(Some(file), &error))
}
