//! Shapes as a module of the npm package.

use std::collections::BTreeSet;

use super::model::{Body, Declaration, Direction, Member, Model, Type};
use super::text::{WRITTEN, joined, wrapped};

/// The width of a line of comment.
const WIDTH: usize = 110;

/// The one shape that leaves something open: what the arguments of an event are.
const EVENT: &str = "ToolPrecheckEvent";

/// The text of a module.
pub(super) fn module(model: &Model, head: &str, folder: &str, inputs: bool) -> String {
    let mut used = Used::default();
    let shown = |it: &&Declaration| inputs || it.direction == Direction::Output;
    let body: String =
        model.declarations.iter().filter(shown).map(|it| declaration(it, &mut used)).collect();
    let mut text = format!("// {head}\n// {WRITTEN}\n");
    let own: BTreeSet<&str> = model.declarations.iter().map(|it| it.name.as_str()).collect();
    let foreign = used.names.iter().map(String::as_str).filter(|it| !own.contains(it)).collect();
    text.push_str(&import(&foreign, folder, "types"));
    text.push_str(&import(&used.words.iter().copied().collect(), folder, "words"));
    if text.contains("import") {
        text = text.replacen("\nimport", "\n\nimport", 1);
    }
    text + &body
}

#[derive(Default)]
struct Used {
    words: BTreeSet<&'static str>,
    names: BTreeSet<String>,
}

fn import(names: &BTreeSet<&str>, folder: &str, module: &str) -> String {
    let Some(_) = names.first() else { return String::new() };
    let names: Vec<&str> = names.iter().copied().collect();
    let line = format!("import type {{ {} }} from \"{folder}{module}.js\";\n", names.join(", "));
    if line.len() <= WIDTH {
        return line;
    }
    let names = joined(names.iter(), |name| format!("  {name},\n"));
    format!("import type {{\n{names}}} from \"{folder}{module}.js\";\n")
}

fn declaration(it: &Declaration, used: &mut Used) -> String {
    let about = comment(&it.about, "");
    let name = &it.name;
    match &it.body {
        Body::Alias(of) => {
            let line = format!("export type {name} = {};\n", written(of, it.direction, used));
            let Type::Union(types) = of else { return format!("\n{about}{line}") };
            if line.len() <= WIDTH {
                return format!("\n{about}{line}");
            }
            let one = |of| format!("\n  | {}", written(of, it.direction, used));
            let types: String = types.iter().map(one).collect();
            format!("\n{about}export type {name} ={types};\n")
        }
        Body::Object(members) | Body::Open(members) => {
            let open = if name == EVENT { "<Arguments = object>" } else { "" };
            let members: String = members.iter().map(|of| member(of, it, used)).collect();
            let more = match it.body {
                Body::Open(_) => "  [more: string]: unknown;\n",
                _ => "",
            };
            format!("\n{about}export interface {name}{open} {{\n{members}{more}}}\n")
        }
    }
}

fn member(it: &Member, of: &Declaration, used: &mut Used) -> String {
    let mut text = if of.name == EVENT && it.name == "proposed_arguments" {
        "Arguments".to_owned()
    } else {
        written(&it.of, of.direction, used)
    };
    let optional = if it.required { "" } else { "?" };
    // Who makes a value may write an absent member as an undefined one.
    if !it.required && of.direction == Direction::Input {
        text.push_str(" | undefined");
    }
    let name = key(&it.name);
    format!("{}  {name}{optional}: {text};\n", comment(&it.about, "  "))
}

/// A name as a key: in quotes where it has to be.
fn key(name: &str) -> String {
    let plain = name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_');
    if plain { name.to_owned() } else { format!("{name:?}") }
}

fn written(of: &Type, direction: Direction, used: &mut Used) -> String {
    let input = direction == Direction::Input;
    let readonly = if input { "readonly " } else { "" };
    match of {
        Type::Text => "string".to_owned(),
        Type::Whole | Type::Number => "number".to_owned(),
        Type::Boolean => "boolean".to_owned(),
        Type::Null => "null".to_owned(),
        Type::Never => "undefined".to_owned(),
        Type::Object => format!("{{ {readonly}[name: string]: unknown }}"),
        Type::Anything => "unknown".to_owned(),
        Type::Literal(value) => value.to_string(),
        Type::Prefix(text) => format!("`{text}${{string}}`"),
        Type::Words(name) => {
            used.words.insert(name);
            (*name).to_owned()
        }
        Type::Named(name) => {
            used.names.insert(name.clone());
            name.clone()
        }
        Type::EventWith(arguments) => {
            used.names.insert(EVENT.to_owned());
            format!("{EVENT}<{}>", written(arguments, direction, used))
        }
        Type::List(entry) => {
            let text = written(entry, direction, used);
            if matches!(**entry, Type::Union(_)) {
                format!("{readonly}({text})[]")
            } else {
                format!("{readonly}{text}[]")
            }
        }
        Type::Tuple(entries) => {
            let entries: Vec<String> =
                entries.iter().map(|it| written(it, direction, used)).collect();
            format!("{readonly}[{}]", entries.join(", "))
        }
        Type::Map(values) => {
            format!("{{ {readonly}[name: string]: {} }}", written(values, direction, used))
        }
        Type::Union(types) => {
            let types: Vec<String> = types.iter().map(|it| written(it, direction, used)).collect();
            types.join(" | ")
        }
    }
}

/// A documentation comment.
fn comment(about: &str, indent: &str) -> String {
    if about.is_empty() {
        return String::new();
    }
    if indent.len() + about.len() + "/**  */".len() <= WIDTH {
        return format!("{indent}/** {about} */\n");
    }
    let lines = wrapped(about, WIDTH - indent.len() - " * ".len());
    let lines = joined(lines.iter(), |line| format!("{indent} * {line}\n"));
    format!("{indent}/**\n{lines}{indent} */\n")
}
