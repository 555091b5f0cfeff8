//! Headers and fields that servers take for the method of a request, whatever its own says.

use super::short::Key;
use crate::json::Value;

/// Their names in texts of headers, queries and bodies. In lower case.
const KNOWN: [&str; 4] =
    ["x-http-method-override", "x-http-method", "x-method-override", "_method"];

/// Whether a text is the name of what holds the method that counts.
pub(crate) fn is_name(text: &str) -> bool {
    KNOWN.iter().any(|name| {
        let parted =
            |it: u8| if matches!(it, b'_' | b' ') { b'-' } else { it.to_ascii_lowercase() };
        text.trim().bytes().map(parted).eq(name.bytes().map(parted))
    })
}

/// The method behind such a name within a text: `X-HTTP-Method-Override: DELETE`, `?_method=DELETE`.
pub(crate) fn method_in(text: &str) -> Option<&str> {
    let lower = text.to_ascii_lowercase();
    KNOWN.iter().find_map(|name| {
        lower.match_indices(name).find_map(|(at, name)| {
            let (before, _) = text.split_at_checked(at)?;
            let behind = text.get(at.checked_add(name.len())?..)?;
            let behind = behind.strip_prefix('"').unwrap_or(behind).trim_start();
            let behind =
                behind.strip_prefix([':', '='])?.trim_start_matches([' ', '"', '\'', '\t']);
            let letters = behind.find(|it: char| !it.is_ascii_alphabetic()).unwrap_or(behind.len());
            let stands_alone = !before.ends_with(|it: char| it.is_alphanumeric());
            behind.get(..letters).filter(|word| stands_alone && !word.is_empty())
        })
    })
}

/// Whether a header stands there that some server may take for the method: one of those, or one that is called alike.
pub(crate) fn any_in(headers: &Value<'_>) -> bool {
    any_at(headers, 0)
}

fn any_at(headers: &Value<'_>, depth: usize) -> bool {
    let is_alike = |name: &str| {
        let key = Key::of(name.trim());
        key.as_str().starts_with("x_") && key.as_str().contains("method")
    };
    let in_text = |text: &str| {
        let mut lines = text.split(['\r', '\n', ',', ';']);
        lines.any(|line| is_alike(line.split([':', '=']).next().unwrap_or_default()))
    };
    let below = depth.saturating_add(1);
    match headers {
        _ if depth > 4 => true,
        Value::String(text) => in_text(text),
        Value::Array(items) => items.iter().any(|item| any_at(item, below)),
        Value::Object(object) => {
            let mut headers = object.members().iter();
            headers.any(|header| is_alike(&header.key) || any_at(&header.value, below))
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}
