//! Patterns with `*` for any part of a word.

/// Whether a word as a whole is what a pattern says. Linear: of each `*` only the last is tried again.
pub(crate) fn matches(pattern: &str, word: &str) -> bool {
    let mut parts = pattern.split('*');
    let Some(rest) = parts.next().and_then(|first| word.strip_prefix(first)) else { return false };
    let Some(last) = parts.next_back() else { return rest.is_empty() };
    let mut rest = rest;
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = rest.get(at.saturating_add(part.len())..).unwrap_or_default(),
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn a_star_stands_for_any_part_of_a_word() {
        for (pattern, word) in [
            ("a", "a"),
            ("*", ""),
            ("*", "x"),
            ("a*", "abc"),
            ("*c", "abc"),
            ("a*c*e", "abcde"),
            ("a*b*b", "abb"),
        ] {
            assert!(matches(pattern, word), "{pattern} {word}");
        }
        for (pattern, word) in [("a", "ab"), ("a*a", "a"), ("a*c", "ab"), ("*b*b", "b"), ("", "a")]
        {
            assert!(!matches(pattern, word), "{pattern} {word}");
        }
    }
}
