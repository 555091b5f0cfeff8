//! Whether a host may run the tool, given a decision as it arrived.
//!
//! A decision may have crossed a network, a queue or a model's hands. So the contract's execution
//! rule is read off the object as it is: what must be there has to be there, with exactly the right
//! value and type, and nothing else in it may say otherwise. Absent is not empty, `null` is not
//! empty, and another case is not `accept`.

mod agreement;

use alloc::string::String;

use agreement::{Agreement, is, is_empty};

use crate::{
    contract::{ExecutionReason, Mode, Route},
    digest::digest_of,
    event::read_event,
    json::{self, JsonWriter, Object, Value, Visitor},
};

/// How large a decision, or an event beside it, may be.
const MAX_BYTES: usize = 1 << 25;

/// Whether the tool may run, by the contract's execution rule (Agent Action Contract v1, Execution
/// Rule). Takes any text and never fails: what is not plainly an accept is `false`.
///
/// With the event given, the decision must also be about exactly this action: its `action_digest`
/// must be the event's, which must recommend `accept` and be what the decision says that it decided
/// about. Give it whenever the event is at hand.
///
/// # Example: absent is not empty
///
/// ```
/// use aana_core::should_execute;
///
/// let accept = r#"{"gate_decision": "pass", "recommended_action": "accept",
///                  "hard_blockers": [], "aix": {"hard_blockers": []}}"#;
/// assert!(should_execute(accept, None));
/// assert!(!should_execute(r#"{"gate_decision": "pass", "recommended_action": "accept"}"#, None));
/// assert!(!should_execute("accept", None));
/// ```
pub fn should_execute(decision: &str, event: Option<&str>) -> bool {
    let Ok(decision) = json::parse(decision, MAX_BYTES) else { return false };
    match event {
        None => should_execute_value(&decision, None),
        Some(event) => json::parse(event, MAX_BYTES)
            .is_ok_and(|event| should_execute_value(&decision, Some(event))),
    }
}

/// The same for values that a binding built from its host's objects.
pub fn should_execute_value(decision: &Value<'_>, event: Option<Value<'_>>) -> bool {
    let Value::Object(decision) = decision else { return false };
    if !has_what_is_required(decision) {
        return false;
    }
    let Some(said) = Agreement::read(decision) else { return false };
    event.is_none_or(|event| is_about(decision, &said, event))
}

/// What a decision allows in a mode, as the JSON text of an `execution_policy` object. In `shadow`
/// the host goes on whatever was decided; that changes neither the decision nor
/// [`should_execute`].
///
/// # Example
///
/// ```
/// use aana_core::{contract::Mode, execution_policy};
///
/// assert_eq!(
///     execution_policy("not a decision", Mode::Shadow),
///     r#"{"mode":"shadow","execution_allowed":true,"aana_allows_execution":false,"#.to_owned()
///         + r#""reason":"shadow_mode_only_observes","required_route":"accept"}"#,
/// );
/// ```
pub fn execution_policy(decision: &str, mode: Mode) -> String {
    let mut writer = JsonWriter::with_capacity(160);
    let policy = match json::parse(decision, MAX_BYTES) {
        Ok(value) => ExecutionPolicy::of_value(&value, mode),
        Err(_) => ExecutionPolicy::of_value(&Value::Null, mode),
    };
    emit_execution_policy(policy, &mut writer);
    writer.into_string()
}

/// What a host may do with a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExecutionPolicy {
    /// The mode of the host.
    pub mode: Mode,
    /// Whether the host goes on with the call.
    pub execution_allowed: bool,
    /// Whether the gate allows the call.
    pub aana_allows_execution: bool,
    /// Why.
    pub reason: ExecutionReason,
}

impl ExecutionPolicy {
    /// What follows from a decision that does or does not execute.
    pub const fn of(executes: bool, mode: Mode) -> Self {
        let reason = match (executes, mode) {
            (true, _) => ExecutionReason::AanaAccepted,
            (false, Mode::Enforce) => ExecutionReason::RouteNotAccept,
            (false, Mode::Shadow) => ExecutionReason::ShadowModeOnlyObserves,
        };
        Self {
            mode,
            execution_allowed: executes || matches!(mode, Mode::Shadow),
            aana_allows_execution: executes,
            reason,
        }
    }

    /// What follows from a decision as it arrived.
    pub fn of_value(decision: &Value<'_>, mode: Mode) -> Self {
        let mut policy = Self::of(should_execute_value(decision, None), mode);
        let route = decision.as_object().and_then(|object| object.get("route"));
        let is_route = route.and_then(Value::as_str).and_then(Route::parse).is_some();
        if !policy.execution_allowed && !is_route {
            policy.reason = ExecutionReason::DecisionNotWellFormed;
        }
        policy
    }
}

/// Writes an `execution_policy` object.
pub fn emit_execution_policy(policy: ExecutionPolicy, to: &mut impl Visitor) {
    to.begin_object();
    to.key("mode");
    to.word(policy.mode.as_str());
    to.key("execution_allowed");
    to.boolean(policy.execution_allowed);
    to.key("aana_allows_execution");
    to.boolean(policy.aana_allows_execution);
    to.key("reason");
    to.word(policy.reason.as_str());
    to.key("required_route");
    to.word(Route::Accept.as_str());
    to.end_object();
}

/// What the contract requires, whatever else stands in the decision.
fn has_what_is_required(decision: &Object<'_>) -> bool {
    has(decision, "gate_decision", |value| is(value, "pass"))
        && has(decision, "recommended_action", |value| is(value, "accept"))
        && has(decision, "hard_blockers", is_empty)
        && decision
            .get("aix")
            .and_then(Value::as_object)
            .is_some_and(|aix| has(aix, "hard_blockers", is_empty))
        // The envelope may be absent, but not without its route.
        && decision.get("architecture_decision").is_none_or(|envelope| {
            let route = |envelope| has(envelope, "route", |value| is(value, "accept"));
            envelope.as_object().is_some_and(route)
        })
}

fn has(object: &Object<'_>, key: &str, right: impl Fn(&Value<'_>) -> bool) -> bool {
    object.get(key).is_some_and(right)
}

/// Whether the decision is about the action of this event, and the event is what was decided about.
fn is_about(decision: &Object<'_>, said: &Agreement<'_>, event: Value<'_>) -> bool {
    let Some(digest) = decision.get("action_digest").and_then(Value::as_str) else { return false };
    read_event(event).is_ok_and(|event| said.is_of(&event) && digest_of(&event) == digest)
}
