//! `aana hook`: the gate in front of the tools of a coding agent.

mod args;
mod files;
mod prompts;
mod run;

pub(crate) use args::HookArgs;
#[cfg(feature = "guard")]
pub(crate) use files::state;
pub(crate) use run::{run, usage};
