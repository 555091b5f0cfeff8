//! Calls of a descriptor's tools before the gate.

#[cfg(feature = "arguments")]
use aana_core::{Decision, Fault, Gate, codes::FaultCode, json};
use aana_core::{contract::AuthorizationState, time};
use serde_json::{Map, Value, json};

use super::call::Plan;
#[cfg(feature = "arguments")]
use super::{call, findings::Findings, read, schema};
use super::{
    mapping::recommended_route,
    model::{Descriptor, Tool},
    tools::{exposed_names, plain_name},
};
#[cfg(feature = "arguments")]
use crate::Place;

/// The rule that one application has one descriptor. It is broken by the operator's choice of descriptors and
/// not by one of them, or by a call alone.
#[cfg(feature = "arguments")]
const APP_TWICE: &str = "catalog.app_id_twice";

/// How a ref is called that names a plan.
const PLAN: &str = "aai-plan:";

/// The rule that a ref names the plan of the call that the event proposes.
#[cfg(feature = "arguments")]
const PLAN_OF_OTHER: &str = "catalog.plan_of_other_call";

/// The loaded descriptors, by the names of their tools.
///
/// A tool is known by its exposed name, by the one that it is exposed under when no other descriptor is
/// loaded, and by its own: if two applications have a tool of the same name, a call by that name alone must
/// fit both. A call of an application that two different descriptors describe is refused.
#[derive(Debug)]
pub struct Catalog<'d> {
    tools: Vec<(String, &'d Descriptor, &'d Tool)>,
}

impl<'d> Catalog<'d> {
    /// A catalog of these descriptors.
    pub fn new(descriptors: &[&'d Descriptor]) -> Self {
        Self { tools: exposed_names(descriptors).collect() }
    }

    /// The tools that a `tool_name` may mean.
    pub fn find(&self, name: &str) -> impl Iterator<Item = (&'d Descriptor, &'d Tool)> {
        self.tools
            .iter()
            .filter(move |(exposed, descriptor, tool)| {
                exposed == name
                    || tool.name() == name
                    || (name.ends_with(tool.name()) && plain_name(descriptor, tool) == name)
            })
            .map(|(_, descriptor, tool)| (*descriptor, *tool))
    }

    /// The tools that a `tool_name` may mean in any spelling: whoever writes the event must not choose between being
    /// checked and not. Clients put the name of a server before it, and models write it in other cases.
    #[cfg(feature = "arguments")]
    fn meant(&self, name: &str) -> impl Iterator<Item = (&'d Descriptor, &'d Tool)> {
        let name = name.trim();
        let last = name.rsplit("__").next().unwrap_or(name);
        let wanted = [
            folded(name),
            folded(name.strip_prefix("functions.").unwrap_or(name)),
            folded(last),
            folded(behind_server(name)),
        ];
        self.tools
            .iter()
            .filter(move |(exposed, descriptor, tool)| {
                let known =
                    [exposed.as_str(), tool.name(), &plain_name(descriptor, tool)].map(folded);
                wanted.iter().any(|name| known.contains(name))
            })
            .map(|(_, descriptor, tool)| (*descriptor, *tool))
    }

    /// Every tool with its exposed name.
    pub(super) fn all(&self) -> impl Iterator<Item = (&str, &'d Tool)> {
        self.tools.iter().map(|(name, _, tool)| (name.as_str(), *tool))
    }

    /// The name under which clients see a tool.
    pub fn exposed_name(&self, app_id: &str, tool: &str) -> Option<&str> {
        self.tools
            .iter()
            .find(|(_, descriptor, known)| descriptor.app_id() == app_id && known.name() == tool)
            .map(|(name, ..)| name.as_str())
    }

    /// Decides an event. One that names a tool of a loaded descriptor is refused with
    /// `arguments_invalid` unless its `proposed_arguments` fit the tool's `parameters`; any other is the
    /// gate's alone.
    ///
    /// # Example
    ///
    /// ```
    /// use aana_core::{Gate, codes::FaultCode, contract::Route};
    /// use aana_formats::aai::{Catalog, Profile, load};
    ///
    /// let (_, descriptor) = load(r#"{"schema_version": "1.0",
    ///     "app": {"id": "com.example.desk", "name": "Desk", "description": "Keeps tasks"},
    ///     "execution": {"type": "ipc"},
    ///     "tools": [{"name": "create_task", "description": "Create a task", "parameters":
    ///         {"type": "object", "properties": {"title": {"type": "string"}}}}]}"#, Profile::Seed);
    /// let descriptor = descriptor.unwrap();
    /// let catalog = Catalog::new(&[&descriptor]);
    ///
    /// let event = r#"{"tool_name": "com_example_desk__create_task", "tool_category": "write",
    ///     "authorization_state": "confirmed", "evidence_refs": ["approval:ticket-7"],
    ///     "risk_domain": "personal_productivity", "proposed_arguments": {"title": 7},
    ///     "recommended_route": "accept"}"#;
    /// let decision = catalog.check(&Gate::default(), event, 1_778_371_200_000);
    /// assert_eq!(decision.route(), Route::Refuse);
    /// let fault = &decision.validation_errors()[0];
    /// assert_eq!(fault.path, "/proposed_arguments/title");
    /// assert_eq!(fault.code, FaultCode::ArgumentsInvalid);
    /// ```
    #[cfg(feature = "arguments")]
    pub fn check<'e>(&self, gate: &Gate, event: &'e str, now_ms: i64) -> Decision<'e> {
        match json::parse(event, gate.max_event_bytes()) {
            Ok(value) => self.check_value(gate, value, now_ms),
            Err(fault) => gate.refuse(vec![fault], now_ms),
        }
    }

    /// The same for an event that is a tree already.
    #[cfg(feature = "arguments")]
    pub fn check_value<'e>(
        &self,
        gate: &Gate,
        event: json::Value<'e>,
        now_ms: i64,
    ) -> Decision<'e> {
        let faults = self.faults(&event);
        if faults.is_empty() {
            return gate.check_value(event, now_ms);
        }
        // An event can be faulty in other ways too; all of it is said at once.
        let own = gate.check_value(event, now_ms).validation_errors().to_vec();
        gate.refuse(own.into_iter().chain(faults).collect(), now_ms)
    }

    /// Whether another descriptor has the same `app.id`, and says something else.
    #[cfg(feature = "arguments")]
    fn is_described_twice(&self, descriptor: &Descriptor) -> bool {
        self.tools.iter().any(|(_, other, _)| {
            other.app_id() == descriptor.app_id() && other.digest() != descriptor.digest()
        })
    }

    /// What is wrong with the arguments of an event, as faults of the event. None for a tool of no
    /// loaded descriptor, and none where `tool_name` or `proposed_arguments` are not what the gate
    /// itself asks for.
    #[cfg(feature = "arguments")]
    pub fn faults(&self, event: &json::Value<'_>) -> Vec<Fault> {
        const AT: &str = "/proposed_arguments";
        let member = |key| event.as_object().and_then(|object| object.get(key));
        let (Some(json::Value::String(name)), Some(proposed @ json::Value::Object(_))) =
            (member("tool_name"), member("proposed_arguments"))
        else {
            return Vec::new();
        };
        let twice = self.meant(name).any(|(descriptor, _)| self.is_described_twice(descriptor));
        if twice {
            return vec![Fault {
                path: "/tool_name".to_owned(),
                code: FaultCode::ArgumentsInvalid,
                message: format!(
                    "two different descriptors are of the application; one per `app.id` is allowed (`{APP_TWICE}`)"
                ),
            }];
        }
        let mut findings = Findings::new();
        let mut plans = Vec::new();
        let mut allowance = schema::Allowance::new();
        for (descriptor, tool) in self.meant(name) {
            let arguments = read::convert_arguments(proposed, AT, &mut findings);
            if let Some(Value::Object(arguments)) = arguments {
                // What another tool of the same name found must not count as this one's.
                let mut own = Findings::new();
                let checked = call::valid(tool, arguments, AT, &mut allowance, &mut own);
                plans.extend(
                    checked.and_then(|arguments| {
                        descriptor.plan(tool, arguments, &mut Findings::new())
                    }),
                );
                findings.append(own);
            }
        }
        let plans: Vec<String> = plans.iter().map(Plan::digest).collect();
        let report = findings.report();
        let faults = report.findings().iter().map(|finding| Fault {
            path: match &finding.place {
                Place::Pointer(pointer) => pointer.clone(),
                Place::Line { .. } => AT.to_owned(),
            },
            code: FaultCode::ArgumentsInvalid,
            message: format!("{} (`{}`)", finding.message, crate::Rule::id(finding.rule)),
        });
        // A plan of a tool that is not known here is the plan of another call too.
        let others =
            if report.is_valid() { plans_of_other_calls(event, &plans) } else { Vec::new() };
        faults.chain(others).collect()
    }
}

/// A name without what parts its words, and in one case.
#[cfg(feature = "arguments")]
fn folded(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|it| it.to_ascii_lowercase()).collect()
}

/// The name behind `mcp__server__`.
#[cfg(feature = "arguments")]
fn behind_server(name: &str) -> &str {
    let behind = name.strip_prefix("mcp__").and_then(|name| name.split_once("__"));
    behind.map_or(name, |(_, name)| name)
}

/// Refs to a plan that is not that of this call: whoever approved it saw another request.
#[cfg(feature = "arguments")]
fn plans_of_other_calls(event: &json::Value<'_>, plans: &[String]) -> Vec<Fault> {
    let member = |value: &json::Value<'_>, key: &str| match value.as_object()?.get(key)? {
        json::Value::String(text) => Some(text.to_string()),
        _ => None,
    };
    let refs = match event.as_object().and_then(|it| it.get("evidence_refs")) {
        Some(json::Value::Array(refs)) => refs.as_slice(),
        _ => &[],
    };
    let other = |(index, it): (usize, &json::Value<'_>)| {
        let id = match it {
            json::Value::String(text) => Some(text.to_string()),
            it => member(it, "source_id"),
        };
        let id = id?.trim().to_ascii_lowercase();
        let digest = id.strip_prefix(PLAN)?.to_owned();
        (!plans.contains(&digest)).then(|| Fault {
            path: format!("/evidence_refs/{index}"),
            code: FaultCode::ArgumentsInvalid,
            message: format!(
                "the ref names the plan of another call; plan this one (`{PLAN_OF_OTHER}`)"
            ),
        })
    };
    refs.iter().enumerate().filter_map(other).collect()
}

/// What a runtime adds to a plan to form an event.
#[derive(Debug, Clone, Copy)]
pub struct EventContext<'c> {
    /// What the runtime knows of the user's permission. The descriptor proves nothing about it.
    pub authorization_state: AuthorizationState,
    /// Whether an operator has looked at exactly this descriptor.
    pub pinned: bool,
    /// When the descriptor was read, and after how many hours it is stale.
    pub read_at_ms: i64,
    /// Hours after which the descriptor is stale.
    pub max_age_hours: u32,
    /// The time now.
    pub now_ms: i64,
    /// Further evidence: of authentication, of an approval.
    pub evidence: &'c [Value],
}

impl Catalog<'_> {
    /// The Agent Action Contract event for a plan: the effective arguments, the classification, and as
    /// evidence the descriptor, what decided the classification, and the plan's digest. `None` if the
    /// plan is of no descriptor in the catalog.
    pub fn event(&self, plan: &Plan, context: &EventContext<'_>) -> Option<Value> {
        self.event_of(plan.app_id(), plan.tool(), plan.arguments(), Some(plan), context)
    }

    /// The same for a call of a tool that is only declared, with its checked arguments: there is no request that
    /// could be planned, so none is named.
    pub fn declared_event(
        &self,
        app_id: &str,
        tool: &str,
        arguments: &Map<String, Value>,
        context: &EventContext<'_>,
    ) -> Option<Value> {
        self.event_of(app_id, tool, arguments, None, context)
    }

    fn event_of(
        &self,
        app_id: &str,
        tool: &str,
        arguments: &Map<String, Value>,
        plan: Option<&Plan>,
        context: &EventContext<'_>,
    ) -> Option<Value> {
        let (exposed, descriptor, tool) = self
            .tools
            .iter()
            .find(|(_, descriptor, it)| descriptor.app_id() == app_id && it.name() == tool)?;
        let found = descriptor.classify(tool, context.pinned);
        let route = recommended_route(found.tool_category, context.authorization_state);
        let age_ms = context.now_ms.saturating_sub(context.read_at_ms);
        let limit_ms = i64::from(context.max_age_hours).saturating_mul(3_600_000);
        let fresh = (0..=limit_ms).contains(&age_ms);
        let mut evidence = vec![
            json!({
                "source_id": descriptor.source_id(tool),
                "kind": "system_state",
                "trust_tier": if context.pinned { "runtime" } else { "unverified" },
                "redaction_status": "public",
                "retrieved_at": time::format(context.read_at_ms),
                "freshness": {"status": if fresh { "fresh" } else { "stale" }},
                "summary": "the descriptor of the application as it was loaded",
            }),
            json!({
                "source_id": format!("aai-classification:{}#{}", descriptor.app_id(), tool.name()),
                "kind": "system_state",
                "trust_tier": "runtime",
                "redaction_status": "public",
                "summary": found.summary(),
            }),
        ];
        evidence.extend(plan.map(|plan| {
            json!({
                "source_id": format!("{PLAN}{}", plan.digest()),
                "kind": "system_state",
                "trust_tier": "runtime",
                "redaction_status": "public",
                "summary": "the request that is sent if the call is accepted",
            })
        }));
        evidence.extend_from_slice(context.evidence);
        Some(json!({
            "tool_name": exposed,
            "tool_category": found.tool_category.as_str(),
            "authorization_state": context.authorization_state.as_str(),
            "evidence_refs": evidence,
            "risk_domain": found.risk_domain.as_str(),
            "proposed_arguments": arguments,
            "recommended_route": route.as_str(),
        }))
    }
}
