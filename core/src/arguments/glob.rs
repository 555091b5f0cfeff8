//! Patterns in which `*` stands for any run of characters.

use super::steps::step;

/// Whether the whole text fits. Only the last `*` takes one more character after a mismatch, so the cost is at most
/// the product of both lengths; a pattern is the operator's, and short.
pub(crate) fn matches(pattern: &str, text: &str) -> bool {
    let (pattern, text) = (pattern.as_bytes(), text.as_bytes());
    let (mut at, mut place) = (0_usize, 0_usize);
    let mut star: Option<(usize, usize)> = None;
    loop {
        step(1);
        match (pattern.get(at), text.get(place)) {
            (None, None) => return true,
            (Some(b'*'), _) => {
                at = at.saturating_add(1);
                star = Some((at, place));
            }
            (Some(expected), Some(found)) if expected == found => {
                at = at.saturating_add(1);
                place = place.saturating_add(1);
            }
            _ => {
                let Some((behind, from)) = star else { return false };
                if from >= text.len() {
                    return false;
                }
                let next = from.saturating_add(1);
                (at, place) = (behind, next);
                star = Some((behind, next));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn patterns_fit_whole_texts() {
        for (pattern, text, fits) in [
            ("https://x.example/search*", "https://x.example/search", true),
            ("https://x.example/search*", "https://x.example/search?q=a", true),
            ("https://x.example/search*", "https://x.example/sea", false),
            ("*", "", true),
            ("a*b*c", "aXbXbYc", true),
            ("a*b*c", "aXbXbY", false),
            ("", "", true),
            ("", "a", false),
            ("\u{E9}*", "\u{E9}t\u{E9}", true),
        ] {
            assert_eq!(matches(pattern, text), fits, "{pattern} on {text}");
        }
    }
}
