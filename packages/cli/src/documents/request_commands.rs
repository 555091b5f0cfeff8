//! The commands below `aana request`.

use super::args::RequestCommand;
use super::request;
#[cfg(feature = "run")]
use super::run;
use crate::exit::Outcome;

pub(crate) fn run(command: &RequestCommand) -> Outcome {
    match command {
        RequestCommand::Check(args) => request::check_all(args),
        #[cfg(feature = "run")]
        RequestCommand::Approve(args) => run::approve::approve(args),
        #[cfg(feature = "run")]
        RequestCommand::Revoke(args) => run::approve::revoke(args),
        #[cfg(feature = "run")]
        RequestCommand::Run(args) => run::run(args),
    }
}
