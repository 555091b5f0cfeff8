//! How the key of a policy's entry covers the name of a tool.

use super::{fold::Folded, glob::Glob};

/// The pattern of an entry, and the same folded.
#[derive(Debug, Clone)]
pub(super) struct Pattern {
    written: Glob,
    /// Absent from a pattern of separators and wildcards: folded, `*__*` would cover every name of two words.
    folded: Option<Glob>,
    segments: usize,
}

/// How a pattern covers a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cover {
    /// Letter by letter.
    Exactly,
    /// In another spelling.
    Folded,
}

impl Pattern {
    pub(super) fn new(pattern: &str) -> Self {
        let folded = Folded::pattern(pattern);
        let folds = folded.whole().contains(char::is_alphanumeric)
            || pattern.chars().all(|it| matches!(it, '*' | '?'));
        Self {
            written: Glob::new(pattern),
            folded: folds.then(|| Glob::new(folded.whole())),
            segments: folded.segments(),
        }
    }

    pub(super) fn as_str(&self) -> &str {
        self.written.as_str()
    }

    /// The name as a whole, or as many of its last namespace segments as the pattern has.
    pub(super) fn covers(&self, name: &str, spelt: &Folded<'_>) -> Option<Cover> {
        if self.written.matches(name) {
            return Some(Cover::Exactly);
        }
        let folded = self.folded.as_ref()?;
        let fits = |spelt: &str| {
            if folded.has_wildcard() {
                folded.matches(spelt)
            } else {
                same_letters(folded.as_str(), spelt)
            }
        };
        let matches = fits(spelt.whole()) || spelt.last(self.segments).is_some_and(fits);
        matches.then_some(Cover::Folded)
    }
}

/// Whether two folded names are one but for what parts their words: nobody can tell the borders in `getURLs`
/// or `deletefile`.
fn same_letters(one: &str, other: &str) -> bool {
    one.bytes().filter(|byte| *byte != b'_').eq(other.bytes().filter(|byte| *byte != b'_'))
}
