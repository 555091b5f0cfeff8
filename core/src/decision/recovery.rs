//! What to do about a decision: one sentence, and as data what would change the route.

use alloc::borrow::Cow;

use super::{Decision, Outcome, report::Report};
use crate::{
    codes::{Blocker, Reason},
    contract::{AuthorizationState, EvidenceKind, Route, ToolCategory},
    listed::Listed,
};

/// One thing that would change the route: a key and its value.
pub(super) type Need<'r> = (&'static str, Cow<'r, str>);

/// The sentence for people.
pub(super) fn suggestion(decision: &Decision<'_>) -> &'static str {
    if let Some(blocker) = decision.hard_blockers().iter().next() {
        return remedy(blocker);
    }
    if decision.reasons().contains(Reason::RuntimeRecommendedStricterRoute) {
        return match decision.route() {
            Route::Ask => "answer what the runtime wants to ask, then check again",
            _ => "take the call to the review that the runtime asked for, then check again",
        };
    }
    "execute exactly the checked call and record the audit event"
}

const fn remedy(blocker: Blocker) -> &'static str {
    match blocker {
        Blocker::SchemaValidationFailed => {
            "correct the fields that `validation_errors` names, then check again"
        }
        Blocker::ToolNameNotPlainAscii => {
            "register the tool under a plain ASCII name, or find out which tool is meant"
        }
        Blocker::UnstructuredEvidenceRef => {
            "replace string evidence refs by structured ones, then check again"
        }
        Blocker::AuthorizationStateNotSupported => {
            "bring evidence that supports the declared authorization, or declare what is true"
        }
        Blocker::PrivateReadNotAuthenticated => {
            "authenticate the user and bring the `auth_event`, then check again"
        }
        Blocker::WriteMissingAuthorization => {
            "authenticate the user, validate the target and get the action confirmed, then check again"
        }
        Blocker::WriteMissingValidationOrConfirmation => {
            "validate the target and ask the user to confirm exactly this action, then check again"
        }
        Blocker::WriteMissingExplicitConfirmation
        | Blocker::HighRiskWriteMissingExplicitConfirmation => {
            "ask the user to confirm exactly this action, then check again"
        }
        Blocker::UnknownToolCategory => "classify the tool, then check again",
        Blocker::UnknownDestructiveTool => {
            "do not execute; classify the tool before anybody proposes it again"
        }
        Blocker::MissingEvidenceRefs => "bring evidence for the call, then check again",
        Blocker::EvidenceSecretLeak => {
            "take the secret out of the evidence, rotate it, and check again"
        }
        Blocker::ApprovalNotBoundToAction => {
            "get an approval for exactly this action, bound to its digest, then check again"
        }
        Blocker::EvidencePiiLeak | Blocker::UnsafeRedactionStatus => {
            "redact the evidence, then check again"
        }
        Blocker::StaleEvidence => "fetch the evidence anew, then check again",
        Blocker::InvalidRetrievedAt | Blocker::EvidenceFromFuture => {
            "correct the timestamps of the evidence, then check again"
        }
        Blocker::ContradictoryEvidence => {
            "have a person settle the contradiction in the evidence, then check again"
        }
        Blocker::EvidenceMarksMissingInformation => {
            "fetch what the evidence says is missing, then check again"
        }
        Blocker::EvidenceMissingAuthorization => {
            "have a person look at the denied authorization before anything runs"
        }
        Blocker::ArgumentSecretLeak => {
            "pass the secret by reference instead of in the arguments, or ask the user, then check again"
        }
        Blocker::RuntimeRefusal => "do not execute; the runtime refused this call",
        Blocker::PolicyRouteFloor => {
            "follow the operator's policy for this tool; it is never accepted directly"
        }
        Blocker::PolicyMinimumAuthorization => {
            "bring the authorization that the operator's policy demands, then check again"
        }
        Blocker::EvidenceBelowProductionProfile => {
            "fill in all six fields of each evidence ref with fresh evidence, then check again"
        }
        Blocker::AuditUnavailable => {
            "see to it that the audit log can be written, then check again"
        }
    }
}

/// Whether a blocker asks for evidence or authorization.
pub(super) const fn asks_for_evidence(blocker: Blocker) -> bool {
    matches!(
        blocker,
        Blocker::UnstructuredEvidenceRef
            | Blocker::AuthorizationStateNotSupported
            | Blocker::PrivateReadNotAuthenticated
            | Blocker::WriteMissingAuthorization
            | Blocker::WriteMissingValidationOrConfirmation
            | Blocker::WriteMissingExplicitConfirmation
            | Blocker::HighRiskWriteMissingExplicitConfirmation
            | Blocker::MissingEvidenceRefs
            | Blocker::ApprovalNotBoundToAction
            | Blocker::StaleEvidence
            | Blocker::EvidenceMarksMissingInformation
            | Blocker::EvidenceMissingAuthorization
            | Blocker::PolicyMinimumAuthorization
            | Blocker::EvidenceBelowProductionProfile
    )
}

/// What would change the route, as data.
pub(super) fn needs<'r>(decision: &'r Decision<'_>, report: &'r Report<'_>) -> Listed<Need<'r>> {
    let mut needs: Listed<Need<'r>> = Listed::default();
    let judged = match &decision.outcome {
        Outcome::Judged(judged) => judged,
        Outcome::Malformed(faults) => {
            for fault in faults.entries() {
                needs.add(|| ("fix", Cow::Borrowed(&*fault.path)));
            }
            needs.count(faults.left_out());
            return needs;
        }
    };
    let (facts, blockers) = (&judged.facts, judged.verdict.blockers);
    if decision.executes() {
        return needs;
    }
    if let Some(required) = facts.required_state() {
        if facts.effective_state() < required {
            needs.add(|| ("authorization_state", required.as_str().into()));
        }
        let unsupported = facts.supported_state < required;
        if unsupported || blockers.contains(Blocker::MissingEvidenceRefs) {
            needs.add(|| ("evidence_kind", evidence_for(required).as_str().into()));
        }
    }
    if facts.effective_category == ToolCategory::Unknown {
        needs.add(|| ("classify", "tool_category".into()));
    }
    if blockers.contains(Blocker::ApprovalNotBoundToAction)
        && let Some(digest) = report.action_digest.as_deref()
    {
        needs.add(|| ("approval_for", digest.into()));
    }
    for issue in report.issues.listed.entries().iter().filter(|issue| issue.blocks) {
        let remove = issue.code == Blocker::ArgumentSecretLeak.as_str();
        if issue.code != Blocker::MissingEvidenceRefs.as_str() {
            needs.add(|| (if remove { "remove" } else { "fix" }, Cow::Borrowed(&*issue.path)));
        }
    }
    needs.count(report.issues.blocking_left_out());
    needs
}

/// The kind of evidence that supports a state.
const fn evidence_for(state: AuthorizationState) -> EvidenceKind {
    match state {
        AuthorizationState::None | AuthorizationState::UserClaimed => EvidenceKind::UserMessage,
        AuthorizationState::Authenticated => EvidenceKind::AuthEvent,
        AuthorizationState::Validated => EvidenceKind::ToolResult,
        AuthorizationState::Confirmed => EvidenceKind::Approval,
    }
}
