//! The event that the gate is asked about, and the evidence in it: what the guard itself saw, never what a message says.

use aana_core::contract::{AuthorizationState, Route, ToolCategory};
use aana_core::json::{Member, Object, Value};
use aana_core::time;

use crate::tree::{member, object, string, strings, with};

/// What an event is made of.
pub(crate) struct Parts<'p> {
    pub(crate) label: &'p str,
    pub(crate) tool: &'p str,
    pub(crate) arguments: Object<'static>,
    pub(crate) category: ToolCategory,
    pub(crate) subject: Option<&'p str>,
    pub(crate) recommended: Route,
    pub(crate) request_id: &'p str,
    pub(crate) definition: Option<Known<'p>>,
    /// Whether the policy names the tool, with a digest that tells the policy.
    pub(crate) named_by_policy: bool,
    pub(crate) approval: Option<&'p Approval>,
}

/// How well a definition is known.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Known<'p> {
    /// Eight digits of its digest.
    pub(crate) short: &'p str,
    pub(crate) as_what: AsWhat,
}

/// What a definition is evidence for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AsWhat {
    /// A person accepted it.
    Accepted,
    /// It was only seen.
    Seen,
    /// It is not the one that was accepted or seen.
    Stale,
}

/// A person's yes to one action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Approval {
    pub(crate) id: String,
    pub(crate) digest: String,
    pub(crate) at_ms: i64,
    /// Whether whoever brought it is believed.
    pub(crate) trusted: bool,
}

/// The event.
pub(crate) fn event(parts: Parts<'_>) -> Value<'static> {
    let (refs, state) = evidence(&parts);
    let mut members = vec![
        member("tool_name", format!("{}/{}", parts.label, parts.tool)),
        member("tool_category", parts.category.as_str()),
        member("authorization_state", state.as_str()),
        with("evidence_refs", Value::Array(refs)),
        member("risk_domain", "unknown"),
        with("proposed_arguments", Value::Object(parts.arguments)),
        member("recommended_route", parts.recommended.as_str()),
        member("request_id", parts.request_id),
        member("agent_id", format!("mcp:{}", parts.label)),
    ];
    if let Some(subject) = parts.subject {
        let subject = object(vec![member("subject_type", "user"), member("subject_ref", subject)]);
        members.push(with("authorization_subject", subject));
    }
    object(members)
}

/// The refs, and the state that they carry. Without a subject nobody is signed in, and only a yes counts.
fn evidence(parts: &Parts<'_>) -> (Vec<Value<'static>>, AuthorizationState) {
    let mut refs = Vec::new();
    let mut state = AuthorizationState::None;
    if parts.subject.is_some() {
        let what = "The account that started the guard.";
        refs.push(reference("guard.session".to_owned(), "auth_event", "runtime", "fresh", what));
        state = AuthorizationState::Authenticated;
    }
    let mut validated = false;
    if let Some(known) = parts.definition {
        let (kind, freshness, what) = match known.as_what {
            AsWhat::Accepted => ("system_state", "fresh", "The definition of the tool, accepted."),
            AsWhat::Seen => {
                ("other", "fresh", "The definition of the tool, as the server lists it.")
            }
            AsWhat::Stale => {
                ("system_state", "stale", "The definition of the tool is another one.")
            }
        };
        validated |= known.as_what == AsWhat::Accepted;
        let id = format!("guard.definition@{}", known.short);
        refs.push(reference(id, kind, "runtime", freshness, what));
    }
    if parts.named_by_policy {
        validated = true;
        let what = "The policy of the operator names the tool.";
        refs.push(reference("guard.policy".to_owned(), "policy", "verified", "fresh", what));
    }
    if validated && state == AuthorizationState::Authenticated {
        state = AuthorizationState::Validated;
    }
    if let Some(approval) = parts.approval {
        refs.push(approved(approval));
        state = if approval.trusted { AuthorizationState::Confirmed } else { state };
    }
    (refs, state)
}

fn reference(id: String, kind: &str, tier: &str, freshness: &str, what: &str) -> Value<'static> {
    object(vec![
        member("source_id", id),
        member("kind", kind),
        member("trust_tier", tier),
        member("redaction_status", "redacted"),
        member("summary", what),
        member("provenance", "aana guard"),
        with("freshness", object(vec![member("status", freshness)])),
    ])
}

fn approved(approval: &Approval) -> Value<'static> {
    let tier = if approval.trusted { "verified" } else { "user_claimed" };
    let freshness: Vec<Member<'static>> =
        vec![member("status", "fresh"), member("checked_at", time::format(approval.at_ms))];
    object(vec![
        member("source_id", format!("guard.approval.{}", approval.id)),
        member("kind", "approval"),
        member("trust_tier", tier),
        member("redaction_status", "redacted"),
        member("summary", "A person was shown exactly this action, and said yes."),
        member("provenance", "aana guard"),
        member("decision", "approved"),
        with("supports", strings([format!("action:{}", approval.digest)])),
        with("freshness", object(freshness)),
        with("retrieved_at", string(time::format(approval.at_ms))),
    ])
}
