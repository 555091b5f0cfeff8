//! One variable that a text sets.

use alloc::string::String;
use alloc::vec::Vec;

/// A variable that the text sets.
pub(super) struct Variable {
    pub(super) name: String,
    /// Its value begins with no `-`, and has letters and no blanks.
    pub(super) safe: bool,
    /// Some word counted on that.
    pub(super) used: bool,
    /// How many subshells there were around it.
    pub(super) scope: usize,
    /// What it was set to, as far as that is followed.
    pub(super) values: Vec<String>,
}

/// So many variables are followed, so many values of each, and so many bytes of a value.
pub(super) const MAX_VARIABLES: usize = 64;
pub(super) const MAX_VALUES: usize = 8;
pub(super) const MAX_VALUE: usize = 128;
