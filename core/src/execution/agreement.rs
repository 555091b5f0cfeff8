//! Whether everything that a decision says, in whatever part of it, fits an accept and fits together.
//!
//! Every rule reads the object as it is, at any depth: a part that was exchanged, or a later version's
//! part that says no, is no less of a contradiction for standing further down.

use crate::{
    contract::{
        AUDIT_EVENT_VERSION, AuthorizationState, CONTRACT_VERSION, Mode, RiskDomain, RiskLevel,
        Route, ToolCategory, VerbClass, Word,
    },
    digits::whole_number,
    event::{Event, source_id},
    gate::{effective_state, required_by_category},
    json::{Member, Object, Value},
    mask::masked,
};

/// The lowest score of an accept.
const LOWEST_SCORE: f64 = 0.85;

/// What a decision says of the call in several places, the same in each.
#[derive(Debug, Default)]
pub(super) struct Agreement<'d> {
    action_digest: Option<&'d str>,
    tool_name: Option<&'d str>,
    risk_domain: Option<RiskDomain>,
    declared_category: Option<ToolCategory>,
    effective_category: Option<ToolCategory>,
    declared_state: Option<AuthorizationState>,
    supported_state: Option<AuthorizationState>,
    effective_state: Option<AuthorizationState>,
    required_state: Option<AuthorizationState>,
    /// How many evidence refs were read.
    ref_count: Option<usize>,
    /// The ids of those that counted.
    used: Option<&'d [Value<'d>]>,
    /// The whole audit event, and whose call it says that it is.
    audit_event: Option<&'d Value<'d>>,
    agent_id: Option<&'d Value<'d>>,
    request_id: Option<&'d Value<'d>>,
}

impl<'d> Agreement<'d> {
    /// Reads a whole decision; `None` if anything in it contradicts an accept or something else in it.
    pub(super) fn read(decision: &'d Object<'_>) -> Option<Self> {
        let mut said = Self::default();
        (said.object("", decision) && said.categories_fit() && said.states_fit()).then_some(said)
    }

    /// Whether this is the event about which all that was said.
    pub(super) fn is_of(&self, event: &Event<'_>) -> bool {
        event.recommended_route == Route::Accept
            && self.tool_name.is_none_or(|name| name == masked(&event.tool_name))
            && self.declared_category.is_none_or(|category| category == event.tool_category)
            && self.declared_state.is_none_or(|state| state == event.authorization_state)
            && self.risk_domain.is_none_or(|domain| domain == event.risk_domain)
            && self.agent_id.is_none_or(|id| names(id, event.agent_id.as_deref()))
            && self.request_id.is_none_or(|id| names(id, event.request_id.as_deref()))
            && self.ref_count.is_none_or(|count| count == event.evidence_refs.len())
            && self.used.is_none_or(|used| are_refs_of(used, event))
    }

    fn has_evidence(&self) -> Option<bool> {
        self.ref_count.map(|count| count > 0)
    }

    fn object(&mut self, name: &str, object: &'d Object<'_>) -> bool {
        object.members().iter().all(|member| self.member(name, member))
    }

    /// What stands inside of a value that is under this name.
    fn inside(&mut self, name: &str, value: &'d Value<'_>) -> bool {
        match value {
            Value::Object(object) => self.object(name, object),
            Value::Array(items) => items.iter().all(|item| self.inside(name, item)),
            _ => true,
        }
    }

    /// A member of an object that is under the name `parent`.
    fn member(&mut self, parent: &str, member: &'d Member<'_>) -> bool {
        let (key, value) = (&*member.key, &member.value);
        match key {
            "route"
            | "aana_route"
            | "recommended_action"
            | "recommended_route"
            | "runtime_recommended_route"
            | "required_route" => is(value, "accept"),
            "gate_decision" | "candidate_gate" => is(value, "pass"),
            // A decision may stand in another document under this name.
            "decision" => match value {
                Value::Object(_) | Value::Array(_) if parent != "aix" => self.inside(key, value),
                _ => is(value, "accept"),
            },
            "hard_blockers"
            | "validation_errors"
            | "missing_evidence"
            | "needs"
            | "missing_source_ids"
            | "contradictory_source_ids" => is_empty(value),
            "missing" | "contradictory" if parent == "evidence_refs" => is_empty(value),
            // They are there only if the list of the name is not empty.
            "validation_errors_total"
            | "needs_total"
            | "missing_source_ids_total"
            | "contradictory_source_ids_total" => false,
            "missing_total" | "contradictory_total" if parent == "evidence_refs" => false,
            "execution_allowed" | "aana_allows_execution" => *value == Value::Bool(true),
            "raw_payload_logged" => *value == Value::Bool(false),
            "contract_version" => is(value, CONTRACT_VERSION),
            "aix_score" => is_accepting_score(value),
            "action_digest" => agrees(&mut self.action_digest, value.as_str()),
            "tool_name" => agrees(&mut self.tool_name, value.as_str()),
            "risk_domain" => agrees(&mut self.risk_domain, word(value)),
            "tool_category" | "declared_category" => {
                agrees(&mut self.declared_category, word(value))
            }
            "effective_category" => agrees(&mut self.effective_category, word(value)),
            "authorization_state" | "declared_state" => {
                agrees(&mut self.declared_state, word(value))
            }
            "evidence_supported_state" => agrees(&mut self.supported_state, word(value)),
            "effective_state" | "effective_authorization_state" => {
                agrees(&mut self.effective_state, word(value))
            }
            "required_state" => agrees(&mut self.required_state, word(value)),
            "used_source_ids" => agrees(&mut self.used, value.as_array()),
            "used" if parent == "evidence_refs" => agrees(&mut self.used, value.as_array()),
            "audit_event" => {
                agrees(&mut self.audit_event, Some(value))
                    && value.as_object().is_some_and(|object| self.object(key, object))
            }
            // What the arguments do is in the category and the blockers already; the words of the report are free.
            "argument_report"
            | "aix"
            | "execution_policy"
            | "architecture_decision"
            | "recovery"
            | "classification"
            | "authorization_report"
            | "evidence_integrity" => {
                value.as_object().is_some_and(|object| self.object(key, object))
            }
            _ => self.member_of_part(parent, key, value),
        }
    }

    /// A member with a common name, which means something in its own part of a decision only.
    fn member_of_part(&mut self, parent: &str, key: &str, value: &'d Value<'_>) -> bool {
        match (parent, key) {
            ("aix", "score") => is_accepting_score(value),
            // The authorization is enough, and nothing blocks.
            ("components", "P" | "C") => is_number_within(value, 1.0),
            ("components", "F") => is_number_within(value, 0.0),
            ("audit_event", "audit_event_version") => is(value, AUDIT_EVENT_VERSION),
            ("execution_policy", "reason") => is(value, "aana_accepted"),
            ("execution_policy", "mode") => word::<Mode>(value).is_some(),
            ("classification", "verb_class") => word::<VerbClass>(value).is_some(),
            ("classification", "risk_level") => word::<RiskLevel>(value).is_some(),
            ("classification", "high_risk" | "irreversible") => matches!(value, Value::Bool(_)),
            ("evidence_integrity", "checked_ref_count") => {
                let Value::Number(count) = value else { return false };
                let count = whole_number(count.as_str());
                agrees(&mut self.ref_count, count.and_then(|count| usize::try_from(count).ok()))
            }
            ("audit_event", "agent_id") => agrees(&mut self.agent_id, Some(value)),
            ("audit_event", "request_id") => agrees(&mut self.request_id, Some(value)),
            ("issues", "level") => is(value, "warning"),
            _ => self.inside(key, value),
        }
    }

    /// A tool of unknown category never runs, and a category only ever gets stricter, except for one that
    /// was unknown until the policy said what it is.
    fn categories_fit(&self) -> bool {
        self.effective_category.is_none_or(|effective| {
            let declared = self.declared_category.unwrap_or(effective);
            let unproven = self.has_evidence() == Some(false);
            effective != ToolCategory::Unknown
                && (declared <= effective || declared == ToolCategory::Unknown)
                && !(unproven && effective != ToolCategory::PublicRead)
        })
    }

    /// The state that counted is enough, and is what follows from the declaration and the evidence.
    fn states_fit(&self) -> bool {
        let needed = self.effective_category.and_then(required_by_category);
        let least = self.required_state.max(needed);
        // `None` is less than any state: what is not said is not compared.
        let enough = self.effective_state.is_none() || self.effective_state >= least;
        let asked = self.required_state.is_none() || self.required_state >= needed;
        enough && asked && self.effective_follows()
    }

    fn effective_follows(&self) -> bool {
        let (Some(declared), Some(effective)) = (self.declared_state, self.effective_state) else {
            return true;
        };
        if let (Some(has_evidence), Some(supported)) = (self.has_evidence(), self.supported_state) {
            return effective == effective_state(declared, supported, has_evidence);
        }
        effective <= declared
    }
}

/// Whether what a decision says of an id is what it says of this one; `null` is said of none.
fn names(said: &Value<'_>, id: Option<&str>) -> bool {
    match id {
        Some(id) => said.as_str() == Some(&*masked(id)),
        None => *said == Value::Null,
    }
}

/// Whether each of the ids is that of a ref of the event, in the event's order.
fn are_refs_of(ids: &[Value<'_>], event: &Event<'_>) -> bool {
    let mut refs = event.evidence_refs.iter().map(source_id);
    ids.iter().all(|id| refs.any(|source_id| id.as_str() == Some(&*source_id)))
}

pub(super) fn is(value: &Value<'_>, word: &str) -> bool {
    value.as_str() == Some(word)
}

pub(super) fn is_empty(value: &Value<'_>) -> bool {
    value.as_array().is_some_and(<[_]>::is_empty)
}

fn is_accepting_score(value: &Value<'_>) -> bool {
    is_number_within(value, LOWEST_SCORE)
}

/// Whether a value is a number from `least` to 1.
fn is_number_within(value: &Value<'_>, least: f64) -> bool {
    let Value::Number(number) = value else { return false };
    (least..=1.0).contains(&number.as_f64())
}

fn word<W: Word>(value: &Value<'_>) -> Option<W> {
    value.as_str().and_then(W::from_word)
}

/// Whether something is said at all, and the same as in the places before it.
fn agrees<T: Copy + PartialEq>(seen: &mut Option<T>, said: Option<T>) -> bool {
    said.is_some_and(|said| *seen.get_or_insert(said) == said)
}
