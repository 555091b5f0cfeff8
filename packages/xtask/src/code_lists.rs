//! The codes of decisions by kind, for the files that are generated from them.

use aana_core::codes::{Blocker, FaultCode, Reason, Warning};

/// The codes of one kind.
pub(crate) struct CodeList {
    /// The member of a decision that holds them.
    pub(crate) member: &'static str,
    /// The type that the other languages give them.
    pub(crate) type_name: &'static str,
    /// Each with its sentence.
    pub(crate) codes: Vec<(&'static str, &'static str)>,
}

/// Every code, in the order of declaration.
pub(crate) fn all() -> [CodeList; 4] {
    [
        list("hard_blockers", "Blocker", Blocker::ALL, Blocker::as_str, Blocker::sentence),
        list("reasons", "Reason", Reason::ALL, Reason::as_str, Reason::sentence),
        list("warnings", "WarningCode", Warning::ALL, Warning::as_str, Warning::sentence),
        list(
            "validation_errors",
            "FaultCode",
            FaultCode::ALL,
            FaultCode::as_str,
            FaultCode::sentence,
        ),
    ]
}

fn list<T: Copy>(
    member: &'static str,
    type_name: &'static str,
    all: &[T],
    word: fn(T) -> &'static str,
    sentence: fn(T) -> &'static str,
) -> CodeList {
    let codes = all.iter().map(|code| (word(*code), sentence(*code))).collect();
    CodeList { member, type_name, codes }
}
