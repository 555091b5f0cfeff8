//! Names as an operator means them: `Delete-File`, `deleteFile` and `mcp__fs__delete_file` are all the
//! tool `delete_file`.
//!
//! What tightens looks at folded names, so that no other spelling of a name escapes it. What relieves
//! never does.

use alloc::{borrow::Cow, string::String};

use crate::{confusables, secrets};

/// So many of the last namespace segments can be compared by themselves.
const MOST_SEGMENTS: usize = 8;

/// A name in lower case, its words parted by `_` whatever parted them before: a change of case, or a run
/// of what is neither letter nor digit. Nothing parts it from the outside.
#[derive(Debug, Clone)]
pub(super) struct Folded<'n> {
    text: Cow<'n, str>,
    /// Where the last segments begin, the last one first.
    starts: [usize; MOST_SEGMENTS],
    segments: usize,
}

impl<'n> Folded<'n> {
    /// A name that is called. Without an allocation if it is folded already.
    pub(super) fn name(name: &'n str) -> Self {
        if is_folded(name) {
            return Self { text: Cow::Borrowed(name), starts: [0; MOST_SEGMENTS], segments: 1 };
        }
        Self::fold(&plain(name), false)
    }

    /// A pattern, whose wildcards stay what they are.
    pub(super) fn pattern(pattern: &str) -> Folded<'static> {
        Folded::fold(&plain(pattern), true)
    }

    fn fold(plain: &str, keeps_wildcards: bool) -> Folded<'static> {
        let mut folded =
            Folded { text: Cow::Owned(String::new()), starts: [0; MOST_SEGMENTS], segments: 0 };
        let mut text = String::with_capacity(plain.len().saturating_add(8));
        let (mut before, mut gap, mut starts_segment) = (None::<char>, false, true);
        let mut characters = plain.chars().peekable();
        while let Some(character) = characters.next() {
            let wildcard = keeps_wildcards && matches!(character, '*' | '?');
            if !(wildcard || character.is_alphanumeric()) {
                gap = true;
                starts_segment |= matches!(character, '.' | '/' | ':')
                    || (character == '_' && before == Some('_'));
                before = Some(character);
                continue;
            }
            let border = character.is_ascii_uppercase()
                && before.is_some_and(|before| {
                    before.is_alphanumeric()
                        && (!before.is_ascii_uppercase()
                            || characters.peek().is_some_and(char::is_ascii_lowercase))
                });
            if (gap || border) && !text.is_empty() {
                text.push('_');
            }
            if starts_segment {
                folded.starts.rotate_right(1);
                if let Some(last) = folded.starts.first_mut() {
                    *last = text.len();
                }
                folded.segments = folded.segments.saturating_add(1);
            }
            text.extend(character.to_lowercase());
            (before, gap, starts_segment) = (Some(character), false, false);
        }
        folded.text = Cow::Owned(text);
        folded
    }

    /// The whole folded name.
    pub(super) fn whole(&self) -> &str {
        &self.text
    }

    /// How many namespace segments it has.
    pub(super) const fn segments(&self) -> usize {
        self.segments
    }

    /// Its last segments, if it has more than so many.
    pub(super) fn last(&self, segments: usize) -> Option<&str> {
        if segments >= self.segments {
            return None;
        }
        let start = self.starts.get(segments.checked_sub(1)?)?;
        self.text.get(*start..)
    }
}

/// Whether folding changes nothing: words of lower-case ASCII, with one `_` between them.
fn is_folded(name: &str) -> bool {
    let mut before = b'_';
    for byte in name.bytes() {
        match byte {
            b'a'..=b'z' | b'0'..=b'9' => {}
            b'_' if before != b'_' => {}
            _ => return false,
        }
        before = byte;
    }
    before != b'_'
}

/// A name as a reader sees it: without what shows nothing, and with plain letters for those that look
/// like them.
pub(super) fn plain(name: &str) -> Cow<'_, str> {
    if name.is_ascii() {
        return Cow::Borrowed(name);
    }
    let latin = |it: char| confusables::latin_letter(it).unwrap_or(it);
    Cow::Owned(secrets::plain(name).chars().map(latin).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_name_are_one() {
        for name in [
            "delete_file",
            "Delete_File",
            "DELETE_FILE",
            "deleteFile",
            "DeleteFile",
            "delete-file",
            "delete.file",
            "delete/file",
            "delete:file",
            "delete file",
            " delete_file ",
            "delete__file",
            "delete_file/",
            "_delete_file",
            "dеlete_file",
            "ｄｅｌｅｔｅ_file",
            "delete\u{200b}_file",
        ] {
            assert_eq!(Folded::name(name).whole(), "delete_file", "{name:?}");
        }
        for (name, folded) in
            [("parseHTTPServer2Now", "parse_http_server2_now"), ("größe", "größe"), ("_", "")]
        {
            assert_eq!(Folded::name(name).whole(), folded);
        }
    }

    #[test]
    fn wildcards_stay_in_patterns() {
        for (pattern, folded) in
            [("Delete-*", "delete_*"), ("*File", "*file"), ("mcp__*__get?", "mcp_*_get?")]
        {
            assert_eq!(Folded::pattern(pattern).whole(), folded);
        }
        assert_eq!(Folded::name("a*b?c").whole(), "a_b_c");
    }

    #[test]
    fn the_last_segments_of_a_namespace() {
        let name = Folded::name("mcp__files.v2/deleteFile:");
        assert_eq!(name.segments(), 4);
        assert_eq!(name.last(1), Some("delete_file"));
        assert_eq!(name.last(2), Some("v2_delete_file"));
        assert_eq!(name.last(4), None, "that is the whole");
        assert_eq!(name.last(0), None);
        assert_eq!(Folded::name("delete_file").last(1), None);
        let long = "a/".repeat(20);
        assert_eq!(Folded::name(&long).last(8), Some("a_a_a_a_a_a_a_a"));
        assert_eq!(Folded::name(&long).last(9), None);
    }

    #[test]
    fn a_folded_name_is_borrowed() {
        let borrowed = |name| matches!(Folded::name(name).text, Cow::Borrowed(_));
        assert!(borrowed("delete_file") && borrowed("x") && !borrowed("deleteFile"));
    }
}
