//! The words of the core and of the WIT, one to one.
//!
//! Every conversion is an exhaustive match, so a word that only one side knows does not compile.

use alloc::vec::Vec;

use aana_core::{
    EvidenceProfile, EvidenceTrust, Fault, NameStrictness, SecretArguments, codes, contract,
};

use crate::bindings::exports::aana::gate::types;

/// Conversions from the core to the WIT. A variant is written once if both sides name it alike.
macro_rules! outward {
    ($core:path => $wit:path: $($variant:ident $(= $other:ident)?,)+) => {
        impl From<$core> for $wit {
            fn from(word: $core) -> Self {
                use $core as Core;
                match word { $(Core::$variant => outward!(@pick $variant $($other)?),)+ }
            }
        }
    };
    (@pick $variant:ident) => { Self::$variant };
    (@pick $variant:ident $other:ident) => { Self::$other };
}

/// Conversions both ways.
macro_rules! both {
    ($core:path => $wit:path: $($variant:ident,)+) => {
        outward!($core => $wit: $($variant,)+);

        impl From<$wit> for $core {
            fn from(word: $wit) -> Self {
                use $wit as Wit;
                match word { $(Wit::$variant => Self::$variant,)+ }
            }
        }
    };
}

both! {
    contract::Route => types::Route:
    Accept, Ask, Defer, Refuse,
}

both! {
    contract::ToolCategory => types::ToolCategory:
    PublicRead, PrivateRead, Write, Unknown,
}

both! {
    contract::AuthorizationState => types::AuthorizationState:
    None, UserClaimed, Authenticated, Validated, Confirmed,
}

both! {
    contract::RiskDomain => types::RiskDomain:
    Devops, Finance, Education, Hr, Legal, Pharma, Healthcare, Commerce, CustomerSupport,
    Security, Research, PersonalProductivity, PublicInformation, Unknown,
}

both! {
    contract::EvidenceKind => types::EvidenceKind:
    UserMessage, AssistantMessage, ToolResult, Policy, AuthEvent, Approval, SystemState,
    AuditRecord, Other,
}

both! {
    contract::TrustTier => types::TrustTier:
    Verified, Runtime, UserClaimed, Unverified, Unknown,
}

both! {
    contract::RedactionStatus => types::RedactionStatus:
    Public, Redacted, Sensitive, Unknown,
}

both! {
    contract::FreshnessStatus => types::FreshnessStatus:
    Fresh, Stale, Unknown,
}

both! {
    contract::SubjectType => types::SubjectType:
    User, Account, Client, Employee, Student, Patient, Case, Service, Unknown,
}

outward! {
    contract::GateDecision => types::GateDecision:
    Pass, Fail,
}

both! {
    contract::Mode => types::Mode:
    Enforce, Shadow,
}

outward! {
    contract::ExecutionReason => types::ExecutionReason:
    AanaAccepted, RouteNotAccept, ShadowModeOnlyObserves, DecisionNotWellFormed,
}

outward! {
    contract::RiskLevel => types::RiskLevel:
    Low, Medium, High,
}

outward! {
    contract::VerbClass => types::VerbClass:
    Read, Draft, Edit, Send, Destroy, Money, Exec, Other,
}

both! {
    EvidenceProfile => types::EvidenceProfile:
    Quickstart, Production,
}

both! {
    EvidenceTrust => types::EvidenceTrust:
    Trusted, Attested,
}

both! {
    NameStrictness => types::NameStrictness:
    Open, Strict,
}

both! {
    SecretArguments => types::SecretArguments:
    Ask, Refuse, Warn,
}

outward! {
    codes::Blocker => types::Blocker:
    SchemaValidationFailed, DeclaredReadNotRecognised, ToolNameNotPlainAscii, EvidenceNotAttested, EvidenceTextAmbiguous,
    ApprovalNotGiven, ApprovalNotFromAPerson, ApprovalWithCondition, UnstructuredEvidenceRef,
    AuthorizationStateNotSupported = AuthorizationStateNotSupportedByEvidence,
    PrivateReadNotAuthenticated, WriteMissingAuthorization, WriteMissingValidationOrConfirmation,
    WriteMissingExplicitConfirmation, UnknownToolCategory,
    HighRiskWriteMissingExplicitConfirmation, UnknownDestructiveTool, MissingEvidenceRefs,
    EvidenceSecretLeak, ApprovalNotBoundToAction, EvidencePiiLeak, UnsafeRedactionStatus,
    StaleEvidence, InvalidRetrievedAt, EvidenceFromFuture, ContradictoryEvidence,
    EvidenceMarksMissingInformation, EvidenceMissingAuthorization,
    ApprovalWithoutVerdict, ArgumentSecretLeak,
    ArgumentEffectUnknown,
    ArgumentDataInUrl,
    ArgumentHiddenText,
    ArgumentLookalike,
    ArgumentBacktickInText,
    ArgumentSecretFile,
    ArgumentDevicePath,
    ArgumentMassEffect,
    ArgumentAmountOverPolicy,
    ArgumentRecipientsOverPolicy,
    ArgumentPathTraversal,
    ArgumentPathForm,
    ArgumentUrlScheme,
    ArgumentUrlAmbiguous,
    ArgumentTooComplex,
    ArgumentPathOutsideRoots,
    ArgumentNotInAllowList,
    ArgumentHostNotAllowed,
    ArgumentRaw,
    ArgumentMetadataAddress,
    ArgumentRuleDenied,
    PolicyArgumentRule,
    RuntimeRefusal, PolicyRouteFloor, PolicyMinimumAuthorization, EvidenceBelowProductionProfile,
    AuditUnavailable,
}

outward! {
    codes::Reason => types::Reason:
    PolicyClassifiedTool, DeclaredReadReclassifiedAsWrite, DeclaredReadIsInterpreter,
    DeclaredReadReclassifiedByArguments,
    PublicReadReclassifiedIdentityBound = PublicReadReclassifiedIdentityBoundPrivateRead,
    PublicReadReclassifiedPrivateName, PublicReadReclassifiedByArguments,
    AuthorizationLoweredToEvidence,
    PublicReadNeedsNoAuthorization, AuthorizationSatisfiesPrivateRead,
    AuthorizationSatisfiesWrite, AuthorizationInsufficient, ToolNotClassified, EvidenceBlocks,
    ArgumentsBlock, PolicyTightens, RuntimeRecommendedStricterRoute, EventNotUnderstood,
}

outward! {
    codes::Warning => types::Warning:
    AuthorizationStateNotSupported = AuthorizationStateNotSupportedByEvidence,
    QuickstartEvidenceRefs, WeakTrustTier, SelfAttestedEvidence, UnknownRedactionStatus, UnknownFreshness,
    MissingFreshnessTimestamp, MissingProvenance, ApprovalWithoutVerdict,
    DeclaredReadNotRecognised, DeclaredReadActingArgument, ApprovalWithCondition,
    ArgumentSecretLeak,
    ArgumentEffectUnknown,
    ArgumentDataInUrl,
    ArgumentHiddenText,
    ArgumentLookalike,
    ArgumentBacktickInText,
    ArgumentSecretFile,
    ArgumentDevicePath,
    ArgumentMassEffect,
    ArgumentAmountOverPolicy,
    ArgumentRecipientsOverPolicy,
    ArgumentPathTraversal,
    ArgumentPathForm,
    ArgumentUrlScheme,
    ArgumentUrlAmbiguous,
    ArgumentTooComplex,
    PolicyArgumentRule,
    ArgumentKindGuessed,
    ArgumentPrivileged,
    ArgumentPathHasDotdot,
    ArgumentLoopbackAddress,
    ArgumentPrivateAddress,
    ArgumentUrlPunycode,
    ArgumentOpaqueText,
    UnknownField,
}

outward! {
    codes::FaultCode => types::FaultCode:
    EventTooLarge, InvalidUtf8, InvalidJson, TrailingData, DuplicateKey, NestingTooDeep,
    LoneSurrogate, NumberOutOfRange, NotAnObject, MissingField, WrongType, BlankString, TooLong,
    NotAllowedValue, UnsupportedVersion, UnknownField, RouteNotPermitted, ArgumentsInvalid,
    GateFailed,
}

/// The faults of form.
pub(crate) fn faults(faults: &[Fault]) -> Vec<types::Fault> {
    faults.iter().map(fault).collect()
}

/// One fault of form.
pub(crate) fn fault(fault: &Fault) -> types::Fault {
    types::Fault {
        path: fault.path.clone(),
        code: fault.code.into(),
        message: fault.message.clone(),
    }
}
