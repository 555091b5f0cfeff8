//! Rules that can never fit anything, for whoever looks at a policy and not at a call.

use alloc::{format, string::String, vec::Vec};

use super::ArgumentPolicy;
use crate::{
    arguments::{
        effect::{Finding, Nested, Row, Sink},
        shell::{
            self,
            rules::{Rule, Rules},
        },
        url,
    },
    code_set::CodeSet,
    policy::{fold::Folded, pattern::Pattern},
};

/// What was found, and nothing else.
#[derive(Default)]
struct Findings(CodeSet<Finding>);

impl Sink for Findings {
    fn row(&mut self, _row: Row) {}
    fn finding(&mut self, finding: Finding) {
        self.0.insert(finding);
    }
    fn nested(&mut self, _nested: Nested<'_>) {}
}

/// Whether a rule fits the command that it spells out. One with `&&`, or with git's own options, which are taken off before
/// rules are asked, fits nothing.
fn fits_itself(rule: &Rule, denies: bool) -> bool {
    let text = rule.example();
    let mut found = Findings::default();
    let rule = Vec::from([rule.clone()]);
    let rules = if denies {
        Rules { deny: rule, ..Rules::default() }
    } else {
        Rules { allow: rule, only: true, ..Rules::default() }
    };
    shell::read(&text, Some(&rules), &mut found);
    let expected = if denies { Finding::RuleDenied } else { Finding::NotInAllowList };
    found.0.contains(expected) == denies
}

/// Whether a rule names a program in capitals that is known in small letters alone: `Git Push`.
fn is_misspelt(rule: &Rule) -> bool {
    let text = rule.example();
    let first = text.split(' ').next().unwrap_or_default();
    !shell::knows(first) && shell::knows(&first.to_ascii_lowercase())
}

impl ArgumentPolicy {
    /// The JSON pointers to rules that can never fit.
    pub(crate) fn dead_rules(&self) -> Vec<String> {
        let mut dead = Vec::new();
        if let Some(rules) = &self.rules {
            for (field, list, denies) in
                [("allow", &rules.allow, false), ("deny", &rules.deny, true)]
            {
                let rules = list.iter().enumerate();
                let rules =
                    rules.filter(|(_, rule)| !fits_itself(rule, denies) || is_misspelt(rule));
                dead.extend(rules.map(|(index, _)| format!("/arguments/shell/{field}/{index}")));
            }
        }
        let roots = self.roots.iter().enumerate().filter(|(_, root)| root.is_odd);
        dead.extend(roots.map(|(index, _)| format!("/arguments/paths/roots/{index}")));
        let requests = self.http_read.iter().enumerate().filter(|(_, request)| {
            let pattern = request.split_once(' ').map_or("", |(_, pattern)| pattern);
            !url::is_plain(&pattern.trim().replace('*', "x"))
        });
        dead.extend(requests.map(|(index, _)| format!("/arguments/http_read/{index}")));
        dead
    }

    /// The patterns of `kinds` that cover none of these tools.
    pub(crate) fn kinds_without_tool(&self, tools: &[&str]) -> Vec<&str> {
        let covers = |pattern: &Pattern| {
            tools.iter().any(|tool| pattern.covers(tool, &Folded::name(tool)).is_some())
        };
        let mut without = Vec::new();
        for pattern in self.kinds.patterns().filter(|pattern| !covers(pattern)) {
            if without.last() != Some(&pattern.as_str()) {
                without.push(pattern.as_str());
            }
        }
        without
    }
}
