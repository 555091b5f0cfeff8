//! What a policy says of a tool, for whoever looks at the policy and not at a call.

use alloc::{string::String, vec::Vec};

use super::{Policy, pattern::Cover, rules::Place};
use crate::contract::{AuthorizationState, Route, ToolCategory};

/// What a policy says of one tool name. [`Gate::explain_tool`](crate::Gate::explain_tool) gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ToolView {
    /// The entries that cover the name, in the order of the policy.
    pub entries: Vec<ToolMatch>,
    /// Whether an entry names the tool letter by letter. `unlisted_tools` holds for any other.
    pub listed: bool,
    /// What the tool is at least, if an entry says so.
    pub tool_category: Option<ToolCategory>,
    /// Whether the entries also say what a tool is that is declared `unknown`.
    pub classifies_unknown: bool,
    /// The weakest authorization state with which the tool may run.
    pub minimum_authorization: AuthorizationState,
    /// The least route.
    pub route_floor: Route,
    /// Whether the verbs and nouns of the name count.
    pub hints: bool,
    /// Whether the tool may be given secrets as arguments.
    pub allow_secret_arguments: bool,
    /// The JSON pointer to the floor, if there is one.
    pub route_floor_at: Option<String>,
    /// The JSON pointer to the minimum, if there is one.
    pub minimum_authorization_at: Option<String>,
    /// The JSON pointer to the category, if there is one.
    pub tool_category_at: Option<String>,
}

/// An entry of a policy that covers a name.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ToolMatch {
    /// The name or glob as the policy writes it.
    pub pattern: String,
    /// Whether it names the tool letter by letter. Otherwise it only tightens.
    pub exactly: bool,
    /// Whether it lists the tool and says what it is: letter by letter, for all calls and not by wildcards alone.
    pub lists: bool,
    /// Whether the entry relieves a check (`hints: false`, `allow_secret_arguments: true`), which it does for no name
    /// but its own.
    pub relieves: bool,
    /// The JSON pointer to the entry.
    pub at: String,
    /// For which calls the entry holds, as canonical JSON; absent: for all. The fields of the [`ToolView`] are those
    /// of entries that hold for all calls.
    pub when: Option<String>,
    /// The pointers into the arguments of its rules for values.
    pub arguments: Vec<String>,
}

impl Policy {
    pub(crate) fn explain_tool(&self, name: &str) -> ToolView {
        // A policy may be long: its entries are held against the name once.
        let covering: Vec<_> = self.covering(name).collect();
        let mut of_all = covering.iter().copied().filter(|(_, entry, _)| entry.when.is_none());
        let rules = self.rules_of(&mut of_all);
        let (mut entries, mut category) = (Vec::new(), Place::Nowhere);
        for (index, entry, cover) in covering {
            let Some((pattern, _)) = self.tools.get(index) else { continue };
            entries.push(ToolMatch {
                pattern: pattern.as_str().into(),
                exactly: cover == Cover::Exactly,
                lists: cover == Cover::Exactly && entry.lists,
                relieves: entry.hints == Some(false) || entry.allow_secret_arguments == Some(true),
                at: self.entry_pointer(index).unwrap_or_default(),
                when: entry.when.as_ref().map(|when| when.as_str().into()),
                arguments: entry.values.pointers().map(String::from).collect(),
            });
            // Of several that say the same the first one.
            if category == Place::Nowhere
                && entry.when.is_none()
                && entry.tool_category.is_some()
                && entry.tool_category == rules.tool_category
            {
                category = Place::Tool(index, "tool_category");
            }
        }
        ToolView {
            entries,
            listed: rules.listed,
            tool_category: rules.tool_category,
            classifies_unknown: rules.classifies_unknown,
            minimum_authorization: rules.minimum_authorization,
            route_floor: rules.route_floor,
            hints: rules.hints,
            allow_secret_arguments: rules.allow_secret_arguments,
            route_floor_at: self.pointer(rules.floor_at),
            minimum_authorization_at: self.pointer(rules.minimum_at),
            tool_category_at: self.pointer(category),
        }
    }

    /// The rules for values of the entries that cover a tool, as JSON pointers, and whether one of its parameters can be
    /// what each is about.
    pub(crate) fn rules_by_parameter(
        &self,
        name: &str,
        parameters: &[&str],
    ) -> Vec<(String, bool)> {
        let mut rules = Vec::new();
        for (index, entry, _) in self.covering(name) {
            for (rule, can_meet) in entry.values.can_meet(parameters).enumerate() {
                rules.extend(self.pointer(Place::Value(index, rule)).map(|at| (at, can_meet)));
            }
        }
        rules
    }

    /// Each pattern once, however many entries it has.
    pub(crate) fn patterns(&self) -> impl Iterator<Item = &str> {
        let first = self.tools.iter().filter(|(_, entry)| entry.position.unwrap_or(0) == 0);
        first.map(|(pattern, _)| pattern.as_str())
    }
}
