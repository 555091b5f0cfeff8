//! Numbers of arguments, exact and with their sign.

use core::cmp::Ordering;

use super::pointer::Node;
use crate::{
    arguments::{decimal::Decimal, mass::amount::grouped_by_points},
    json::Value,
};

/// How many decimals a sum keeps.
const DECIMALS: i64 = 12;

/// A number with its sign.
#[derive(Debug, Clone, Copy)]
pub(super) struct Signed<'a> {
    is_negative: bool,
    size: Decimal<'a>,
}

impl<'a> Signed<'a> {
    /// A text that is a number and nothing else.
    pub(super) fn parse(text: &'a str) -> Option<Self> {
        let size = Decimal::parse(text)?;
        Some(Self { is_negative: text.starts_with('-') && !size.is_zero(), size })
    }

    /// A number, or a text that can only be read as one: `1.500` may be a thousand and a half.
    pub(super) fn of(node: Node<'a, '_>) -> Option<Self> {
        match node {
            Node::Scalar(Value::Number(number)) => Self::parse(number.as_str()),
            node => Self::of_text(node.as_str()?),
        }
    }

    pub(super) fn of_text(text: &'a str) -> Option<Self> {
        let text = text.trim();
        if grouped_by_points(text).is_some() { None } else { Self::parse(text) }
    }

    pub(super) fn compare(&self, other: &Self) -> Ordering {
        match (self.is_negative, other.is_negative) {
            (false, false) => self.size.compare(&other.size),
            (true, true) => other.size.compare(&self.size),
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
        }
    }
}

/// A sum, exact to twelve decimals.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Sum {
    positive: u128,
    negative: u128,
}

impl Sum {
    /// Adds a number, unless it has more digits than can be added.
    #[must_use]
    pub(super) fn plus(mut self, number: Signed<'_>) -> Option<Self> {
        let units = number.size.units(DECIMALS)?;
        let part = if number.is_negative { &mut self.negative } else { &mut self.positive };
        *part = part.checked_add(units)?;
        Some(self)
    }

    /// Whether the sum is no more than this. What is negative does not make up for what is too much.
    pub(super) fn is_at_most(&self, limit: Signed<'_>) -> bool {
        let limit = Self::default().plus(limit);
        limit.is_some_and(|limit| limit.negative == 0 && self.positive <= limit.positive)
    }

    /// Whether the sum is no less than this.
    pub(super) fn is_at_least(&self, limit: Signed<'_>) -> bool {
        let least = Self::default().plus(limit).and_then(|limit| {
            let left = self.positive.checked_add(limit.negative)?;
            Some(left >= limit.positive.checked_add(self.negative)?)
        });
        least.unwrap_or(false)
    }
}
