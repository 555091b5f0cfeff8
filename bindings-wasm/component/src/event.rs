//! A typed event as the tree that the core decides over.

use alloc::{format, vec::Vec};

use aana_core::{
    Fault, Step,
    codes::FaultCode,
    contract,
    json::{self, MAX_DEPTH, Number, Value},
};

use crate::bindings::exports::aana::gate::types;
use crate::tree::{Members, string, strings};

const ARGUMENTS: &str = "proposed_arguments";

/// The tree of an event, or the faults for which there is none.
pub(crate) fn tree(event: &types::Event, max_bytes: usize) -> Result<Value<'_>, Vec<Fault>> {
    let mut faults = Vec::new();
    let mut members = Members::default();
    members.text("tool_name", &event.tool_name);
    members.text("tool_category", contract::ToolCategory::from(event.tool_category).as_str());
    let state = contract::AuthorizationState::from(event.authorization_state);
    members.text("authorization_state", state.as_str());
    let mut refs = Vec::with_capacity(event.evidence_refs.len());
    for (index, evidence) in event.evidence_refs.iter().enumerate() {
        refs.push(match evidence {
            types::EvidenceRef::Text(text) => string(text),
            types::EvidenceRef::Structured(evidence) => structured(evidence, index, &mut faults),
        });
    }
    members.value("evidence_refs", Value::Array(refs));
    members.text("risk_domain", contract::RiskDomain::from(event.risk_domain).as_str());
    match arguments(&event.proposed_arguments, max_bytes) {
        Ok(arguments) => members.value(ARGUMENTS, arguments),
        Err(fault) => faults.push(fault),
    }
    members.text("recommended_route", contract::Route::from(event.recommended_route).as_str());
    members.optional_text("request_id", event.request_id.as_deref());
    members.optional_text("agent_id", event.agent_id.as_deref());
    members.optional_text("user_intent", event.user_intent.as_deref());
    match &event.authorization_subject {
        Some(types::AuthorizationSubject::Opaque(text)) => {
            members.text("authorization_subject", text);
        }
        Some(types::AuthorizationSubject::Typed(subject)) => {
            let mut inner = Members::default();
            let kind = contract::SubjectType::from(subject.subject_type);
            inner.text("subject_type", kind.as_str());
            inner.text("subject_ref", &subject.subject_ref);
            members.value("authorization_subject", inner.into_value());
        }
        None => {}
    }
    if faults.is_empty() { Ok(members.into_value()) } else { Err(faults) }
}

/// The arguments, read on their own: a text in which something follows the object does not become
/// further fields of the event.
fn arguments(text: &str, max_bytes: usize) -> Result<Value<'_>, Fault> {
    let value = json::parse(text, max_bytes)
        .map_err(|fault| Fault { path: format!("/{ARGUMENTS}{}", fault.path), ..fault })?;
    // In the event they lie one level deeper than in their own text.
    if levels(&value) >= usize::from(MAX_DEPTH) {
        let message = format!(
            "objects and arrays are nested deeper than {} levels in `{ARGUMENTS}`",
            MAX_DEPTH.saturating_sub(1)
        );
        return Err(Fault::at(&[Step::Key(ARGUMENTS)], FaultCode::NestingTooDeep, message));
    }
    Ok(value)
}

/// How many arrays and objects lie in each other. The reader allows so few that this may recurse.
fn levels(value: &Value<'_>) -> usize {
    let inside = match value {
        Value::Array(items) => items.iter().map(levels).max(),
        Value::Object(object) => object.members().iter().map(|it| levels(&it.value)).max(),
        _ => return 0,
    };
    inside.unwrap_or(0).saturating_add(1)
}

fn structured<'a>(
    evidence: &'a types::StructuredEvidence,
    index: usize,
    faults: &mut Vec<Fault>,
) -> Value<'a> {
    let mut members = Members::default();
    members.text("source_id", &evidence.source_id);
    let kind = evidence.kind.map(contract::EvidenceKind::from);
    members.optional_text("kind", kind.map(contract::EvidenceKind::as_str));
    let tier = evidence.trust_tier.map(contract::TrustTier::from);
    members.optional_text("trust_tier", tier.map(contract::TrustTier::as_str));
    let redaction = evidence.redaction_status.map(contract::RedactionStatus::from);
    members.optional_text("redaction_status", redaction.map(contract::RedactionStatus::as_str));
    if let Some(freshness) = &evidence.freshness {
        members.value("freshness", freshness_object(freshness, index, faults));
    }
    members.optional_text("provenance", evidence.provenance.as_deref());
    members.optional_text("summary", evidence.summary.as_deref());
    members.optional_text("retrieved_at", evidence.retrieved_at.as_deref());
    members.optional_text("citation_url", evidence.citation_url.as_deref());
    if let Some(supports) = &evidence.supports {
        members.value("supports", strings(supports));
    }
    if let Some(contradicts) = &evidence.contradicts {
        members.value("contradicts", strings(contradicts));
    }
    members.into_value()
}

fn freshness_object<'a>(
    freshness: &'a types::Freshness,
    index: usize,
    faults: &mut Vec<Fault>,
) -> Value<'a> {
    let mut members = Members::default();
    let status = freshness.status.map(contract::FreshnessStatus::from);
    members.optional_text("status", status.map(contract::FreshnessStatus::as_str));
    members.optional_text("checked_at", freshness.checked_at.as_deref());
    let hours = [("age_hours", freshness.age_hours), ("max_age_hours", freshness.max_age_hours)];
    for (key, hours) in hours.into_iter().filter_map(|(key, hours)| Some((key, hours?))) {
        match Number::from_f64(hours) {
            Some(number) => members.value(key, Value::Number(number)),
            None => faults.push(Fault::at(
                &[
                    Step::Key("evidence_refs"),
                    Step::Index(index),
                    Step::Key("freshness"),
                    Step::Key(key),
                ],
                FaultCode::NumberOutOfRange,
                format!("`{key}` is not a finite number; only finite numbers are allowed"),
            )),
        }
    }
    members.optional_text("source", freshness.source.as_deref());
    members.into_value()
}
