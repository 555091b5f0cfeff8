//! How an answer becomes evidence, whoever asked: the record of it, and the event that carries it.

use aana_core::{
    action_digest,
    contract::Route,
    json::{self, Limits, MAX_DEPTH, Member, Object, Value, canonical},
    time,
};
use serde_json::{Value as Json, json};

use crate::approver;

/// The tree of an event that the gate takes, whatever its size.
pub fn tree(event: &str) -> Option<Value<'_>> {
    json::parse_within(event, Limits { max_bytes: event.len(), max_depth: MAX_DEPTH }).ok()
}

/// The digest of the action that an event proposes; nothing, if it is not a valid event.
pub fn digest(event: &Value<'_>) -> Option<String> {
    action_digest(event.clone())
}

/// Whether a name, `user:` and what can be read, is a person's as far as it says.
pub fn is_person(by: &str) -> bool {
    approver::is_visible(by) && approver::is_person(by)
}

/// What an evidence ref about an answer says.
#[derive(Debug, Clone, Copy)]
pub struct Record<'r> {
    /// The id of the evidence; never the token of a question.
    pub source_id: &'r str,
    /// `approval` for a yes that confirms.
    pub kind: &'r str,
    /// `verified` for a yes that confirms.
    pub trust_tier: &'r str,
    /// One sentence, without the words by which the gate tells that something is missing.
    pub summary: &'r str,
    /// Who took the answer.
    pub provenance: &'r str,
    /// When, in Unix milliseconds.
    pub now_ms: i64,
    /// For how long it holds, in milliseconds; as long as the policy says if absent.
    pub holds_ms: Option<i64>,
    /// Whether it is a yes of a person's. Then the ref says so, who it was if that is known, and until when.
    pub yes: Option<Yes<'r>>,
}

/// A yes, as an approval says it.
#[derive(Debug, Clone, Copy)]
pub struct Yes<'r> {
    /// Who said it.
    pub approved_by: Option<&'r str>,
    /// Until when it holds, in Unix milliseconds.
    pub expires_ms: i64,
}

impl Record<'_> {
    /// The evidence ref.
    pub fn evidence(&self) -> Json {
        let mut freshness = json!({"status": "fresh", "checked_at": time::format(self.now_ms)});
        if let Some(seconds) = self.holds_ms.and_then(|held| u32::try_from(held / 1000).ok()) {
            freshness["max_age_hours"] = (f64::from(seconds) / 3600.0).into();
        }
        let mut evidence = json!({
            "source_id": self.source_id,
            "kind": self.kind,
            "trust_tier": self.trust_tier,
            "redaction_status": "redacted",
            "summary": self.summary,
            "retrieved_at": time::format(self.now_ms),
            "freshness": freshness,
            "provenance": self.provenance,
        });
        if let Some(yes) = self.yes {
            evidence["decision"] = "approved".into();
            evidence["expires_at"] = time::format(yes.expires_ms).into();
            if let Some(name) = yes.approved_by {
                evidence["approved_by"] = name.into();
            }
        }
        evidence
    }
}

/// What an evidence ref supports that is about one action and no other.
pub fn bound_to(action_digest: &str) -> String {
    format!("action:{action_digest}")
}

/// What an answer changes in an event, besides one more evidence ref.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Nothing.
    Noted,
    /// The state becomes `confirmed`, and a runtime that recommended `ask` has got what it recommended.
    Confirms,
}

/// The proposal with one more evidence ref, and with what the answer changes.
pub fn with_evidence(proposal: Value<'_>, evidence: &Json, effect: Effect) -> Option<String> {
    let evidence = evidence.to_string();
    let evidence = tree(&evidence)?;
    let Value::Object(object) = proposal else { return None };
    let mut members = Vec::new();
    for Member { key, value } in object.into_members() {
        let value = match (&*key, value) {
            ("evidence_refs", Value::Array(mut refs)) => {
                refs.push(evidence.clone());
                Value::Array(refs)
            }
            ("authorization_state", _) if effect == Effect::Confirms => {
                Value::String("confirmed".into())
            }
            ("recommended_route", Value::String(route))
                if effect == Effect::Confirms && route == Route::Ask.as_str() =>
            {
                Value::String(Route::Accept.as_str().into())
            }
            (_, value) => value,
        };
        members.push(Member { key, value });
    }
    let mut text = String::new();
    canonical(&mut text, &Value::Object(Object::new(members).ok()?));
    Some(text)
}

/// The refs that the host has checked itself of an event that [`with_evidence`] gave: those of the proposal, and the
/// last one, which is the host's own.
pub(crate) fn with_own(attested: &[u32], event: &str) -> Vec<u32> {
    let mut all = attested.to_vec();
    all.extend(last_ref(event));
    all
}

/// The position of the last evidence ref of an event: of the approval, where [`with_evidence`] gave the event.
pub fn last_ref(event: &str) -> Option<u32> {
    let tree = tree(event)?;
    let refs = tree.as_object()?.get("evidence_refs")?.as_array()?;
    u32::try_from(refs.len().checked_sub(1)?).ok()
}

/// Compares whole strings, in a time that tells only their length.
pub fn equal(left: &str, right: &str) -> bool {
    let differ = left.bytes().zip(right.bytes()).fold(0, |sum, (left, right)| sum | (left ^ right));
    left.len() == right.len() && std::hint::black_box(differ) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_equal_strings_are_equal() {
        assert!(equal("", "") && equal("abc", "abc"));
        assert!(!equal("abc", "abd") && !equal("abc", "ab") && !equal("", "a"));
    }

    #[test]
    fn an_answer_changes_what_it_says_and_nothing_else() {
        let event = r#"{"recommended_route":"ask","authorization_state":"none","evidence_refs":["a"],"big":9007199254740993}"#;
        let evidence = json!({"source_id": "b"});
        let changed = |effect| with_evidence(tree(event).unwrap(), &evidence, effect).unwrap();
        let refs = r#""evidence_refs":["a",{"source_id":"b"}]"#;
        for (effect, state, route) in
            [(Effect::Noted, "none", "ask"), (Effect::Confirms, "confirmed", "accept")]
        {
            let expected = format!(
                r#"{{"authorization_state":"{state}","big":9007199254740993,{refs},"recommended_route":"{route}"}}"#
            );
            assert_eq!(changed(effect), expected);
        }
        let stricter = event.replace(r#":"ask""#, r#":"defer""#);
        let text = with_evidence(tree(&stricter).unwrap(), &evidence, Effect::Confirms);
        assert!(text.unwrap().contains(r#""recommended_route":"defer""#));
    }
}
