//! Every operation with JSON text in and JSON text out, for bindings. None of them fails: what cannot be
//! used gives a report.
//!
//! Where a descriptor is needed and not accepted, the answer is `{"refused": "descriptor", "errors":
//! [...]}` with the report of [`check`]; where a call breaks a rule, `{"refused": "call", "errors": [...],
//! "recommended_route": "ask"}`.

use aana_core::{
    contract::{AuthorizationState, Route},
    json::{self, Limits},
};
use serde_json::{Value, json};

#[cfg(feature = "arguments")]
use super::EventContext;
use super::{
    CallRule, Catalog, Client, Descriptor, Evidence, Facts, Method, Plan, Profile, load,
    mapping::Classification, recommended_route, tools_as,
};
use crate::{Report, Rule};

/// Judges a descriptor: `{accepted, findings}`, and of an accepted one `descriptor` with `app_id`,
/// `app_name`, `digest`, `origin` and its `tools`. `profile` is `seed` or `compat`.
pub fn check(descriptor: &str, profile: &str) -> String {
    let (report, loaded) = load(descriptor, profile_of(profile));
    let mut answer = json!({"accepted": loaded.is_some(), "findings": report});
    if let (Some(map), Some(loaded)) = (answer.as_object_mut(), &loaded) {
        map.insert("descriptor".to_owned(), summary(loaded));
    }
    answer.to_string()
}

fn summary(descriptor: &Descriptor) -> Value {
    let tools: Vec<Value> = Catalog::new(&[descriptor])
        .all()
        .map(|(exposed, tool)| {
            json!({
                "name": tool.name(),
                "exposed_name": exposed,
                "method": tool.method().map(Method::as_str),
                "executable": descriptor.is_executable(tool),
            })
        })
        .collect();
    json!({
        "app_id": descriptor.app_id(),
        "app_name": descriptor.app_name(),
        "digest": descriptor.digest(),
        "origin": descriptor.origin(),
        "tools": tools,
    })
}

/// Checks the arguments of a call and plans it: `{plan, audit, digest, arguments}`.
#[cfg(feature = "arguments")]
pub fn plan(descriptor: &str, profile: &str, tool: &str, arguments: &str) -> String {
    with(descriptor, profile, |loaded| planned(loaded.call(tool, arguments)))
}

/// The same for arguments that were checked elsewhere, by the same descriptor.
pub fn plan_checked_elsewhere(
    descriptor: &str,
    profile: &str,
    tool: &str,
    arguments: &str,
) -> String {
    with(descriptor, profile, |loaded| planned(loaded.plan_checked_elsewhere(tool, arguments)))
}

/// Checks the arguments of a call alone: `{valid, findings}`.
#[cfg(feature = "arguments")]
pub fn arguments(descriptor: &str, profile: &str, tool: &str, arguments: &str) -> String {
    with(descriptor, profile, |loaded| judged(&loaded.check_arguments(tool, arguments)))
}

/// Checks the answer of a tool by its `returns`: `{valid, findings}`.
#[cfg(feature = "arguments")]
pub fn answer(descriptor: &str, profile: &str, tool: &str, answer: &str) -> String {
    with(descriptor, profile, |loaded| judged(&loaded.check_answer(tool, answer)))
}

/// Plans a call and puts its secrets in place: `{wire}`, which is `null` for a plan that is not sent
/// over HTTP. `secrets` is `{"env": {name: value}, "tokens": {app id: token}, "allow_env": [name]}`. Only
/// to be asked after the gate has accepted the call, and the answer is not to be written down.
#[cfg(feature = "arguments")]
pub fn wire(descriptor: &str, profile: &str, tool: &str, arguments: &str, secrets: &str) -> String {
    with(descriptor, profile, |loaded| {
        let Some(secrets) = read(secrets) else { return unread("secrets") };
        let plan = match loaded.call(tool, arguments) {
            Ok(plan) => plan,
            Err(report) => return refused(&report),
        };
        let lookup = |group: &'static str| {
            let secrets = &secrets;
            move |name: &str| secrets.get(group)?.get(name)?.as_str().map(str::to_owned)
        };
        let allowed: Vec<&str> = match secrets.get("allow_env") {
            Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        match plan.wire(lookup("env"), lookup("tokens"), &allowed) {
            Ok(wire) => json!({"wire": wire}),
            Err(report) => refused(&report),
        }
    })
}

/// The same tools for `mcp`, `openai` or `anthropic`: `{tools, names, aliases, left_out}`. `pinned` says
/// that an operator has looked at exactly this descriptor.
pub fn tools(descriptor: &str, profile: &str, client: &str, pinned: bool) -> String {
    with(descriptor, profile, |loaded| match Client::parse(client) {
        Some(client) => json!(tools_as(client, &[loaded], pinned)),
        None => unread("client"),
    })
}

/// What a tool of a descriptor does: `{tool_category, risk_domain, destructive, evidence, annotations,
/// recommended_route}`, the route for an `authorization_state`.
pub fn classify(
    descriptor: &str,
    profile: &str,
    tool: &str,
    authorization_state: &str,
    pinned: bool,
) -> String {
    with(descriptor, profile, |loaded| match loaded.tool(tool) {
        Some(tool) => classified(&loaded.classify(tool, pinned), authorization_state),
        None => unread("tool"),
    })
}

/// The same for a tool without a descriptor. `facts` is `{"app": {"id", "name", "description", "auth",
/// "execution"}, "tool": {"name", "method", "description", "params"}}`; `auth` is `none` or anything
/// else, `execution` is `ipc` or anything else.
pub fn classify_facts(facts: &str, authorization_state: &str, pinned: bool) -> String {
    let Some(facts) = read(facts) else { return unread("facts").to_string() };
    let text = |of: &str, key: &str| {
        facts.get(of).and_then(|it| it.get(key)).and_then(Value::as_str).unwrap_or_default()
    };
    let parameters: Vec<&str> = match facts.get("tool").and_then(|it| it.get("params")) {
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let facts = Facts {
        app_id: text("app", "id"),
        app_name: text("app", "name"),
        app_description: text("app", "description"),
        has_auth: !matches!(text("app", "auth"), "" | "none"),
        ipc: text("app", "execution") == "ipc",
        name: text("tool", "name"),
        method: Method::parse(text("tool", "method")),
        description: text("tool", "description"),
        parameters: &parameters,
    };
    classified(&facts.classify(pinned), authorization_state).to_string()
}

/// What is wrong with the arguments of an event: `{faults: [{path, code, message}]}`, to be handed to the
/// gate's refusal. `descriptors` is a list of texts.
#[cfg(feature = "arguments")]
pub fn event_faults(descriptors: &[&str], profile: &str, event: &str) -> String {
    let mut loaded = Vec::new();
    for descriptor in descriptors {
        match load(descriptor, profile_of(profile)) {
            (_, Some(descriptor)) => loaded.push(descriptor),
            (report, None) => return no_descriptor(&report).to_string(),
        }
    }
    let known: Vec<&Descriptor> = loaded.iter().collect();
    // A text that cannot be read is the gate's to refuse.
    let faults = json::parse(event, usize::MAX)
        .map(|event| Catalog::new(&known).faults(&event))
        .unwrap_or_default();
    let faults: Vec<Value> = faults
        .iter()
        .map(|it| json!({"path": it.path, "code": it.code.as_str(), "message": it.message}))
        .collect();
    json!({"faults": faults}).to_string()
}

/// Plans a call and forms the Agent Action Contract event for it: `{event, plan, audit, digest,
/// arguments}`. `context` is `{"authorization_state", "pinned", "read_at_ms", "max_age_hours", "now_ms",
/// "evidence"}`; what is left out is `none`, `false`, `now_ms`, 24, 0 and empty.
#[cfg(feature = "arguments")]
pub fn event(
    descriptor: &str,
    profile: &str,
    tool: &str,
    arguments: &str,
    context: &str,
) -> String {
    with(descriptor, profile, |loaded| {
        let Some(context) = read(context) else { return unread("context") };
        let plan = match loaded.call(tool, arguments) {
            Ok(plan) => plan,
            Err(report) => return refused(&report),
        };
        let number = |key: &str| context.get(key).and_then(Value::as_i64);
        let now_ms = number("now_ms").unwrap_or_default();
        let hours = number("max_age_hours").and_then(|it| u32::try_from(it).ok());
        let evidence = match context.get("evidence") {
            Some(Value::Array(items)) => items.as_slice(),
            _ => &[],
        };
        let context = EventContext {
            authorization_state: state_of(
                context.get("authorization_state").and_then(Value::as_str).unwrap_or_default(),
            ),
            pinned: context.get("pinned") == Some(&Value::Bool(true)),
            read_at_ms: number("read_at_ms").unwrap_or(now_ms),
            max_age_hours: hours.unwrap_or(24),
            now_ms,
            evidence,
        };
        let event = Catalog::new(&[loaded]).event(&plan, &context);
        let mut answer = planned(Ok(plan));
        if let (Some(map), Some(event)) = (answer.as_object_mut(), event) {
            map.insert("event".to_owned(), event);
        }
        answer
    })
}

fn profile_of(word: &str) -> Profile {
    Profile::parse(word).unwrap_or_default()
}

/// The state of this name; any other word proves nothing.
fn state_of(word: &str) -> AuthorizationState {
    AuthorizationState::parse(word).unwrap_or(AuthorizationState::None)
}

/// Answers by a descriptor, or says why there is none.
fn with(descriptor: &str, profile: &str, answer: impl FnOnce(&Descriptor) -> Value) -> String {
    match load(descriptor, profile_of(profile)) {
        (_, Some(descriptor)) => answer(&descriptor).to_string(),
        (report, None) => no_descriptor(&report).to_string(),
    }
}

fn no_descriptor<R: Rule>(report: &Report<R>) -> Value {
    json!({"refused": "descriptor", "errors": report.errors().collect::<Vec<_>>()})
}

fn refused(report: &Report<CallRule>) -> Value {
    let route =
        report.errors().map(|it| it.rule.recommended_route()).max().unwrap_or(Route::Refuse);
    json!({"refused": "call", "errors": report, "recommended_route": route.as_str()})
}

/// The answer to an input of the binding's own that is not what it should be.
fn unread(input: &str) -> Value {
    json!({"refused": "input", "errors": [], "input": input})
}

fn planned(plan: Result<Plan, Report<CallRule>>) -> Value {
    match plan {
        Ok(plan) => json!({
            "plan": plan,
            "audit": plan.audit(),
            "digest": plan.digest(),
            "arguments": plan.arguments(),
        }),
        Err(report) => refused(&report),
    }
}

#[cfg(feature = "arguments")]
fn judged(report: &Report<CallRule>) -> Value {
    json!({"valid": report.is_valid(), "findings": report})
}

fn classified(found: &Classification, authorization_state: &str) -> Value {
    let route = recommended_route(found.tool_category, state_of(authorization_state));
    let evidence: [(&str, Evidence); 3] =
        [("method", found.method), ("name", found.name), ("description", found.description)];
    let evidence: serde_json::Map<String, Value> =
        evidence.into_iter().map(|(key, it)| (key.to_owned(), json!(it))).collect();
    json!({
        "tool_category": found.tool_category.as_str(),
        "risk_domain": found.risk_domain.as_str(),
        "destructive": found.destructive,
        "evidence": evidence,
        "annotations": found.annotations,
        "recommended_route": route.as_str(),
    })
}

/// Reads an input of the binding's own.
fn read(text: &str) -> Option<Value> {
    let limits = Limits { max_bytes: super::read::MAX_BYTES, max_depth: json::MAX_DEPTH };
    json::parse_within(text, limits).ok()?;
    serde_json::from_str(text).ok()
}
