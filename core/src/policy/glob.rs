//! Patterns for tool names: `*` stands for any run of characters, `?` for one.

use alloc::string::String;

/// A pattern. Without a wildcard it is the exact name.
#[derive(Debug, Clone)]
pub(super) struct Glob {
    pattern: String,
    has_wildcard: bool,
}

impl Glob {
    pub(super) fn new(pattern: &str) -> Self {
        Self { pattern: String::from(pattern), has_wildcard: pattern.contains(['*', '?']) }
    }

    /// The pattern as it was given.
    pub(super) fn as_str(&self) -> &str {
        &self.pattern
    }

    /// Whether the whole name fits.
    pub(super) fn matches(&self, name: &str) -> bool {
        if self.has_wildcard { self.matches_in_steps(name, || {}) } else { self.pattern == name }
    }

    /// The same, with a call for each pair of characters that is looked at.
    ///
    /// After a mismatch only the last `*` takes one more character: an earlier one could gain
    /// nothing, so the cost is at most the product of both lengths. Both are short, whoever wrote them.
    fn matches_in_steps(&self, name: &str, mut step: impl FnMut()) -> bool {
        let (mut pattern, mut rest) = (self.pattern.chars(), name.chars());
        let mut last_star = None;
        loop {
            step();
            let rest_before = rest.clone();
            match (pattern.next(), rest.next()) {
                (None, None) => return true,
                (Some('*'), _) => {
                    last_star = Some((pattern.clone(), rest_before.clone()));
                    rest = rest_before;
                    continue;
                }
                (Some('?'), Some(_)) => continue,
                (Some(expected), Some(found)) if expected == found => continue,
                _ => {}
            }
            let Some((after_star, mut from)) = last_star else { return false };
            if from.next().is_none() {
                return false;
            }
            pattern = after_star.clone();
            rest = from.clone();
            last_star = Some((after_star, from));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Glob;
    use crate::mask::LONGEST_NAME;

    #[test]
    fn patterns_fit_whole_names() {
        for (pattern, name, fits) in [
            ("send_email", "send_email", true),
            ("send_email", "send_emails", false),
            ("", "", true),
            ("*", "", true),
            ("*", "anything", true),
            ("delete_*", "delete_", true),
            ("delete_*", "delete_user", true),
            ("delete_*", "undelete_user", false),
            ("*_user", "get_user_user", true),
            ("*.delete.*", "db.delete.delete.now", true),
            ("a*b*c", "aXbXbYc", true),
            ("a*b*c", "aXbXbY", false),
            ("get_?", "get_x", true),
            ("get_?", "get_", false),
            ("get_?", "get_xy", false),
            ("?*?", "ab", true),
            ("?*?", "a", false),
            ("größe_*", "größe_1", true),
        ] {
            assert_eq!(Glob::new(pattern).matches(name), fits, "{pattern} on {name}");
        }
    }

    fn steps(pattern: &str, name: &str) -> usize {
        let mut steps = 0_usize;
        Glob::new(pattern).matches_in_steps(name, || steps = steps.saturating_add(1));
        steps
    }

    /// What it costs to hold the worst pattern against the worst name, both as long as they may be.
    #[test]
    fn no_name_costs_more_than_so_many_steps() {
        let name = "a".repeat(LONGEST_NAME);
        let mut most = 0;
        for stars in 1..LONGEST_NAME {
            for run in ["a", "a?", "?", "aab"] {
                let piece = format!("*{}", run.repeat(LONGEST_NAME / stars));
                let mut pattern = piece.repeat(stars);
                pattern.truncate(LONGEST_NAME - 1);
                for pattern in [format!("{pattern}b"), pattern] {
                    most = most.max(steps(&pattern, &name));
                }
            }
        }
        for length in 1..LONGEST_NAME {
            most = most.max(steps(&format!("*{}b", "a".repeat(length - 1)), &name));
        }
        // Less than the product of both lengths, and far less for a pattern that people write.
        assert!(most <= LONGEST_NAME * LONGEST_NAME, "{most}");
    }

    /// A pattern as people write them costs no more than reading both, a few times.
    #[test]
    fn ordinary_patterns_cost_little() {
        let names = ["send_email", "mcp__files__delete_everything", &"x".repeat(LONGEST_NAME)];
        for pattern in ["send_*", "*delete*", "mcp__*__*", "*", "get_?", "send_email"] {
            for name in names {
                let steps = steps(pattern, name);
                assert!(steps <= 2 * name.len() + pattern.len() + 2, "{pattern}: {steps}");
            }
        }
    }
}
