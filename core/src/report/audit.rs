//! The event for the audit log: codes, contract words, ids and key names, never a value.

use alloc::borrow::Cow;

use super::{ArgumentReport, Call, EvidenceIntegrity, Listed, Reasons, Report};
use crate::{
    code_set::CodeSet,
    codes::Blocker,
    contract::{AuthorizationState, GateDecision, RiskDomain, Route, ToolCategory},
    fault::Fault,
};

/// What an audit log may hold of a decision, and nothing else of it.
///
/// [`Report::audit_event`] makes it; nobody else can, so that whoever is given one knows that there is
/// no argument value and no free text of the event in it.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct AuditEvent<'r> {
    /// The route.
    pub route: Route,
    /// Whether the gate passed the call.
    pub gate_decision: GateDecision,
    /// What kept the call from executing.
    pub hard_blockers: CodeSet<Blocker>,
    /// How the route was reached.
    pub reasons: Reasons,
    /// The score in hundredths.
    pub aix_score: u8,
    /// The name of the tool; `None` for a malformed event, as everything below that may be `None`.
    pub tool_name: Option<&'r str>,
    /// The category that the event declares.
    pub tool_category: Option<ToolCategory>,
    /// The category that counted.
    pub effective_category: Option<ToolCategory>,
    /// The risk domain that the event declares.
    pub risk_domain: Option<RiskDomain>,
    /// The authorization state that the event declares.
    pub authorization_state: Option<AuthorizationState>,
    /// The authorization state that counted.
    pub effective_authorization_state: Option<AuthorizationState>,
    /// The source ids of evidence: used, missing and contradictory.
    pub evidence: &'r EvidenceIntegrity<'r>,
    /// The keys of the proposed arguments.
    pub proposed_argument_keys: &'r Listed<Cow<'r, str>>,
    /// What the arguments do: verdict, class and codes.
    pub arguments: &'r ArgumentReport,
    /// The digest of the action.
    pub action_digest: Option<&'r str>,
    /// The id of the request.
    pub request_id: Option<&'r str>,
    /// The id of the agent.
    pub agent_id: Option<&'r str>,
    /// The time of the decision as RFC 3339.
    pub decided_at: &'r str,
    /// The faults of form, of which path and code are told: the first hundred of
    /// `validation_errors_total`.
    pub validation_errors: &'r [Fault],
    /// How many faults of form there are.
    pub validation_errors_total: usize,
}

impl Report<'_> {
    /// The event for the audit log.
    pub fn audit_event(&self) -> AuditEvent<'_> {
        AuditEvent::of(self)
    }
}

impl<'r> AuditEvent<'r> {
    fn of(report: &'r Report<'_>) -> Self {
        let call: Option<&'r Call<'_>> = report.call.as_ref();
        Self {
            route: report.route,
            gate_decision: report.gate_decision(),
            hard_blockers: report.hard_blockers,
            reasons: report.reasons,
            aix_score: report.aix.score,
            tool_name: call.map(|call| &*call.tool_name),
            tool_category: call.map(|call| call.classification.declared_category),
            effective_category: call.map(|call| call.classification.effective_category),
            risk_domain: call.map(|call| call.risk_domain),
            authorization_state: call.map(|call| call.authorization.declared_state),
            effective_authorization_state: call.map(|call| call.authorization.effective_state),
            evidence: &report.evidence,
            proposed_argument_keys: &report.proposed_argument_keys,
            arguments: &report.arguments,
            action_digest: report.action_digest(),
            request_id: call.and_then(|call| call.request_id.as_deref()),
            agent_id: call.and_then(|call| call.agent_id.as_deref()),
            decided_at: &report.decided_at,
            validation_errors: report.validation_errors,
            validation_errors_total: report.validation_errors_total,
        }
    }
}
