//! Whether the condition of a write chooses anything: `WHERE 1=1` does not.

use super::token::{Kind, Token};
use super::words::{self as w, ends_where};
use crate::arguments::{decimal::Decimal, steps::step};

/// How deep parentheses are followed. What is deeper counts as always true.
const MAX_DEPTH: u8 = 8;

/// Whether a condition is always true. It ends at the parenthesis that closes its statement, or at a clause.
pub(super) fn is_always_true(source: &str, tokens: &[Token]) -> bool {
    let mut depth = 0_usize;
    let end = tokens.iter().position(|token| {
        match token.kind {
            Kind::Mark(b'(') => depth = depth.saturating_add(1),
            Kind::Mark(b')') if depth == 0 => return true,
            Kind::Mark(b')') => depth = depth.saturating_sub(1),
            Kind::Word => return depth == 0 && ends_where(token.word),
            _ => {}
        }
        false
    });
    let tokens = tokens.get(..end.unwrap_or(tokens.len())).unwrap_or_default();
    step(tokens.len());
    Condition { source }.holds(tokens, MAX_DEPTH) == Some(true)
}

struct Condition<'a> {
    source: &'a str,
}

/// What joins or ends parts at one depth.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Joint {
    Or,
    And,
}

impl Condition<'_> {
    /// Whether a condition holds for every row, for none, or nobody knows.
    fn holds(&self, tokens: &[Token], depth: u8) -> Option<bool> {
        step(tokens.len());
        let Some(depth) = depth.checked_sub(1) else { return Some(true) };
        if let Some(inner) = unwrapped(tokens) {
            return self.holds(inner, depth);
        }
        for (joint, absorbing) in [(Joint::Or, true), (Joint::And, false)] {
            let mut all = Some(!absorbing);
            let mut rest = tokens;
            let mut is_joined = false;
            while let Some(at) = joint_at(rest, joint) {
                is_joined = true;
                let part = self.holds(rest.get(..at).unwrap_or_default(), depth);
                if part == Some(absorbing) {
                    return part;
                }
                all = if part.is_none() { None } else { all };
                rest = rest.get(at.saturating_add(1)..).unwrap_or_default();
            }
            if is_joined {
                let part = self.holds(rest, depth);
                return if part == Some(absorbing) || all.is_some() { part } else { None };
            }
        }
        match tokens {
            [first, rest @ ..] if first.word == w::NOT => {
                self.holds(rest, depth).map(|holds| !holds)
            }
            [first, rest @ ..] if first.word == w::EXISTS => {
                let reads_rows = rest.iter().any(|token| token.word == w::FROM);
                (!reads_rows).then_some(true)
            }
            _ => self.leaf(tokens),
        }
    }

    /// A comparison or a value.
    fn leaf(&self, tokens: &[Token]) -> Option<bool> {
        if let Some(value) = self.constant(tokens) {
            return Some(value);
        }
        // A value from outside may be anything.
        if tokens.iter().any(|token| matches!(token.kind, Kind::Mark(b'?' | b'%' | b'$' | b'@'))) {
            return None;
        }
        let mut depth = 0_usize;
        let is_operator = |token: &Token| {
            matches!(token.kind, Kind::Mark(b'=' | b'<' | b'>' | b'!'))
                || matches!(token.word, w::LIKE | w::IS | w::IN)
        };
        let at = tokens.iter().position(|token| {
            match token.kind {
                Kind::Mark(b'(') => depth = depth.saturating_add(1),
                Kind::Mark(b')') => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && is_operator(token)
        });
        let compared = at.and_then(|at| {
            let (left, behind) = tokens.split_at_checked(at)?;
            let length = behind.iter().take_while(|token| is_operator(token)).count();
            let (operator, right) = behind.split_at_checked(length)?;
            match left {
                [left @ .., not] if not.word == w::NOT => {
                    self.compare(left, operator, right).map(|holds| !holds)
                }
                _ => self.compare(left, operator, right),
            }
        });
        compared.or_else(|| {
            // Where no column is named, it is the same for every row.
            let names = |token: &Token| token.is_name() && !is_logic(token);
            (!tokens.iter().any(names)).then_some(true)
        })
    }

    /// A single value: `1`, `TRUE`, `-1`, `'t'`.
    fn constant(&self, tokens: &[Token]) -> Option<bool> {
        let value = match tokens {
            [sign, value] if sign.is(b'-') || sign.is(b'+') => value,
            [value] => value,
            _ => return None,
        };
        match value.kind {
            Kind::Word if value.word == w::TRUE => Some(true),
            Kind::Word if matches!(value.word, w::FALSE | w::NULL) => Some(false),
            Kind::Number => {
                let is_zero =
                    Decimal::parse(value.text(self.source)).is_some_and(|it| it.is_zero());
                Some(!is_zero)
            }
            Kind::Text => {
                let text = value.inner(self.source);
                let is_false = ["", "0", "f", "false", "n", "no", "off"];
                Some(!is_false.iter().any(|word| text.eq_ignore_ascii_case(word)))
            }
            _ => None,
        }
    }

    fn compare(&self, left: &[Token], operator: &[Token], right: &[Token]) -> Option<bool> {
        let has = |mark: u8| operator.iter().any(|token| token.is(mark));
        let is_word = |word| operator.iter().any(|token| token.word == word);
        let unequal = has(b'!') || (has(b'<') && has(b'>') && !has(b'='));
        let equal = !unequal && (has(b'=') || is_word(w::LIKE) || is_word(w::IS));
        if is_word(w::IN) {
            let list = unwrapped(right)?;
            return self.same(left, list).then_some(true);
        }
        if is_word(w::LIKE)
            && let [pattern] = right
            && pattern.kind == Kind::Text
            && pattern.inner(self.source).bytes().all(|byte| byte == b'%')
        {
            return Some(true);
        }
        let distinct = [w::NOT, w::DISTINCT, w::FROM];
        if let Some((head, rest)) = right.split_at_checked(3)
            && head.iter().map(|token| token.word).eq(distinct)
            && self.same(left, rest)
        {
            return Some(true);
        }
        if self.same(left, right) {
            return Some(equal);
        }
        let ([one], [other]) = (left, right) else { return None };
        let is_value = |token: &Token| matches!(token.kind, Kind::Number | Kind::Text);
        if !is_value(one) || !is_value(other) {
            return None;
        }
        let order = self.order(one, other);
        Some(match (has(b'<') && !unequal, has(b'>') && !unequal) {
            (true, false) => order.is_lt() || (has(b'=') && order.is_eq()),
            (false, true) => order.is_gt() || (has(b'=') && order.is_eq()),
            _ => order.is_eq() != unequal,
        })
    }

    fn order(&self, one: &Token, other: &Token) -> core::cmp::Ordering {
        let (one, other) = (one.inner(self.source), other.inner(self.source));
        match (Decimal::parse(one), Decimal::parse(other)) {
            (Some(one), Some(other)) => one.compare(&other),
            _ => one
                .bytes()
                .map(|byte| byte.to_ascii_lowercase())
                .cmp(other.bytes().map(|byte| byte.to_ascii_lowercase())),
        }
    }

    /// Whether two parts are the same, token by token.
    fn same(&self, left: &[Token], right: &[Token]) -> bool {
        let strip = |tokens| unwrapped(tokens).unwrap_or(tokens);
        let (left, right) = (strip(left), strip(right));
        let text = |token: &Token| token.text(self.source);
        !left.is_empty()
            && left.len() == right.len()
            && left.iter().zip(right).all(|(one, other)| {
                step(text(one).len());
                text(one).eq_ignore_ascii_case(text(other))
            })
    }
}

/// Words of a condition that name no column.
const fn is_logic(token: &Token) -> bool {
    matches!(
        token.word,
        w::AND
            | w::OR
            | w::NOT
            | w::IS
            | w::IN
            | w::LIKE
            | w::NULL
            | w::TRUE
            | w::FALSE
            | w::BETWEEN
            | w::DISTINCT
            | w::FROM
    )
}

/// What one pair of parentheses around everything holds.
fn unwrapped(tokens: &[Token]) -> Option<&[Token]> {
    let [open, inner @ .., close] = tokens else { return None };
    if !open.is(b'(') || !close.is(b')') {
        return None;
    }
    let mut depth = 0_usize;
    for token in inner {
        match token.kind {
            Kind::Mark(b'(') => depth = depth.saturating_add(1),
            Kind::Mark(b')') => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    Some(inner)
}

/// Where the first `OR` or `AND` at this depth stands. The `AND` of a `BETWEEN` joins nothing.
fn joint_at(tokens: &[Token], joint: Joint) -> Option<usize> {
    let (mut depth, mut cases, mut between) = (0_usize, 0_usize, false);
    tokens.iter().position(|token| {
        match token.kind {
            Kind::Mark(b'(') => depth = depth.saturating_add(1),
            Kind::Mark(b')') => depth = depth.saturating_sub(1),
            _ => {}
        }
        match token.word {
            w::CASE => cases = cases.saturating_add(1),
            w::END => cases = cases.saturating_sub(1),
            w::BETWEEN => between = true,
            w::OR => return joint == Joint::Or && depth == 0 && cases == 0,
            w::AND if core::mem::take(&mut between) => {}
            w::AND => return joint == Joint::And && depth == 0 && cases == 0,
            _ => {}
        }
        false
    })
}
