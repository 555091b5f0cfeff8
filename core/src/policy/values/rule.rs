//! One rule for the values that a pointer selects, and whether it holds.

use alloc::{string::String, vec::Vec};
use core::cmp::Ordering;

use super::{
    element::{Fit, TextPattern, each_element},
    number::{Signed, Sum},
    pointer::{ArgumentPointer, Found, Node},
};
use crate::json::Value;

/// What came of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    Holds,
    /// Nobody can tell: a value of another type, or one that can be read in two ways.
    Unclear,
    Fails,
}

/// A rule as the operator wrote it.
#[derive(Debug, Clone, Default)]
pub(super) struct Rule {
    pub(super) one_of: Option<Vec<Literal>>,
    pub(super) matches: Option<Vec<TextPattern>>,
    pub(super) not_match: Option<Vec<TextPattern>>,
    /// Numbers, as they are written.
    pub(super) at_most: Option<String>,
    pub(super) at_least: Option<String>,
    pub(super) max_items: Option<u32>,
    pub(super) max_length: Option<u32>,
    /// `false`: the value may be missing.
    pub(super) required: Option<bool>,
    pub(super) absent: bool,
    pub(super) total: Vec<Total>,
}

/// A value that is allowed.
#[derive(Debug, Clone)]
pub(super) enum Literal {
    Text(String),
    Number(String),
    Bool(bool),
    Null,
}

/// Limits of a sum.
#[derive(Debug, Clone)]
pub(super) struct Total {
    pub(super) of: ArgumentPointer,
    pub(super) at_most: Option<String>,
    pub(super) at_least: Option<String>,
}

impl Rule {
    /// Whether the rule holds for what stands where its pointer points to.
    pub(super) fn judge(&self, found: Found<'_, '_>) -> Outcome {
        match found {
            Found::Node(node) if node.is_null() && !self.allows_null() => self.of_nothing(),
            Found::Node(_) if self.absent => Outcome::Fails,
            Found::Node(node) => self.of_value(node),
            Found::Nothing => self.of_nothing(),
            Found::Misplaced if self.absent => Outcome::Holds,
            Found::Misplaced => Outcome::Unclear,
        }
    }

    fn allows_null(&self) -> bool {
        self.one_of.iter().flatten().any(|literal| matches!(literal, Literal::Null))
    }

    fn of_nothing(&self) -> Outcome {
        let speaks_of_a_value = self.one_of.is_some()
            || self.matches.is_some()
            || self.not_match.is_some()
            || self.at_most.is_some()
            || self.at_least.is_some()
            || !self.total.is_empty();
        let needs_one = self.required.unwrap_or(speaks_of_a_value);
        if needs_one && !self.absent { Outcome::Fails } else { Outcome::Holds }
    }

    fn of_value(&self, node: Node<'_, '_>) -> Outcome {
        let mut outcome = within(node, self.at_most.as_deref(), self.at_least.as_deref());
        if let Some(literals) = &self.one_of {
            outcome = outcome.max(is_one_of(literals, node));
        }
        if let Some(patterns) = &self.matches {
            outcome = outcome.max(each_text(node, &|text| all_fit(patterns, text)));
        }
        if let Some(patterns) = &self.not_match {
            outcome = outcome.max(each_text(node, &|text| none_fits(patterns, text)));
        }
        if let Some(most) = self.max_items {
            outcome = outcome.max(has_at_most(count(node), most));
        }
        if let Some(most) = self.max_length {
            let letters = node.as_str().map(|text| text.chars().count());
            outcome = outcome.max(has_at_most(letters, most));
        }
        for total in &self.total {
            outcome = outcome.max(total.judge(node, self.required));
        }
        outcome
    }
}

fn is_one_of(literals: &[Literal], node: Node<'_, '_>) -> Outcome {
    let among = |node: Node<'_, '_>| literals.iter().any(|literal| literal.is(node));
    let holds = match node {
        Node::Array(items) => !items.is_empty() && items.iter().all(|item| among(Node::of(item))),
        Node::Object(_) => return Outcome::Unclear,
        Node::Scalar(_) => among(node),
    };
    if holds { Outcome::Holds } else { Outcome::Fails }
}

impl Literal {
    /// Numbers are compared by value, also where one of both is a text; texts letter by letter.
    fn is(&self, node: Node<'_, '_>) -> bool {
        let Node::Scalar(value) = node else { return false };
        let same = |number: &str| {
            let (one, other) = (Signed::parse(number), Signed::of(node));
            one.zip(other).is_some_and(|(one, other)| one.compare(&other).is_eq())
        };
        match (self, value) {
            (Self::Text(text), Value::String(given)) => *text == **given,
            (Self::Number(number), _) => same(number),
            (Self::Text(text), Value::Number(_)) => same(text),
            (Self::Bool(truth), Value::Bool(given)) => truth == given,
            (Self::Null, Value::Null) => true,
            _ => false,
        }
    }
}

/// Judges a text, or each text of a list.
fn each_text(node: Node<'_, '_>, judge: &dyn Fn(&str) -> Outcome) -> Outcome {
    let of_text = |node: Node<'_, '_>| node.as_str().map_or(Outcome::Unclear, judge);
    match node {
        Node::Array(items) => {
            let texts = items.iter().map(|item| of_text(Node::of(item)));
            texts.max().unwrap_or(Outcome::Fails)
        }
        node => of_text(node),
    }
}

/// The strictest of what patterns say of a text, all or those about whole lists: one that fits counts before one that
/// cannot tell.
fn fit(patterns: &[TextPattern], whole_lists: bool, text: &str) -> Fit {
    let mut fit = Fit::No;
    for pattern in patterns.iter().filter(|pattern| !whole_lists || pattern.is_list()) {
        match pattern.fits(text) {
            Fit::Yes => return Fit::Yes,
            Fit::Unclear => fit = Fit::Unclear,
            Fit::No => {}
        }
    }
    fit
}

/// Whether a text fits, or each text of the list in it.
fn all_fit(patterns: &[TextPattern], text: &str) -> Outcome {
    if fit(patterns, true, text) == Fit::Yes {
        return Outcome::Holds;
    }
    let mut outcome = None;
    each_element(text, &mut |part| {
        let part = match fit(patterns, false, part) {
            Fit::Yes => Outcome::Holds,
            Fit::Unclear => Outcome::Unclear,
            Fit::No => Outcome::Fails,
        };
        outcome = outcome.max(Some(part));
    });
    outcome.unwrap_or(Outcome::Fails)
}

/// Whether neither a text nor a text of the list in it fits.
fn none_fits(patterns: &[TextPattern], text: &str) -> Outcome {
    let outcome = |fit| match fit {
        Fit::Yes => Outcome::Fails,
        Fit::Unclear => Outcome::Unclear,
        Fit::No => Outcome::Holds,
    };
    let mut worst = outcome(fit(patterns, true, text));
    each_element(text, &mut |part| worst = worst.max(outcome(fit(patterns, false, part))));
    worst
}

/// Whether a number is within its limits.
fn within(node: Node<'_, '_>, at_most: Option<&str>, at_least: Option<&str>) -> Outcome {
    if at_most.is_none() && at_least.is_none() {
        return Outcome::Holds;
    }
    let Some(number) = Signed::of(node) else { return Outcome::Unclear };
    let holds = |limit: Option<&str>, is_fine: fn(Ordering) -> bool| {
        limit.is_none_or(|limit| {
            Signed::parse(limit).is_some_and(|limit| is_fine(number.compare(&limit)))
        })
    };
    (holds(at_most, Ordering::is_le) && holds(at_least, Ordering::is_ge)).into()
}

impl From<bool> for Outcome {
    fn from(holds: bool) -> Self {
        if holds { Self::Holds } else { Self::Fails }
    }
}

/// How many elements or members there are, also of a list in one text.
fn count(node: Node<'_, '_>) -> Option<usize> {
    match node {
        Node::Array(items) => Some(items.iter().fold(0, |count, item| {
            // A text among them may be a list of addresses.
            let list = item.as_str().filter(|text| text.contains('@'));
            list.map_or(1, |text| count_in(text).max(1)).saturating_add(count)
        })),
        Node::Object(object) => Some(object.members().len()),
        Node::Scalar(_) => node.as_str().map(count_in),
    }
}

fn count_in(text: &str) -> usize {
    let mut count = 0_usize;
    each_element(text, &mut |_| count = count.saturating_add(1));
    count
}

fn has_at_most(count: Option<usize>, most: u32) -> Outcome {
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    count.map_or(Outcome::Unclear, |count| (count <= most).into())
}

impl Total {
    /// Adds up what the pointer selects below the value.
    fn judge(&self, node: Node<'_, '_>, required: Option<bool>) -> Outcome {
        let mut sum = Some(Sum::default());
        let mut outcome = Outcome::Holds;
        self.of.select(node, &mut |found| match found {
            Found::Node(number) => {
                sum = sum.and_then(|sum| sum.plus(Signed::of(number)?));
            }
            Found::Nothing if required == Some(false) => {}
            Found::Nothing => outcome = Outcome::Fails,
            Found::Misplaced => outcome = outcome.max(Outcome::Unclear),
        });
        let Some(sum) = sum else { return outcome.max(Outcome::Unclear) };
        let limit = |limit| Signed::parse(limit);
        let (at_most, at_least) = (self.at_most.as_deref(), self.at_least.as_deref());
        let holds = at_most.and_then(limit).is_none_or(|limit| sum.is_at_most(limit))
            && at_least.and_then(limit).is_none_or(|limit| sum.is_at_least(limit));
        outcome.max(holds.into())
    }
}
