//! Typed policy options as the JSON text that the core loads.

use alloc::{borrow::Cow, string::String, vec, vec::Vec};

use aana_core::{
    EvidenceProfile, EvidenceTrust, Fault, NameStrictness, SecretArguments, Step,
    codes::FaultCode,
    contract,
    json::{Member, Number, Object, Value, canonical},
};

use crate::bindings::exports::aana::gate::types;
use crate::tree::{Members, strings};
use crate::words;

/// The policy as JSON text, or the fault for which it has none.
pub(crate) fn to_json(policy: &types::Policy) -> Result<String, Vec<types::Fault>> {
    let mut members = Members::default();
    let mode = policy.mode.map(contract::Mode::from);
    members.optional_text("mode", mode.map(contract::Mode::as_str));
    let profile = policy.evidence_profile.map(EvidenceProfile::from);
    members.optional_text("evidence_profile", profile.map(EvidenceProfile::as_str));
    let numbers = [
        ("max_evidence_age_hours", policy.max_evidence_age_hours),
        ("clock_skew_seconds", policy.clock_skew_seconds),
        ("max_event_bytes", policy.max_event_bytes),
    ];
    for (key, number) in numbers {
        if let Some(number) = number {
            members.value(key, Value::Number(Number::from(i64::from(number))));
        }
    }
    let domains = policy.high_risk_domains.iter().copied().map(contract::RiskDomain::from);
    let domains: Vec<&str> = domains.map(contract::RiskDomain::as_str).collect();
    members.value("high_risk_domains", strings(&domains));
    let secrets = policy.secret_arguments.map(SecretArguments::from);
    members.optional_text("secret_arguments", secrets.map(SecretArguments::as_str));
    members.boolean("require_bound_approval", policy.require_bound_approval);
    let evidence = policy.evidence.map(EvidenceTrust::from);
    members.optional_text("evidence", evidence.map(EvidenceTrust::as_str));
    let names = policy.names.map(NameStrictness::from);
    members.optional_text("names", names.map(NameStrictness::as_str));
    members.value("tools", Value::Object(tools(&policy.tools)?));
    let unlisted = policy.unlisted_tools.map(contract::Route::from);
    members.optional_text("unlisted_tools", unlisted.map(contract::Route::as_str));

    let mut text = String::new();
    canonical(&mut text, &members.into_value());
    Ok(text)
}

fn tools(tools: &[types::ToolPolicy]) -> Result<Object<'_>, Vec<types::Fault>> {
    let members = tools
        .iter()
        .map(|tool| Member { key: Cow::Borrowed(tool.pattern.as_str()), value: rules(tool) });
    Object::new(members.collect()).map_err(|index| {
        let pattern = tools.get(index).map_or("", |tool| tool.pattern.as_str());
        let steps = [Step::Key("tools"), Step::Key(pattern)];
        let message = "a pattern stands twice; each pattern may stand once".into();
        vec![words::fault(&Fault::at(&steps, FaultCode::DuplicateKey, message))]
    })
}

fn rules(tool: &types::ToolPolicy) -> Value<'_> {
    let mut members = Members::default();
    let category = tool.tool_category.map(contract::ToolCategory::from);
    members.optional_text("tool_category", category.map(contract::ToolCategory::as_str));
    let domain = tool.risk_domain.map(contract::RiskDomain::from);
    members.optional_text("risk_domain", domain.map(contract::RiskDomain::as_str));
    let minimum = tool.minimum_authorization.map(contract::AuthorizationState::from);
    members
        .optional_text("minimum_authorization", minimum.map(contract::AuthorizationState::as_str));
    let floor = tool.route_floor.map(contract::Route::from);
    members.optional_text("route_floor", floor.map(contract::Route::as_str));
    members.boolean("hints", tool.hints);
    members.boolean("allow_secret_arguments", tool.allow_secret_arguments);
    members.into_value()
}
