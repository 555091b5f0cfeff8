//! How the key of a policy's entry covers the name of a tool.

use super::{fold::Folded, glob::Glob};

/// The pattern of an entry, and the same folded.
#[derive(Debug, Clone)]
pub(super) struct Pattern {
    written: Glob,
    /// Absent from a pattern of separators and wildcards: folded, `*__*` would cover every name of two words.
    folded: Option<Glob>,
    segments: usize,
    /// It has no wildcard and two words or more, so that a name may end with it.
    ends_names: bool,
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
        let written = Glob::new(pattern);
        Self {
            ends_names: !written.has_wildcard() && folded.whole().contains('_'),
            written,
            folded: folds.then(|| Glob::new(folded.whole())),
            segments: folded.segments(),
        }
    }

    pub(super) fn as_str(&self) -> &str {
        self.written.as_str()
    }

    /// Whether it says which tools it is about: a pattern of wildcards and separators covers all alike.
    pub(super) fn names_tools(&self) -> bool {
        !self.written.has_wildcard() || self.as_str().contains(char::is_alphanumeric)
    }

    /// The name as a whole, as many of its last namespace segments as the pattern has, or its last words.
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
        let matches = fits(spelt.whole())
            || spelt.last(self.segments).is_some_and(fits)
            || (self.ends_names
                && [spelt.whole(), without_version(spelt.whole())]
                    .iter()
                    .any(|spelt| ends_with_words(spelt, folded.as_str())));
        matches.then_some(Cover::Folded)
    }
}

/// Whether two folded names are one but for what parts their words: nobody can tell the borders in `getURLs`
/// or `deletefile`.
fn same_letters(one: &str, other: &str) -> bool {
    one.bytes().filter(|byte| *byte != b'_').eq(other.bytes().filter(|byte| *byte != b'_'))
}

/// Whether a folded name ends with these words, whatever parts them: `fs_delete_file` with `delete_file`.
fn ends_with_words(name: &str, words: &str) -> bool {
    let mut rest = name.bytes().rev().peekable();
    for expected in words.bytes().rev().filter(|byte| *byte != b'_') {
        if rest.find(|byte| *byte != b'_') != Some(expected) {
            return false;
        }
    }
    rest.peek().is_none_or(|before| *before == b'_')
}

/// A folded name without the version at its end: `delete_file_v2`, `delete_file_1_0`.
fn without_version(name: &str) -> &str {
    let mut name = name;
    while let Some((before, last)) = name.rsplit_once('_') {
        let digits = last.strip_prefix('v').unwrap_or(last);
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        if !(is_number || last == "latest") {
            break;
        }
        name = before;
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_end_with_an_entry() {
        let covers = |pattern: &str, name: &str| {
            Pattern::new(pattern).covers(name, &Folded::name(name)) == Some(Cover::Folded)
        };
        for name in [
            "fs_delete_file",
            "mcp_fs_delete_file",
            "fs->delete_file",
            "fs-deleteFile",
            "fs_deletefile",
            "delete_file.v2",
            "delete_file@1.0",
            "fs.delete_file:latest",
        ] {
            assert!(covers("delete_file", name), "{name}");
        }
        for name in ["undelete_file", "delete_files", "delete_file_list", "file", "v2", "1_0"] {
            assert!(!covers("delete_file", name), "{name}");
        }
        assert!(!covers("delete", "fs_delete") && !covers("*_file", "fs.delete_file.v2"));
        assert!(covers("delete_file_v2", "fs_delete_file_v2"));
        assert!(!covers("delete_file_v2", "delete_file_v3"));
    }

    #[test]
    fn wildcards_alone_name_nothing() {
        for (pattern, names) in
            [("*", false), ("**", false), ("?*", false), ("*_*", false), ("a*", true), ("_", true)]
        {
            assert_eq!(Pattern::new(pattern).names_tools(), names, "{pattern}");
        }
    }
}
