//! Where a path stands.

/// Where a path stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// In an argument that is a path. A back-slash separates there too.
    Argument,
    /// In a word of a command, whose quotes are gone.
    Command,
}
