//! Letters that cannot be told from those of another script.

use super::{Mark, Marks};

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
    let mut alike = vec![false; characters.len()];
    let near = |character: &&char| script(**character) == Script::Near;
    let only_look_alikes = characters.iter().filter(near).all(|letter| looks_latin(*letter));
    let mut start = 0;
    for word in characters.split(|character| !belongs_to_word(*character)) {
        let has = |wanted| word.iter().any(|character| script(*character) == wanted);
        let mixed = has(Script::Latin) && has(Script::Near);
        for (character, alike) in word.iter().zip(alike.iter_mut().skip(start)) {
            if script(*character) == Script::Near && (mixed || only_look_alikes) {
                *alike = true;
                marks.insert(if mixed { Mark::MixedScripts } else { Mark::LookAlike });
            }
        }
        start += word.len() + 1;
    }
    for (character, alike) in characters.iter().zip(&mut alike) {
        if is_fancy(*character) || is_sign(*character) {
            *alike = true;
            marks.insert(Mark::LookAlike);
        }
    }
    alike
}

/// A sign that shows nothing does not end a word for the eye.
fn belongs_to_word(character: char) -> bool {
    character.is_alphanumeric()
        || matches!(character, '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{AD}')
}

fn script(character: char) -> Script {
    match u32::from(character) {
        0x41..=0x5A | 0x61..=0x7A | 0xC0..=0x24F | 0x1E00..=0x1EFF => Script::Latin,
        // Greek and Coptic, Cyrillic, Armenian, Cherokee, Lisu, and their extensions.
        0x370..=0x52F
        | 0x531..=0x587
        | 0x13A0..=0x13FF
        | 0x1C80..=0x1C8F
        | 0x1F00..=0x1FFF
        | 0x2C80..=0x2CFF
        | 0x2DE0..=0x2DFF
        | 0xA4D0..=0xA4FF
        | 0xA640..=0xA69F
        | 0xAB70..=0xABBF
            if character.is_alphabetic() =>
        {
            Script::Near
        }
        // The letters of phonetics look like others, and are in no word beside plain ones.
        0x250..=0x2AF | 0x1D00..=0x1DBF => Script::Near,
        _ => Script::Other,
    }
}

/// Letters that are drawn like a Latin one in most typefaces.
fn looks_latin(character: char) -> bool {
    matches!(
        character,
        // Cyrillic
        'а' | 'в' | 'с' | 'е' | 'һ' | 'і' | 'ј' | 'к' | 'ӏ' | 'м' | 'о' | 'р' | 'ԛ' | 'г' | 'ѕ' | 'т' | 'у'
            | 'ѵ' | 'ԝ' | 'х' | 'п' | 'ԁ' | 'А' | 'В' | 'С' | 'Е' | 'Н' | 'І' | 'Ј' | 'К' | 'Ӏ' | 'М'
            | 'О' | 'Р' | 'Ѕ' | 'Т' | 'У' | 'Х' | 'Ԛ' | 'Ԝ' | 'ё' | 'ї' | 'ҫ'
            // Greek
            | 'α' | 'γ' | 'ι' | 'κ' | 'ν' | 'ο' | 'ρ' | 'τ' | 'υ' | 'χ' | 'ω' | 'Α' | 'Β' | 'Ε' | 'Ζ'
            | 'Η' | 'Ι' | 'Κ' | 'Μ' | 'Ν' | 'Ο' | 'Ρ' | 'Τ' | 'Υ' | 'Χ' | 'ϲ' | 'ϳ' | 'Ϲ'
            // Armenian
            | 'օ' | 'ո' | 'ս' | 'հ' | 'ց' | 'զ' | 'յ' | 'ք' | 'ռ' | 'Օ' | 'Ս' | 'Լ' | 'Տ'
    ) || matches!(u32::from(character), 0x250..=0x2AF | 0x13A0..=0x13FF | 0x1D00..=0x1DBF
        | 0xA4D0..=0xA4FF | 0xAB70..=0xABBF)
}

/// Full-width, mathematical, circled and squared letters and digits: a program reads them as others.
fn is_fancy(character: char) -> bool {
    matches!(u32::from(character), 0xFF01..=0xFF5E | 0x1D400..=0x1D7FF | 0x2460..=0x24FF
        | 0x2160..=0x2188 | 0x1F110..=0x1F189)
}

/// Signs that look like a slash, a dot, a colon or a hyphen of a path or an address.
fn is_sign(character: char) -> bool {
    matches!(
        character,
        '\u{2044}'
            | '\u{2215}'
            | '\u{29F8}'
            | '\u{2571}'
            | '\u{FE68}'
            | '\u{2216}'
            | '\u{29F5}'
            | '\u{2024}'
            | '\u{A4F8}'
            | '\u{FF61}'
            | '\u{FE52}'
            | '\u{02D0}'
            | '\u{A789}'
            | '\u{2236}'
            | '\u{0589}'
            | '\u{05C3}'
            | '\u{FE55}'
            | '\u{2010}'
            | '\u{2011}'
            | '\u{2212}'
            | '\u{FE63}'
            | '\u{01C3}'
            | '\u{2768}'..='\u{276F}' | '\u{37E}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn finds(text: &str, alike: &str, expected: &[Mark]) {
        let mut marks = Marks::default();
        let found = find(text, &mut marks);
        let found: String =
            text.chars().zip(found).filter(|(_, alike)| *alike).map(|(letter, _)| letter).collect();
        assert_eq!(found, alike, "{text}");
        assert_eq!(marks.iter().collect::<Vec<_>>(), expected, "{text}");
    }

    #[test]
    fn letters_of_another_script_within_a_word_are_found() {
        finds("p\u{430}ypal.com", "\u{430}", &[Mark::MixedScripts]);
        finds("пароль и p\u{430}ypal", "\u{430}", &[Mark::MixedScripts]);
        finds("a\u{200B}\u{430}", "\u{430}", &[Mark::MixedScripts]);
    }

    #[test]
    fn letters_that_all_look_latin_are_found() {
        let apple = "\u{430}\u{440}\u{440}\u{4CF}\u{435}";
        finds(&format!("{apple}.com"), apple, &[Mark::LookAlike]);
        finds("ｃａｔ /etc", "ｃａｔ", &[Mark::LookAlike]);
        finds("example.com\u{2215}path", "\u{2215}", &[Mark::LookAlike]);
    }

    #[test]
    fn other_languages_are_left_alone() {
        for text in
            ["привет, как дела? а у вас", "καλημέρα κόσμε", "Grüße", "北京 beijing", "it’s – fine"]
        {
            finds(text, "", &[]);
        }
    }
}
