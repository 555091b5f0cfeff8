//! Limits, letters that look alike, and words of routes and fields.

use super::{data, render};
use std::fmt::Write as _;

pub(super) fn render() -> String {
    let mut text = render::head(
        "Limits, letters that look alike, and words of routes and fields.",
        "use crate::arguments::table::{Words, list};\n",
    );
    for (name, about) in [
        ("MAX_BYTES", "A text is no longer than this."),
        ("MAX_DEPTH", "Texts within texts are no deeper than this."),
        ("MAX_SEGMENTS", "A text has no more parts than this."),
    ] {
        let value = data::number(name);
        let _ = write!(text, "/// {about}\npub(crate) const {name}: usize = {value};\n");
    }
    text.push('\n');
    for (name, about) in [
        ("DESTROY_WORDS", "Words of a name that destroys."),
        ("MONEY_WORDS", "Words of a name that moves money."),
    ] {
        text.push_str(&render::words(name, about, data::words(name)));
    }
    let escaped = render::sorted(data::words("LOOK"));
    let escaped: String = escaped
        .iter()
        .flat_map(|letter| letter.chars())
        .map(|c| c.escape_unicode().to_string())
        .collect();
    let _ = write!(
        text,
        "/// Cyrillic and Greek letters that have a Latin twin, in order.\n\
         pub(crate) const LOOK: &str = \"{escaped}\";\n"
    );
    text
}
