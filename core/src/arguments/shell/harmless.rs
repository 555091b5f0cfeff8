//! Targets to which output may go without a trace.

use super::word::{PIPE, Word};
use crate::arguments::tables::programs::SAFE_TARGETS;

/// Whether output goes nowhere.
pub(super) fn is_harmless(word: Word<'_>) -> bool {
    word.text == "-" || SAFE_TARGETS.contains(word.text) || word.text.strip_prefix(PIPE) == Some("")
}
