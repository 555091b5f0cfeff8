//! Patterns for tool names: `*` stands for any run of characters, `?` for one.

use alloc::string::String;

/// A pattern. Without a wildcard it is the exact name.
#[derive(Debug, Clone)]
pub(super) struct Glob(String);

impl Glob {
    pub(super) fn new(pattern: &str) -> Self {
        Self(String::from(pattern))
    }

    /// Whether the whole name fits.
    ///
    /// After a mismatch only the last `*` takes one more character: an earlier one could gain
    /// nothing, so the cost is at most the product of both lengths.
    pub(super) fn matches(&self, name: &str) -> bool {
        let (mut pattern, mut rest) = (self.0.chars(), name.chars());
        let mut last_star = None;
        loop {
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

    #[test]
    fn a_hostile_name_costs_no_more_than_the_product() {
        let name = "a".repeat(20_000);
        assert!(!Glob::new("*a*a*a*a*a*a*a*a*b").matches(&name));
    }
}
