//! Every operation with JSON text in and JSON text out, for bindings. None of them fails: what cannot be
//! used gives a report.
//!
//! A descriptor is read once, by [`Loaded::read`], and asked many times. Where a call breaks a rule, the
//! answer is `{"refused": "call", "errors": [...], "recommended_route": "ask"}`; where an input of the
//! caller's own is not what is described, `{"refused": "input", "input": its name, "errors": []}`.

#[cfg(feature = "arguments")]
use aana_core::{Decision, Gate};
use aana_core::{
    Fault,
    contract::{AuthorizationState, Route},
    json::{self, Limits},
};
use serde_json::{Value, json};

#[cfg(feature = "arguments")]
use super::{AllowedVariable, EventContext};
use super::{
    CallRule, Catalog, Client, Descriptor, Evidence, Facts, Method, Plan, Profile,
    findings::Findings, load, mapping::Classification, read, recommended_route, tools_as,
};
use crate::Report;

/// A descriptor that was accepted.
#[derive(Debug)]
pub struct Loaded(Descriptor);

/// Judges a descriptor: `{accepted, findings}`, and of an accepted one `descriptor` with `app_id`,
/// `app_name`, `digest`, `origin` and its `tools`. `profile` is `seed` or `compat`.
///
/// # Example
///
/// ```
/// let (answer, loaded) = aana_formats::aai::text::read("{}", "seed");
/// assert!(answer.starts_with(r#"{"accepted":false,"findings":[{"rule":"field.missing","#));
/// assert!(loaded.is_none());
/// ```
pub fn read(descriptor: &str, profile: &str) -> (String, Option<Loaded>) {
    let (report, loaded) = load(descriptor, profile_of(profile));
    let mut answer = json!({"accepted": loaded.is_some(), "findings": report});
    if let (Some(map), Some(loaded)) = (answer.as_object_mut(), &loaded) {
        map.insert("descriptor".to_owned(), summary(loaded));
    }
    (answer.to_string(), loaded.map(Loaded))
}

/// What [`read`] answers where there is no text to read: bytes, say, that are not UTF-8.
pub fn unread_descriptor(fault: Fault) -> String {
    let mut findings = Findings::new();
    read::no_descriptor(fault, &mut findings);
    json!({"accepted": false, "findings": findings.report()}).to_string()
}

/// What [`Loaded::plan`], [`Loaded::wire`] and [`Loaded::event`] answer where there is no text of
/// arguments: a host's objects, say, that JSON cannot hold.
pub fn unread_call(fault: Fault) -> String {
    refused(&no_arguments(fault)).to_string()
}

/// What [`Loaded::arguments`] and [`Loaded::answer`] say of such a value.
#[cfg(feature = "arguments")]
pub fn unread_value(fault: Fault) -> String {
    judged(&no_arguments(fault))
}

fn no_arguments(fault: Fault) -> Report<CallRule> {
    let mut findings = Findings::new();
    read::no_arguments(fault, &mut findings);
    findings.report()
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

impl Loaded {
    /// Checks the arguments of a call and plans it: `{plan, audit, digest, arguments}`.
    #[cfg(feature = "arguments")]
    pub fn plan(&self, tool: &str, arguments: &str) -> String {
        planned(self.0.call(tool, arguments)).to_string()
    }

    /// The same for arguments that were checked elsewhere, by the same descriptor.
    pub fn plan_checked_elsewhere(&self, tool: &str, arguments: &str) -> String {
        planned(self.0.plan_checked_elsewhere(tool, arguments)).to_string()
    }

    /// Checks the arguments of a call alone: `{valid, findings}`.
    #[cfg(feature = "arguments")]
    pub fn arguments(&self, tool: &str, arguments: &str) -> String {
        judged(&self.0.check_arguments(tool, arguments))
    }

    /// Checks the answer of a tool by its `returns`: `{valid, findings}`.
    #[cfg(feature = "arguments")]
    pub fn answer(&self, tool: &str, answer: &str) -> String {
        judged(&self.0.check_answer(tool, answer))
    }

    /// Plans a call and puts its secrets in place: `{wire}`, which is `null` for a plan that is not sent
    /// over HTTP. `secrets` is `{"env": {name: value}, "tokens": {key: token}, "allow_variables": [entry]}`;
    /// a key is `app id=origin`, or an app id for hosts of its own domain, an entry `NAME` or
    /// `NAME=ORIGIN`. Only to be asked after the gate has accepted the call, and the answer is not to be
    /// written down.
    #[cfg(feature = "arguments")]
    pub fn wire(&self, tool: &str, arguments: &str, secrets: &str) -> String {
        let Some(secrets) = own(secrets) else { return unread("secrets").to_string() };
        let lookup = |group: &'static str| {
            let secrets = &secrets;
            move |name: &str| secrets.get(group)?.get(name)?.as_str().map(str::to_owned)
        };
        let entries = match secrets.get("allow_variables") {
            None => Some(Vec::new()),
            Some(Value::Array(entries)) => entries.iter().map(Value::as_str).collect(),
            Some(_) => None,
        };
        let Some(allowed) = entries.and_then(allowed) else {
            return unread("allow_variables").to_string();
        };
        let wire = self
            .0
            .call(tool, arguments)
            .and_then(|plan| plan.wire(lookup("env"), lookup("tokens"), &allowed));
        match wire {
            Ok(wire) => json!({"wire": wire}),
            Err(report) => refused(&report),
        }
        .to_string()
    }

    /// What [`wire`](Self::wire) needs of the caller for this call, so that nothing else is looked up:
    /// `env:` and a variable, `oauth2:` and a key of the tokens. Nothing for a call that is refused, and
    /// no variable that it may not have. `None` if an entry of `allow_variables` cannot be read.
    #[cfg(feature = "arguments")]
    pub fn secrets_to_look_up(
        &self,
        tool: &str,
        arguments: &str,
        allow_variables: &[String],
    ) -> Option<Vec<String>> {
        let allowed = allowed(allow_variables.iter().map(String::as_str).collect())?;
        let plan = self.0.call(tool, arguments).ok();
        Some(plan.map_or_else(Vec::new, |plan| plan.secrets_to_look_up(&allowed)))
    }

    /// What a tool of the descriptor does: `{tool_category, risk_domain, destructive, evidence,
    /// annotations, recommended_route}`, the route for an `authorization_state`. `pinned` says that an
    /// operator has looked at exactly this descriptor.
    pub fn classify(&self, tool: &str, authorization_state: &str, pinned: bool) -> String {
        match self.0.tool(tool) {
            Some(tool) => classified(&self.0.classify(tool, pinned), authorization_state),
            None => unread("tool"),
        }
        .to_string()
    }

    /// Plans a call and forms the Agent Action Contract event for it: `{event, plan, audit, digest,
    /// arguments}`. `context` is `{"authorization_state", "pinned", "read_at_ms", "max_age_hours",
    /// "now_ms", "evidence"}`; what is left out is `none`, `false`, `now_ms`, 24, 0 and empty.
    #[cfg(feature = "arguments")]
    pub fn event(&self, tool: &str, arguments: &str, context: &str) -> String {
        let Some(context) = own(context) else { return unread("context").to_string() };
        let plan = match self.0.call(tool, arguments) {
            Ok(plan) => plan,
            Err(report) => return refused(&report).to_string(),
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
        let event = Catalog::new(&[&self.0]).event(&plan, &context);
        let mut answer = planned(Ok(plan));
        if let (Some(map), Some(event)) = (answer.as_object_mut(), event) {
            map.insert("event".to_owned(), event);
        }
        answer.to_string()
    }
}

/// The tools of descriptors for `mcp`, `openai`, `openai-responses`, `anthropic` or `gemini`: `{tools, names,
/// aliases, left_out}`. `pinned` says that an operator has looked at exactly these descriptors.
pub fn tools(descriptors: &[&Loaded], client: &str, pinned: bool) -> String {
    match Client::parse(client) {
        Some(client) => json!(tools_as(client, &all(descriptors), pinned)),
        None => unread("client"),
    }
    .to_string()
}

/// A call of a client under the names of the descriptor: `{app_id, tool, arguments}`, or what keeps it from
/// being carried back. `name` and the arguments are as the client gave them.
pub fn carried_back(descriptors: &[&Loaded], client: &str, name: &str, arguments: &str) -> String {
    match Client::parse(client)
        .map(|it| super::carried_back(it, &all(descriptors), name, arguments))
    {
        Some(Ok(carried)) => json!(carried),
        Some(Err(report)) => refused(&report),
        None => unread("client"),
    }
    .to_string()
}

/// Decides an event, whose arguments must fit the tool's `parameters` if it is a tool of one of the
/// descriptors. Gives the decision.
#[cfg(feature = "arguments")]
pub fn check_event(gate: &Gate, descriptors: &[&Loaded], event: &str, now_ms: i64) -> String {
    decide(gate, descriptors, event, now_ms).to_json()
}

/// The same as a [`Decision`], for a binding that builds its host's objects.
#[cfg(feature = "arguments")]
pub fn decide<'e>(
    gate: &Gate,
    descriptors: &[&Loaded],
    event: &'e str,
    now_ms: i64,
) -> Decision<'e> {
    Catalog::new(&all(descriptors)).check(gate, event, now_ms)
}

/// What is wrong with the arguments of an event, and nothing else: `{faults: [{path, code, message}]}`.
#[cfg(feature = "arguments")]
pub fn event_faults(descriptors: &[&Loaded], event: &str) -> String {
    // A text that cannot be read is the gate's to refuse.
    let faults = json::parse(event, usize::MAX)
        .map(|event| Catalog::new(&all(descriptors)).faults(&event))
        .unwrap_or_default();
    let faults: Vec<Value> = faults
        .iter()
        .map(|it| json!({"path": it.path, "code": it.code.as_str(), "message": it.message}))
        .collect();
    json!({"faults": faults}).to_string()
}

/// The operator's list of variables.
#[cfg(feature = "arguments")]
fn allowed(entries: Vec<&str>) -> Option<Vec<AllowedVariable>> {
    entries.into_iter().map(AllowedVariable::parse).collect()
}

fn all<'d>(descriptors: &[&'d Loaded]) -> Vec<&'d Descriptor> {
    descriptors.iter().map(|it| &it.0).collect()
}

/// What a tool without a descriptor does, as [`Loaded::classify`] says it. `facts` is `{"app": {"id", "name", "description", "auth",
/// "execution"}, "tool": {"name", "method", "description", "params"}}`; `auth` is `none` or anything
/// else, `execution` is `ipc` or anything else.
pub fn classify_facts(facts: &str, authorization_state: &str, pinned: bool) -> String {
    let Some(facts) = own(facts) else { return unread("facts").to_string() };
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

fn profile_of(word: &str) -> Profile {
    Profile::parse(word).unwrap_or_default()
}

/// The state of this name; any other word proves nothing.
fn state_of(word: &str) -> AuthorizationState {
    AuthorizationState::parse(word).unwrap_or(AuthorizationState::None)
}

fn refused(report: &Report<CallRule>) -> Value {
    let route =
        report.errors().map(|it| it.rule.recommended_route()).max().unwrap_or(Route::Refuse);
    json!({"refused": "call", "errors": report, "recommended_route": route.as_str()})
}

/// The answer to an input of the caller's own that is not what it should be.
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
fn judged(report: &Report<CallRule>) -> String {
    json!({"valid": report.is_valid(), "findings": report}).to_string()
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

/// Reads an input of the caller's own.
fn own(text: &str) -> Option<Value> {
    let limits = Limits { max_bytes: read::MAX_BYTES, max_depth: json::MAX_DEPTH };
    json::parse_within(text, limits).ok()?;
    serde_json::from_str(text).ok()
}

#[cfg(test)]
mod tests {
    use aana_core::{Fault, codes::FaultCode};
    use serde_json::{Value, json};

    #[test]
    fn what_has_no_text_is_a_finding() {
        let read = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        let fault = |code| Fault::at(&[], code, "no JSON value".to_owned());
        let said = read(&super::unread_descriptor(fault(FaultCode::InvalidUtf8)));
        assert_eq!(
            (&said["accepted"], &said["findings"][0]["rule"]),
            (&json!(false), &json!("json.syntax"))
        );
        let said = read(&super::unread_call(fault(FaultCode::NumberOutOfRange)));
        assert_eq!(
            (&said["refused"], &said["recommended_route"]),
            (&json!("call"), &json!("refuse"))
        );
        assert_eq!(said["errors"][0]["rule"], "args.number_range");
    }

    #[cfg(feature = "arguments")]
    #[test]
    fn such_a_value_fits_no_schema() {
        let fault = Fault::at(&[], FaultCode::LoneSurrogate, "no JSON value".to_owned());
        let said: Value = serde_json::from_str(&super::unread_value(fault)).unwrap();
        assert_eq!(
            (&said["valid"], &said["findings"][0]["rule"]),
            (&json!(false), &json!("args.json"))
        );
    }
}
