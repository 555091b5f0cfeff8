//! Whether a condition is met, and how texts are compared for it.

use alloc::string::String;

use super::{fold::plain, glob::Glob};

/// Whether an entry holds for a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Met {
    No,
    /// As far as anybody knows: what tightens counts, what relieves does not.
    Perhaps,
    Yes,
}

/// A text as a person reads it: without blanks around it, and in lower case.
pub(super) fn any_spelling(text: &str) -> String {
    plain(text).trim().to_lowercase()
}

pub(super) fn is_any(globs: &[Glob], text: &str) -> bool {
    globs.iter().any(|glob| glob.matches(text))
}
