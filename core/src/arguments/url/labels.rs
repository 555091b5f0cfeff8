//! The parts of a host's name.

use alloc::borrow::Cow;

use super::punycode;
use crate::arguments::lookalike::{is_all_twins, mixes_scripts};
use crate::characters;

/// What is known of one label.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Seen {
    /// Whether it looks like another.
    pub(crate) is_lookalike: bool,
    /// Whether it has letters beyond ASCII.
    pub(crate) is_international: bool,
    /// Whether it is in a form that stands for nothing, or holds what nobody sees.
    pub(crate) is_broken: bool,
}

/// Reads a label, also one in `xn--` form.
pub(crate) fn read(label: &str) -> Seen {
    let decoded = punycode::encoded(label).map(punycode::decode);
    if decoded.is_none() && label.is_ascii() {
        return Seen { is_lookalike: false, is_international: false, is_broken: false };
    }
    let is_broken_form = matches!(decoded, Some(None));
    let text = match decoded {
        Some(Some(text)) => Cow::Owned(text),
        _ => Cow::Borrowed(label),
    };
    Seen {
        is_lookalike: mixes_scripts(&text) || is_all_twins(&text),
        is_international: !text.is_ascii() || is_broken_form,
        is_broken: is_broken_form || text.chars().any(characters::is_default_ignorable),
    }
}
