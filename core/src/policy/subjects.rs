//! Of whom an entry holds: the subject of a call, in whatever form and spelling it comes.

use alloc::{borrow::Cow, format, string::String, vec::Vec};

use super::{
    glob::Glob,
    met::{Met, any_spelling, is_any},
};
use crate::json::Value;

/// The types that the contract lists, and that a text may have before a colon.
const TYPES: [&str; 9] =
    ["user", "account", "client", "employee", "student", "patient", "case", "service", "unknown"];

/// The subjects that a condition names.
#[derive(Debug, Clone)]
pub(super) struct Subjects {
    written: Vec<Glob>,
    /// The same in any spelling.
    spelt: Vec<Glob>,
    /// What stands behind the type, for a subject whose type is not known.
    references: Vec<Glob>,
}

impl Subjects {
    pub(super) fn new(written: Vec<Glob>) -> Self {
        let spelt: Vec<String> = written.iter().map(|glob| any_spelling(glob.as_str())).collect();
        let reference = |text: &String| Some(Glob::new(split(text)?.1));
        Self {
            references: spelt.iter().filter_map(reference).collect(),
            spelt: spelt.iter().map(|text| Glob::new(text)).collect(),
            written,
        }
    }

    /// Yes letter by letter; in another form or spelling only what tightens holds.
    pub(super) fn is_met(&self, subject: &Value<'_>) -> Met {
        let member = |name| match subject {
            Value::Object(object) => object.get(name).and_then(Value::as_str),
            _ => None,
        };
        let Some(text) = subject.as_str().or_else(|| member("subject_ref")) else {
            return Met::Perhaps;
        };
        if is_any(&self.written, text) {
            return Met::Yes;
        }
        let text = any_spelling(text);
        let of_type = member("subject_type").map(any_spelling);
        let (of_type, reference) = match (&of_type, split(&text)) {
            (_, Some((of_type, reference))) => (Some(of_type), reference),
            (of_type, None) => (of_type.as_deref(), text.as_str()),
        };
        let known = of_type.filter(|of_type| *of_type != "unknown");
        let whole = known
            .map_or(Cow::Borrowed(reference), |known| Cow::Owned(format!("{known}:{reference}")));
        let met = is_any(&self.spelt, &text)
            || is_any(&self.spelt, reference)
            || is_any(&self.spelt, &whole)
            || (known.is_none() && is_any(&self.references, reference));
        if met { Met::Perhaps } else { Met::No }
    }
}

/// The type and the reference in `user:7`.
fn split(text: &str) -> Option<(&str, &str)> {
    let (before, behind) = text.split_once(':')?;
    TYPES.contains(&before.trim()).then(|| (before.trim(), behind.trim()))
}
