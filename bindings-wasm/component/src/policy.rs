//! Typed policy options as the JSON text that the core loads.

use alloc::{borrow::Cow, collections::BTreeMap, string::String, vec, vec::Vec};

use aana_core::{
    EvidenceProfile, EvidenceTrust, Fault, NameStrictness, SecretArguments, Step, contract,
    json::{self, Member, Number, Object, Value, canonical},
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
    members.value("tools", tools(&policy.tools)?);
    let unlisted = policy.unlisted_tools.map(contract::Route::from);
    members.optional_text("unlisted_tools", unlisted.map(contract::Route::as_str));

    json_text(&mut members, "arguments", policy.arguments.as_deref(), &[])?;

    let mut text = String::new();
    canonical(&mut text, &members.into_value());
    Ok(text)
}

/// A field that comes as JSON text.
fn json_text<'p>(
    members: &mut Members<'p>,
    key: &'static str,
    text: Option<&'p str>,
    within: &[Step<'_>],
) -> Result<(), Vec<types::Fault>> {
    let Some(text) = text else { return Ok(()) };
    let value = json::parse(text, text.len()).map_err(|fault| {
        let mut steps = within.to_vec();
        steps.push(Step::Key(key));
        vec![words::fault(&Fault::at(&steps, fault.code, fault.message))]
    })?;
    members.value(key, value);
    Ok(())
}

/// The entries by their patterns. A pattern that stands more than once has a list of them.
fn tools(tools: &[types::ToolPolicy]) -> Result<Value<'_>, Vec<types::Fault>> {
    let mut by_pattern: BTreeMap<&str, Vec<Value<'_>>> = BTreeMap::new();
    for tool in tools {
        by_pattern.entry(&tool.pattern).or_default().push(rules(tool)?);
    }
    let members = by_pattern.into_iter().map(|(pattern, mut entries)| {
        let value = match (entries.pop(), entries.is_empty()) {
            (Some(only), true) => only,
            (last, _) => {
                entries.extend(last);
                Value::Array(entries)
            }
        };
        Member { key: Cow::Borrowed(pattern), value }
    });
    // Each pattern is a key once.
    Ok(Object::new(members.collect()).map_or(Value::Null, Value::Object))
}

fn rules(tool: &types::ToolPolicy) -> Result<Value<'_>, Vec<types::Fault>> {
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
    let within = [Step::Key("tools"), Step::Key(&tool.pattern)];
    json_text(&mut members, "arguments", tool.arguments.as_deref(), &within)?;
    json_text(&mut members, "when", tool.when.as_deref(), &within)?;
    Ok(members.into_value())
}
