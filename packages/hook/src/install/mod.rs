//! Puts the hook into a client's files and takes it out again: texts in, texts out.
//!
//! Where a file is shared with others, only our entries change; every other byte stays. An entry is known by its
//! command: this program, or one called `aana`, with `hook` and the client behind it.

mod command;
mod document;
mod edit;
mod entries;
mod fault;
mod own;
mod piece;
mod probe;
mod recipe;
mod said;

pub use command::{Run, System};
pub use edit::Found;
pub use fault::Fault;
pub use piece::{Piece, Place};
pub use probe::{Probe, Reply, probes, reply};
pub use recipe::{Recipe, recipe};
