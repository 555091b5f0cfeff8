//! How much is read.

/// How many bytes a policy, a list of tools or a file of cases may have.
pub const MAX_BYTES: usize = 1 << 24;

/// How many faults are told.
pub(crate) const MOST_FAULTS: usize = 100;
