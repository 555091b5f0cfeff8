//! The contract's words and the codes, with the names that they have as types. One table for every language.

use aana_core::codes::{Blocker, FaultCode, Reason, Warning};
use aana_core::contract::{
    AuthorizationState, EvidenceKind, FreshnessStatus, GateDecision, Mode, RedactionStatus,
    RiskDomain, RiskLevel, Route, SubjectType, ToolCategory, TrustTier, VerbClass,
};

/// One list of words.
pub(crate) struct WordType {
    /// The name of the type.
    pub(crate) name: &'static str,
    /// The sentence about it.
    pub(crate) meaning: &'static str,
    /// The words, in their order.
    pub(crate) words: &'static [&'static str],
}

impl WordType {
    /// The name in Python, where `GateDecision` is the class of a decision.
    pub(crate) fn python_name(&self) -> &'static str {
        if self.name == "GateDecision" { "GateWord" } else { self.name }
    }
}

const fn of(meaning: &'static str, name: &'static str, words: &'static [&'static str]) -> WordType {
    WordType { name, meaning, words }
}

/// Every list.
pub(crate) const ALL: [WordType; 17] = [
    of("What happens to a call, by strictness.", "Route", Route::WORDS),
    of("The consequence class of a tool.", "ToolCategory", ToolCategory::WORDS),
    of("How strongly a call is authorized.", "AuthorizationState", AuthorizationState::WORDS),
    of("The primary risk surface of a call.", "RiskDomain", RiskDomain::WORDS),
    of("What an evidence ref points to.", "EvidenceKind", EvidenceKind::WORDS),
    of("Who vouches for an evidence ref.", "TrustTier", TrustTier::WORDS),
    of("What was taken out of an evidence ref.", "RedactionStatus", RedactionStatus::WORDS),
    of("Whether an evidence ref is up to date.", "FreshnessStatus", FreshnessStatus::WORDS),
    of("On whose authority a call is made.", "SubjectType", SubjectType::WORDS),
    of("Whether the gate passes a call.", "GateDecision", GateDecision::WORDS),
    of("Whether the host is held to the decision.", "Mode", Mode::WORDS),
    of("How dangerous a call is.", "RiskLevel", RiskLevel::WORDS),
    of("What the verb in a tool's name does.", "VerbClass", VerbClass::WORDS),
    of("A rule that keeps a call from running.", "Blocker", Blocker::WORDS),
    of("A step on the way to the route.", "Reason", Reason::WORDS),
    of("Something worth fixing.", "WarningCode", Warning::WORDS),
    of("A fault of form.", "FaultCode", FaultCode::WORDS),
];

/// The list with this name.
pub(crate) fn named(name: &str) -> Option<&'static WordType> {
    ALL.iter().find(|it| it.name == name)
}

/// The list that holds exactly these words, in this order.
pub(crate) fn exactly(words: &[&str]) -> Option<&'static WordType> {
    ALL.iter().find(|it| it.words == words)
}
