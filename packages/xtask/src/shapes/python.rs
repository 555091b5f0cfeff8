//! Shapes as a module of the Python package.

use std::collections::BTreeSet;

use super::model::{Body, Declaration, Direction, Member, Model, Type};
use super::text::{WRITTEN, joined, wrapped};
use crate::word_types;

/// The width of a line.
const WIDTH: usize = 110;

/// The members that may also be given as a `datetime`.
const TIMES: [&str; 2] = ["retrieved_at", "checked_at"];

/// What a module imports.
#[derive(Default)]
struct Used {
    words: BTreeSet<&'static str>,
    /// Those of them that a running program needs, since an alias is made of them.
    running: BTreeSet<&'static str>,
    typing: BTreeSet<&'static str>,
    sequence: bool,
    datetime: bool,
}

/// The text of a module. The main one offers the words as well.
pub(super) fn module(model: &Model, head: &str, main: bool) -> String {
    let mut used = Used::default();
    used.typing.insert("TYPE_CHECKING");
    let mut body = String::new();
    let mut after_class = false;
    for it in &model.declarations {
        let text = declaration(it, &mut used);
        let is_class = text.starts_with("\n\n");
        if after_class && !is_class {
            body.push('\n');
        }
        after_class = is_class;
        body.push_str(&text);
    }
    let mut text =
        format!("\"\"\"{head}\n\n{WRITTEN}\n\"\"\"\n\nfrom __future__ import annotations\n\n");
    let all: Vec<&str> = word_types::ALL.iter().map(word_types::WordType::python_name).collect();
    if main {
        used.running.extend(all.iter().copied());
        used.running.insert("CODES");
    }
    let unneeded: BTreeSet<&str> = used.words.difference(&used.running).copied().collect();
    let checking = [
        (used.sequence, "    from collections.abc import Sequence\n".to_owned()),
        (used.datetime, "    from datetime import datetime\n".to_owned()),
    ];
    let mut own: Vec<String> = Vec::new();
    let foreign = model.foreign.iter().map(|it| python_name(it)).collect();
    own.push(import("aana._types", &foreign, "    "));
    own.push(import("aana._words", &unneeded, "    "));
    let standard: String = checking.into_iter().filter(|it| it.0).map(|it| it.1).collect();
    let own = own.concat();
    if standard.is_empty() && own.is_empty() {
        used.typing.remove("TYPE_CHECKING");
    }
    text.push_str(&import("typing", &used.typing, ""));
    if !used.running.is_empty() {
        text.push('\n');
        text.push_str(&import("aana._words", &used.running, ""));
    }
    if used.typing.contains("TYPE_CHECKING") {
        text.push_str("\nif TYPE_CHECKING:\n");
        text.push_str(&standard);
        if !standard.is_empty() && !own.is_empty() {
            text.push('\n');
        }
        text.push_str(&own);
    }
    if main {
        let mut names: BTreeSet<&str> =
            model.declarations.iter().map(|it| python_name(&it.name)).collect();
        names.extend(all);
        let names = joined(names.iter(), |name| format!("    \"{name}\",\n"));
        text.extend([format!("\n__all__ = [\n    \"CODES\",\n{names}]\n")]);
    }
    text + &body
}

/// An event is known by a shorter name here.
fn python_name(name: &str) -> &str {
    if name == "ToolPrecheckEvent" { "Event" } else { name }
}

fn import(module: &str, names: &BTreeSet<&str>, indent: &str) -> String {
    if names.is_empty() {
        return String::new();
    }
    // Constants first, as ruff wants them.
    let constant = |it: &&&str| it.chars().all(|it| it.is_ascii_uppercase() || it == '_');
    let names: Vec<&str> = names
        .iter()
        .filter(constant)
        .chain(names.iter().filter(|it| !constant(it)))
        .copied()
        .collect();
    let line = format!("{indent}from {module} import {}\n", names.join(", "));
    if line.len() <= WIDTH + 1 {
        return line;
    }
    let names = joined(names.iter(), |name| format!("{indent}    {name},\n"));
    format!("{indent}from {module} import (\n{names}{indent})\n")
}

fn declaration(it: &Declaration, used: &mut Used) -> String {
    let name = python_name(&it.name);
    match &it.body {
        Body::Alias(of) => alias(name, of, &it.about, it.direction, used),
        // A `TypedDict` cannot hold more than it names.
        Body::Open(_) => alias(name, &Type::Object, &it.about, it.direction, used),
        Body::Object(members) => {
            used.typing.insert("TypedDict");
            if !members.iter().all(|it| is_identifier(&it.name)) {
                return tables(it, name, members, used);
            }
            object(it, name, members, used)
        }
    }
}

/// An alias is made when the module is read, so what it names has to be there then.
fn alias(name: &str, of: &Type, about: &str, direction: Direction, used: &mut Used) -> String {
    let before = std::mem::take(&mut used.words);
    let of = written(of, direction, used, At { column: name.len() + " = ".len(), indent: "" });
    used.running.extend(used.words.iter().copied());
    used.words.extend(before);
    // A choice that is too long for a line is broken as ruff breaks it.
    let of = if !of.contains('\n') && name.len() + " = ".len() + of.len() > WIDTH {
        format!("(\n    {}\n)", of.replace(" | ", "\n    | "))
    } else {
        of
    };
    format!("\n{name} = {of}\n{}\n", docstring(about, ""))
}

/// Whether a class can have a member of this name.
fn is_identifier(name: &str) -> bool {
    const KEYWORDS: [&str; 14] = [
        "and", "as", "class", "else", "for", "from", "if", "import", "in", "is", "not", "or",
        "try", "with",
    ];
    !KEYWORDS.contains(&name) && name.chars().all(|it| it.is_ascii_alphanumeric() || it == '_')
}

/// An object with a name that a class cannot have. What is always there, and what is not, are two.
fn tables(it: &Declaration, name: &str, members: &[Member], used: &mut Used) -> String {
    let (required, optional): (Vec<&Member>, Vec<&Member>) =
        members.iter().partition(|member| member.required);
    let about = docstring(&it.about, "");
    if required.is_empty() || optional.is_empty() {
        return table(it, name, members.iter(), used) + &about + "\n";
    }
    let base = format!("_Required{name}");
    let text = table(it, &base, required.into_iter(), used);
    let about_base = docstring(&format!("The members of `{name}` that are always there."), "");
    let own = members_text(&optional, it, used);
    let about = docstring(&it.about, "    ");
    format!("{text}{about_base}\n\n\nclass {name}({base}, total=False):\n{about}\n{own}")
}

/// Members that are all required, or of which none is. Types that name others are texts: this form is read when the
/// module is loaded, where not everything that they name is there.
fn table<'m>(
    it: &Declaration,
    name: &str,
    members: impl Iterator<Item = &'m Member>,
    used: &mut Used,
) -> String {
    let mut required = false;
    let members = joined(members, |member| {
        required = member.required;
        let at = At { column: "        : \"\",".len() + member.name.len(), indent: "        " };
        let of = written(&member.of, it.direction, used, at);
        let of = match (of.contains('\n'), of.contains('"')) {
            // What takes several lines is a choice of words, which names nothing else.
            (true, _) => of,
            (false, true) => format!("'{of}'"),
            (false, false) => format!("{of:?}"),
        };
        format!("        {:?}: {of},\n", member.name)
    });
    let total = if required { "" } else { "    total=False,\n" };
    format!("\n{name} = TypedDict(\n    \"{name}\",\n    {{\n{members}    }},\n{total})\n")
}

fn object(it: &Declaration, name: &str, members: &[Member], used: &mut Used) -> String {
    let (required, optional): (Vec<&Member>, Vec<&Member>) =
        members.iter().filter(|it| it.of != Type::Never).partition(|it| it.required);
    let mut text = String::new();
    let mut base = "TypedDict".to_owned();
    if !required.is_empty() && !optional.is_empty() {
        base = format!("_Required{name}");
        let members = members_text(&required, it, used);
        text.extend([format!(
            "\n\nclass {base}(TypedDict):\n    \"\"\"The members of `{name}` that are always there.\"\"\"\n{members}"
        )]);
    }
    let total = if optional.is_empty() { "" } else { ", total=False" };
    let own = if optional.is_empty() { &required } else { &optional };
    let members = members_text(own, it, used);
    let is_final = if it.alternative {
        used.typing.insert("final");
        "@final\n"
    } else {
        ""
    };
    let about = docstring(&it.about, "    ");
    // The name of a built-in class is the right one all the same.
    let shadows = if name == "Warning" { "  # noqa: A001" } else { "" };
    text.extend([format!(
        "\n\n{is_final}class {name}({base}{total}):{shadows}\n{about}\n{members}"
    )]);
    text
}

fn members_text(members: &[&Member], of: &Declaration, used: &mut Used) -> String {
    let member = |it: &&Member| {
        let name = &it.name;
        let mut text = written(
            &it.of,
            of.direction,
            used,
            At { column: "    : ".len() + name.len(), indent: "    " },
        );
        if of.direction == Direction::Input && TIMES.contains(&name.as_str()) {
            used.datetime = true;
            text.push_str(" | datetime");
        }
        let about = match it.about.as_str() {
            "" => String::new(),
            about => docstring(about, "    ") + "\n",
        };
        format!("\n    {name}: {text}\n{about}").trim_start_matches('\n').to_owned()
    };
    let members: String = members.iter().map(member).collect();
    format!("\n{members}")
}

/// Where a type is written.
#[derive(Clone, Copy)]
struct At {
    column: usize,
    /// How far the line is indented.
    indent: &'static str,
}

/// The type as it is written there.
fn written(of: &Type, direction: Direction, used: &mut Used, at: At) -> String {
    match of {
        Type::Text | Type::Prefix(_) => "str".to_owned(),
        Type::Whole => "int".to_owned(),
        Type::Number => "float".to_owned(),
        Type::Boolean => "bool".to_owned(),
        Type::Null => "None".to_owned(),
        Type::Never => "Never".to_owned(),
        Type::Object => {
            used.typing.insert("Any");
            "dict[str, Any]".to_owned()
        }
        Type::Anything => {
            used.typing.insert("Any");
            "Any".to_owned()
        }
        Type::Literal(_) => literal(std::slice::from_ref(of), used, at),
        Type::Words(name) => {
            let name = word_types::named(name).map_or(*name, word_types::WordType::python_name);
            used.words.insert(name);
            name.to_owned()
        }
        Type::Named(name) => python_name(name).to_owned(),
        Type::EventWith(_) => python_name("ToolPrecheckEvent").to_owned(),
        Type::List(entry) => {
            let list = if direction == Direction::Input { "Sequence" } else { "list" };
            used.sequence |= direction == Direction::Input;
            let column = at.column + list.len() + "[]".len();
            let entry = written(entry, direction, used, At { column, ..at });
            if entry.contains('\n') {
                let (indent, entry) = (at.indent, entry.replace('\n', "\n    "));
                return format!("{list}[\n{indent}    {entry}\n{indent}]");
            }
            format!("{list}[{entry}]")
        }
        Type::Tuple(entries) => {
            let entries: Vec<String> =
                entries.iter().map(|it| written(it, direction, used, at)).collect();
            let entry = entries.first().cloned().unwrap_or_default();
            format!("tuple[{}] | list[{entry}]", entries.join(", "))
        }
        Type::Map(values) => format!("dict[str, {}]", written(values, direction, used, at)),
        Type::Union(types) => union(types, direction, used, at),
    }
}

/// The words of a choice in one literal, and the rest beside it. What is any text makes its words needless.
fn union(types: &[Type], direction: Direction, used: &mut Used, at: At) -> String {
    let literals: Vec<Type> =
        types.iter().filter(|it| matches!(it, Type::Literal(_))).cloned().collect();
    let any_text = types.iter().any(|it| matches!(it, Type::Prefix(_)));
    if any_text {
        return "str".to_owned();
    }
    let mut parts = Vec::new();
    if !literals.is_empty() {
        parts.push(literal(&literals, used, at));
    }
    let rest = types.iter().filter(|it| !matches!(it, Type::Literal(_)));
    parts.extend(rest.map(|it| written(it, direction, used, at)));
    parts.join(" | ")
}

fn literal(types: &[Type], used: &mut Used, at: At) -> String {
    used.typing.insert("Literal");
    let words: Vec<String> = types
        .iter()
        .map(|it| match it {
            Type::Literal(serde_json::Value::Bool(true)) => "True".to_owned(),
            Type::Literal(serde_json::Value::Bool(false)) => "False".to_owned(),
            Type::Literal(value) => value.to_string(),
            _ => String::new(),
        })
        .collect();
    let line = format!("Literal[{}]", words.join(", "));
    // A line that is too long is broken as ruff breaks it.
    if at.column + line.len() + " | None".len() <= WIDTH {
        return line;
    }
    let indent = at.indent;
    let words = joined(words.iter(), |word| format!("{indent}    {word},\n"));
    format!("Literal[\n{words}{indent}]")
}

fn docstring(about: &str, indent: &str) -> String {
    if indent.len() + about.len() + 6 <= WIDTH {
        return format!("{indent}\"\"\"{about}\"\"\"");
    }
    let (first, rest) = match about.split_once(". ") {
        Some((first, rest)) => (format!("{first}."), rest),
        None => (about.to_owned(), ""),
    };
    let mut lines: Vec<String> = wrapped(&first, WIDTH - indent.len() - 6);
    if !rest.is_empty() {
        lines.push(String::new());
        lines.extend(wrapped(rest, WIDTH - indent.len()));
    }
    let lines: Vec<String> = lines
        .iter()
        .enumerate()
        .map(|(at, line)| match (at, line.as_str()) {
            (0, line) => format!("{indent}\"\"\"{line}"),
            (_, "") => String::new(),
            (_, line) => format!("{indent}{line}"),
        })
        .collect();
    format!("{}\n{indent}\"\"\"", lines.join("\n"))
}
