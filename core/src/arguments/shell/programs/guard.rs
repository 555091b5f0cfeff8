//! Programs that read, but for a few options.

use super::super::does::Does;
use super::super::options::{OPERAND, Parts};
use super::call::Call;
use crate::arguments::tables::programs::GUARDS;

/// What a program of the table does with its words.
pub(super) fn guarded(call: &mut Call<'_, '_, '_>) -> Does {
    let Some(options) = GUARDS.get(call.name) else { return Does::UNKNOWN };
    let mut does = Does::READS;
    for part in Parts::new(call.args, options) {
        does = does.and(part.does());
        // A pager runs what stands behind a plus sign.
        if part.kind == OPERAND && part.text().starts_with('+') {
            does = does.and(Does::READS.or_unknown(!matches!(call.name, "less" | "more")));
        }
    }
    does.by_class()
}
