//! The same tools as other clients take them.
//!
//! Names, descriptions and schemas of a descriptor are text from outside. What goes on to a model is cut,
//! and freed of characters that show one thing and say another.

use std::collections::{BTreeMap, BTreeSet};

use aana_core::{characters, names};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::model::{Descriptor, Tool, digest};

/// Characters of an exposed name.
const NAME_LENGTH: usize = 64;
/// Characters of a description.
const DESCRIPTION_LENGTH: usize = 1_024;

/// Who takes the tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Client {
    /// The Model Context Protocol.
    Mcp,
    /// Function tools of `OpenAI`.
    OpenAi,
    /// Tools of Anthropic.
    Anthropic,
}

impl Client {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Mcp, Self::OpenAi, Self::Anthropic];

    /// The word for it: `mcp`, `openai` or `anthropic`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Mcp => "mcp",
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
        }
    }

    /// The client of this name.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.as_str() == word)
    }
}

/// Tools for a client, and the tool behind each of its names.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Offer {
    /// The tools, in the order of the descriptors.
    pub tools: Vec<Value>,
    /// For each exposed name the application and the tool: names are looked up, never taken apart.
    pub names: BTreeMap<String, Origin>,
    /// For each exposed name the parameters that had to be renamed, new name to old.
    pub aliases: BTreeMap<String, BTreeMap<String, String>>,
    /// `app id#tool` of tools that are not offered: they are only declared, or a tool of another descriptor
    /// has the same exposed name, as where two have the same `app.id`.
    pub left_out: Vec<String>,
}

/// Where an exposed name leads.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Origin {
    /// `app.id`.
    pub app_id: String,
    /// The tool's own name.
    pub tool: String,
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
    let all: Vec<_> = exposed_names(descriptors).collect();
    let mut times: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, ..) in &all {
        *times.entry(name).or_default() += 1;
    }
    for (name, descriptor, tool) in &all {
        let ambiguous = times.get(name.as_str()) != Some(&1);
        if ambiguous || !descriptor.is_executable(tool) {
            offer.left_out.push(format!("{}#{}", descriptor.app.id, tool.name));
            continue;
        }
        let description = description(descriptor, tool);
        offer.tools.push(match client {
            Client::Mcp => mcp(name, &description, descriptor, tool, pinned),
            Client::OpenAi => json!({
                "type": "function",
                "function": {
                    "name": name,
                    "description": description,
                    "parameters": bare(&tool.parameters),
                    "strict": false,
                },
            }),
            Client::Anthropic => {
                let (schema, aliases) = with_plain_names(bare(&tool.parameters));
                if !aliases.is_empty() {
                    offer.aliases.insert(name.clone(), aliases);
                }
                json!({"name": name, "description": description, "input_schema": schema})
            }
        });
        let origin = Origin { app_id: descriptor.app.id.clone(), tool: tool.name.clone() };
        offer.names.insert(name.clone(), origin);
    }
    offer
}

/// Every tool with the name under which clients see it: the application's id with `_` for dots and
/// hyphens, two underscores, the tool. Names that are too long or would be the same are cut and told
/// apart by a hash.
pub(super) fn exposed_names<'d>(
    descriptors: &[&'d Descriptor],
) -> impl Iterator<Item = (String, &'d Descriptor, &'d Tool)> {
    // The same descriptor twice is one.
    let mut known = BTreeSet::new();
    let all: Vec<(&Descriptor, &Tool)> = descriptors
        .iter()
        .filter(|it| known.insert((&it.app.id, &it.digest)))
        .flat_map(|it| it.tools.iter().map(|tool| (*it, tool)))
        .collect();
    let mut times: BTreeMap<String, usize> = BTreeMap::new();
    for (descriptor, tool) in &all {
        *times.entry(plain_name(descriptor, tool)).or_default() += 1;
    }
    all.into_iter().map(move |(descriptor, tool)| {
        let name = plain_name(descriptor, tool);
        let unique = name.len() <= NAME_LENGTH && times.get(&name) == Some(&1);
        let name = if unique { name } else { told_apart(&name, descriptor, tool) };
        (name, descriptor, tool)
    })
}

/// The name under which a tool is seen as long as it is short enough and no other tool has it.
pub(super) fn plain_name(descriptor: &Descriptor, tool: &Tool) -> String {
    names::of_application(&descriptor.app.id, &tool.name)
}

fn told_apart(name: &str, descriptor: &Descriptor, tool: &Tool) -> String {
    let hash = digest(&format!("{}#{}", descriptor.app.id, tool.name));
    let hash = hash.get(7..15).unwrap_or_default();
    // Names are ASCII, so every place is a character's end.
    format!("{}_{hash}", name.get(..NAME_LENGTH - 9).unwrap_or(name))
}

fn description(descriptor: &Descriptor, tool: &Tool) -> String {
    let text = shown(&tool.description, DESCRIPTION_LENGTH);
    match (tool.method(), descriptor.origin()) {
        (Some(method), Some(origin)) => {
            format!("{text}\n\nSends {} to {origin}.", method.as_str())
        }
        _ => format!("{text}\n\nCalls an application on this machine."),
    }
}

/// A text without control characters and without those that turn its direction or show nothing. Blanks
/// of other widths stay: they show what they are.
fn shown(text: &str, most: usize) -> String {
    let hidden = |it: char| characters::is_hidden(it) && !characters::is_non_ascii_space(it);
    let mut plain = String::new();
    for (taken, character) in text.chars().filter(|it| !hidden(*it) || *it == '\n').enumerate() {
        if taken == most {
            plain.push('\u{2026}');
            break;
        }
        plain.push(character);
    }
    plain
}

fn mcp(name: &str, description: &str, descriptor: &Descriptor, tool: &Tool, pinned: bool) -> Value {
    let found = descriptor.classify(tool, pinned);
    let mut value = json!({
        "name": name,
        "title": shown(&format!("{}: {}", descriptor.app.name, tool.name), 200),
        "description": description,
        "inputSchema": with_dialect(bare(&tool.parameters)),
        "annotations": found.annotations,
        "_meta": {
            "aana/app_id": descriptor.app.id,
            "aana/descriptor_digest": descriptor.digest,
            "aana/tool_category": found.tool_category.as_str(),
            "aana/risk_domain": found.risk_domain.as_str(),
        },
    });
    if let (Some(map), Some(returns)) = (value.as_object_mut(), &tool.returns) {
        map.insert("outputSchema".to_owned(), with_dialect(output(returns)));
    }
    value
}

/// The schema without `$schema`, and with the type that arguments always have.
fn bare(schema: &Value) -> Value {
    let mut map = schema.as_object().cloned().unwrap_or_default();
    map.shift_remove("$schema");
    if map.contains_key("$ref") {
        // Beside a reference the type would be ignored, so the reference moves into an `allOf`.
        let reference = map.shift_remove("$ref");
        let inner: Map<String, Value> =
            reference.into_iter().map(|it| ("$ref".to_owned(), it)).collect();
        map.retain(|key, _| {
            matches!(key.as_str(), "definitions" | "$defs" | "title" | "description")
        });
        map.insert("allOf".to_owned(), Value::Array(vec![Value::Object(inner)]));
    }
    let typed = map.contains_key("type");
    let kind = (!typed).then(|| ("type".to_owned(), Value::from("object")));
    Value::Object(kind.into_iter().chain(map).collect())
}

fn with_dialect(schema: Value) -> Value {
    let dialect = ("$schema".to_owned(), Value::from("http://json-schema.org/draft-07/schema#"));
    let map = match schema {
        Value::Object(map) => map,
        _ => Map::new(),
    };
    Value::Object([dialect].into_iter().chain(map).collect())
}

/// Structured answers are objects: any other is wrapped as `{result}`.
fn output(returns: &Value) -> Value {
    let mut schema = returns.clone();
    if let Some(map) = schema.as_object_mut() {
        map.shift_remove("$schema");
    }
    if returns.get("type").and_then(Value::as_str) == Some("object") {
        return schema;
    }
    // What the references of the inner schema lead to stays where they lead: at the root.
    let mut rebased = schema;
    rebase(&mut rebased);
    json!({"type": "object", "properties": {"result": rebased}, "required": ["result"]})
}

/// Points the references of a schema at its new place.
fn rebase(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(rebase),
        Value::Object(map) => {
            for (key, value) in map.iter_mut() {
                match (key.as_str(), value) {
                    ("$ref", Value::String(reference)) => {
                        if let Some(pointer) = reference.strip_prefix('#') {
                            *reference = format!("#/properties/result{pointer}");
                        }
                    }
                    ("enum" | "const" | "default" | "examples", _) => {}
                    (_, value) => rebase(value),
                }
            }
        }
        _ => {}
    }
}

/// Gives the top-level properties names that every client takes; new name to old.
fn with_plain_names(mut schema: Value) -> (Value, BTreeMap<String, String>) {
    let mut aliases = BTreeMap::new();
    let taken: BTreeSet<String> = match schema.get("properties") {
        Some(Value::Object(properties)) => properties.keys().cloned().collect(),
        _ => return (schema, aliases),
    };
    let is_plain = |name: &str| {
        (1..=64).contains(&name.len())
            && name.bytes().all(|it| it.is_ascii_alphanumeric() || b"_.-".contains(&it))
    };
    let mut renamed: BTreeMap<String, String> = BTreeMap::new();
    for name in taken.iter().filter(|name| !is_plain(name)) {
        let plain = |it: char| if it.is_ascii_alphanumeric() { it } else { '_' };
        let mut alias: String = name.chars().map(plain).take(50).collect();
        if taken.contains(&alias) || aliases.contains_key(&alias) {
            alias.push('_');
            alias.push_str(digest(name).get(7..15).unwrap_or_default());
        }
        renamed.insert(name.clone(), alias.clone());
        aliases.insert(alias, name.clone());
    }
    if renamed.is_empty() {
        return (schema, aliases);
    }
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        let old = core::mem::take(properties);
        *properties = old
            .into_iter()
            .map(|(name, value)| (renamed.get(&name).cloned().unwrap_or(name), value))
            .collect();
    }
    if let Some(Value::Array(required)) = schema.get_mut("required") {
        for name in required.iter_mut() {
            if let Some(alias) = name.as_str().and_then(|it| renamed.get(it)) {
                *name = Value::from(alias.as_str());
            }
        }
    }
    (schema, aliases)
}
