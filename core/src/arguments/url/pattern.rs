//! Hosts as patterns.

use alloc::string::String;

use super::{compat, punycode};

/// A pattern for hosts in the form in which hosts are compared.
pub(crate) fn host_pattern(pattern: &str) -> String {
    punycode::to_unicode(&compat::decode(pattern).text)
}
