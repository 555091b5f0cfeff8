//! Where in a JSON text a pointer leads to.

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::value::RawValue;

/// The bytes of the value to which an RFC 6901 pointer leads. What is missing is where it would be: the
/// opening bracket of what lacks it. A text that is not JSON is pointed to at its beginning.
pub(crate) fn locate(text: &str, pointer: &str) -> Range<usize> {
    let Ok(mut here) = serde_json::from_str::<&RawValue>(text) else { return 0..text.len().min(1) };
    for token in pointer.split('/').skip(1) {
        let Some(next) = inside(here, &token.replace("~1", "/").replace("~0", "~")) else {
            let start = offset(text, here.get());
            return start..start + here.get().len().min(1);
        };
        here = next;
    }
    let start = offset(text, here.get());
    start..start + here.get().len()
}

/// One step down.
fn inside<'t>(value: &'t RawValue, token: &str) -> Option<&'t RawValue> {
    if value.get().starts_with('{') {
        let members: BTreeMap<String, &RawValue> = serde_json::from_str(value.get()).ok()?;
        return members.get(token).copied();
    }
    let items: Vec<&RawValue> = serde_json::from_str(value.get()).ok()?;
    items.get(token.parse::<usize>().ok()?).copied()
}

/// How far into a text a part of it begins.
fn offset(text: &str, part: &str) -> usize {
    part.as_ptr().addr().saturating_sub(text.as_ptr().addr())
}

#[cfg(test)]
mod tests {
    use super::locate;

    #[test]
    fn a_pointer_leads_to_its_value_or_to_what_lacks_it() {
        let text = r#" {"a": [1, {"b/c": "x"}], "d": null} "#;
        let at = |pointer: &str| &text[locate(text, pointer)];
        assert_eq!(at(""), text.trim());
        assert_eq!(at("/a/1/b~1c"), r#""x""#);
        assert_eq!(at("/d"), "null");
        assert_eq!(at("/a/1/missing"), "{");
        assert_eq!(at("/a/7"), "[");
        assert_eq!(at("/d/deeper"), "n");
        assert_eq!(locate("no JSON", "/a"), 0..1);
        assert_eq!(locate("", ""), 0..0);
    }
}
