//! Scripts whose letters look like each other's.

/// One of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Script {
    Latin,
    Greek,
    Cyrillic,
    Armenian,
    Cherokee,
}

/// The script of a letter, if it is one of these. Signs of units belong to none.
pub(crate) const fn script(character: char) -> Option<Script> {
    Some(match character {
        'a'..='z'
        | 'A'..='Z'
        | '\u{AA}'
        | '\u{BA}'
        | '\u{C0}'..='\u{D6}'
        | '\u{D8}'..='\u{F6}'
        | '\u{F8}'..='\u{2B8}'
        | '\u{1D00}'..='\u{1D25}'
        | '\u{1E00}'..='\u{1EFF}'
        | '\u{2C60}'..='\u{2C7F}'
        | '\u{A722}'..='\u{A787}'
        | '\u{A78B}'..='\u{A7FF}'
        | '\u{AB30}'..='\u{AB5A}'
        | '\u{FB00}'..='\u{FB06}'
        | '\u{FF21}'..='\u{FF3A}'
        | '\u{FF41}'..='\u{FF5A}' => Script::Latin,
        // Signs of units and of differences: `5 µm`, `10 kΩ`, `Δt`.
        '\u{3BC}' | '\u{3A9}' | '\u{394}' => return None,
        '\u{370}'..='\u{373}'
        | '\u{376}'..='\u{37D}'
        | '\u{37F}'
        | '\u{386}'
        | '\u{388}'..='\u{3FF}'
        | '\u{1F00}'..='\u{1FFC}' => Script::Greek,
        '\u{400}'..='\u{52F}'
        | '\u{1C80}'..='\u{1C88}'
        | '\u{2DE0}'..='\u{2DFF}'
        | '\u{A640}'..='\u{A69F}' => Script::Cyrillic,
        '\u{531}'..='\u{556}' | '\u{560}'..='\u{588}' | '\u{FB13}'..='\u{FB17}' => Script::Armenian,
        '\u{13A0}'..='\u{13FD}' | '\u{AB70}'..='\u{ABBF}' => Script::Cherokee,
        _ => return None,
    })
}
