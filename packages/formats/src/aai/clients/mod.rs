//! The same tools as other clients take them, and their calls carried back.
//!
//! Names, descriptions and schemas of a descriptor are text from outside. What goes on to a model is cut,
//! and freed of characters that show one thing and say another. One tool that a client does not take makes it
//! refuse all of them, so such a tool is written otherwise or left out, with the reason.

mod answer;
mod back;
mod children;
mod names;
mod profile;
mod rewrite;
mod root;
mod shown;

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{
    CallRule,
    findings::Findings,
    model::{Descriptor, Tool},
    tools::exposed_names,
};
use crate::Report;
use back::Back;
use names::Names;
pub use profile::Client;
use rewrite::Rewrite;
use shown::shown;

/// UTF-16 units of a title.
const TITLE_LENGTH: usize = 200;

/// The dialect of the schemas that are written here.
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Tools for a client, and the tool behind each of its names.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Offer {
    /// The tools, in the order of the descriptors.
    pub tools: Vec<Value>,
    /// For each exposed name the application and the tool: names are looked up, never taken apart.
    pub names: BTreeMap<String, Origin>,
    /// For each exposed name the parameters that had to be renamed, new name to old, nested ones too.
    pub aliases: BTreeMap<String, BTreeMap<String, String>>,
    /// The tools that are not offered.
    pub left_out: Vec<LeftOut>,
}

/// Where an exposed name leads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Origin {
    /// `app.id`.
    pub app_id: String,
    /// The tool's own name.
    pub tool: String,
}

/// A tool that is not offered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LeftOut {
    /// `app id#tool`.
    pub tool: String,
    /// Why, in one clause.
    pub reason: String,
}

/// A call of a client, as the descriptor has it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CarriedBack {
    /// `app.id`.
    pub app_id: String,
    /// The tool's own name.
    pub tool: String,
    /// The arguments under their own names. They were not checked.
    pub arguments: Map<String, Value>,
}

/// A tool under its exposed name, or why it is left out for every client.
struct Listed<'d> {
    name: String,
    descriptor: &'d Descriptor,
    tool: &'d Tool,
    left_out: Option<&'static str>,
}

impl Listed<'_> {
    /// What a client sees of its parameters.
    fn parameters(&self, client: Client) -> Result<Parameters, String> {
        match self.left_out {
            Some(reason) => Err(reason.to_owned()),
            None => parameters(client, self.tool),
        }
    }
}

struct Parameters {
    schema: Value,
    names: Names,
}

/// The tools of these descriptors for a client. `pinned` says that an operator has looked at exactly
/// these descriptors.
pub fn tools_as(client: Client, descriptors: &[&Descriptor], pinned: bool) -> Offer {
    let mut offer = Offer {
        tools: Vec::new(),
        names: BTreeMap::new(),
        aliases: BTreeMap::new(),
        left_out: Vec::new(),
    };
    for listed in list(descriptors) {
        let parameters = listed.parameters(client);
        let Listed { name, descriptor, tool, .. } = listed;
        let written = match parameters {
            Ok(_) if offer.tools.len() >= client.limits().tools => {
                Err(format!("the client takes {} tools at most", client.limits().tools))
            }
            Ok(Parameters { schema, names }) => {
                write(client, &name, descriptor, tool, schema, pinned).map(|it| (it, names))
            }
            Err(reason) => Err(reason),
        };
        match written {
            Ok((tool_of_client, aliases)) => {
                offer.tools.push(tool_of_client);
                if !aliases.by_alias.is_empty() {
                    offer.aliases.insert(name.clone(), aliases.by_alias);
                }
                let origin = Origin { app_id: descriptor.app.id.clone(), tool: tool.name.clone() };
                offer.names.insert(name, origin);
            }
            Err(reason) => {
                let tool = format!("{}#{}", descriptor.app.id, tool.name);
                offer.left_out.push(LeftOut { tool, reason });
            }
        }
    }
    offer
}

/// A call of a client under the names of the descriptor: the tool behind the exposed name, and the arguments
/// under their own names, wherever the client has aliases for them.
///
/// # Errors
///
/// What keeps the call from being carried back: the client was not offered the tool, or the arguments are not an
/// object that can be read.
pub fn carried_back(
    client: Client,
    descriptors: &[&Descriptor],
    name: &str,
    arguments: &str,
) -> Result<CarriedBack, Report<CallRule>> {
    let mut findings = Findings::new();
    let found = list(descriptors).into_iter().find(|it| it.name == name);
    let offered = found.and_then(|it| Some((it.parameters(client).ok()?, it.descriptor, it.tool)));
    let Some((parameters, descriptor, tool)) = offered else {
        let message = "the client was offered no tool of this name";
        findings.add(CallRule::PlanUnknownTool, "", message);
        return Err(findings.report());
    };
    let carried = super::read::arguments(arguments, &mut findings)
        .and_then(|value| super::call::object(value, &mut findings))
        .and_then(|arguments| {
            let mut back = Back::new(&parameters.names, &tool.parameters);
            match back.carry(Value::Object(arguments)) {
                Ok(Value::Object(arguments)) => Some(arguments),
                Ok(_) => None,
                Err(message) => {
                    findings.add(CallRule::ArgsJson, "", message);
                    None
                }
            }
        });
    match carried {
        Some(arguments) => Ok(CarriedBack {
            app_id: descriptor.app.id.clone(),
            tool: tool.name.clone(),
            arguments,
        }),
        None => Err(findings.report()),
    }
}

fn list<'d>(descriptors: &[&'d Descriptor]) -> Vec<Listed<'d>> {
    let all: Vec<_> = exposed_names(descriptors).collect();
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, ..) in &all {
        *times.entry(name).or_default() += 1;
    }
    let ambiguous: Vec<bool> =
        all.iter().map(|(name, ..)| times.get(name.as_str()) != Some(&1)).collect();
    all.into_iter()
        .zip(ambiguous)
        .map(|((name, descriptor, tool), ambiguous)| {
            let left_out = if ambiguous {
                Some("a tool of another descriptor has the same exposed name")
            } else if descriptor.is_executable(tool) {
                None
            } else {
                Some("it is only declared and cannot be called")
            };
            Listed { name, descriptor, tool, left_out }
        })
        .collect()
}

/// The schema of a tool's arguments for a client.
fn parameters(client: Client, tool: &Tool) -> Result<Parameters, String> {
    let limits = client.limits();
    let root = Value::Object(root::plain(&tool.parameters, limits.not_at_root)?);
    let names = Names::of(&root, limits.is_plain);
    let schema = Rewrite { names: &names, root: &root }.all()?;
    Ok(Parameters { schema, names })
}

fn write(
    client: Client,
    name: &str,
    descriptor: &Descriptor,
    tool: &Tool,
    schema: Value,
    pinned: bool,
) -> Result<Value, String> {
    let description = description(descriptor, tool, client.limits().description);
    Ok(match client {
        Client::Mcp => mcp(name, &description, descriptor, tool, schema, pinned)?,
        Client::OpenAi => json!({
            "type": "function",
            "function": {
                "name": name,
                "description": description,
                "parameters": schema,
                "strict": false,
            },
        }),
        Client::OpenAiResponses => json!({
            "type": "function",
            "name": name,
            "description": description,
            "parameters": schema,
            "strict": false,
        }),
        Client::Anthropic => {
            json!({"name": name, "description": description, "input_schema": schema})
        }
        // `parameters` takes a small part of a schema only.
        Client::Gemini => {
            json!({"name": name, "description": description, "parametersJsonSchema": schema})
        }
    })
}

/// What the tool says of itself, and where its calls go.
fn description(descriptor: &Descriptor, tool: &Tool, most: usize) -> String {
    let tail = match (tool.method(), descriptor.origin()) {
        (Some(method), Some(origin)) => format!("\n\nSends {} to {origin}.", method.as_str()),
        _ => "\n\nCalls an application on this machine.".to_owned(),
    };
    // A host has at most 253 characters, so there is always room for more than the tail.
    let left = most.saturating_sub(tail.encode_utf16().count());
    format!("{}{tail}", shown(&tool.description, left))
}

fn mcp(
    name: &str,
    description: &str,
    descriptor: &Descriptor,
    tool: &Tool,
    schema: Value,
    pinned: bool,
) -> Result<Value, String> {
    let found = descriptor.classify(tool, pinned);
    let mut value = json!({
        "name": name,
        "title": shown(&format!("{}: {}", descriptor.app.name, tool.name), TITLE_LENGTH),
        "description": description,
        "inputSchema": with_dialect(schema),
        "annotations": found.annotations,
        "_meta": {
            "aana/app_id": descriptor.app.id,
            "aana/descriptor_digest": descriptor.digest,
            "aana/tool_category": found.tool_category.as_str(),
            "aana/risk_domain": found.risk_domain.as_str(),
        },
    });
    if let (Some(map), Some(returns)) = (value.as_object_mut(), &tool.returns) {
        let output = answer::output(returns);
        let names = Names::default();
        let written = Rewrite { names: &names, root: &output }.all();
        let written = written.map_err(|it| format!("of its answer: {it}"))?;
        map.insert("outputSchema".to_owned(), with_dialect(written));
    }
    Ok(value)
}

fn with_dialect(schema: Value) -> Value {
    let dialect = ("$schema".to_owned(), Value::from(DIALECT));
    let map = match schema {
        Value::Object(map) => map,
        _ => Map::new(),
    };
    Value::Object([dialect].into_iter().chain(map).collect())
}
