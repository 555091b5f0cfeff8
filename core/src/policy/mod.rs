//! What an operator adds to the rules: `aana.policy.v1`, read once, used for every check.
//!
//! A policy can tighten, and it can say what a tool is. It cannot make the table of routes laxer.

mod arguments;
mod fields;
mod fold;
mod glob;
mod met;
mod pattern;
mod read;
mod rules;
mod subjects;
mod values;
mod view;
mod when;
mod window;

use alloc::{boxed::Box, vec::Vec};

pub(crate) use arguments::{ArgumentPolicy, read as read_arguments};
pub use read::PolicyError;
pub(crate) use rules::ToolRules;
pub use view::{ToolMatch, ToolView};
pub(crate) use when::Call;

use crate::{
    arguments::settings::Settings,
    code_set::CodeSet,
    contract::{AuthorizationState, Mode, RiskDomain, Route, ToolCategory, words},
    policy::{pattern::Pattern, values::ValueRules, when::When},
};

/// The version that a policy may name in `schema_version`.
pub const POLICY_VERSION: &str = "aana.policy.v1";

words! {
    /// How much evidence must say about itself.
    EvidenceProfile {
        Quickstart = "quickstart",
        Production = "production",
    }
}

words! {
    /// Whose word counts for approvals and auth events: that of whoever calls the gate, or only the
    /// host's own, which says which refs it has checked.
    EvidenceTrust {
        Trusted = "trusted",
        Attested = "attested",
    }
}

words! {
    /// Which names of declared reads are taken: all that do not act, or only those that say that the tool
    /// reads.
    NameStrictness {
        Open = "open",
        Strict = "strict",
    }
}

words! {
    /// What a secret in the arguments leads to.
    SecretArguments {
        Ask = "ask",
        Refuse = "refuse",
        Warn = "warn",
    }
}

/// The greatest age of evidence where the policy names none.
const WEEK_HOURS: u32 = 7 * 24;

/// A policy, ready for use.
#[derive(Debug, Clone)]
pub(crate) struct Policy {
    pub(crate) mode: Mode,
    pub(crate) evidence_profile: EvidenceProfile,
    pub(crate) max_evidence_age_hours: Option<u32>,
    pub(crate) clock_skew_seconds: u32,
    pub(crate) max_event_bytes: usize,
    pub(crate) high_risk_domains: CodeSet<RiskDomain>,
    pub(crate) secret_arguments: SecretArguments,
    pub(crate) require_bound_approval: bool,
    pub(crate) evidence: EvidenceTrust,
    /// `None`: as the evidence profile has it.
    pub(crate) names: Option<NameStrictness>,
    /// The least route of a tool that no entry names.
    pub(crate) unlisted_tools: Route,
    pub(crate) arguments: ArgumentPolicy,
    /// Whether an entry has rules for values or conditions.
    reads_arguments: bool,
    tools: Vec<(Pattern, ToolEntry)>,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            mode: Mode::Enforce,
            evidence_profile: EvidenceProfile::Quickstart,
            max_evidence_age_hours: None,
            clock_skew_seconds: 300,
            max_event_bytes: 1 << 20,
            high_risk_domains: CodeSet::default(),
            secret_arguments: SecretArguments::Ask,
            require_bound_approval: false,
            evidence: EvidenceTrust::Trusted,
            names: None,
            unlisted_tools: Route::Accept,
            arguments: ArgumentPolicy::default(),
            reads_arguments: false,
            tools: Vec::new(),
        }
    }
}

/// What the policy says of the tools that one pattern names.
#[derive(Debug, Clone, Default)]
struct ToolEntry {
    tool_category: Option<ToolCategory>,
    risk_domains: CodeSet<RiskDomain>,
    minimum_authorization: Option<AuthorizationState>,
    route_floor: Option<Route>,
    hints: Option<bool>,
    allow_secret_arguments: Option<bool>,
    values: ValueRules,
    /// For which calls the entry holds; absent: for all.
    when: Option<Box<When>>,
    /// It says of all calls of the tools that it names letter by letter that they are known: it lists them.
    lists: bool,
    /// Its place among several of one pattern.
    position: Option<usize>,
}

impl Policy {
    /// The greatest age of what carries a timestamp.
    pub(crate) fn max_evidence_age_ms(&self) -> i64 {
        i64::from(self.max_evidence_age_hours.unwrap_or(WEEK_HOURS)).saturating_mul(3_600_000)
    }

    /// The greatest age, in hours, of a ref that allows itself so many. It may allow itself more than
    /// what holds where the policy says nothing, and never more than the policy says.
    pub(crate) fn max_stated_age_hours(&self, allowed: Option<f64>) -> f64 {
        let most = self.max_evidence_age_hours.map(f64::from);
        match (allowed, most) {
            (Some(allowed), Some(most)) => allowed.min(most),
            (hours, None) | (None, hours) => hours.unwrap_or(f64::from(WEEK_HOURS)),
        }
    }

    /// Whether a declared read has to say in its name that it is one. In production it has to, unless
    /// the policy says otherwise.
    pub(crate) fn strict_names(&self) -> bool {
        match self.names {
            Some(names) => names == NameStrictness::Strict,
            None => self.evidence_profile == EvidenceProfile::Production,
        }
    }

    /// Whether an entry looks at the arguments.
    pub(crate) const fn reads_arguments(&self) -> bool {
        self.reads_arguments
    }

    /// What the readers of arguments are told, without a copy.
    pub(crate) fn argument_settings(&self) -> Settings<'_> {
        self.arguments.settings()
    }

    /// Whether the operator has rules for commands.
    pub(crate) const fn has_command_rules(&self) -> bool {
        self.arguments.has_command_rules()
    }

    /// Whether a rule forbids something that arguments could do.
    pub(crate) fn has_deny_rules(&self) -> bool {
        self.arguments.has_deny_rules()
    }

    pub(crate) fn clock_skew_ms(&self) -> i64 {
        i64::from(self.clock_skew_seconds).saturating_mul(1000)
    }
}
