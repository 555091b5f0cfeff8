//! Why a file is left as it is.

use std::fmt;

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
