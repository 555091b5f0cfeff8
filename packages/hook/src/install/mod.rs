//! Puts the hook into a client's files and takes it out again: texts in, texts out.
//!
//! Where a file is shared with others, only our entries change; every other byte stays. An entry is known by its
//! command: this program, or one called `aana`, with `hook` and the client behind it.

mod command;
mod edit;
mod entries;
mod own;
mod probe;
mod recipe;

use std::fmt;

pub use command::{Run, System};
pub use edit::Found;
pub use probe::{Probe, Reply, probes, reply};
pub use recipe::{Piece, Place, Recipe, recipe};

/// Why a file is not touched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The line, if it is about one.
    pub line: Option<usize>,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(formatter, "line {line}: {}", self.message),
            None => formatter.write_str(&self.message),
        }
    }
}

impl std::error::Error for Fault {}
