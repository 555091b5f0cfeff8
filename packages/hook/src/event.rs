//! The event that the gate is asked about.

use aana_core::contract::AuthorizationState;
use aana_core::json::{Member, Value};

use crate::Client;
use crate::call::Call;
use crate::payload::Payload;
use crate::read::{member, of, string, with};

/// The event of a call. The client runs as the person who is signed in to this machine, which is what makes it
/// `authenticated`; a standing approval makes it `confirmed`.
pub(crate) fn event(
    client: Client,
    payload: &Payload,
    call: Call,
    standing: bool,
) -> Value<'static> {
    let session = payload.session.as_deref().unwrap_or("unnamed");
    let mut refs = vec![signed_in(session)];
    let mut state = AuthorizationState::Authenticated;
    if standing {
        refs.push(approval(&call.tool));
        state = AuthorizationState::Confirmed;
    }
    let agent = match &payload.agent {
        None => client.as_str().to_owned(),
        Some(agent) => format!("{}/{agent}", client.as_str()),
    };
    // What leaves the client's sandbox is for a person, whatever it is.
    let wish = if call.unguarded { "ask" } else { "accept" };
    object(vec![
        member("tool_name", call.tool),
        member("tool_category", call.category.as_str()),
        member("authorization_state", state.as_str()),
        with("evidence_refs", Value::Array(refs)),
        member("risk_domain", "unknown"),
        with("proposed_arguments", Value::Object(call.arguments)),
        member("recommended_route", wish),
        member("agent_id", agent),
    ])
}

fn signed_in(session: &str) -> Value<'static> {
    let mut members = vec![
        member("source_id", format!("session:{}", plain(session))),
        member("kind", "auth_event"),
        member("provenance", "account of the operating system"),
        member("summary", "Signed in to this machine."),
    ];
    members.extend(of_runtime());
    object(members)
}

fn approval(tool: &str) -> Value<'static> {
    let mut members = vec![
        member("source_id", "approval:standing-edits-in-the-workspace"),
        member("kind", "approval"),
        member("provenance", "command line of the hook"),
        member("decision", "approved"),
        with("supports", Value::Array(vec![string(format!("tool:{tool}"))])),
    ];
    members.extend(of_runtime());
    object(members)
}

fn of_runtime() -> [Member<'static>; 3] {
    [
        member("trust_tier", "runtime"),
        member("redaction_status", "redacted"),
        with("freshness", object(vec![member("status", "fresh")])),
    ]
}

/// An id of the client's, as far as it is one: it stands in the audit log.
fn plain(id: &str) -> String {
    let is_plain = |sign: &char| sign.is_ascii_alphanumeric() || matches!(sign, '-' | '_' | '.');
    id.chars().filter(is_plain).take(64).collect()
}

fn object(members: Vec<Member<'static>>) -> Value<'static> {
    Value::Object(of(members))
}
