//! Names that look like others: letters of two scripts in one part, or only letters with a Latin twin.

use super::{steps::step, tables::text::LOOK};
use crate::scripts::{Script, script};

/// Whether Latin letters stand beside letters of another script, or beside their own full-width forms.
pub(crate) fn mixes_scripts(part: &str) -> bool {
    step(part.len());
    if part.is_ascii() {
        return false;
    }
    let (mut latin, mut other) = (false, false);
    for character in part.chars() {
        match script(character) {
            Some(_) if is_full_width(character) => other = true,
            Some(Script::Latin) => latin = true,
            Some(_) => other = true,
            None => {}
        }
    }
    latin && other
}

/// Whether scripts mix within a word of a text that holds several: `отчёт.pdf` has two words of one script each.
pub(crate) fn mixes_in_a_word(text: &str) -> bool {
    let is_of_word = |c: char| c.is_alphabetic() || matches!(c, '\u{300}'..='\u{36F}');
    !text.is_ascii() && text.split(|c| !is_of_word(c)).any(mixes_scripts)
}

/// Whether every letter is a Cyrillic or Greek one that has a Latin twin.
pub(crate) fn is_all_twins(part: &str) -> bool {
    step(part.len());
    let mut letters = part.chars().filter(|character| character.is_alphabetic()).peekable();
    !part.is_ascii() && letters.peek().is_some() && letters.all(|letter| LOOK.contains(letter))
}

const fn is_full_width(character: char) -> bool {
    matches!(character, '\u{FF21}'..='\u{FF3A}' | '\u{FF41}'..='\u{FF5A}')
}

#[cfg(test)]
mod tests {
    use super::{is_all_twins, mixes_in_a_word, mixes_scripts};

    #[test]
    fn scripts_mix_within_one_part() {
        for (part, mixes) in [
            ("contoso", false),
            ("c\u{43E}ntoso", true),
            ("\u{43F}\u{43E}\u{447}\u{442}\u{430}", false),
            ("caf\u{E9}", false),
            ("p\u{3B1}y", true),
            ("5\u{B5}m", false),
            ("\u{561}a", true),
            ("\u{FF41}bc", true),
            ("\u{FF41}\u{FF42}", false),
            ("\u{6771}\u{4EAC}tower", false),
            ("", false),
        ] {
            assert_eq!(mixes_scripts(part), mixes, "{part}");
        }
    }

    #[test]
    fn words_of_a_name_may_be_of_different_scripts() {
        for (name, mixes) in [
            ("\u{43E}\u{442}\u{447}\u{451}\u{442}.pdf", false),
            ("\u{43E}\u{442}\u{447}\u{435}\u{308}\u{442}_v2.pdf", false),
            ("\u{3B2}-testing.md", false),
            ("p\u{430}yments.pdf", true),
            ("pa\u{308}\u{430}.pdf", true),
            ("a.\u{440}df", true),
        ] {
            assert_eq!(mixes_in_a_word(name), mixes, "{name}");
        }
    }

    #[test]
    fn all_letters_may_have_twins() {
        // The Cyrillic letters of what reads as "cope" and "apple", and a word with others.
        for (part, all) in [
            ("\u{441}\u{43E}\u{440}\u{435}", true),
            ("\u{441}\u{43E}\u{440}\u{435}-24", true),
            ("\u{43F}\u{43E}\u{447}\u{442}\u{430}", false),
            ("cope", false),
            ("24", false),
            ("", false),
        ] {
            assert_eq!(is_all_twins(part), all, "{part}");
        }
    }
}
