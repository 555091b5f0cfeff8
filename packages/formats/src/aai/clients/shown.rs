//! Texts of a descriptor as a model reads them.
//!
//! They are text from outside: what shows nothing, or shows one thing and says another, is taken out of
//! descriptions and titles. A value cannot be changed that way, since it would be another value.

use aana_core::characters;
use serde_json::Value;

/// Whether a character is hidden. Blanks of other widths stay: they show what they are.
fn is_hidden(it: char) -> bool {
    characters::is_hidden(it) && !characters::is_non_ascii_space(it) && !matches!(it, '\n' | '\t')
}

/// A text without what is hidden.
pub(super) fn visible(text: &str) -> String {
    text.chars().filter(|it| !is_hidden(*it)).collect()
}

/// The same with at most so many UTF-16 units, the mark of what was cut included.
pub(super) fn shown(text: &str, most: usize) -> String {
    let plain = visible(text);
    if plain.encode_utf16().count() <= most {
        return plain;
    }
    let mut units = 1;
    let mut cut: String = plain
        .chars()
        .take_while(|it| {
            units += it.len_utf16();
            units <= most
        })
        .collect();
    cut.push('\u{2026}');
    cut
}

/// Whether something is hidden in a value, a member name included.
pub(super) fn hides(value: &Value) -> bool {
    match value {
        Value::String(text) => text.chars().any(is_hidden),
        Value::Array(items) => items.iter().any(hides),
        Value::Object(map) => {
            map.iter().any(|(key, value)| key.chars().any(is_hidden) || hides(value))
        }
        _ => false,
    }
}
