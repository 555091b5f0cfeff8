//! Text that does not show what it says: letters of two scripts in one word, and characters that
//! nobody sees.

use crate::characters;
use crate::scripts::{Script, script};

/// Whether a text can be read in two ways.
pub(super) fn is_ambiguous(text: &str) -> bool {
    if text.is_ascii() {
        return false;
    }
    let mut of_word: Option<Script> = None;
    let mut before = ' ';
    for character in text.chars() {
        if is_invisible(character, before) {
            return true;
        }
        before = character;
        match script(character) {
            Some(script) if of_word.is_some_and(|other| other != script) => return true,
            Some(script) => of_word = Some(script),
            None if is_within_word(character) => {}
            None => of_word = None,
        }
    }
    false
}

/// Whether a character shows nothing and is not needed to write a word or a picture.
fn is_invisible(character: char, before: char) -> bool {
    if character == SOFT_HYPHEN || characters::is_join_control(character) {
        return false;
    }
    // A heart in black or in red; a letter has one way to be shown.
    if characters::is_presentation_selector(character) {
        return before.is_alphabetic();
    }
    characters::is_default_ignorable(character)
}

const SOFT_HYPHEN: char = '\u{AD}';

/// A character of no script of these that does not end a word.
fn is_within_word(character: char) -> bool {
    character.is_alphanumeric()
        || characters::is_default_ignorable(character)
        // Marks over and under letters.
        || matches!(
            character,
            '\u{300}'..='\u{36F}'
                | '\u{1AB0}'..='\u{1AFF}'
                | '\u{1DC0}'..='\u{1DFF}'
                | '\u{20D0}'..='\u{20FF}'
                | '\u{FE20}'..='\u{FE2F}'
        )
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::*;

    #[test]
    fn every_pair_of_scripts_in_one_word_and_in_two() {
        let letters = ['a', '\u{3B1}', '\u{430}', '\u{561}', '\u{13A0}'];
        for first in letters {
            for second in letters {
                let word = String::from_iter([first, '7', '\u{301}', '\u{200D}', second]);
                assert_eq!(is_ambiguous(&word), first != second, "{word}");
                for border in [' ', '-', '_', '.', '\u{2019}', '\u{2014}', '\u{3002}'] {
                    let words = String::from_iter([first, border, second]);
                    assert!(!is_ambiguous(&words), "{words}");
                }
            }
        }
    }

    #[test]
    fn what_nobody_sees_and_what_writing_needs() {
        let needed = ['\u{AD}', '\u{200C}', '\u{200D}'];
        for hidden in ('\0'..=char::MAX).filter(|it| characters::is_default_ignorable(*it)) {
            let text = String::from_iter(['a', hidden]);
            assert_eq!(is_ambiguous(&text), !needed.contains(&hidden), "{hidden:?}");
        }
        for seen in
            ["a\u{AD}b", "\u{645}\u{200C}\u{62E}", "\u{2764}\u{FE0F}", "1\u{FE0F}\u{20E3}", ""]
        {
            assert!(!is_ambiguous(seen), "{seen:?}");
        }
        assert!(is_ambiguous("a\u{FE0F}b"), "a letter has one way to be shown");
    }
}
