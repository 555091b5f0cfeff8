//! The long form of a decision, read back from its own JSON.
//!
//! What the views show is what every other surface gets, so they cannot tell another story.

use aana_core::Decision;
use serde_json::Value;

/// A decision as its JSON says it.
pub(crate) struct LongForm(Value);

impl LongForm {
    pub(crate) fn of(decision: &Decision<'_>) -> Self {
        Self(serde_json::from_str(&decision.to_json()).unwrap_or_default())
    }

    /// The string at a JSON pointer; `None` if there is `null`.
    pub(crate) fn text(&self, pointer: &str) -> Option<&str> {
        self.0.pointer(pointer)?.as_str()
    }

    pub(crate) fn is(&self, pointer: &str) -> bool {
        self.0.pointer(pointer).and_then(Value::as_bool).unwrap_or(false)
    }

    /// How many entries an array has, those that are not listed included, or the number itself.
    pub(crate) fn count(&self, pointer: &str) -> u64 {
        match self.0.pointer(pointer) {
            Some(Value::Array(items)) => {
                let total = self.0.pointer(&format!("{pointer}_total")).and_then(Value::as_u64);
                total.unwrap_or_else(|| u64::try_from(items.len()).unwrap_or(u64::MAX))
            }
            Some(value) => value.as_u64().unwrap_or(0),
            None => 0,
        }
    }

    fn items(&self, pointer: &str) -> impl Iterator<Item = &Value> {
        self.0.pointer(pointer).and_then(Value::as_array).into_iter().flatten()
    }

    /// The warnings, each with the pointer that may follow its colon.
    pub(crate) fn warnings(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        self.items("/warnings").filter_map(Value::as_str).map(|warning| {
            warning.split_once(':').map_or((warning, None), |(code, place)| (code, Some(place)))
        })
    }

    /// Where in the event the findings with this code stand.
    pub(crate) fn places<'a>(&'a self, code: &'a str) -> impl Iterator<Item = &'a str> {
        self.items("/evidence_integrity/issues")
            .filter(move |issue| issue["code"].as_str() == Some(code))
            .filter_map(|issue| issue["path"].as_str())
    }

    /// What would change the route: pairs of a kind and what it is about.
    pub(crate) fn needs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.items("/recovery/needs")
            .filter_map(Value::as_object)
            .flatten()
            .filter_map(|(kind, about)| Some((kind.as_str(), about.as_str()?)))
    }
}
