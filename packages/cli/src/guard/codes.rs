//! The exit codes of a guard, as sysexits has them.

/// Wrong arguments.
pub(crate) const USAGE: u8 = 64;
/// The server cannot be started.
pub(super) const UNAVAILABLE: u8 = 69;
/// The guard has failed.
pub(super) const INTERNAL: u8 = 70;
/// The policy, the label or the state directory is not as it has to be.
pub(super) const CONFIGURATION: u8 = 78;
