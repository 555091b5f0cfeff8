//! One item of a list of tools.

use aana_core::codes::FaultCode;
use aana_core::json::{Object, Value};

use super::{Annotations, Form, Tool};

/// A tool, and the form that it is written in, if it is written as only one form writes it.
pub(super) struct Item {
    pub(super) form: Option<Form>,
    pub(super) tool: Tool,
}

/// Why an item is not a tool.
pub(super) enum Unread {
    /// It names a server whose tools are not in the list.
    Server,
    /// It is faulty: at which key, and how.
    Wrong(&'static [&'static str], FaultCode, String),
}

/// Reads an item: a string, or an object of any of the forms.
pub(super) fn read(value: &Value<'_>) -> Result<Item, Unread> {
    let object = match value {
        Value::String(name) => {
            let tool = Tool { name: name.trim().to_owned(), ..Tool::default() };
            return Ok(Item { form: Some(Form::Names), tool });
        }
        Value::Object(object) => object,
        other => {
            let message =
                format!("a tool is {}; an object or a name is allowed", other.type_name());
            return Err(Unread::Wrong(&[], FaultCode::WrongType, message));
        }
    };
    let function = object.get("function").and_then(Value::as_object);
    let kind = object.get("type").and_then(Value::as_str);
    let form = form(object, function.is_some(), kind);
    let (at, given): (&'static [&'static str], _) = match function {
        Some(function) => (&["function", "name"], function.get("name")),
        None => (&["name"], object.get("name")),
    };
    let name = match (given, kind) {
        (Some(Value::String(name)), _) => name.trim(),
        (Some(other), _) => {
            let message = format!("a tool's `name` is {}; a string is allowed", other.type_name());
            return Err(Unread::Wrong(at, FaultCode::WrongType, message));
        }
        (None, Some("mcp")) => return Err(Unread::Server),
        // What the model's provider offers itself goes by its type.
        (None, Some(kind)) if !matches!(kind, "function" | "custom" | "object") => kind,
        (None, _) => {
            let message = "a tool has no `name`".to_owned();
            return Err(Unread::Wrong(at, FaultCode::MissingField, message));
        }
    };
    let tool = Tool {
        name: name.to_owned(),
        parameters: parameters(function.unwrap_or(object)),
        annotations: annotations(object),
    };
    Ok(Item { form, tool })
}

fn form(object: &Object<'_>, function: bool, kind: Option<&str>) -> Option<Form> {
    if object.get("inputSchema").is_some() || object.get("annotations").is_some() {
        Some(Form::Mcp)
    } else if object.get("input_schema").is_some() {
        Some(Form::Anthropic)
    } else if function || matches!(kind, Some("function" | "custom")) {
        Some(Form::OpenAi)
    } else if kind.is_some() {
        // `{"type": "bash_20250124", "name": "bash"}` and `{"type": "web_search"}`.
        Some(if object.get("name").is_some() { Form::Anthropic } else { Form::OpenAi })
    } else {
        None
    }
}

fn parameters(object: &Object<'_>) -> Vec<String> {
    let schema =
        ["inputSchema", "input_schema", "parameters"].iter().find_map(|key| object.get(key));
    let properties = schema
        .and_then(Value::as_object)
        .and_then(|schema| schema.get("properties"))
        .and_then(Value::as_object);
    let keys = properties.map(Object::members).unwrap_or_default().iter();
    keys.map(|member| member.key.clone().into_owned()).collect()
}

fn annotations(object: &Object<'_>) -> Annotations {
    let hint = |key: &str| match object.get("annotations").and_then(Value::as_object)?.get(key)? {
        Value::Bool(value) => Some(*value),
        _ => None,
    };
    let execution = object.get("execution").and_then(Value::as_object);
    let method = execution.and_then(|it| it.get("method")).and_then(Value::as_str);
    Annotations {
        read_only: hint("readOnlyHint"),
        destructive: hint("destructiveHint"),
        acting_method: method.is_some_and(|method| {
            !["GET", "HEAD"].iter().any(|reads| method.eq_ignore_ascii_case(reads))
        }),
    }
}
