//! For each blocker, who has to act before the call can run, and what there is to do.

use crate::codes::Blocker;

/// Who has to act. Where several have to, the greatest acts first: what the others do would be in vain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Actor {
    /// Whoever cures what else is there cures this too; alone it is the host's.
    Evidence,
    /// The user, who confirms the action or signs in.
    User,
    /// Whoever wrote the call. A corrected call is another action, so nobody is asked about this one.
    Model,
    /// The host, which writes the evidence.
    Host,
    /// A person who is responsible for what the evidence says.
    Reviewer,
    /// The operator: the policy, the list of tools, the audit log.
    Operator,
    /// Nobody: it was refused.
    Nobody,
}

/// Who has to act about a blocker, and how, in one sentence for people.
pub(super) const fn advice(blocker: Blocker) -> (Actor, &'static str) {
    match blocker {
        Blocker::SchemaValidationFailed => {
            (Actor::Model, "correct the fields that `validation_errors` names, then check again")
        }
        Blocker::ArgumentSecretLeak => (
            Actor::Model,
            "pass the secret by reference instead of in the arguments, or ask the user, then check again",
        ),
        Blocker::AuthorizationStateNotSupported => (
            Actor::Evidence,
            "bring evidence that supports the declared authorization, or declare what is true",
        ),
        Blocker::MissingEvidenceRefs => {
            (Actor::Evidence, "bring evidence for the call, then check again")
        }
        Blocker::DeclaredReadNotRecognised
        | Blocker::PrivateReadNotAuthenticated
        | Blocker::WriteMissingAuthorization
        | Blocker::WriteMissingValidationOrConfirmation
        | Blocker::WriteMissingExplicitConfirmation
        | Blocker::HighRiskWriteMissingExplicitConfirmation
        | Blocker::PolicyRouteFloor
        | Blocker::PolicyMinimumAuthorization => (Actor::User, of_user(blocker)),
        Blocker::ArgumentEffectUnknown | Blocker::ArgumentDataInUrl => (
            Actor::User,
            "ask the user to confirm exactly this action, or propose one whose effect can be read, then check again",
        ),
        Blocker::ArgumentHiddenText
        | Blocker::ArgumentLookalike
        | Blocker::ArgumentBacktickInText
        | Blocker::ArgumentSecretFile
        | Blocker::ArgumentDevicePath
        | Blocker::ArgumentMassEffect
        | Blocker::ArgumentAmountOverPolicy
        | Blocker::ArgumentRecipientsOverPolicy
        | Blocker::ArgumentPathTraversal
        | Blocker::ArgumentPathForm
        | Blocker::ArgumentUrlScheme
        | Blocker::ArgumentUrlAmbiguous
        | Blocker::ArgumentTooComplex
        | Blocker::PolicyArgumentRule => (Actor::User, OF_ARGUMENTS),
        Blocker::ArgumentRaw => {
            (Actor::Model, "have the model write the arguments again as JSON, then check again")
        }
        Blocker::ArgumentPathOutsideRoots
        | Blocker::ArgumentNotInAllowList
        | Blocker::ArgumentHostNotAllowed => (
            Actor::Model,
            "propose what the operator's policy allows for the arguments, then check again; no approval lifts this",
        ),
        Blocker::ArgumentMetadataAddress => (
            Actor::Operator,
            "do not execute; list the host under `arguments.hosts.allow` if it is meant",
        ),
        Blocker::ArgumentRuleDenied => {
            (Actor::Operator, "do not execute; the operator's policy denies what the call would do")
        }
        Blocker::EvidenceTextAmbiguous => (
            Actor::Reviewer,
            "have a person look at the evidence whose letters do not show what they say",
        ),
        Blocker::ContradictoryEvidence => (
            Actor::Reviewer,
            "have a person settle the contradiction in the evidence, then check again",
        ),
        Blocker::EvidenceMissingAuthorization => {
            (Actor::Reviewer, "have a person look at the denied authorization before anything runs")
        }
        Blocker::ToolNameNotPlainAscii => (
            Actor::Operator,
            "register the tool under a plain ASCII name, or find out which tool is meant",
        ),
        Blocker::UnknownToolCategory => (Actor::Operator, "classify the tool, then check again"),
        Blocker::UnknownDestructiveTool => {
            (Actor::Operator, "do not execute; classify the tool before anybody proposes it again")
        }
        Blocker::AuditUnavailable => {
            (Actor::Operator, "see to it that the audit log can be written, then check again")
        }
        Blocker::RuntimeRefusal => (Actor::Nobody, "do not execute; the runtime refused this call"),
        Blocker::EvidenceNotAttested
        | Blocker::ApprovalNotGiven
        | Blocker::ApprovalNotFromAPerson
        | Blocker::ApprovalWithoutVerdict
        | Blocker::ApprovalWithCondition
        | Blocker::ApprovalNotBoundToAction
        | Blocker::UnstructuredEvidenceRef
        | Blocker::EvidenceSecretLeak
        | Blocker::EvidencePiiLeak
        | Blocker::UnsafeRedactionStatus
        | Blocker::StaleEvidence
        | Blocker::InvalidRetrievedAt
        | Blocker::EvidenceFromFuture
        | Blocker::EvidenceMarksMissingInformation
        | Blocker::EvidenceBelowProductionProfile => (Actor::Host, of_host(blocker)),
    }
}

const fn of_user(blocker: Blocker) -> &'static str {
    match blocker {
        Blocker::DeclaredReadNotRecognised => {
            "have the operator name the tool in the policy with its category, or a person confirm the call, then check again"
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
        Blocker::PolicyRouteFloor => "follow the operator's policy for this tool, then check again",
        Blocker::PolicyMinimumAuthorization => {
            "bring the authorization that the operator's policy demands, then check again"
        }
        _ => "ask the user to confirm exactly this action, then check again",
    }
}

const OF_ARGUMENTS: &str = "ask a person to approve exactly this action, bound to its digest, or propose it with other arguments, then check again";

/// The faults of evidence. A ref with one stays a fault however many are added, so it is replaced.
const fn of_host(blocker: Blocker) -> &'static str {
    match blocker {
        Blocker::EvidenceNotAttested => {
            "have the host check the approval or the sign-in against its own records, then check again"
        }
        Blocker::ApprovalNotGiven => {
            "take out the approval that nobody gave, ask a person to approve exactly this action, then check again with the answer in its place"
        }
        Blocker::ApprovalNotFromAPerson => {
            "take out the approval that no person gave, ask a person to approve exactly this action, then check again with the answer in its place"
        }
        Blocker::ApprovalWithoutVerdict => {
            "bring an approval that says yes in a verdict field or names this action in place of the one that does neither, then check again"
        }
        Blocker::ApprovalWithCondition => {
            "ask a person to approve exactly this action without a condition, then check again with that approval in place of the other"
        }
        Blocker::ApprovalNotBoundToAction => {
            "get an approval for exactly this action, bound to its digest, then check again with it in place of the other"
        }
        Blocker::UnstructuredEvidenceRef => {
            "replace string evidence refs by structured ones, then check again"
        }
        Blocker::EvidenceSecretLeak => {
            "take the secret out of the evidence, rotate it, and check again"
        }
        Blocker::EvidencePiiLeak | Blocker::UnsafeRedactionStatus => {
            "redact the evidence, then check again"
        }
        Blocker::InvalidRetrievedAt | Blocker::EvidenceFromFuture => {
            "correct the timestamps of the evidence, then check again"
        }
        Blocker::EvidenceMarksMissingInformation => {
            "fetch what the evidence says is missing, then check again"
        }
        Blocker::EvidenceBelowProductionProfile => {
            "fill in all six fields of each evidence ref with fresh evidence, then check again"
        }
        // What is stale.
        _ => "fetch the evidence anew, then check again",
    }
}
