//! Letters that cannot be told from those of another script.

use aana_core::{characters, confusables};

use super::{
    equivalent::is_equivalent,
    mark::{Mark, Marks},
};

/// Which writing a letter belongs to, as far as it matters here.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Latin,
    /// A script with letters that look like Latin ones.
    Near,
    Other,
}

/// Which of the characters, by their place, could be taken for another: letters of another script within a
/// Latin word, letters that look Latin in a text that has no others of their script, letters in a fancy
/// form, and signs that look like those of a path or an address.
pub(super) fn find(text: &str, marks: &mut Marks) -> Vec<bool> {
    if text.is_ascii() {
        return Vec::new();
    }
    let characters: Vec<char> = text.chars().collect();
    let mut confusable = vec![false; characters.len()];
    let near = |character: &&char| script(**character) == Script::Near;
    let only_confusables = characters.iter().filter(near).all(|letter| looks_latin(*letter));
    let mut start = 0;
    for word in characters.split(|character| !belongs_to_word(*character)) {
        let has = |wanted| word.iter().any(|character| script(*character) == wanted);
        let latin = has(Script::Latin);
        let mixed = latin && has(Script::Near);
        let ascii = latin || word.iter().any(char::is_ascii_digit);
        for (character, confusable) in word.iter().zip(confusable.iter_mut().skip(start)) {
            let digit = ascii && !character.is_ascii() && character.is_numeric();
            if digit || (script(*character) == Script::Near && (mixed || only_confusables)) {
                *confusable = true;
                marks.insert(if mixed || digit { Mark::MixedScripts } else { Mark::Confusable });
            }
        }
        start += word.len() + 1;
    }
    let mut before = None;
    let mut rest = characters.iter().zip(&mut confusable).peekable();
    while let Some((character, confusable)) = rest.next() {
        let after = rest.peek().map(|(after, _)| **after);
        if is_equivalent(*character)
            || confusables::is_sign(*character)
            || is_accent(*character)
            || is_sign_between(*character, before, after)
        {
            *confusable = true;
            marks.insert(Mark::Confusable);
        }
        before = Some(*character);
    }
    confusable
}

/// A sign that shows nothing does not end a word for the eye.
fn belongs_to_word(character: char) -> bool {
    character.is_alphanumeric() || characters::is_default_ignorable(character)
}

fn script(character: char) -> Script {
    match u32::from(character) {
        0x41..=0x5A | 0x61..=0x7A | 0xC0..=0x24F | 0x1E00..=0x1EFF => Script::Latin,
        // Greek and Coptic, Cyrillic, Armenian, the scripts of India, Georgian, Cherokee, syllabics, runes,
        // Lisu, the oldest alphabets and some of the newest, and their extensions.
        0x370..=0x52F
        | 0x531..=0x587
        | 0x900..=0xDFF
        | 0x10A0..=0x10FF
        | 0x13A0..=0x16FF
        | 0x1C80..=0x1CBF
        | 0x1F00..=0x1FFF
        | 0x2C80..=0x2D2F
        | 0x2DE0..=0x2DFF
        | 0xA4D0..=0xA4FF
        | 0xA640..=0xA69F
        | 0xAB70..=0xABBF
        | 0x10280..=0x1034F
        | 0x10400..=0x104FF
        | 0x118A0..=0x118FF
        | 0x16F00..=0x16F9F
            if character.is_alphabetic() =>
        {
            Script::Near
        }
        // The letters of phonetics and of old writing look like others, and are in no word beside plain ones.
        0x250..=0x2AF | 0x1D00..=0x1DBF | 0x2C60..=0x2C7F | 0xA722..=0xA7FF | 0xAB30..=0xAB6F => {
            Script::Near
        }
        _ => Script::Other,
    }
}

/// Letters that are drawn like a Latin one in most typefaces, and whole scripts of which most are.
fn looks_latin(character: char) -> bool {
    confusables::latin_letter(character).is_some()
        || matches!(u32::from(character), 0x250..=0x2AF | 0x13A0..=0x13FF | 0x1D00..=0x1DBF
        | 0x2C60..=0x2CFF | 0xA4D0..=0xA4FF | 0xA722..=0xA7FF | 0xAB30..=0xABBF | 0x10280..=0x1034F
        | 0x10400..=0x104FF | 0x118A0..=0x118FF | 0x16F00..=0x16F9F)
}

/// An accent that stands for itself, and parts of syllables: with the letter before they may be drawn, and
/// read, as one character that is another text.
fn is_accent(character: char) -> bool {
    matches!(u32::from(character), 0x300..=0x36F | 0x653..=0x655 | 0x3099..=0x309A | 0x1161..=0x1175
        | 0x11A8..=0x11C2)
}

/// Signs and letters of other scripts that look like a dot, a slash or the hyphen of an option where they
/// stand in its place.
fn is_sign_between(character: char, before: Option<char>, after: Option<char>) -> bool {
    let ascii = |side: Option<char>| side.is_some_and(|side| side.is_ascii_graphic());
    match u32::from(character) {
        0x6D4 | 0x701 | 0x702 | 0x3002 | 0x3033 | 0x30CE | 0x30FB | 0x31D3 | 0x31D4 | 0x4E36
        | 0x4E3F => ascii(before) && ascii(after),
        0x2013..=0x2015 => {
            after.is_some_and(char::is_alphanumeric) && !before.is_some_and(char::is_alphanumeric)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn finds(text: &str, confusable: &str, expected: &[Mark]) {
        let mut marks = Marks::default();
        let found = find(text, &mut marks);
        let found: String = text
            .chars()
            .zip(found)
            .filter(|(_, confusable)| *confusable)
            .map(|(letter, _)| letter)
            .collect();
        assert_eq!(found, confusable, "{text}");
        assert_eq!(marks.iter().collect::<Vec<_>>(), expected, "{text}");
    }

    #[test]
    fn letters_of_another_script_within_a_word_are_found() {
        finds("p\u{430}ypal.com", "\u{430}", &[Mark::MixedScripts]);
        finds("пароль и p\u{430}ypal", "\u{430}", &[Mark::MixedScripts]);
        for nothing in ['\u{200B}', '\u{FEFF}', '\u{FE0F}', '\u{E0041}'] {
            finds(&format!("b{nothing}\u{436}"), "\u{436}", &[Mark::MixedScripts]);
        }
    }

    #[test]
    fn letters_that_all_look_latin_are_found() {
        let apple = "\u{430}\u{440}\u{440}\u{4CF}\u{435}";
        finds(&format!("{apple}.com"), apple, &[Mark::Confusable]);
        finds("ｃａｔ /etc", "ｃａｔ", &[Mark::Confusable]);
        finds("example.com\u{2215}path", "\u{2215}", &[Mark::Confusable]);
    }

    #[test]
    fn what_a_program_may_read_as_another_text_is_found() {
        for (text, confusable) in [
            ("Kate", ""),
            ("\u{212A}ate", "\u{212A}"),
            ("\u{1FEF}id\u{1FEF}", "\u{1FEF}\u{1FEF}"),
            ("\u{2025}/etc", "\u{2025}"),
            ("\u{17F}udo", "\u{17F}"),
            ("\u{2139}nfo", "\u{2139}"),
            ("\u{FB01}le", "\u{FB01}"),
            ("m\u{B2}", "\u{B2}"),
            ("\u{FE54}reboot", "\u{FE54}"),
            ("jos\u{E9}@bank.example", ""),
            ("jose\u{301}@bank.example", "\u{301}"),
            ("a\u{2223}b", "\u{2223}"),
            ("goo\u{1C0}e", "\u{1C0}"),
            ("b.example\u{3002}com", "\u{3002}"),
            ("g\u{2C9F}", "\u{2C9F}"),
            ("\u{2C9F}", "\u{2C9F}"),
            ("rm \u{2013}rf", "\u{2013}"),
            ("a \u{2260} b", "\u{2260}"),
            ("\u{1112}\u{1161}", "\u{1161}"),
            ("\u{A731}h", "\u{A731}"),
            ("\u{1F71}", "\u{1F71}"),
        ] {
            let found = find(text, &mut Marks::default());
            let letters = text.chars().zip(found).filter(|(_, confusable)| *confusable);
            assert_eq!(letters.map(|(letter, _)| letter).collect::<String>(), confusable, "{text}");
        }
        finds("g\u{966}\u{966}gle.com", "\u{966}\u{966}", &[Mark::MixedScripts]);
        finds("p\u{E50}ypal", "\u{E50}", &[Mark::MixedScripts]);
        finds("\u{10E7}oogle", "\u{10E7}", &[Mark::MixedScripts]);
    }

    #[test]
    fn other_languages_are_left_alone() {
        for text in [
            "привет, как дела? а у вас",
            "καλημέρα κόσμε",
            "Grüße, ¿mañana? çà et là",
            "北京 beijing",
            "it’s – fine…",
            "10–12 Uhr",
            "你好。谢谢",
            "こんにちは。カタカナ・ノート",
            "안녕하세요",
            "१०० रुपये",
            "Łódź, İstanbul, Việt Nam",
            "€ 5 · £ 4 → ok §",
        ] {
            finds(text, "", &[]);
        }
    }
}
