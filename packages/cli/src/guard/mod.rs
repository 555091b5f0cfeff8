//! `aana guard`: the gate in front of an MCP server.

mod args;
mod child;
mod lanes;
mod lines;
mod names;
mod pins;
mod pump;
mod start;
mod steps;
mod store;
mod threads;

pub(crate) use args::GuardArgs;

use crate::exit::Outcome;

/// Wrong arguments.
pub(crate) const USAGE: u8 = 64;
/// The server cannot be started.
const UNAVAILABLE: u8 = 69;
/// The guard has failed.
const INTERNAL: u8 = 70;
/// The policy, the label or the state directory is not as it has to be.
const CONFIGURATION: u8 = 78;

/// Guards a server, or shows and changes what is pinned.
pub(crate) fn run(args: &GuardArgs) -> Outcome {
    match &args.command {
        Some(args::GuardCommand::Pins(command)) => pins::run(command),
        None => Ok(start::run(args)),
    }
}
