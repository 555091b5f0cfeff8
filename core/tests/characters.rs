//! The table of characters is that of the Unicode Character Database.

use aana_core::characters;
use regex_syntax::hir::{Class, HirKind};

/// Whether a character has one of these properties, by the tables of the Unicode Character Database that
/// come with `regex-syntax`.
fn unicode(properties: &[&str]) -> impl Fn(char) -> bool {
    let mut ranges: Vec<(char, char)> = Vec::new();
    for property in properties {
        let parsed = regex_syntax::parse(&format!(r"\p{{{property}}}")).unwrap();
        match parsed.kind() {
            HirKind::Class(Class::Unicode(class)) => {
                ranges.extend(class.iter().map(|it| (it.start(), it.end())));
            }
            HirKind::Literal(one) => {
                let one = std::str::from_utf8(&one.0).unwrap();
                ranges.extend(one.chars().map(|it| (it, it)));
            }
            other => panic!("{property} is a set of characters: {other:?}"),
        }
    }
    assert!(!ranges.is_empty());
    move |character| ranges.iter().any(|(first, last)| (*first..=*last).contains(&character))
}

/// Looks at every character.
#[track_caller]
fn agree(ours: impl Fn(char) -> bool, theirs: impl Fn(char) -> bool) {
    let differ: Vec<char> =
        ('\0'..=char::MAX).filter(|it| ours(*it) != theirs(*it)).take(20).collect();
    assert!(differ.is_empty(), "{differ:?}");
}

#[test]
fn what_shows_nothing_is_what_unicode_says() {
    agree(characters::is_default_ignorable, unicode(&["Default_Ignorable_Code_Point"]));
    agree(characters::is_bidi_control, unicode(&["Bidi_Control"]));
    agree(characters::is_noncharacter, unicode(&["Noncharacter_Code_Point"]));
}

#[test]
fn blanks_breaks_and_formats_are_what_unicode_says() {
    let space = unicode(&["Space_Separator"]);
    agree(characters::is_non_ascii_space, |it| space(it) && it != ' ');
    let separators = unicode(&["Line_Separator", "Paragraph_Separator"]);
    agree(characters::is_line_separator, separators);
    let (format, ignorable) = (unicode(&["Format"]), unicode(&["Default_Ignorable_Code_Point"]));
    agree(characters::is_format, |it| format(it) && !ignorable(it));
    agree(characters::is_private_use, unicode(&["Private_Use"]));
    agree(char::is_control, unicode(&["Control"]));
}

#[test]
fn all_of_these_are_hidden_and_nothing_else_is() {
    agree(characters::is_hidden, |it| {
        it.is_control()
            || characters::is_default_ignorable(it)
            || characters::is_bidi_control(it)
            || characters::is_tag(it)
            || characters::is_non_ascii_space(it)
            || characters::is_line_separator(it)
            || characters::is_format(it)
            || characters::is_empty_symbol(it)
            || characters::is_private_use(it)
            || characters::is_noncharacter(it)
    });
    assert!(!characters::is_hidden(' ') && !characters::is_hidden('\u{FFFD}'));
}
