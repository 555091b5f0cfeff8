//! A first look at the text of an approval or a sign-in, without a list of its words. Nearly every text holds
//! nothing that could take away from a yes, and is not read a second time.

use super::{
    hidden::{ends_without_value, is_letter, says_no_by_a_sign},
    lexer::Lexer,
    words::{Sense, is},
};

/// Whether a text holds a word that any rule of [`super::record`] begins with.
pub(super) fn is_alarming(text: &str) -> bool {
    // `Approved?` asks, `-1` and `decision: ""` are no words.
    if text.contains('?') || says_no_by_a_sign(text) || ends_without_value(text) {
        return true;
    }
    let (mut letters, mut after_number, mut after_for) = (0_u8, false, false);
    for word in Lexer::new(text) {
        let alarms = match word.sense {
            // `2 of 3 approvals`, `to be approved`.
            Sense::Article => after_number && is(word.text, "of"),
            Sense::Being => is(word.text, "be"),
            // `sent for approval`.
            Sense::Consent => after_for,
            Sense::Yes(_)
            | Sense::Judge
            | Sense::Chosen
            | Sense::Wanted
            | Sense::Person
            | Sense::To
            | Sense::By
            | Sense::But
            | Sense::Other => false,
            _ => true,
        };
        letters = if is_letter(word.text) { letters.saturating_add(1) } else { 0 };
        if alarms || letters >= 3 {
            return true;
        }
        after_for = is(word.text, "for");
        after_number = word.text.iter().all(u8::is_ascii_digit);
    }
    false
}
