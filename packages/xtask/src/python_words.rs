//! The contract's words and the codes as a module of the Python package.

use aana_core::codes::{Blocker, FaultCode, Reason, Warning};
use aana_core::contract::{
    AuthorizationState, EvidenceKind, FreshnessStatus, Mode, RedactionStatus, RiskDomain,
    RiskLevel, Route, SubjectType, ToolCategory, TrustTier, VerbClass,
};

use crate::code_lists::{self, CodeList};

/// Where the module lies.
pub(crate) const PATH: &str = "bindings-python/python/aana/_words.py";

/// The text of the module.
pub(crate) fn render() -> String {
    let mut text = String::from(
        "\"\"\"The contract's words and the gate's codes. Written by `cargo xtask gen`; changes here are lost.\"\"\"\n\n\
         from __future__ import annotations\n\n\
         from typing import Final, Literal\n",
    );
    let types: [(&str, &[&str]); 16] = [
        ("Route", Route::WORDS),
        ("ToolCategory", ToolCategory::WORDS),
        ("AuthorizationState", AuthorizationState::WORDS),
        ("RiskDomain", RiskDomain::WORDS),
        ("EvidenceKind", EvidenceKind::WORDS),
        ("TrustTier", TrustTier::WORDS),
        ("RedactionStatus", RedactionStatus::WORDS),
        ("FreshnessStatus", FreshnessStatus::WORDS),
        ("SubjectType", SubjectType::WORDS),
        ("Mode", Mode::WORDS),
        ("RiskLevel", RiskLevel::WORDS),
        ("VerbClass", VerbClass::WORDS),
        ("Blocker", Blocker::WORDS),
        ("Reason", Reason::WORDS),
        ("WarningCode", Warning::WORDS),
        ("FaultCode", FaultCode::WORDS),
    ];
    for (name, words) in types {
        let words: Vec<String> = words.iter().map(|word| format!("    \"{word}\",\n")).collect();
        text.push_str(&["\n", name, " = Literal[\n", &words.concat(), "]\n"].concat());
    }
    text.push_str("\nCODES: Final[dict[str, dict[str, str]]] = {\n");
    for CodeList { member, codes, .. } in code_lists::all() {
        text.push_str(&["    \"", member, "\": {\n"].concat());
        for (code, sentence) in codes {
            let sentence = sentence.replace('\\', "\\\\").replace('"', "\\\"");
            text.push_str(&["        \"", code, "\": \"", &sentence, "\",\n"].concat());
        }
        text.push_str("    },\n");
    }
    text.push_str(
        "}\n\"\"\"Every code with its sentence, by the member of a decision that holds it.\"\"\"\n",
    );
    text
}
