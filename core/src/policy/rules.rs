//! What a policy says of one tool: its entries that cover the name, put together.

use alloc::{format, string::String};

use super::{Policy, ToolEntry, fold::Folded, met::Met, pattern::Cover, when::Call};
use crate::{
    code_set::CodeSet,
    contract::{AuthorizationState, RiskDomain, Route, ToolCategory},
    mask::masked,
};

/// What the policy says of one tool.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ToolRules {
    /// What the tool is at least, if it is declared to be something.
    pub(crate) tool_category: Option<ToolCategory>,
    /// Whether an entry that lists the tool says so, and so of an `unknown` tool as well.
    pub(crate) classifies_unknown: bool,
    /// The domains that the policy gives the tool, besides the declared one.
    pub(crate) risk_domains: CodeSet<RiskDomain>,
    pub(crate) minimum_authorization: AuthorizationState,
    pub(crate) route_floor: Route,
    /// Whether the name and noun hints count.
    pub(crate) hints: bool,
    pub(crate) allow_secret_arguments: bool,
    /// Whether an entry names the tool letter by letter, for all calls and not by wildcards alone.
    pub(crate) listed: bool,
    /// Where the floor and the minimum stand.
    pub(crate) floor_at: Place,
    pub(crate) minimum_at: Place,
    /// The least route for the rules of values that do not hold.
    pub(crate) value_floor: Route,
    pub(crate) value_at: Place,
}

/// Where in a policy a rule stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Nowhere,
    /// A field of an entry, by the entry's place among all.
    Tool(usize, &'static str),
    /// A rule for values, by its place in the entry.
    Value(usize, usize),
    UnlistedTools,
}

impl Default for ToolRules {
    fn default() -> Self {
        Self {
            tool_category: None,
            classifies_unknown: false,
            risk_domains: CodeSet::default(),
            minimum_authorization: AuthorizationState::None,
            route_floor: Route::Accept,
            hints: true,
            allow_secret_arguments: false,
            listed: false,
            floor_at: Place::Nowhere,
            minimum_at: Place::Nowhere,
            value_floor: Route::Accept,
            value_at: Place::Nowhere,
        }
    }
}

impl ToolRules {
    /// What entries say of a tool that they cover.
    fn of(covering: &mut dyn Iterator<Item = (usize, &ToolEntry, Cover)>) -> Self {
        let mut rules = Self::default();
        let (mut no_hints, mut secrets) = (Relief::default(), Relief::default());
        for (index, entry, cover) in covering {
            rules.tighten(entry, index);
            no_hints.hear(entry.hints.map(|hints| !hints), cover);
            secrets.hear(entry.allow_secret_arguments, cover);
            if cover == Cover::Exactly && entry.lists {
                rules.listed = true;
                rules.classifies_unknown |= entry.tool_category.is_some();
            }
        }
        rules.hints = !no_hints.holds();
        rules.allow_secret_arguments = secrets.holds();
        rules
    }

    fn tighten(&mut self, entry: &ToolEntry, index: usize) {
        self.tool_category = self.tool_category.max(entry.tool_category);
        self.risk_domains = self.risk_domains.union(entry.risk_domains);
        self.raise_minimum(
            entry.minimum_authorization.unwrap_or(AuthorizationState::None),
            Place::Tool(index, "minimum_authorization"),
        );
        self.raise_floor(
            entry.route_floor.unwrap_or(Route::Accept),
            Place::Tool(index, "route_floor"),
        );
    }

    /// Takes over what tightens in the rules for a tool that the call names inside.
    pub(crate) fn tighten_as(&mut self, inner: &Self) {
        self.tool_category = self.tool_category.max(inner.tool_category);
        self.risk_domains = self.risk_domains.union(inner.risk_domains);
        self.raise_minimum(inner.minimum_authorization, inner.minimum_at);
        self.raise_floor(inner.route_floor, inner.floor_at);
        self.raise_value_floor(inner.value_floor, inner.value_at);
    }

    /// The stricter of this and another in everything.
    #[must_use]
    pub(crate) fn strictest(mut self, other: &Self) -> Self {
        self.tighten_as(other);
        self.classifies_unknown &= other.classifies_unknown;
        self.hints |= other.hints;
        self.allow_secret_arguments &= other.allow_secret_arguments;
        self.listed &= other.listed;
        self
    }

    /// The floor of a tool that no entry names.
    pub(crate) fn close_unlisted(&mut self, policy: &Policy) {
        if !self.listed {
            self.raise_floor(policy.unlisted_tools, Place::UnlistedTools);
        }
    }

    /// The floor where nobody can look up what the policy says of a tool.
    pub(crate) fn close_unread(&mut self, policy: &Policy) {
        self.raise_floor(policy.unlisted_tools, Place::UnlistedTools);
        if !policy.tools.is_empty() {
            self.raise_floor(Route::Refuse, Place::Nowhere);
        }
    }

    fn raise_minimum(&mut self, minimum: AuthorizationState, place: Place) {
        if minimum > self.minimum_authorization {
            self.minimum_authorization = minimum;
            self.minimum_at = place;
        }
    }

    fn raise_value_floor(&mut self, floor: Route, place: Place) {
        if floor > self.value_floor {
            self.value_floor = floor;
            self.value_at = place;
        }
    }

    fn raise_floor(&mut self, floor: Route, place: Place) {
        if floor > self.route_floor {
            self.route_floor = floor;
            self.floor_at = place;
        }
    }
}

/// A relief: given by an entry that names the tool letter by letter, unless any entry that covers it denies it.
#[derive(Default)]
struct Relief {
    given: bool,
    denied: bool,
}

impl Relief {
    fn hear(&mut self, said: Option<bool>, cover: Cover) {
        self.given |= said == Some(true) && cover == Cover::Exactly;
        self.denied |= said == Some(false);
    }

    const fn holds(&self) -> bool {
        self.given && !self.denied
    }
}

impl Policy {
    /// What holds for a call of a tool: of all entries that cover it, the strictest.
    pub(crate) fn rules_for(&self, tool_name: &str, call: &Call<'_>) -> ToolRules {
        let mut rules = self.entries_for(tool_name, call);
        rules.close_unlisted(self);
        rules
    }

    /// How many entries a name is held against.
    pub(crate) const fn entries(&self) -> usize {
        self.tools.len()
    }

    /// The same, but for what holds where no entry names the tool.
    pub(crate) fn entries_for(&self, tool_name: &str, call: &Call<'_>) -> ToolRules {
        let mut values = (Route::Accept, Place::Nowhere);
        let mut covering = self.covering(tool_name).filter_map(|(index, entry, cover)| {
            let cover = match entry.when.as_ref().map_or(Met::Yes, |when| when.is_met(call)) {
                Met::No => return None,
                // What is not certain does not relieve.
                Met::Perhaps => Cover::Folded,
                Met::Yes => cover,
            };
            for (rule, floor) in entry.values.broken(call.readable()) {
                if floor > values.0 {
                    values = (floor, Place::Value(index, rule));
                }
            }
            Some((index, entry, cover))
        });
        let mut rules = ToolRules::of(&mut covering);
        (rules.value_floor, rules.value_at) = values;
        rules
    }

    /// What holds for every call of a tool that these entries cover.
    pub(super) fn rules_of(
        &self,
        covering: &mut dyn Iterator<Item = (usize, &ToolEntry, Cover)>,
    ) -> ToolRules {
        let mut rules = ToolRules::of(covering);
        rules.close_unlisted(self);
        rules
    }

    /// The entries that cover a name, each with its place among all and how it does so.
    pub(super) fn covering<'p>(
        &'p self,
        tool_name: &str,
    ) -> impl Iterator<Item = (usize, &'p ToolEntry, Cover)> {
        let spelt = (!self.tools.is_empty()).then(|| Folded::name(tool_name));
        self.tools.iter().enumerate().filter_map(move |(index, (pattern, entry))| {
            Some((index, entry, pattern.covers(tool_name, spelt.as_ref()?)?))
        })
    }

    /// The JSON pointer to where a rule stands. A pattern that holds a secret is not repeated.
    pub(crate) fn pointer(&self, place: Place) -> Option<String> {
        match place {
            Place::Nowhere => None,
            Place::UnlistedTools => Some("/unlisted_tools".into()),
            Place::Tool(index, field) => Some(format!("{}/{field}", self.entry_pointer(index)?)),
            Place::Value(index, rule) => {
                let pointer = self.tools.get(index)?.1.values.pointers().nth(rule)?;
                let pointer = escaped(&masked(pointer));
                Some(format!("{}/arguments/{pointer}", self.entry_pointer(index)?))
            }
        }
    }

    /// The JSON pointer to an entry.
    pub(super) fn entry_pointer(&self, index: usize) -> Option<String> {
        let (pattern, entry) = self.tools.get(index)?;
        let pattern = escaped(&masked(pattern.as_str()));
        Some(match entry.position {
            Some(position) => format!("/tools/{pattern}/{position}"),
            None => format!("/tools/{pattern}"),
        })
    }
}

fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}
