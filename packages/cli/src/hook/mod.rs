//! `aana hook`: the gate in front of the tools of a coding agent.

mod args;
mod doctor;
mod files;
mod prompts;
mod run;
mod setup;

pub(crate) use args::HookArgs;
use args::HookCommand;
#[cfg(feature = "guard")]
pub(crate) use files::state;
pub(crate) use run::usage;

use crate::exit::Outcome;

pub(crate) fn run(args: &HookArgs) -> Outcome {
    match &args.command {
        None => run::run(&args.run),
        Some(HookCommand::Install(args)) => setup::install(args),
        Some(HookCommand::Uninstall(args)) => setup::uninstall(args),
        Some(HookCommand::Doctor(args)) => doctor::run(args),
    }
}
