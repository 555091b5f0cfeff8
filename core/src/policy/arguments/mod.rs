//! What the operator says about arguments: commands, SQL, paths, hosts, requests, limits, and what an argument is.

mod dead;
mod kinds;
mod read;
#[cfg(test)]
mod tests;

use alloc::{string::String, vec::Vec};

use kinds::Kinds;
pub(crate) use read::read;

use crate::{
    arguments::{
        effect::{Dialect, EffectCode},
        mass, path,
        settings::Settings,
        shell::rules::Rules,
        url,
    },
    code_set::CodeSet,
};

/// The field `arguments` of a policy, read once.
#[derive(Debug, Clone)]
pub(crate) struct ArgumentPolicy {
    rules: Option<Rules>,
    dialect: Dialect,
    read_functions: Vec<String>,
    sql_deny: CodeSet<EffectCode>,
    sql_only_reads: bool,
    roots: Vec<path::Folder>,
    hosts: Hosts,
    http_read: Vec<String>,
    recipients: u64,
    amount: Vec<(String, String)>,
    kinds: Kinds,
}

#[derive(Debug, Clone, Default)]
struct Hosts {
    allow: url::HostSet,
    deny: url::HostSet,
    only: bool,
}

impl Default for ArgumentPolicy {
    fn default() -> Self {
        Self {
            rules: None,
            dialect: Dialect::Unknown,
            read_functions: Vec::new(),
            sql_deny: CodeSet::default(),
            sql_only_reads: false,
            roots: Vec::new(),
            hosts: Hosts::default(),
            http_read: Vec::new(),
            recipients: mass::RECIPIENTS,
            amount: Vec::new(),
            kinds: Kinds::default(),
        }
    }
}

impl ArgumentPolicy {
    /// The same for the readers of arguments, without a copy.
    pub(crate) fn settings(&self) -> Settings<'_> {
        let Hosts { allow, deny, only } = &self.hosts;
        Settings {
            rules: self.rules.as_ref(),
            dialect: self.dialect,
            read_functions: &self.read_functions,
            sql_deny: self.sql_deny,
            sql_only_reads: self.sql_only_reads,
            roots: &self.roots,
            hosts: url::Hosts { allow, deny, only: *only },
            http_read: &self.http_read,
            limits: mass::Limits { recipients: self.recipients, amount: &self.amount },
            kinds: self.kinds.as_said(),
            calls: None,
        }
    }

    /// Whether the operator has rules for commands.
    pub(crate) const fn has_command_rules(&self) -> bool {
        self.rules.is_some()
    }

    /// Whether something is denied. What cannot be told apart cannot be held against such a rule.
    pub(crate) fn has_deny_rules(&self) -> bool {
        let denies = |rules: &Rules| !rules.deny.is_empty() || !rules.deny_effects.is_empty();
        !self.sql_deny.is_empty() || self.rules.as_ref().is_some_and(denies)
    }
}
