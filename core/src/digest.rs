//! The digest that binds an approval and a decision to one action.

use alloc::{string::String, vec::Vec};

use sha2::{Digest as _, Sha256};

use crate::{
    digits::push_hex,
    event::{Event, EvidenceRef, read_event},
    json::{Value, canonical, canonical_object, write_string},
};

/// How a ref is called that names the request planned for the call; the plan's digest follows.
const PLAN: &str = "aai-plan:";

/// The digest of the action that an event proposes, for a host that compares actions and asks for no
/// decision; `None` if the event is malformed. A decision about the event has the same in
/// [`Decision::action_digest`](crate::Decision::action_digest).
///
/// # Example
///
/// ```
/// use aana_core::{Gate, action_digest, json};
///
/// let event = r#"{"tool_name": "search_docs", "tool_category": "public_read",
///     "authorization_state": "none", "evidence_refs": [], "risk_domain": "research",
///     "proposed_arguments": {}, "recommended_route": "accept"}"#;
/// let tree = json::parse(event, 1 << 16).map_err(|fault| fault.message)?;
/// assert_eq!(action_digest(tree), Gate::default().check(event, 0).action_digest());
/// assert_eq!(action_digest(json::Value::Null), None);
/// # Ok::<(), String>(())
/// ```
pub fn action_digest(event: Value<'_>) -> Option<String> {
    read_event(event).ok().map(|event| digest_of(&event))
}

/// `sha256:` and the SHA-256 of the canonical JSON of `{authorization_subject, plans, proposed_arguments,
/// tool_name}`, without the subject where the event names none, and without `plans` where no ref is of one.
/// `plans` are the digests of the planned requests: whoever approves the action approves that request.
pub(crate) fn digest_of(event: &Event<'_>) -> String {
    let mut text = String::with_capacity(256);
    text.push('{');
    if let Some(subject) = &event.authorization_subject {
        text.push_str("\"authorization_subject\":");
        canonical(&mut text, subject);
        text.push(',');
    }
    let mut plans: Vec<&str> = event.evidence_refs.iter().filter_map(plan).collect();
    if !plans.is_empty() {
        plans.sort_unstable();
        plans.dedup();
        text.push_str("\"plans\":");
        for (index, digest) in plans.iter().enumerate() {
            text.push(if index == 0 { '[' } else { ',' });
            write_string(&mut text, digest);
        }
        text.push_str("],");
    }
    text.push_str("\"proposed_arguments\":");
    canonical_object(&mut text, &event.proposed_arguments);
    text.push_str(",\"tool_name\":");
    write_string(&mut text, &event.tool_name);
    text.push('}');

    let mut digest = String::with_capacity(71);
    digest.push_str("sha256:");
    for byte in Sha256::digest(text.as_bytes()) {
        push_hex(&mut digest, byte);
    }
    digest
}

/// The digest of the plan that a ref is of.
fn plan<'e>(evidence: &'e EvidenceRef<'_>) -> Option<&'e str> {
    let id: &str = match evidence {
        EvidenceRef::Text(text) => text,
        EvidenceRef::Structured(structured) => &structured.source_id,
    };
    let digest = id.strip_prefix(PLAN)?;
    let hash = digest.strip_prefix("sha256:")?;
    let is_hash =
        hash.len() == 64 && hash.bytes().all(|it| it.is_ascii_digit() || matches!(it, b'a'..=b'f'));
    is_hash.then_some(digest)
}

/// The digest that an entry of `supports` names, if it names an action. One in capitals, with blanks
/// around it or by another hash is not a digest of this action, but must not pass for naming none.
pub(crate) fn named_action(support: &str) -> Option<&str> {
    let (name, digest) = support.trim_start().split_once(':')?;
    let hashed = digest.get(..3).is_some_and(|start| start.eq_ignore_ascii_case("sha"));
    let names_one = name.eq_ignore_ascii_case("action") && hashed;
    names_one.then(|| support.strip_prefix("action:").unwrap_or(support))
}

#[cfg(test)]
mod tests {
    use alloc::{format, string::String, vec::Vec};

    use super::action_digest;
    use crate::json;

    fn digest(refs: &[&str]) -> String {
        let refs: Vec<String> = refs.iter().map(|it| format!("\"{it}\"")).collect();
        let event = format!(
            r#"{{"tool_name": "search_docs", "tool_category": "public_read",
                "authorization_state": "none", "evidence_refs": [{}], "risk_domain": "research",
                "proposed_arguments": {{}}, "recommended_route": "accept"}}"#,
            refs.join(",")
        );
        action_digest(json::parse(&event, 1 << 16).unwrap()).unwrap()
    }

    #[test]
    fn the_planned_request_is_part_of_the_action() {
        let plan = |digit: &str| format!("aai-plan:sha256:{}", digit.repeat(64));
        let (one, other) = (plan("a"), plan("b"));
        let bare = digest(&[]);
        assert_ne!(digest(&[&one]), bare);
        assert_ne!(digest(&[&one]), digest(&[&other]));
        assert_ne!(digest(&[&one]), digest(&[&one, &other]));
        // Order, repetition and other refs say nothing of the action.
        assert_eq!(digest(&[&one, &other]), digest(&[&other, "approval:t", &one, &other]));
        for no_plan in ["approval:t", "aai-plan:sha256:ab", "aai-plan:x", "AAI-PLAN:sha256:ab"] {
            assert_eq!(digest(&[no_plan]), bare, "{no_plan}");
        }
    }
}
