//! The faults of a long list, a few of its elements at a time.
//!
//! Where a value can have more faults than may be collected at once, it is mostly one long list of rows. The
//! faults within a row are those that it has in a shorter list, too. So copies of the value are checked that
//! hold nothing but the way to the list and some of its elements.

use std::ops::ControlFlow;

use jsonschema::ValidationError;
use serde_json::{Map, Value};

use super::{
    super::schema::Allowance,
    validator::{BoundedValidator, Checked},
};

/// Elements that are first tried at once.
const MOST_ELEMENTS: usize = 1_024;

/// Where a shortened list stands in a value: so many steps down, and it begins with this element.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part {
    pub(super) depth: usize,
    pub(super) first: usize,
}

impl BoundedValidator {
    /// Gives `take` every fault within the elements of the list to which these names lead, until it has
    /// enough, or until there are no steps left.
    pub(super) fn in_parts(
        &self,
        value: &Value,
        names: &[String],
        allowance: &mut Allowance,
        mut take: impl FnMut(&ValidationError<'_>, Part) -> ControlFlow<()>,
    ) {
        let list = names.iter().try_fold(value, |value, name| value.get(name));
        let Some(Value::Array(list)) = list else { return };
        let (mut first, mut size) = (0, MOST_ELEMENTS);
        while first < list.len() {
            let elements = list.iter().skip(first).take(size).cloned().collect();
            let copy = names.iter().rev().fold(Value::Array(elements), |below, name| {
                Value::Object(Map::from_iter([(name.clone(), below)]))
            });
            match self.check(&copy, allowance) {
                Checked::TooManySteps(_) => return,
                Checked::TooManyFaults(_) if size > 1 => {
                    size /= 4;
                    continue;
                }
                Checked::TooManyFaults(_) | Checked::Fits => {}
                Checked::Faults(faults) => {
                    let part = Part { depth: names.len(), first };
                    for error in faults {
                        let within = error.instance_path().segments().count() > names.len();
                        if within && take(&error, part).is_break() {
                            return;
                        }
                    }
                }
            }
            first += size;
        }
    }
}
