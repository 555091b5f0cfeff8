//! What the operator said about arguments.

use alloc::string::String;

use super::calls::InnerCalls;
use super::effect::{Dialect, EffectCode};
use super::kinds::Said;
use super::shell::rules::Rules;
use super::{mass, path, url};
use crate::code_set::CodeSet;

/// What the operator said about arguments.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Settings<'a> {
    pub(crate) rules: Option<&'a Rules>,
    pub(crate) dialect: Dialect,
    pub(crate) read_functions: &'a [String],
    /// Effects of statements that nothing may have.
    pub(crate) sql_deny: CodeSet<EffectCode>,
    /// Every statement has to be known to read.
    pub(crate) sql_only_reads: bool,
    pub(crate) roots: &'a [path::Folder],
    pub(crate) hosts: url::Hosts<'a>,
    pub(crate) http_read: &'a [String],
    pub(crate) limits: mass::Limits<'a>,
    pub(crate) kinds: Option<&'a dyn Said>,
    /// Which tools an object of the arguments calls.
    pub(crate) calls: Option<InnerCalls>,
}
