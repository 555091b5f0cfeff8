//! What to do about a decision: one sentence, and as data what would change the route.

use alloc::{borrow::Cow, format};

use super::{IssueCode, Report};
use crate::{
    code_set::CodeSet,
    codes::{Blocker, Reason},
    contract::{AuthorizationState, EvidenceKind, Route, ToolCategory},
    gate::PolicyPointers,
    listed::Listed,
};

/// What to do about a decision.
#[derive(Debug)]
#[non_exhaustive]
pub struct Recovery<'r> {
    /// One sentence for people.
    pub suggestion: Cow<'static, str>,
    /// What would change the route, as data.
    pub needs: Listed<Need<'r>>,
}

/// One thing that would change the route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Need<'r> {
    /// At least this authorization state.
    AuthorizationState(AuthorizationState),
    /// Credible evidence of this kind.
    EvidenceKind(EvidenceKind),
    /// Credible evidence of this kind that names exactly this action.
    BoundEvidence(EvidenceKind),
    /// A field that says what the tool does.
    Classify(&'static str),
    /// An approval of exactly the action with this digest.
    ApprovalFor(&'r str),
    /// The removal of what this JSON pointer points to.
    Remove(&'r str),
    /// A correction where this JSON pointer points to.
    Fix(&'r str),
    /// Another policy: this JSON pointer points to the field of it that keeps the call.
    Policy(&'r str),
}

impl<'r> Need<'r> {
    /// What is needed, as the contract writes it.
    pub const fn key(self) -> &'static str {
        match self {
            Self::AuthorizationState(_) => "authorization_state",
            Self::EvidenceKind(_) | Self::BoundEvidence(_) => "evidence_kind",
            Self::Classify(_) => "classify",
            Self::ApprovalFor(_) => "approval_for",
            Self::Remove(_) => "remove",
            Self::Fix(_) => "fix",
            Self::Policy(_) => "policy",
        }
    }

    /// What it is about, as the contract writes it.
    pub const fn about(self) -> &'r str {
        match self {
            Self::AuthorizationState(state) => state.as_str(),
            Self::EvidenceKind(kind) | Self::BoundEvidence(kind) => kind.as_str(),
            Self::Classify(field) => field,
            Self::ApprovalFor(digest) => digest,
            Self::Remove(pointer) | Self::Fix(pointer) | Self::Policy(pointer) => pointer,
        }
    }

    /// Whether it must be bound to exactly this action, as `"bound": true` says.
    pub const fn bound(self) -> bool {
        matches!(self, Self::BoundEvidence(_))
    }
}

impl Report<'_> {
    /// The blockers that ask for evidence or authorization.
    pub fn missing_evidence(&self) -> CodeSet<Blocker> {
        let mut asking = CodeSet::default();
        asking.extend(self.hard_blockers.iter().filter(|code| asks_for_evidence(*code)));
        asking
    }

    /// What to do about the decision.
    pub fn recovery(&self) -> Recovery<'_> {
        Recovery::of(self)
    }
}

impl<'r> Recovery<'r> {
    fn of(report: &'r Report<'_>) -> Self {
        Self { suggestion: suggestion(report), needs: needs(report) }
    }
}

/// The sentence for people.
pub(super) fn suggestion(report: &Report<'_>) -> Cow<'static, str> {
    if let Some(at) = closed_by_policy(report) {
        return format!(
            "do not execute; the operator's policy keeps every call of this tool at `{at}`, and neither evidence nor a yes changes that"
        )
        .into();
    }
    if let Some(blocker) = report.hard_blockers.iter().next() {
        return match (blocker, &report.policy_pointers) {
            (Blocker::PolicyRouteFloor, PolicyPointers { floor: Some(at), .. }) => format!(
                "get an approval for exactly this action, bound to its digest, then check again; the operator's policy asks for it at `{at}`"
            )
            .into(),
            (Blocker::PolicyMinimumAuthorization, PolicyPointers { minimum: Some(at), .. }) => {
                format!(
                    "bring the authorization that the operator's policy demands at `{at}`, then check again"
                )
                .into()
            }
            (blocker, _) => remedy(blocker).into(),
        };
    }
    fallback(report).into()
}

/// Where in the policy a floor stands that nothing but another policy lifts.
fn closed_by_policy<'r>(report: &'r Report<'_>) -> Option<&'r str> {
    let PolicyPointers { floor, closes, .. } = report.policy_pointers;
    floor.as_deref().filter(|_| *closes)
}

/// What to do where nothing is wrong.
fn fallback(report: &Report<'_>) -> &'static str {
    if report.reasons.codes().contains(Reason::RuntimeRecommendedStricterRoute) {
        return match report.route {
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
        Blocker::DeclaredReadNotRecognised => {
            "have the operator name the tool in the policy with its category, or a person confirm the call, then check again"
        }
        Blocker::ToolNameNotPlainAscii => {
            "register the tool under a plain ASCII name, or find out which tool is meant"
        }
        Blocker::EvidenceNotAttested => {
            "have the host check the approval or the sign-in against its own records, then check again"
        }
        Blocker::EvidenceTextAmbiguous => {
            "have a person look at the evidence whose letters do not show what they say"
        }
        Blocker::ApprovalNotGiven | Blocker::ApprovalNotFromAPerson => {
            "ask a person to approve exactly this action, then check again"
        }
        Blocker::ApprovalWithoutVerdict => {
            "bring an approval that says yes in a verdict field or names this action, then check again"
        }
        Blocker::ApprovalWithCondition => {
            "ask a person to approve exactly this action without a condition, then check again"
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
        Blocker::PolicyRouteFloor => "follow the operator's policy for this tool, then check again",
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
const fn asks_for_evidence(blocker: Blocker) -> bool {
    matches!(
        blocker,
        Blocker::DeclaredReadNotRecognised
            | Blocker::EvidenceNotAttested
            | Blocker::ApprovalNotGiven
            | Blocker::ApprovalNotFromAPerson
            | Blocker::ApprovalWithoutVerdict
            | Blocker::ApprovalWithCondition
            | Blocker::UnstructuredEvidenceRef
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
fn needs<'r>(report: &'r Report<'_>) -> Listed<Need<'r>> {
    let mut needs: Listed<Need<'r>> = Listed::default();
    let Some(call) = &report.call else {
        let faults = report.validation_errors;
        for fault in faults {
            needs.add(|| Need::Fix(&fault.path));
        }
        needs.count(report.validation_errors_total.saturating_sub(faults.len()));
        return needs;
    };
    if report.executes() {
        return needs;
    }
    // Whatever else is wrong, it is not worth anybody's time.
    if let Some(at) = closed_by_policy(report) {
        needs.add(|| Need::Policy(at));
        return needs;
    }
    let (authorization, blockers) = (&call.authorization, report.hard_blockers);
    let bound = blockers.contains(Blocker::PolicyRouteFloor);
    if let Some(required) = authorization.required_state {
        if authorization.effective_state < required {
            needs.add(|| Need::AuthorizationState(required));
        }
        let unsupported = authorization.evidence_supported_state < required;
        if bound {
            needs.add(|| Need::BoundEvidence(EvidenceKind::Approval));
        } else if unsupported || blockers.contains(Blocker::MissingEvidenceRefs) {
            needs.add(|| Need::EvidenceKind(evidence_for(required)));
        }
    }
    if call.classification.effective_category == ToolCategory::Unknown {
        needs.add(|| Need::Classify("tool_category"));
    }
    if blockers.contains(Blocker::ApprovalNotBoundToAction) {
        needs.add(|| Need::ApprovalFor(&call.action_digest));
    }
    for issue in report.evidence.issues.entries() {
        match issue.code {
            IssueCode::Warning(_) | IssueCode::Blocker(Blocker::MissingEvidenceRefs) => {}
            IssueCode::Blocker(Blocker::ArgumentSecretLeak) => {
                needs.add(|| Need::Remove(&issue.path));
            }
            IssueCode::Blocker(_) => needs.add(|| Need::Fix(&issue.path)),
        }
    }
    needs.count(report.evidence.blocking_left_out());
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
