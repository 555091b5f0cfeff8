//! All that a ref says, looked through once.

use super::scripts;
use crate::{
    event::StructuredRef,
    json::{Member, Value},
    secrets::{self, Findings},
};

/// What the strings of a ref hold, fields that v1 does not define included, and whether one can be read in
/// two ways.
pub(super) fn found_in(evidence: &StructuredRef<'_>) -> (Findings, bool) {
    let texts = [
        &evidence.provenance,
        &evidence.summary,
        &evidence.retrieved_at,
        &evidence.citation_url,
        &evidence.freshness.checked_at,
        &evidence.freshness.source,
    ];
    let mut found = Found::default();
    found.text(&evidence.source_id);
    for text in texts.into_iter().flatten() {
        found.text(text);
    }
    for text in [&evidence.supports, &evidence.contradicts].into_iter().flatten() {
        found.text(text);
    }
    found.members(&evidence.unknown);
    found.members(&evidence.unknown_in_freshness);
    (found.findings, found.ambiguous)
}

/// What was found in texts.
#[derive(Debug, Default)]
struct Found {
    findings: Findings,
    ambiguous: bool,
}

impl Found {
    fn text(&mut self, text: &str) {
        self.findings = self.findings.union(secrets::scan(text));
        self.ambiguous |= scripts::is_ambiguous(text);
    }

    fn members(&mut self, members: &[Member<'_>]) {
        for member in members {
            self.text(&member.key);
            self.value(&member.value);
        }
    }

    fn value(&mut self, value: &Value<'_>) {
        match value {
            Value::String(text) => self.text(text),
            Value::Array(items) => items.iter().for_each(|item| self.value(item)),
            Value::Object(object) => self.members(object.members()),
            // A card number needs no quotes to leak.
            Value::Number(number) => {
                self.findings = self.findings.union(secrets::scan(number.as_str()));
            }
            Value::Null | Value::Bool(_) => {}
        }
    }
}
