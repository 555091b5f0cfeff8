//! Variables that a text sets, with what is known of their values.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::stand_in::{place_of, stand_in_of};
use super::state::Shell;
use super::variable::{MAX_VALUE, MAX_VALUES, MAX_VARIABLES, Variable};
use crate::arguments::effect::Program;

impl Shell<'_> {
    /// The stand-in for a variable that is known to begin with no `-` and to hold no blank.
    pub(crate) fn safe_variable(&mut self, name: &str) -> Option<char> {
        let known = self.variables.iter_mut().enumerate().skip(self.first_known);
        let (place, variable) = known.rev().find(|(_, variable)| variable.name == name)?;
        variable.used |= variable.safe;
        variable.safe.then(|| stand_in_of(place))
    }

    /// Whether the text sets no such variable: its value is one that the caller gave.
    pub(crate) fn is_from_outside(&self, name: &str) -> bool {
        let is_of_shell = name == "_" || name.starts_with("BASH");
        let sets = self.variables.iter().any(|variable| variable.name == name);
        !is_of_shell && !sets && self.variables.len() < MAX_VARIABLES
    }

    /// The values of the variable that a stand-in is for.
    pub(crate) fn values_of(&self, stand_in: char) -> &[String] {
        let place = place_of(stand_in).and_then(|place| self.variables.get(place));
        place.map_or(&[], |variable| &variable.values)
    }

    /// Notes one of the values that a variable has. Where there are too many the last one counts.
    pub(crate) fn value(&mut self, name: &str, value: &str) {
        let variable = self.variables.iter_mut().rev().find(|variable| variable.name == name);
        if let Some(variable) = variable.filter(|_| value.len() <= MAX_VALUE) {
            variable.values.truncate(MAX_VALUES - 1);
            variable.values.push(value.to_string());
        }
    }

    /// Notes that the text sets a variable.
    pub(crate) fn set(&mut self, name: &str, safe: bool) {
        let safe = safe && name != "_" && !name.starts_with("BASH");
        if self.exports_all {
            self.export(name, None);
        }
        let mut relied = false;
        let mut known = false;
        let (first_known, here) = (self.first_known, self.scope());
        let all = self.variables.iter_mut().enumerate();
        for (place, variable) in all.filter(|(_, variable)| variable.name == name) {
            // Whichever of two values it has when it is used: one that is not safe stays in mind.
            known |= place >= first_known && (!variable.safe || variable.scope <= here);
            if !safe {
                relied |= variable.used;
                variable.safe = false;
            }
        }
        // In a loop the words that counted on it may run again.
        if relied {
            self.cannot_tell(Program::of("assignment"));
        }
        // More names than this are not followed.
        if !known && self.variables.len() < MAX_VARIABLES {
            let scope = if safe { here } else { 0 };
            self.variables.push(Variable {
                name: name.to_string(),
                safe,
                used: false,
                scope,
                values: Vec::new(),
            });
        }
    }
}
