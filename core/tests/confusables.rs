//! The tables of confusable characters fit the normal forms of Unicode.

use aana_core::confusables;
use unicode_normalization::UnicodeNormalization as _;

/// What means something to a shell, or begins an option, a path or a quote.
const OPERATORS: &str = ";|&<>$(){}#\\/~-.\"'`";

/// The one ASCII character that Unicode says a character is compatible with.
fn compatible(character: char) -> Option<char> {
    let mut normal = std::iter::once(character).nfkc();
    let first = normal.next().filter(char::is_ascii)?;
    normal.next().is_none().then_some(first)
}

fn others() -> impl Iterator<Item = char> {
    '\u{80}'..=char::MAX
}

#[test]
fn full_width_forms_are_those_of_unicode() {
    for character in others().filter(|it| confusables::full_width(*it).is_some()) {
        assert_eq!(confusables::full_width(character), compatible(character), "{character:?}");
    }
    assert_eq!(others().filter(|it| confusables::full_width(*it).is_some()).count(), 94);
}

#[test]
fn every_form_of_an_operator_is_listed() {
    let is_form = |it: &char| compatible(*it).is_some_and(|plain| OPERATORS.contains(plain));
    let missing: Vec<_> =
        others().filter(is_form).filter(|it| !confusables::is_operator(*it)).collect();
    assert!(missing.is_empty(), "{missing:x?}");
}

#[test]
fn nothing_is_listed_that_is_another_plain_character() {
    for character in others() {
        let plain = compatible(character);
        if confusables::is_operator(character) {
            assert!(plain.is_none_or(|it| OPERATORS.contains(it)), "{character:?}");
        }
        if let Some(letter) = confusables::latin_letter(character) {
            assert!(letter.is_ascii_lowercase() && character.is_alphabetic(), "{character:?}");
            assert_eq!(
                plain, None,
                "{character:?} is a form of a plain letter, and not another letter"
            );
        }
    }
    for character in '\0'..'\u{80}' {
        assert!(!confusables::is_operator(character) && !confusables::is_sign(character));
        assert_eq!(confusables::latin_letter(character), None);
    }
}
