//! From what was found about an event to the report of it.

use alloc::{borrow::Cow, string::String};

use super::{Decision, Outcome, aix, arguments::argument_report, issues::add_issues};
use crate::{
    codes::Blocker,
    event::{EvidenceRef, source_id},
    execution::ExecutionPolicy,
    gate::{Evaluation, PolicyPointers, RefFacts},
    json::Visitor,
    listed::{Listed, least},
    mask::masked,
    report::{
        ArgumentReport, AuthorizationReport, Call, Classification, EvidenceIntegrity, Report,
    },
    secrets, time,
};

impl Decision<'_> {
    /// The whole decision as one line of JSON, its keys in the contract's order.
    ///
    /// # Example
    ///
    /// ```
    /// use aana_core::Gate;
    ///
    /// let json = Gate::default().check("[]", 0).to_json();
    /// assert!(json.starts_with(r#"{"contract_version":"aana.agent_tool_precheck.v1","#));
    /// assert!(json.contains(r#""route":"refuse","gate_decision":"fail""#));
    /// ```
    pub fn to_json(&self) -> String {
        self.report().to_json()
    }

    /// Tells the whole decision to a visitor, for a binding that builds its host's objects.
    pub fn emit(&self, visitor: &mut impl Visitor) {
        self.report().emit(visitor);
    }

    /// The long form as types: everything that [`to_json`](Self::to_json) writes.
    pub fn report(&self) -> Report<'_> {
        report(self)
    }
}

fn report<'d>(decision: &'d Decision<'_>) -> Report<'d> {
    let blockers = decision.hard_blockers();
    let mut report = Report {
        route: decision.route(),
        aana_route: decision.aana_route(),
        hard_blockers: blockers,
        reasons: decision.reported_reasons(),
        warnings: decision.reported_warnings(),
        validation_errors: decision.validation_errors(),
        validation_errors_total: decision.validation_errors_total(),
        call: None,
        proposed_argument_keys: Listed::default(),
        evidence: EvidenceIntegrity::default(),
        arguments: ArgumentReport::default(),
        aix: aix::malformed(blockers),
        execution_policy: ExecutionPolicy::of(decision.executes(), decision.mode),
        decided_at: time::format(decision.now_ms),
        policy_pointers: PolicyPointers::NONE,
    };
    if let Outcome::Evaluated(evaluation) = &decision.outcome {
        report.aix = aix::of(evaluation, decision.route(), blockers);
        report.evidence = evidence(evaluation);
        report.arguments = argument_report(evaluation);
        let arguments = evaluation.event.proposed_arguments.members();
        report.proposed_argument_keys =
            least(arguments.iter().map(|member| audit_key(&member.key)));
        report.call = Some(call(evaluation));
        report.policy_pointers = &evaluation.decided_by;
    }
    report
}

fn call<'d>(evaluation: &'d Evaluation<'_>) -> Call<'d> {
    let (event, facts) = (&evaluation.event, &evaluation.facts);
    Call {
        tool_name: masked(&event.tool_name),
        risk_domain: event.risk_domain,
        recommended_route: event.recommended_route,
        request_id: event.request_id.as_deref().map(masked),
        agent_id: event.agent_id.as_deref().map(masked),
        action_digest: evaluation.action_digest(),
        classification: Classification {
            declared_category: facts.declared_category,
            effective_category: facts.effective_category,
            verb_class: facts.verb_class,
            high_risk: facts.high_risk,
            risk_level: facts.risk_level,
            irreversible: facts.irreversible,
        },
        authorization: AuthorizationReport {
            declared_state: facts.declared_state,
            evidence_supported_state: facts.supported_state,
            effective_state: facts.effective_state(),
            required_state: facts.required_state(),
        },
    }
}

fn evidence<'d>(evaluation: &'d Evaluation<'_>) -> EvidenceIntegrity<'d> {
    let mut evidence = EvidenceIntegrity {
        checked_ref_count: evaluation.refs.len(),
        public_audit_ready: evaluation.refs.iter().all(|facts| facts.public_ready),
        ..EvidenceIntegrity::default()
    };
    add_issues(evaluation, &mut evidence);
    for (evidence_ref, facts) in evaluation.event.evidence_refs.iter().zip(&evaluation.refs) {
        sort_in(&mut evidence, evidence_ref, facts);
    }
    evidence
}

fn sort_in<'d>(
    evidence: &mut EvidenceIntegrity<'d>,
    evidence_ref: &'d EvidenceRef<'_>,
    facts: &RefFacts,
) {
    let source_id = || source_id(evidence_ref);
    if facts.faults.contains(Blocker::ContradictoryEvidence) {
        evidence.contradictory.add(source_id);
    }
    let missing = facts.faults.contains(Blocker::EvidenceMarksMissingInformation)
        || facts.faults.contains(Blocker::EvidenceMissingAuthorization);
    if missing {
        evidence.missing.add(source_id);
    }
    if facts.credible {
        evidence.used.add(source_id);
    }
}

/// An argument key as the audit event shows it.
fn audit_key(key: &str) -> Cow<'_, str> {
    if secrets::names_secret(key) { Cow::Borrowed("[redacted_sensitive_key]") } else { masked(key) }
}
