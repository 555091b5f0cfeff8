//! A decision as the record of the WIT.

use alloc::string::ToString;

use aana_core::{
    Decision, ExecutionPolicy,
    report::{AuthorizationReport, Classification},
};

use crate::{bindings::exports::aana::gate::types, words::faults};

/// The typed form of a decision, with its JSON text.
pub(crate) fn typed(decision: &Decision<'_>) -> types::Decision {
    let report = decision.report();
    let call = report.call.as_ref();
    types::Decision {
        route: report.route.into(),
        gate_decision: report.gate_decision().into(),
        executes: report.executes(),
        aana_route: report.aana_route.into(),
        hard_blockers: report.hard_blockers.iter().map(Into::into).collect(),
        reasons: report.reasons.codes().iter().map(Into::into).collect(),
        warnings: report.warnings.codes().iter().map(Into::into).collect(),
        validation_errors: faults(report.validation_errors),
        classification: call.map(|call| classification(call.classification)),
        authorization_report: call.map(|call| authorization(call.authorization)),
        action_digest: report.action_digest().map(ToString::to_string),
        json: report.to_json(),
    }
}

fn classification(of: Classification) -> types::Classification {
    types::Classification {
        declared_category: of.declared_category.into(),
        effective_category: of.effective_category.into(),
        verb_class: of.verb_class.into(),
        high_risk: of.high_risk,
        risk_level: of.risk_level.into(),
        irreversible: of.irreversible,
    }
}

fn authorization(of: AuthorizationReport) -> types::AuthorizationReport {
    types::AuthorizationReport {
        declared_state: of.declared_state.into(),
        evidence_supported_state: of.evidence_supported_state.into(),
        effective_state: of.effective_state.into(),
        required_state: of.required_state.map(Into::into),
    }
}

/// What a host may do, as a record.
pub(crate) fn execution_policy(policy: ExecutionPolicy) -> types::ExecutionPolicy {
    types::ExecutionPolicy {
        mode: policy.mode.into(),
        execution_allowed: policy.execution_allowed,
        aana_allows_execution: policy.aana_allows_execution,
        reason: policy.reason.into(),
        required_route: types::Route::Accept,
    }
}
