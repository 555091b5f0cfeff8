//! Whether whoever decides was not heard: `the policy check timed out`.

use super::{
    clause::Place,
    lexer::{Border, Lexeme},
    pattern,
    words::Sense,
};

/// That nothing was answered, where no negation before it says otherwise.
const SILENT: &[&str] = &[
    "timed|time out",
    "unreachable",
    "answered|returned|returns|responded|status|http with|code|error|an|a? code|error|an|a? error|5XX",
];

/// The same, with a negation.
const NOT_HEARD: &[&str] = &["NOT|NO be reached", "NOT|NO verdict|decision"];

/// Whether a clause says that a policy, a check or a guard had no verdict.
pub(super) fn had_no_verdict(words: &[Lexeme<'_>]) -> bool {
    let mut rest = words;
    while let Some((_, behind)) = rest.split_first() {
        let ends = |word: &Lexeme<'_>| {
            word.border == Border::Hard || (word.border == Border::Soft && !word.is_value)
        };
        let length = behind.iter().position(ends).unwrap_or(behind.len()).saturating_add(1);
        let (clause, after) = rest.split_at_checked(length).unwrap_or((rest, &[]));
        if clause.iter().any(|word| word.sense == Sense::Judge) && is_silent(clause) {
            return true;
        }
        rest = after;
    }
    false
}

fn is_silent(words: &[Lexeme<'_>]) -> bool {
    let fits = |place, patterns: &[&str]| patterns.iter().any(|it| pattern::fits(place, it));
    (0..words.len())
        .map(|at| Place { words, at })
        .any(|place| fits(place, NOT_HEARD) || (fits(place, SILENT) && !place.is_taken_back()))
}
