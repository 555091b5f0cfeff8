//! Characters that a person does not see, or that change what is seen: the one table of them.
//!
//! The masks of secrets, the questions to a person, the texts of descriptors and the readers of
//! documents all ask here. Each function is one property of the Unicode Character Database; a test
//! compares them with it. What is a control character (`Cc`), [`char::is_control`] knows.
//!
//! ```
//! use aana_core::characters;
//!
//! assert!(characters::is_default_ignorable('\u{3164}')); // HANGUL FILLER
//! assert!(characters::is_bidi_control('\u{202E}')); // RIGHT-TO-LEFT OVERRIDE
//! assert!("a\tb\u{A0}c\u{FE0F}".chars().filter(|character| characters::is_hidden(*character)).count() == 3);
//! assert!(!"Grüße, 日本語 😀".chars().any(characters::is_hidden));
//! ```

/// A character that shows nothing where a program does not know it: `Default_Ignorable_Code_Point`.
/// Bidi controls, tags, variation selectors and fillers are among them.
pub const fn is_default_ignorable(character: char) -> bool {
    matches!(
        character,
        '\u{AD}'
            | '\u{34F}'
            | '\u{61C}'
            | '\u{115F}'..='\u{1160}'
            | '\u{17B4}'..='\u{17B5}'
            | '\u{180B}'..='\u{180F}'
            | '\u{200B}'..='\u{200F}'
            | '\u{202A}'..='\u{202E}'
            | '\u{2060}'..='\u{206F}'
            | '\u{3164}'
            | '\u{FE00}'..='\u{FE0F}'
            | '\u{FEFF}'
            | '\u{FFA0}'
            | '\u{FFF0}'..='\u{FFF8}'
            | '\u{1BCA0}'..='\u{1BCA3}'
            | '\u{1D173}'..='\u{1D17A}'
            | '\u{E0000}'..='\u{E0FFF}'
    )
}

/// A character that changes the order in which a text is shown: `Bidi_Control`.
pub const fn is_bidi_control(character: char) -> bool {
    matches!(
        character,
        '\u{61C}' | '\u{200E}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}'
    )
}

/// A character that joins letters or keeps them apart, as some languages write: `Join_Control`.
pub const fn is_join_control(character: char) -> bool {
    matches!(character, '\u{200C}'..='\u{200D}')
}

/// A character that chooses how the one before it is shown, as text or as a picture.
pub const fn is_presentation_selector(character: char) -> bool {
    matches!(character, '\u{FE0E}'..='\u{FE0F}')
}

/// A character of the block Tags: ASCII that nobody sees and a model may read.
pub const fn is_tag(character: char) -> bool {
    matches!(character, '\u{E0000}'..='\u{E007F}')
}

/// A blank of any width other than the space: `Space_Separator` without U+0020.
pub const fn is_non_ascii_space(character: char) -> bool {
    matches!(
        character,
        '\u{A0}' | '\u{1680}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}'
    )
}

/// A break that some readers take for a line end and others do not: `Line_Separator` and
/// `Paragraph_Separator`. The next line control, U+0085, is a control character.
pub const fn is_line_separator(character: char) -> bool {
    matches!(character, '\u{2028}' | '\u{2029}')
}

/// Any other character that formats: `Format` without what is default-ignorable.
pub const fn is_format(character: char) -> bool {
    matches!(
        character,
        '\u{600}'..='\u{605}'
            | '\u{6DD}'
            | '\u{70F}'
            | '\u{890}'..='\u{891}'
            | '\u{8E2}'
            | '\u{FFF9}'..='\u{FFFB}'
            | '\u{110BD}'
            | '\u{110CD}'
            | '\u{13430}'..='\u{1343F}'
    )
}

/// A symbol that is drawn as nothing, or only changes the symbol beside it: the empty Braille pattern,
/// and the blanks and modifiers of hieroglyphs.
pub const fn is_empty_symbol(character: char) -> bool {
    matches!(character, '\u{2800}' | '\u{13440}'..='\u{1345F}')
}

/// A code point of which no standard says what it shows: `Private_Use`.
pub const fn is_private_use(character: char) -> bool {
    matches!(
        character,
        '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{FFFFD}' | '\u{100000}'..='\u{10FFFD}'
    )
}

/// A code point that is never a character: `Noncharacter_Code_Point`.
pub const fn is_noncharacter(character: char) -> bool {
    matches!(character, '\u{FDD0}'..='\u{FDEF}') || character as u32 & 0xFFFE == 0xFFFE
}

/// Whether a character shows nothing, or only a blank that is not the space, moves what is shown, or
/// shows what is not agreed upon: all of the above, and control characters, line ends among them.
pub const fn is_hidden(character: char) -> bool {
    if matches!(character, ' '..='~') {
        return false;
    }
    matches!(character, '\0'..='\u{1F}' | '\u{7F}'..='\u{9F}')
        || is_default_ignorable(character)
        || is_non_ascii_space(character)
        || is_line_separator(character)
        || is_format(character)
        || is_empty_symbol(character)
        || is_private_use(character)
        || is_noncharacter(character)
}
