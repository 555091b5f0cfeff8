//! What a `$ref` points at, within its schema.

use serde_json::Value;

use super::super::{findings::push_key, url};

/// The steps of a JSON pointer in a fragment.
pub(in super::super) fn steps(pointer: &str) -> Vec<String> {
    let decoded = url::decoded(pointer);
    decoded.split('/').skip(1).map(|step| step.replace("~1", "/").replace("~0", "~")).collect()
}

/// What a reference into the schema leads to, and the pointer to it.
pub(in super::super) fn follow<'d>(
    root: &'d Value,
    reference: &str,
) -> Option<(&'d Value, String)> {
    let fragment = reference.strip_prefix('#')?;
    let target = resolve(root, fragment)?;
    let mut pointer = String::new();
    for step in steps(fragment) {
        push_key(&mut pointer, &step);
    }
    Some((target, pointer))
}

/// What a fragment points at: `""` at the root, or a JSON pointer.
pub(super) fn resolve<'d>(root: &'d Value, fragment: &str) -> Option<&'d Value> {
    if !fragment.is_empty() && !fragment.starts_with('/') {
        return None;
    }
    steps(fragment).iter().try_fold(root, |value, step| match value {
        Value::Object(map) => map.get(step),
        Value::Array(items) => {
            let plain = step == "0" || !step.starts_with(['0', '+']);
            items.get(plain.then(|| step.parse::<usize>().ok()).flatten()?)
        }
        _ => None,
    })
}
