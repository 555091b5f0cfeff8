//! The words of the AANA Agent Action Contract v1: its fields, its enumerations and their orders.
//!
//! Every enumeration lists its values once, in the contract's order. `parse` takes the exact
//! spelling and nothing else (another case, a blank or an alias is not the contract's word), and
//! `ALL` lets tests and tables walk what there is.

/// The version that a v1 event may name in `schema_version`, and that every decision names.
pub const CONTRACT_VERSION: &str = "aana.agent_tool_precheck.v1";

/// The version that every audit event names.
pub(crate) const AUDIT_EVENT_VERSION: &str = "aana.audit_safe_decision.v1";

/// The version of this gate, which every decision names in `gate_version`.
pub const GATE_VERSION: &str = env!("CARGO_PKG_VERSION");

/// The seven required fields, in the contract's order.
pub const REQUIRED_FIELDS: [&str; 7] = [
    "tool_name",
    "tool_category",
    "authorization_state",
    "evidence_refs",
    "risk_domain",
    "proposed_arguments",
    "recommended_route",
];

/// An enumeration of contract words, for readers that do not care which.
pub(crate) trait Word: Copy + 'static {
    /// Every value as it is written.
    const CHOICES: &'static [&'static str];

    /// Every value, in the same order.
    const VALUES: &'static [Self];

    /// The value as one bit, for sets of at most 32.
    fn bit(self) -> u64;

    /// The value with exactly this spelling, if there is one.
    fn from_word(text: &str) -> Option<Self> {
        Self::VALUES.get(place_of(text, Self::CHOICES)?).copied()
    }
}

/// The place of a word among others.
#[cfg_attr(target_family = "wasm", inline(never))]
pub(crate) fn place_of(text: &str, words: &[&str]) -> Option<usize> {
    words.iter().position(|word| *word == text)
}

/// Declares an enumeration of contract words with `ALL`, `as_str` and `parse`.
macro_rules! words {
    (
        $(#[$meta:meta])*
        $name:ident { $( $(#[$variant_meta:meta])* $variant:ident = $text:literal, )+ }
    ) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum $name {
            $(
                $(#[$variant_meta])*
                #[doc = concat!("`", $text, "`")]
                $variant,
            )+
        }

        impl $name {
            /// Every value, in the order of declaration.
            pub const ALL: &'static [Self] = &[ $(Self::$variant,)+ ];

            /// Every value as it is written, in the same order.
            pub const WORDS: &'static [&'static str] = &[ $($text,)+ ];

            /// The value as the contract writes it.
            #[expect(clippy::indexing_slicing, reason = "each value has its word")]
            pub const fn as_str(self) -> &'static str {
                Self::WORDS[self as usize]
            }

            /// The value with exactly this spelling, if there is one.
            pub fn parse(text: &str) -> Option<Self> {
                $crate::contract::Word::from_word(text)
            }
        }

        impl $crate::contract::Word for $name {
            const CHOICES: &'static [&'static str] = Self::WORDS;
            const VALUES: &'static [Self] = Self::ALL;

            fn bit(self) -> u64 {
                1_u64.checked_shl(self as u32).unwrap_or(0)
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.as_str())
            }
        }
    };
}
pub(crate) use words;

words! {
    /// What happens to the call. The order is strictness: `accept < ask < defer < refuse`.
    Route {
        Accept = "accept",
        Ask = "ask",
        Defer = "defer",
        Refuse = "refuse",
    }
}

words! {
    /// The consequence class of a tool. The order of the first three is strictness.
    ToolCategory {
        PublicRead = "public_read",
        PrivateRead = "private_read",
        Write = "write",
        Unknown = "unknown",
    }
}

impl ToolCategory {
    /// Whether a tool of this category only reads.
    pub(crate) const fn is_read(self) -> bool {
        matches!(self, Self::PublicRead | Self::PrivateRead)
    }
}

words! {
    /// The strongest verified authorization. The order is strength.
    AuthorizationState {
        None = "none",
        UserClaimed = "user_claimed",
        Authenticated = "authenticated",
        Validated = "validated",
        Confirmed = "confirmed",
    }
}

words! {
    /// The primary risk surface of the call.
    RiskDomain {
        Devops = "devops",
        Finance = "finance",
        Education = "education",
        Hr = "hr",
        Legal = "legal",
        Pharma = "pharma",
        Healthcare = "healthcare",
        Commerce = "commerce",
        CustomerSupport = "customer_support",
        Security = "security",
        Research = "research",
        PersonalProductivity = "personal_productivity",
        PublicInformation = "public_information",
        Unknown = "unknown",
    }
}

words! {
    /// What kind of record an evidence ref points to.
    EvidenceKind {
        UserMessage = "user_message",
        AssistantMessage = "assistant_message",
        ToolResult = "tool_result",
        Policy = "policy",
        AuthEvent = "auth_event",
        Approval = "approval",
        SystemState = "system_state",
        AuditRecord = "audit_record",
        Other = "other",
    }
}

words! {
    /// Who vouches for an evidence ref.
    TrustTier {
        Verified = "verified",
        Runtime = "runtime",
        UserClaimed = "user_claimed",
        Unverified = "unverified",
        Unknown = "unknown",
    }
}

words! {
    /// What was taken out of an evidence ref.
    RedactionStatus {
        Public = "public",
        Redacted = "redacted",
        Sensitive = "sensitive",
        Unknown = "unknown",
    }
}

words! {
    /// Whether an evidence ref is up to date.
    FreshnessStatus {
        Fresh = "fresh",
        Stale = "stale",
        Unknown = "unknown",
    }
}

words! {
    /// The kind of party on whose authority the call is made.
    SubjectType {
        User = "user",
        Account = "account",
        Client = "client",
        Employee = "employee",
        Student = "student",
        Patient = "patient",
        Case = "case",
        Service = "service",
        Unknown = "unknown",
    }
}

words! {
    /// Whether the gate passes the call.
    GateDecision {
        Pass = "pass",
        Fail = "fail",
    }
}

words! {
    /// Whether the host is held to the decision (`enforce`) or only watches it (`shadow`).
    Mode {
        Enforce = "enforce",
        Shadow = "shadow",
    }
}

words! {
    /// Why a host may or may not go on with a call.
    ExecutionReason {
        AanaAccepted = "aana_accepted",
        RouteNotAccept = "route_not_accept",
        ShadowModeOnlyObserves = "shadow_mode_only_observes",
        DecisionNotWellFormed = "decision_not_well_formed",
    }
}

words! {
    /// How dangerous the call is. The order is severity.
    RiskLevel {
        Low = "low",
        Medium = "medium",
        High = "high",
    }
}

words! {
    /// What the verb in a tool's name does. [`names`](crate::names) has the verbs.
    VerbClass {
        Read = "READ",
        Draft = "DRAFT",
        Edit = "EDIT",
        Send = "SEND",
        Destroy = "DESTROY",
        Money = "MONEY",
        Exec = "EXEC",
        Other = "OTHER",
    }
}

impl VerbClass {
    /// Whether a tool with such a name changes something: a declared read is then taken for a write.
    pub const fn acts(self) -> bool {
        !matches!(self, Self::Read | Self::Draft | Self::Other)
    }
}
