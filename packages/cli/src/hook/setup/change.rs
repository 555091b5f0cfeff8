//! What becomes of a file.

use super::journal::Journal;
use super::target::Target;

/// A file that changes: from nothing, or to nothing, or from one text to another.
pub(super) struct Change {
    pub(super) target: Target,
    pub(super) before: Option<String>,
    pub(super) after: Option<String>,
    /// What is noted about it, and what of that is used.
    pub(super) journal: Journal,
    /// Something else has changed the file since the hook was installed.
    pub(super) edited: bool,
}
