//! What the policy and the rules of names say of the tools that a call names inside.
//!
//! A call of `call_tool` runs the tool that its arguments name, so that what an operator says of that tool
//! counts for the call as well. All of it only tightens: the agent wrote the arguments.

use crate::{
    gate::classify::{
        name::{NameReading, is_known_read},
        nouns::{NounReading, read_nouns},
    },
    mask::LONGEST_NAME,
    policy::{Call, Policy, ToolRules},
    tokens::Name,
};

/// So often a name may be held against an entry of the policy, for all names of one call together.
const MOST_COMPARISONS: usize = 1 << 18;

/// What is known of the tools that are called inside: of each rule the strictest.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct InnerReading {
    /// What tightens in the policy's rules for them.
    pub(crate) rules: ToolRules,
    /// What the nouns of their names say.
    pub(crate) nouns: NounReading,
    /// One of them has a name that does not say that it reads.
    pub(crate) not_recognised: bool,
    comparisons: usize,
}

impl InnerReading {
    /// Judges one that is certainly a tool, as if it were called by itself.
    pub(super) fn judge(
        &mut self,
        tool: &Name<'_>,
        name: NameReading,
        policy: &Policy,
        calls: &[Call<'_>],
    ) {
        let Some(mut rules) = self.entries(tool.as_str(), policy, calls) else { return };
        rules.close_unlisted(policy);
        self.rules.tighten_as(&rules);
        if rules.hints {
            self.nouns = self.nouns.or(read_nouns(tool));
        }
        if rules.hints || !rules.listed {
            self.not_recognised |= !rules.classifies_unknown && !is_known_read(tool, name);
        }
    }

    /// The same for what may be the name of something else: only what an entry says of it counts.
    pub(super) fn suspect(&mut self, name: &str, policy: &Policy, calls: &[Call<'_>]) {
        if let Some(rules) = self.entries(name, policy, calls) {
            self.rules.tighten_as(&rules);
        }
    }

    /// What the entries of the policy say. No tool has so long a name, and no call so many tools that
    /// nobody can look them all up: where an operator says anything of tools, such a call does not run.
    fn entries(&mut self, tool: &str, policy: &Policy, calls: &[Call<'_>]) -> Option<ToolRules> {
        let comparisons = policy.entries().saturating_mul(calls.len());
        self.comparisons = self.comparisons.saturating_add(comparisons);
        if tool.len() > LONGEST_NAME || self.comparisons > MOST_COMPARISONS {
            self.rules.close_unread(policy);
            return None;
        }
        let rules = calls.iter().map(|call| policy.entries_for(tool, call));
        rules.reduce(|one, other| one.strictest(&other))
    }
}
