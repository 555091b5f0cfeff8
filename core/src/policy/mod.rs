//! What an operator adds to the rules: `aana.policy.v1`, read once, used for every check.
//!
//! A policy can tighten, and it can say what a tool is. It cannot make the table of routes laxer.

mod glob;
mod read;

use alloc::vec::Vec;

pub use read::PolicyError;

use crate::{
    code_set::CodeSet,
    contract::{AuthorizationState, Mode, RiskDomain, Route, ToolCategory, words},
    policy::glob::Glob,
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
    tools: Vec<(Glob, ToolEntry)>,
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
}

/// What the policy says of one tool.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ToolRules {
    pub(crate) tool_category: Option<ToolCategory>,
    /// The domains that the policy gives the tool, besides the declared one.
    pub(crate) risk_domains: CodeSet<RiskDomain>,
    pub(crate) minimum_authorization: AuthorizationState,
    pub(crate) route_floor: Route,
    /// Whether the name and noun hints count.
    pub(crate) hints: bool,
    pub(crate) allow_secret_arguments: bool,
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

    pub(crate) fn clock_skew_ms(&self) -> i64 {
        i64::from(self.clock_skew_seconds).saturating_mul(1000)
    }

    /// What holds for a tool: of all entries that name it, the strictest. A relief (no hints, secret
    /// arguments) holds only if no other matching entry denies it.
    pub(crate) fn rules_for(&self, tool_name: &str) -> ToolRules {
        let mut entry = ToolEntry::default();
        for (_, other) in self.tools.iter().filter(|(glob, _)| glob.matches(tool_name)) {
            entry.tool_category = entry.tool_category.max(other.tool_category);
            entry.risk_domains = entry.risk_domains.union(other.risk_domains);
            entry.minimum_authorization =
                entry.minimum_authorization.max(other.minimum_authorization);
            entry.route_floor = entry.route_floor.max(other.route_floor);
            entry.hints = entry.hints.max(other.hints);
            entry.allow_secret_arguments = match other.allow_secret_arguments {
                Some(allow) => Some(entry.allow_secret_arguments.unwrap_or(true) && allow),
                None => entry.allow_secret_arguments,
            };
        }
        ToolRules {
            tool_category: entry.tool_category,
            risk_domains: entry.risk_domains,
            minimum_authorization: entry.minimum_authorization.unwrap_or(AuthorizationState::None),
            route_floor: entry.route_floor.unwrap_or(Route::Accept),
            hints: entry.hints.unwrap_or(true),
            allow_secret_arguments: entry.allow_secret_arguments.unwrap_or(false),
        }
    }
}
