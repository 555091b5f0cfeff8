//! `aana audit`, and the recording of what `aana check` decides.

#[cfg(feature = "receipt")]
mod anchor;
pub(crate) mod args;
#[cfg(feature = "receipt")]
mod keygen;
mod log;
pub(crate) mod recorder;
mod stats;
mod tail;
mod verify;

use crate::exit::Outcome;
use args::AuditCommand;

pub(crate) fn run(command: &AuditCommand) -> Outcome {
    match command {
        AuditCommand::Verify(args) => verify::run(args),
        #[cfg(feature = "receipt")]
        AuditCommand::Keygen { private, public } => keygen::run(private, public.as_deref()),
        #[cfg(feature = "receipt")]
        AuditCommand::Anchor(args) => anchor::run(args),
        AuditCommand::Tail { file, lines, follow, json } => tail::run(file, *lines, *follow, *json),
        AuditCommand::Stats { file, json } => stats::run(file, *json),
    }
}
