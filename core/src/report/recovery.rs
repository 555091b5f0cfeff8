//! What to do about a decision: one sentence, and as data what would change the route.

use alloc::{borrow::Cow, format};

use super::{
    IssueCode, Report,
    advice::{Actor, advice},
};
use crate::{
    arguments::effect::Finding,
    code_set::CodeSet,
    codes::{Blocker, Reason},
    contract::{AuthorizationState, EvidenceKind, Route, ToolCategory},
    gate::{PolicyPointers, blocker_of, is_cleared_by_bound_approval},
    listed::Listed,
};

/// What to do about a decision.
#[derive(Debug)]
#[non_exhaustive]
pub struct Recovery<'r> {
    /// One sentence for people: the next step, and where the operator's policy asks for it.
    pub suggestion: Cow<'static, str>,
    /// One sentence for the model that proposed the call: what it can do itself, or what to tell its user.
    pub for_model: &'static str,
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
    /// Other arguments: something was found in the one that this JSON pointer points to.
    Argument(&'r str, Finding),
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
            Self::Argument(..) => "argument",
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
            Self::Remove(pointer)
            | Self::Fix(pointer)
            | Self::Argument(pointer, _)
            | Self::Policy(pointer) => pointer,
        }
    }

    /// What was found in the argument that has to be another.
    pub const fn code(self) -> Option<Finding> {
        match self {
            Self::Argument(_, finding) => Some(finding),
            _ => None,
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
        Self { suggestion: suggestion(report), for_model: for_model(report), needs: needs(report) }
    }
}

/// A rule of the policy that neither evidence nor a yes lifts.
enum Closed<'r> {
    /// The arguments do not meet it: it stands here in the policy.
    Values(&'r str),
    /// It stands here in the policy.
    At(&'r str),
    /// The policy cannot be held against a tool that the arguments name.
    Unread,
}

fn closed_by_policy<'r>(report: &'r Report<'_>) -> Option<Closed<'r>> {
    let PolicyPointers { floor, closes, value, value_closes, .. } = report.policy_pointers;
    if *closes && report.hard_blockers.contains(Blocker::PolicyRouteFloor) {
        return Some(floor.as_deref().map_or(Closed::Unread, Closed::At));
    }
    value.as_deref().filter(|_| *value_closes).map(Closed::Values)
}

/// The sentence for people.
pub(super) fn suggestion(report: &Report<'_>) -> Cow<'static, str> {
    match closed_by_policy(report) {
        Some(Closed::At(at)) => {
            return format!(
                "do not execute; the operator's policy keeps every call of this tool at `{at}`, and neither evidence nor a yes changes that"
            )
            .into();
        }
        Some(Closed::Values(at)) => {
            return format!(
                "do not execute; the arguments do not meet the operator's policy at `{at}`, and neither evidence nor a yes changes that"
            )
            .into();
        }
        Some(Closed::Unread) => return "do not execute; the arguments name tools that cannot be looked up in the operator's policy: a name that no tool can have, or too many of them".into(),
        None => {}
    }
    match (next_step(report), report.policy_pointers) {
        (Step::Blocker(Blocker::PolicyRouteFloor), PolicyPointers { floor: Some(at), .. }) => format!(
            "get an approval for exactly this action, bound to its digest, then check again; the operator's policy asks for it at `{at}`"
        )
        .into(),
        (Step::Blocker(Blocker::PolicyArgumentRule), PolicyPointers { value: Some(at), .. }) => format!(
            "get an approval for exactly this action, bound to its digest, or propose it with arguments that meet the operator's policy at `{at}`, then check again"
        )
        .into(),
        (
            Step::Blocker(Blocker::PolicyMinimumAuthorization),
            PolicyPointers { minimum: Some(at), .. },
        ) => format!(
            "bring the authorization that the operator's policy demands at `{at}`, then check again"
        )
        .into(),
        (Step::Blocker(blocker), _) => advice(blocker).1.into(),
        (Step::Question, _) => "answer what the runtime wants to ask, then check again".into(),
        (Step::Review, _) => {
            "take the call to the review that the runtime asked for, then check again".into()
        }
        (Step::Run, _) => "execute exactly the checked call and record the audit event".into(),
    }
}

/// The sentence for a model that proposed the call: what it can do itself, and otherwise that it is to stop and to
/// say so. A step that is the host's or the operator's is never one for a model to try.
fn for_model(report: &Report<'_>) -> &'static str {
    match closed_by_policy(report) {
        Some(Closed::At(_)) => {
            return "stop, and tell your user that the operator's policy keeps this tool; no other name, wording or evidence changes that";
        }
        Some(Closed::Values(_)) => {
            return "propose the call again only with arguments that the operator allows; if there are none, stop and tell your user; no approval changes that";
        }
        Some(Closed::Unread) => {
            return "name in the arguments only tools that exist, fewer of them in one call, and propose the call again";
        }
        None => {}
    }
    let blocker = match next_step(report) {
        Step::Blocker(blocker) => blocker,
        Step::Question => {
            return "stop, and tell your user that their answer about this call is needed first";
        }
        Step::Review => {
            return "stop, and tell your user that this call has to be reviewed first; do not propose it again until then";
        }
        Step::Run => return "the call may run exactly as it was checked",
    };
    match advice(blocker).0 {
        Actor::Model if blocker == Blocker::ArgumentSecretLeak => {
            "take the secret out of the arguments, give a reference to it instead, and propose the call again"
        }
        Actor::User
            if blocker == Blocker::ArgumentEffectUnknown && report.arguments.segments_total > 1 =>
        {
            "split the command and propose the call again part by part, so that what only reads can run; otherwise stop, and tell your user that a person has to approve exactly this call"
        }
        Actor::Model => {
            "correct the fields that this answer points to if you wrote them, and propose the call again; if you did not, stop and tell your user"
        }
        Actor::User => of_user(report),
        Actor::Evidence | Actor::Host => BETTER_EVIDENCE,
        Actor::Reviewer => {
            "stop, and tell your user that a person has to look at the evidence first; do not propose the call again until then"
        }
        Actor::Operator => {
            "stop, and tell your user that the operator has to set this right first; no other name, wording or evidence changes that"
        }
        Actor::Nobody => {
            "stop, and tell your user that the program that runs you refuses this call"
        }
    }
}

const SIGN_IN: &str =
    "stop, and tell your user that they have to sign in first; you cannot do that for them";
const BETTER_EVIDENCE: &str = "stop, and tell your user that the program that runs you has to bring better evidence; write none yourself";

/// What is asked of the user: to sign in, or to say yes. Where nothing but the policy's minimum is not met, it is what
/// supports the required state, as `needs` has it.
fn of_user(report: &Report<'_>) -> &'static str {
    let blockers = report.hard_blockers;
    if blockers.contains(Blocker::PrivateReadNotAuthenticated)
        || blockers.contains(Blocker::WriteMissingAuthorization)
    {
        return SIGN_IN;
    }
    let required = report.call.as_ref().and_then(|call| call.authorization.required_state);
    let mut of_user = blockers.iter().filter(|blocker| advice(*blocker).0 == Actor::User);
    if of_user.all(|blocker| blocker == Blocker::PolicyMinimumAuthorization) {
        match required.map(evidence_for) {
            Some(EvidenceKind::AuthEvent) => return SIGN_IN,
            None | Some(EvidenceKind::Approval) => {}
            Some(_) => return BETTER_EVIDENCE,
        }
    }
    "stop, and tell your user that a person has to approve exactly this call; you cannot approve it, and nothing that you write is an approval"
}

/// What has to happen next.
#[derive(Clone, Copy)]
enum Step {
    /// The remedy of this blocker.
    Blocker(Blocker),
    /// The answer that the runtime itself asks for.
    Question,
    /// The review that the runtime itself asks for.
    Review,
    /// The call may run.
    Run,
}

/// The next step. Where several have to act, it is the one without whom all others act in vain: nobody is asked for
/// a yes that would not be enough.
fn next_step(report: &Report<'_>) -> Step {
    let blockers = report.hard_blockers.iter();
    // Of equals the first.
    let next =
        blockers.reduce(|next, other| if advice(other).0 > advice(next).0 { other } else { next });
    let review = report.call.as_ref().is_some_and(|call| call.recommended_route == Route::Defer);
    match next {
        // A yes does not lift the runtime's own wish for a review.
        Some(blocker) if advice(blocker).0 == Actor::User && review => Step::Review,
        Some(blocker) => Step::Blocker(blocker),
        None if !report.reasons.codes().contains(Reason::RuntimeRecommendedStricterRoute) => {
            Step::Run
        }
        None if report.route == Route::Ask => Step::Question,
        None => Step::Review,
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
    if let Some(closed) = closed_by_policy(report) {
        needs.add(|| match closed {
            Closed::At(at) | Closed::Values(at) => Need::Policy(at),
            Closed::Unread => Need::Fix("/proposed_arguments"),
        });
        return needs;
    }
    let (authorization, blockers) = (&call.authorization, report.hard_blockers);
    // Where the policy denies something, a confirmation alone does not say that this is not it.
    let confirmed = authorization.effective_state == AuthorizationState::Confirmed;
    let bound = blockers.contains(Blocker::PolicyRouteFloor)
        || confirmed && blockers.contains(Blocker::ArgumentEffectUnknown)
        || blockers.iter().any(is_cleared_by_bound_approval);
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
    let found = report.arguments.codes.entries().iter();
    for code in found.filter(|it| blocker_of(it.code).is_some_and(|of| blockers.contains(of.0))) {
        needs.add(|| Need::Argument(&code.path, code.code));
    }
    needs.count(report.arguments.codes.left_out());
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
