//! Colours, and text that is safe on a terminal.

use std::borrow::Cow;

use aana_core::contract::Route;
use anstyle::{AnsiColor, Effects, Style};
use clap::builder::Styles;

/// The colours of the help texts.
pub(crate) const HELP: Styles = Styles::styled()
    .header(HEADING)
    .usage(HEADING)
    .literal(AnsiColor::Cyan.on_default())
    .placeholder(AnsiColor::Cyan.on_default());

/// What stands over a part.
pub(crate) const HEADING: Style = Style::new().effects(Effects::BOLD);

/// A code or a name.
pub(crate) const CODE: Style = AnsiColor::Cyan.on_default();

/// What may be skipped at the first look.
pub(crate) const FAINT: Style = Style::new().effects(Effects::DIMMED);

/// What went wrong.
pub(crate) const FAILURE: Style = AnsiColor::Red.on_default().effects(Effects::BOLD);

/// What went right.
pub(crate) const FINE: Style = route(Route::Accept);

/// The colour of a route.
pub(crate) const fn route(route: Route) -> Style {
    let color = match route {
        Route::Accept => AnsiColor::Green,
        Route::Ask => AnsiColor::Yellow,
        Route::Defer => AnsiColor::Magenta,
        Route::Refuse => AnsiColor::Red,
    };
    color.on_default().effects(Effects::BOLD)
}

/// Text with everything outside printable ASCII written out, so that a name from an event can
/// neither steer the terminal nor pass for another name.
pub(crate) fn printable(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            ' '..='~' => shown.push(character),
            _ => shown.extend(character.escape_unicode()),
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn what_is_not_printable_ascii_is_written_out() {
        assert_eq!(printable("send_email ~"), "send_email ~");
        assert_eq!(printable("s\u{435}nd\u{1b}[2J\u{202e}\n"), r"s\u{435}nd\u{1b}[2J\u{202e}\u{a}");
    }
}
