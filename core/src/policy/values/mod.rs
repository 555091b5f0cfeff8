//! The operator's rules for the values of arguments: "at most 100", "only these domains", "never production".
//!
//! Rules are read once. Each is held against the arguments in one pass over what its pointer selects, and only ever
//! says whether it holds: no value leaves this folder.

mod element;
mod glob;
mod number;
mod pointer;
mod read;
mod rule;
mod rules;
#[cfg(test)]
mod tests;

pub(super) use read::{read_conditions, read_values};
pub(super) use rules::{Outcome, ValueRules};
