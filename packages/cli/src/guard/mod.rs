//! `aana guard`: the gate in front of an MCP server.

mod args;
mod child;
mod codes;
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
pub(crate) use codes::USAGE;

use crate::exit::Outcome;

/// Guards a server, or shows and changes what is pinned.
pub(crate) fn run(args: &GuardArgs) -> Outcome {
    match &args.command {
        Some(args::GuardCommand::Pins(command)) => pins::run(command),
        None => Ok(start::run(args)),
    }
}
