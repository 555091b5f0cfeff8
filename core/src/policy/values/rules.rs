//! All rules of an entry for the values of the arguments.

use alloc::vec::Vec;

pub(crate) use super::rule::Outcome;
use super::{
    pointer::{ArgumentPointer, Node},
    rule::Rule,
};
use crate::{contract::Route, json::Object};

/// A rule, what it is about, and what follows if it does not hold.
#[derive(Debug, Clone)]
pub(super) struct ValueRule {
    pub(super) pointer: ArgumentPointer,
    pub(super) rule: Rule,
    pub(super) otherwise: Route,
}

/// The rules of an entry, in its order.
#[derive(Debug, Clone, Default)]
pub(crate) struct ValueRules(Vec<ValueRule>);

impl ValueRules {
    pub(super) fn add(&mut self, rule: ValueRule) {
        self.0.push(rule);
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The pointers of the rules, as the operator wrote them.
    pub(crate) fn pointers(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|rule| rule.pointer.as_str())
    }

    /// Whether a tool with these parameters can meet each rule.
    pub(crate) fn can_meet(&self, parameters: &[&str]) -> impl Iterator<Item = bool> {
        self.0.iter().map(|rule| rule.pointer.can_meet(parameters))
    }

    /// What follows from the rules that do not hold: each with its place among all. Of arguments that could not be read
    /// none holds.
    pub(crate) fn broken<'r>(
        &'r self,
        arguments: Option<&'r Object<'_>>,
    ) -> impl Iterator<Item = (usize, Route)> + 'r {
        let rules = self.0.iter().enumerate();
        rules
            .filter(move |(_, rule)| {
                arguments.is_none_or(|arguments| rule.judge(arguments) != Outcome::Holds)
            })
            .map(|(index, rule)| (index, rule.otherwise))
    }

    /// Whether all of them hold, as conditions. Where two spellings of a key say different things, nobody can tell which
    /// of them counts.
    pub(crate) fn judge(&self, arguments: &Object<'_>) -> Outcome {
        self.0.iter().map(|rule| rule.judge_as_condition(arguments)).max().unwrap_or(Outcome::Holds)
    }
}

impl ValueRule {
    fn judge_as_condition(&self, arguments: &Object<'_>) -> Outcome {
        let (mut least, mut most) = (Outcome::Fails, Outcome::Holds);
        self.pointer.select(Node::Object(arguments), &mut |found| {
            let outcome = self.rule.judge(found);
            (least, most) = (least.min(outcome), most.max(outcome));
        });
        let differs = least == Outcome::Holds && most == Outcome::Fails;
        if differs && self.pointer.names_one() { Outcome::Unclear } else { most }
    }

    fn judge(&self, arguments: &Object<'_>) -> Outcome {
        let mut outcome = Outcome::Holds;
        self.pointer.select(Node::Object(arguments), &mut |found| {
            outcome = outcome.max(self.rule.judge(found));
        });
        outcome
    }
}
