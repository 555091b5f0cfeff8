//! Text with placeholders: `${name}`, and `$${` for a literal `${`.
//!
//! A text is taken apart once, when the descriptor is read. Values are put between the parts later
//! and are never looked at for placeholders.

/// One part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    /// Text as it is.
    Text(String),
    /// The value of a parameter.
    Value(String),
}

/// How placeholders are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// `${name}` only.
    Dollar,
    /// `{name}` as well.
    DollarAndBrace,
}

/// Whether the text could hold a placeholder at all.
pub(super) fn has_marker(text: &str) -> bool {
    text.contains("${")
}

/// Takes a text apart, or `None` if a placeholder is malformed.
pub(super) fn parts(text: &str, style: Style) -> Option<Vec<Part>> {
    let mut parts = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix("$${") {
            plain.push_str("${");
            rest = after;
            continue;
        }
        let opened = match style {
            Style::Dollar => rest.strip_prefix("${"),
            Style::DollarAndBrace => rest.strip_prefix("${").or_else(|| rest.strip_prefix('{')),
        };
        if let Some(after) = opened {
            let (name, after) = after.split_once('}')?;
            if name.is_empty() || name.contains(['$', '{', '.']) || name.trim() != name {
                return None;
            }
            if !plain.is_empty() {
                parts.push(Part::Text(core::mem::take(&mut plain)));
            }
            parts.push(Part::Value(name.to_owned()));
            rest = after;
        } else {
            plain.push(next);
            rest = rest.get(next.len_utf8()..)?;
        }
    }
    if !plain.is_empty() || parts.is_empty() {
        parts.push(Part::Text(plain));
    }
    Some(parts)
}

#[cfg(test)]
mod tests {
    use super::{Part, Style, parts};

    fn text(it: &str) -> Part {
        Part::Text(it.to_owned())
    }

    fn value(it: &str) -> Part {
        Part::Value(it.to_owned())
    }

    #[test]
    fn a_text_is_taken_apart_once() {
        let apart = |it| parts(it, Style::Dollar);
        assert_eq!(apart(""), Some(vec![text("")]));
        assert_eq!(apart("${a}"), Some(vec![value("a")]));
        assert_eq!(apart("x${a}${b}y"), Some(vec![text("x"), value("a"), value("b"), text("y")]));
        assert_eq!(apart("$${a} $5 {b}"), Some(vec![text("${a} $5 {b}")]));
        for malformed in ["${a", "${}", "${a${b}}", "${ a }", "${a.b}", "x${"] {
            assert_eq!(apart(malformed), None, "{malformed}");
        }
        assert_eq!(
            parts("/{a}/${b}", Style::DollarAndBrace),
            Some(vec![text("/"), value("a"), text("/"), value("b")])
        );
    }
}
