//! A validator that is asked what it would cost before it runs.
//!
//! The library walks a value to its end and collects every fault, and it copies what does not fit an
//! alternative. So the steps and the faults are counted first. What would take too many steps is not run,
//! and faults are only collected where all that there can be are few.

use jsonschema::{Draft, PatternOptions, ValidationError, Validator};
use serde_json::Value;

use super::super::schema::{Allowance, Place, Rates};

/// Bytes of one compiled pattern.
const PATTERN_BYTES: usize = 8 << 20;
/// Bytes that a pattern keeps of what it saw, so that it need not look again.
const PATTERN_CACHE_BYTES: usize = 256 << 10;

/// A validator with what it costs.
#[derive(Debug)]
pub(in super::super) struct BoundedValidator {
    validator: Validator,
    rates: Rates,
}

/// What became of checking a value.
pub(in super::super) enum Checked<'v> {
    Fits,
    /// These are all faults.
    Faults(Box<dyn Iterator<Item = ValidationError<'v>> + 'v>),
    /// It does not fit, and there can be more faults than are collected at once; up to this place there
    /// can be so many.
    TooManyFaults(Place),
    /// It was not checked: the steps ran out at this place.
    TooManySteps(String),
}

impl BoundedValidator {
    /// A validator of a schema that was found to be sound and bounded. Nothing is fetched: there is no
    /// code for it in the program.
    pub(in super::super) fn new(schema: &Value) -> Option<Self> {
        // The dialect was settled, and a root `$id` only renames what `#` means.
        let mut schema = schema.clone();
        if let Some(map) = schema.as_object_mut() {
            map.shift_remove("$schema");
            map.shift_remove("$id");
        }
        let patterns =
            PatternOptions::regex().size_limit(PATTERN_BYTES).dfa_size_limit(PATTERN_CACHE_BYTES);
        let validator = jsonschema::options()
            .with_draft(Draft::Draft7)
            .offline()
            .with_pattern_options(patterns)
            .should_validate_formats(true)
            .should_ignore_unknown_formats(true)
            .build(&schema)
            .ok()?;
        Some(Self { validator, rates: Rates::of(&schema) })
    }

    pub(in super::super) fn check<'v>(
        &'v self,
        value: &'v Value,
        allowance: &mut Allowance,
    ) -> Checked<'v> {
        match self.rates.spend(value, allowance) {
            Err(place) => Checked::TooManySteps(place),
            Ok(_) if self.validator.is_valid(value) => Checked::Fits,
            Ok(None) => Checked::Faults(Box::new(self.validator.iter_errors(value))),
            Ok(Some(place)) => Checked::TooManyFaults(place),
        }
    }

    /// Whether the faults within a list to which these names lead are the same whatever else there is.
    pub(super) fn stands_alone(&self, names: &[String]) -> bool {
        self.rates.stands_alone(names)
    }
}
