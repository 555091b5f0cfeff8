//! Characters that a person does not see.

use aana_core::characters;

/// Whether a character shows nothing, turns the direction of writing, or shows what only some font knows.
pub(crate) fn is_hidden(sign: char) -> bool {
    sign.is_control()
        || characters::is_hidden(sign)
        || characters::is_bidi_control(sign)
        || characters::is_tag(sign)
        || characters::is_line_separator(sign)
        || characters::is_private_use(sign)
        || characters::is_noncharacter(sign)
}
