//! The long form of a decision as types. [`Decision::report`](crate::Decision::report) makes it.
//!
//! This is the one source of what a decision says beyond its route: the JSON text, the objects of
//! the bindings and the audit event are all written from it. Nobody has to read a decision's own
//! JSON to learn what stands in it.
//!
//! Strings of the event are masked here already: what a [`Report`] holds may be shown.

mod advice;
mod arguments;
mod audit;
mod emit;
mod entries;
mod evidence;
mod recovery;

use alloc::{borrow::Cow, string::String};

pub use crate::listed::Listed;
pub(crate) use arguments::MOST_SEGMENTS;
pub use arguments::{ArgumentCode, ArgumentReport, ReadArgument};
pub use audit::AuditEvent;
pub use entries::{ReasonEntry, Reasons, WarningEntry, Warnings};
pub use evidence::{EvidenceIntegrity, Issue, IssueCode};
pub use recovery::{Need, Recovery};

use crate::{
    code_set::CodeSet,
    codes::Blocker,
    contract::{
        AuthorizationState, GateDecision, RiskDomain, RiskLevel, Route, ToolCategory, VerbClass,
    },
    execution::ExecutionPolicy,
    fault::Fault,
    gate::PolicyPointers,
};

/// Everything that a decision says.
///
/// # Example
///
/// ```
/// use aana_core::{Gate, contract::ToolCategory};
///
/// let event = r#"{"tool_name": "send_email", "tool_category": "private_read",
///     "authorization_state": "none", "evidence_refs": [], "risk_domain": "customer_support",
///     "proposed_arguments": {}, "recommended_route": "accept"}"#;
/// let decision = Gate::default().check(event, 0);
/// let report = decision.report();
///
/// let call = report.call.as_ref().ok_or("the event was not understood")?;
/// assert_eq!(call.tool_name, "send_email");
/// assert_eq!(call.classification.declared_category, ToolCategory::PrivateRead);
/// assert_eq!(call.classification.effective_category, ToolCategory::Write);
/// assert_eq!(report.to_json(), decision.to_json());
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Report<'d> {
    /// The route. Only `accept` executes.
    pub route: Route,
    /// The route before the runtime's own recommendation was heard.
    pub aana_route: Route,
    /// What keeps the call from executing, in the order of the rules.
    pub hard_blockers: CodeSet<Blocker>,
    /// How the route was reached, in order.
    pub reasons: Reasons,
    /// What is worth fixing although it does not change the route.
    pub warnings: Warnings<'d>,
    /// The faults of form: the first hundred of `validation_errors_total`.
    pub validation_errors: &'d [Fault],
    /// How many faults of form there are.
    pub validation_errors_total: usize,
    /// What was understood of the call; `None` for a malformed event.
    pub call: Option<Call<'d>>,
    /// The keys of the proposed arguments in order. One that names a secret is not repeated.
    pub proposed_argument_keys: Listed<Cow<'d, str>>,
    /// What the evidence amounts to.
    pub evidence: EvidenceIntegrity<'d>,
    /// What the arguments do, as far as they can be read.
    pub arguments: ArgumentReport,
    /// The score and its components.
    pub aix: Aix,
    /// What the host may do.
    pub execution_policy: ExecutionPolicy,
    /// The time of the decision as RFC 3339.
    pub decided_at: String,
    pub(crate) policy_pointers: &'d PolicyPointers,
}

/// What was understood of a call.
#[derive(Debug)]
#[non_exhaustive]
pub struct Call<'d> {
    /// The name of the tool.
    pub tool_name: Cow<'d, str>,
    /// The risk domain that the event declares.
    pub risk_domain: RiskDomain,
    /// The route that the runtime recommended.
    pub recommended_route: Route,
    /// The id of the request, if the event names one.
    pub request_id: Option<Cow<'d, str>>,
    /// The id of the agent, if the event names one.
    pub agent_id: Option<Cow<'d, str>>,
    /// `sha256:` and the digest of the action that was decided about.
    pub action_digest: String,
    /// What the tool does and how dangerous the call is.
    pub classification: Classification,
    /// What is authorized, and what would have to be.
    pub authorization: AuthorizationReport,
}

/// What the tool does and how dangerous the call is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Classification {
    /// The category that the event declares.
    pub declared_category: ToolCategory,
    /// The category that counts.
    pub effective_category: ToolCategory,
    /// What the verb in the tool's name does.
    pub verb_class: VerbClass,
    /// Whether the call is a high-risk write.
    pub high_risk: bool,
    /// How dangerous the call is.
    pub risk_level: RiskLevel,
    /// Whether what the call does cannot be undone.
    pub irreversible: bool,
}

/// What is authorized, and what would have to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct AuthorizationReport {
    /// The state that the event declares.
    pub declared_state: AuthorizationState,
    /// The strongest state that credible evidence supports.
    pub evidence_supported_state: AuthorizationState,
    /// The state that counts.
    pub effective_state: AuthorizationState,
    /// The weakest state with which the call may run; `None` where no state is enough.
    pub required_state: Option<AuthorizationState>,
}

/// A number in the band of the route, made of three parts. All are whole hundredths: 85 is `0.85`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Aix {
    /// The score.
    pub score: u8,
    /// `P`: how far the effective authorization satisfies the required one.
    pub p: u8,
    /// `F`: the share of evidence refs that are credible and fresh.
    pub f: u8,
    /// `C`: one less a quarter for each hard blocker.
    pub c: u8,
}

impl Report<'_> {
    /// Whether the gate allows the call to execute. The mode has no say in it.
    pub const fn executes(&self) -> bool {
        matches!(self.route, Route::Accept)
    }

    /// `pass` exactly if the call may execute.
    pub const fn gate_decision(&self) -> GateDecision {
        gate_decision(self.executes())
    }

    /// Whether the rules alone would pass the call.
    pub const fn candidate_gate(&self) -> GateDecision {
        gate_decision(matches!(self.aana_route, Route::Accept) && self.hard_blockers.is_empty())
    }

    /// `sha256:` and the digest of the action that was decided about; `None` for a malformed event.
    pub fn action_digest(&self) -> Option<&str> {
        self.call.as_ref().map(|call| &*call.action_digest)
    }
}

const fn gate_decision(passes: bool) -> GateDecision {
    if passes { GateDecision::Pass } else { GateDecision::Fail }
}
