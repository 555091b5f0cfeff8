//! Characters that a reader takes for an operator or a quote and a shell does not.

/// Full-width and small forms of operators, other scripts' marks, typographic quotes, primes, dashes
/// and slashes.
pub(super) fn is_confusable(c: char) -> bool {
    matches!(
        c,
        // Full-width forms of ; | & < > $ ( ) { } # \ / ~ - . " ' `
        '\u{FF1B}' | '\u{FF5C}' | '\u{FF06}' | '\u{FF1C}' | '\u{FF1E}' | '\u{FF04}'
            | '\u{FF08}' | '\u{FF09}' | '\u{FF5B}' | '\u{FF5D}' | '\u{FF03}' | '\u{FF3C}'
            | '\u{FF0F}' | '\u{FF5E}' | '\u{FF0D}' | '\u{FF0E}' | '\u{FF02}' | '\u{FF07}'
            | '\u{FF40}' | '\u{FFE8}'
            // Small forms of the same.
            | '\u{FE54}' | '\u{FE60}' | '\u{FE64}' | '\u{FE65}' | '\u{FE69}' | '\u{FE59}'
            | '\u{FE5A}' | '\u{FE5B}' | '\u{FE5C}' | '\u{FE5F}' | '\u{FE68}' | '\u{FE63}'
            | '\u{FE52}' | '\u{FE58}'
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
