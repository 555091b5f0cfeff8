//! Characters that look like others: the tables of them.
//!
//! There are three, because they answer different questions. A *letter* of another script is compared with the Latin
//! one that it looks like, so that table is a map. A *sign* in a question is marked for the person who reads it. There,
//! quotes and dashes of ordinary writing are left out. A *command* is ASCII, so that in it just these are mistaken for an
//! operator or a quote of the shell. The full-width forms are a fourth case: Unicode itself says which ASCII character
//! each of them is. A test compares all of them with Unicode's normal forms.
//!
//! ```
//! use aana_core::confusables;
//!
//! assert_eq!(confusables::latin_letter('\u{430}'), Some('a')); // CYRILLIC SMALL LETTER A
//! assert_eq!(confusables::full_width('\u{FF1B}'), Some(';')); // FULLWIDTH SEMICOLON
//! assert!(confusables::is_operator('\u{201C}') && !confusables::is_sign('\u{201C}')); // LEFT DOUBLE QUOTATION MARK
//! ```

/// The ASCII character of which this is the full-width form.
pub const fn full_width(character: char) -> Option<char> {
    match character {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32((character as u32).saturating_sub(0xFEE0)),
        _ => None,
    }
}

/// The Latin letter, in lower case, that a Cyrillic, Greek or Armenian one looks like in most typefaces.
pub const fn latin_letter(character: char) -> Option<char> {
    Some(match character {
        'а' | '\u{3B1}' | 'А' | '\u{391}' => 'a',
        'В' | 'Β' | 'в' => 'b',
        'с' | 'С' | 'ϲ' | 'Ϲ' | 'ҫ' => 'c',
        'ԁ' => 'd',
        'е' | 'Е' | 'Ε' | 'ё' => 'e',
        'ց' => 'g',
        'һ' | 'Н' | 'Η' | 'հ' => 'h',
        'і' | 'І' | 'ι' | 'Ι' | 'ї' => 'i',
        'ј' | 'Ј' | 'ϳ' | 'յ' => 'j',
        'к' | 'К' | 'κ' | 'Κ' => 'k',
        'ӏ' | 'Ӏ' | 'Լ' => 'l',
        'м' | 'М' | 'Μ' => 'm',
        'п' | 'Ν' | 'ո' | 'ռ' => 'n',
        'о' | 'О' | 'ο' | 'Ο' | 'օ' | 'Օ' => 'o',
        'р' | 'Р' | 'ρ' | 'Ρ' | 'ք' => 'p',
        'Ԛ' | 'ԛ' | 'զ' => 'q',
        'г' => 'r',
        'ѕ' | 'Ѕ' | 'Տ' => 's',
        'т' | 'Т' | 'τ' | 'Τ' => 't',
        'υ' | 'ս' | 'Ս' => 'u',
        'ѵ' | 'ν' => 'v',
        'Ԝ' | 'ԝ' | 'ω' => 'w',
        'х' | 'Х' | 'χ' | 'Χ' => 'x',
        'у' | 'У' | 'Υ' | 'γ' => 'y',
        'Ζ' => 'z',
        _ => return None,
    })
}

/// Signs that look like one of a path, an address or a command.
pub const fn is_sign(character: char) -> bool {
    matches!(
        character as u32,
        // Slashes, both ways.
        0x1735 | 0x2041 | 0x2044 | 0x2215 | 0x2216 | 0x2571 | 0x27CB | 0x27CD | 0x29F5 | 0x29F8 | 0x29F9
            // Bars, and letters that look like them or like an exclamation mark.
            | 0x1C0..=0x1C3 | 0x5C0 | 0x2016 | 0x2223 | 0x2225 | 0x23FD | 0x2758..=0x275A | 0xFFE8
            // Dots.
            | 0xA4F8..=0xA4FB | 0xA60E | 0xFF61
            // Colons and semicolons.
            | 0x2D0 | 0x2F8 | 0x589 | 0x5C3 | 0x703 | 0x704 | 0x16EC | 0x205A | 0x2236 | 0xA4FD | 0xA789
            // Hyphens.
            | 0x2D7 | 0x2010..=0x2012 | 0x2043 | 0x2212 | 0x2796 | 0xFE58
            // Asterisks, tildes, commas, per cent, plus and equals signs, brackets.
            | 0x66D | 0x204E | 0x2217 | 0x223C | 0x2053 | 0x60D | 0x66B | 0x66A | 0x2052 | 0x2795
            | 0x1400 | 0xA4FF | 0x2C2 | 0x2C3 | 0x2768..=0x276F
            // Quotes that look like a backtick.
            | 0x2CB | 0x2035
    )
}

/// Characters that look like an operator or a quote of a shell: full-width and small forms of operators, other
/// scripts' marks, typographic quotes, primes, dashes and slashes.
pub const fn is_operator(character: char) -> bool {
    matches!(
        character,
        // Full-width forms of ; | & < > $ ( ) { } # \ / ~ - . " ' `
        '\u{FF1B}' | '\u{FF5C}' | '\u{FF06}' | '\u{FF1C}' | '\u{FF1E}' | '\u{FF04}'
            | '\u{FF08}' | '\u{FF09}' | '\u{FF5B}' | '\u{FF5D}' | '\u{FF03}' | '\u{FF3C}'
            | '\u{FF0F}' | '\u{FF5E}' | '\u{FF0D}' | '\u{FF0E}' | '\u{FF02}' | '\u{FF07}'
            | '\u{FF40}' | '\u{FFE8}'
            // Small forms of the same.
            | '\u{FE54}' | '\u{FE60}' | '\u{FE64}' | '\u{FE65}' | '\u{FE69}' | '\u{FE59}'
            | '\u{FE5A}' | '\u{FE5B}' | '\u{FE5C}' | '\u{FE5F}' | '\u{FE68}' | '\u{FE63}'
            | '\u{FE52}' | '\u{FE58}'
            // Superscripts, subscripts and vertical forms of the same; one dot leader and varia.
            | '\u{207D}'..='\u{207E}' | '\u{208D}'..='\u{208E}' | '\u{FE14}' | '\u{FE35}'..='\u{FE38}'
            | '\u{2024}' | '\u{1FEF}'
            // Greek question mark, Arabic semicolon, dental click, divides, box-drawing bars.
            | '\u{037E}' | '\u{061B}' | '\u{01C0}' | '\u{2223}' | '\u{2502}' | '\u{2503}'
            // Single and double angle marks.
            | '\u{2039}' | '\u{203A}' | '\u{00AB}' | '\u{00BB}' | '\u{3008}' | '\u{3009}'
            | '\u{27E8}' | '\u{27E9}'
            // Typographic quotes, primes, modifier letters that look like them, acute and grave.
            | '\u{2018}'..='\u{201F}' | '\u{2032}'..='\u{2037}' | '\u{02B9}'..='\u{02BC}'
            | '\u{02CA}' | '\u{02CB}' | '\u{00B4}' | '\u{301D}'..='\u{301F}'
            // Hyphen to horizontal bar, minus sign, fraction and division slash, set minus, tilde.
            | '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{2044}' | '\u{2215}' | '\u{2216}'
            | '\u{223C}'
    )
}
