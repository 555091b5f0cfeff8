//! What a pattern costs before an engine has seen it.
//!
//! An engine of linear time takes long to *build* for `(a{999}){999}`. So a pattern is read as a tree
//! first and its repetitions are multiplied out.

use regex_syntax::ast::{self, Ast, RepetitionKind, RepetitionRange};

/// States of one pattern, counted roughly.
const MOST_FOR_ONE: u64 = 20_000;
/// The same for all patterns of a descriptor.
const MOST_FOR_ALL: u64 = 200_000;
/// Groups within groups.
const DEEPEST: u32 = 60;

/// What the patterns of a descriptor may still cost.
#[derive(Debug)]
pub(in super::super) struct Patterns(u64);

/// The steps of a pattern, or nothing if it cannot be read.
#[cfg(feature = "arguments")]
pub(super) fn cost(pattern: &str) -> Option<u64> {
    let translated = jsonschema_regex::to_rust_regex(pattern).ok()?;
    Some(states(&parser().parse(&translated).ok()?))
}

fn parser() -> ast::parse::Parser {
    ast::parse::ParserBuilder::new().nest_limit(DEEPEST).build()
}

impl Patterns {
    pub(in super::super) const fn new() -> Self {
        Self(MOST_FOR_ALL)
    }

    /// Why the pattern is not taken, if it is not.
    pub(super) fn refuses(&mut self, pattern: &str) -> Option<&'static str> {
        const UNREAD: &str = "the pattern does not compile for an engine of linear time, which knows \
                              neither look-around nor back-references";
        let Ok(translated) = jsonschema_regex::to_rust_regex(pattern) else { return Some(UNREAD) };
        let Ok(tree) = parser().parse(&translated) else { return Some(UNREAD) };
        let cost = states(&tree);
        if cost > MOST_FOR_ONE {
            return Some(
                "the pattern repeats too much: multiplied out it has more than 20,000 steps",
            );
        }
        let Some(left) = self.0.checked_sub(cost) else {
            return Some("the patterns of this descriptor have more than 200,000 steps together");
        };
        self.0 = left;
        #[cfg(feature = "arguments")]
        if regex_syntax::ParserBuilder::new()
            .nest_limit(DEEPEST)
            .build()
            .parse(&translated)
            .is_err()
        {
            return Some(UNREAD);
        }
        None
    }
}

/// States of an automaton for the tree, roughly; the parser bounds its depth.
fn states(tree: &Ast) -> u64 {
    match tree {
        Ast::Empty(_) | Ast::Flags(_) | Ast::Assertion(_) => 1,
        Ast::Literal(_) => 2,
        // Every character outside ASCII takes several bytes.
        Ast::Dot(_) | Ast::ClassPerl(_) => 12,
        Ast::ClassUnicode(_) => 300,
        Ast::ClassBracketed(class) => bracketed(class),
        Ast::Repetition(repetition) => {
            let inner = states(&repetition.ast);
            match &repetition.op.kind {
                RepetitionKind::ZeroOrOne
                | RepetitionKind::ZeroOrMore
                | RepetitionKind::OneOrMore => inner.saturating_add(2),
                RepetitionKind::Range(range) => {
                    let times = match *range {
                        RepetitionRange::Exactly(times) => times,
                        RepetitionRange::AtLeast(times) => times.saturating_add(1),
                        RepetitionRange::Bounded(least, most) => least.max(most),
                    };
                    inner.saturating_mul(u64::from(times)).saturating_add(2)
                }
            }
        }
        Ast::Group(group) => states(&group.ast).saturating_add(2),
        Ast::Alternation(it) => sum(&it.asts),
        Ast::Concat(it) => sum(&it.asts),
    }
}

fn sum(trees: &[Ast]) -> u64 {
    trees.iter().map(states).fold(1, u64::saturating_add)
}

fn bracketed(class: &ast::ClassBracketed) -> u64 {
    let length = class.span.end.offset.saturating_sub(class.span.start.offset);
    let listed = u64::try_from(length).unwrap_or(u64::MAX);
    let base = if class.negated { 12 } else { 2 };
    // A listed `\p{..}` is a large set whatever its name.
    if has_unicode_class(&class.kind) { 300 + listed } else { base + listed / 4 }
}

fn has_unicode_class(set: &ast::ClassSet) -> bool {
    match set {
        ast::ClassSet::BinaryOp(_) => true,
        ast::ClassSet::Item(item) => match item {
            ast::ClassSetItem::Unicode(_) | ast::ClassSetItem::Bracketed(_) => true,
            ast::ClassSetItem::Union(union) => union.items.iter().any(|item| {
                matches!(item, ast::ClassSetItem::Unicode(_) | ast::ClassSetItem::Bracketed(_))
            }),
            _ => false,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::Patterns;

    #[test]
    fn what_an_engine_would_choke_on_is_refused() {
        for bad in ["^(?!x)a+$", r"(a)\1", "([", "(a{999}){999}", r"\p{L}{900}", "(?<=a)b"] {
            assert!(Patterns::new().refuses(bad).is_some(), "{bad}");
        }
        for good in ["^(a+)+$", "^[A-Z]{3}$", r"^\d{4}-\d{2}$", r"^\p{Lu}", "", "^[^/]{1,255}$"] {
            assert_eq!(Patterns::new().refuses(good), None, "{good}");
        }
    }

    #[test]
    fn many_patterns_share_one_budget() {
        let mut budget = Patterns::new();
        let taken = (0..1_000).take_while(|_| budget.refuses("a{5000}").is_none()).count();
        assert_eq!(taken, 19);
    }
}
