//! Edits a file of hooks that is shared with others: only our entries change, every other byte stays.

use jsonc_parser::cst::{CstArray, CstInputValue as Json, CstNode, CstObject};

use super::command::{is_ours, split};
use super::document::{equals, not, once, parse, string, without_mark};
use super::entries::Entry;
use super::fault::Fault;
use crate::Client;

/// Whose entries are ours.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ours<'o> {
    pub(super) client: Client,
    /// This program, under whatever name it runs.
    pub(super) program: &'o str,
}

/// An entry of ours as it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The list that it stands in: the event.
    pub event: String,
    /// The words of its command.
    pub words: Vec<String>,
    /// The command line, where the client hands one to a shell.
    pub line: Option<String>,
}

/// A command: its words, and its line if a shell reads it.
type Command = (Vec<String>, Option<String>);

/// The text with exactly these entries of ours.
pub(super) fn put(
    text: &str,
    entries: &[Entry],
    version: Option<Json>,
    ours: Ours<'_>,
) -> Result<String, Fault> {
    let (mark, body) = without_mark(text);
    let root = parse(body)?;
    let object = root.object_value_or_create().ok_or_else(|| not("the file", "an object"))?;
    if let Some(version) = version.filter(|_| object.get("version").is_none()) {
        object.append("version", version);
    }
    once(&object, "version")?;
    once(&object, "hooks")?;
    // Kiro has one list for all events.
    let shared = entries.iter().all(|entry| entry.event.is_none());
    let mut kept = Vec::new();
    if shared {
        let list =
            object.array_value_or_create("hooks").ok_or_else(|| not("`hooks`", "an array"))?;
        let wanted: Vec<&Json> = entries.iter().map(|entry| &entry.value).collect();
        fill(&list, &wanted, ours);
        kept.push(list);
    } else {
        let hooks =
            object.object_value_or_create("hooks").ok_or_else(|| not("`hooks`", "an object"))?;
        for entry in entries {
            let event = entry.event.unwrap_or_default();
            once(&hooks, event)?;
            let list = hooks.array_value_or_create(event);
            let list = list.ok_or_else(|| not(&format!("`hooks.{event}`"), "an array"))?;
            fill(&list, &[&entry.value], ours);
            kept.push(list);
        }
    }
    // An earlier version, or other options, may have had more of them.
    let events: Vec<&str> = entries.iter().filter_map(|entry| entry.event).collect();
    take_from(&object, ours, |event| event.is_none_or(|event| events.contains(&event)));
    Ok(format!("{mark}{root}"))
}

/// The text without our entries, and without the lists that are empty for that.
pub(super) fn take(text: &str, ours: Ours<'_>) -> Result<String, Fault> {
    let (mark, body) = without_mark(text);
    let root = parse(body)?;
    if let Some(object) = root.object_value() {
        take_from(&object, ours, |_| false);
    }
    Ok(format!("{mark}{root}"))
}

/// Our entries in a text.
pub(super) fn find(text: &str, ours: Ours<'_>) -> Result<Vec<Found>, Fault> {
    let root = parse(without_mark(text).1)?;
    let Some(object) = root.object_value() else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for (event, list) in lists(&object) {
        for element in list.elements() {
            let command = commands(&element)
                .into_iter()
                .find(|(words, _)| is_ours(words, ours.client, ours.program));
            let trigger = element.as_object().and_then(|it| text_of(&it, "trigger"));
            let event = event.clone().or(trigger).unwrap_or_default();
            found.extend(command.map(|(words, line)| Found { event, words, line }));
        }
    }
    Ok(found)
}

/// Whether there is anything but comments and an empty object.
pub(super) fn says_nothing(text: &str) -> bool {
    let root = parse(without_mark(text).1);
    root.is_ok_and(|root| root.object_value().is_some_and(|it| it.properties().is_empty()))
        && !text.contains("//")
        && !text.contains("/*")
}

/// Has a list hold each of these values once, and nothing else of ours. What is as wanted is not touched.
fn fill(list: &CstArray, wanted: &[&Json], ours: Ours<'_>) {
    for element in list.elements() {
        release(&element, ours);
    }
    let mut former: Vec<CstNode> =
        list.elements().into_iter().filter(|element| is_of(element, ours)).collect();
    let mut missing = Vec::new();
    for value in wanted {
        match former.iter().position(|element| equals(element, value)) {
            Some(at) => drop(former.remove(at)),
            None => missing.push(*value),
        }
    }
    let mut former = former.into_iter();
    for value in missing {
        // In the place of an older one, so that the order stays, and comments with it.
        match former.next() {
            Some(element) => update(&element, value),
            None => drop(list.append(value.clone())),
        }
    }
    former.for_each(CstNode::remove);
}

/// Gives an object exactly these members. Those that are as wanted are not touched.
fn update(element: &CstNode, wanted: &Json) {
    let (Some(object), Json::Object(wanted)) = (element.as_object(), wanted) else { return };
    for member in object.properties() {
        let name = member.decoded_name();
        if !wanted.iter().any(|(key, _)| name.as_deref() == Some(key)) {
            member.remove();
        }
    }
    for (key, value) in wanted {
        match object.get(key) {
            Some(member) if member.value().is_some_and(|found| equals(&found, value)) => {}
            Some(member) => member.set_value(value.clone()),
            None => drop(object.append(key, value.clone())),
        }
    }
}

/// Takes our entries out of every list that is not kept.
fn take_from(object: &CstObject, ours: Ours<'_>, keep: impl Fn(Option<&str>) -> bool) {
    for (event, list) in lists(object) {
        if keep(event.as_deref()) {
            continue;
        }
        let elements = list.elements();
        for element in &elements {
            release(element, ours);
        }
        let mine: Vec<CstNode> =
            elements.into_iter().filter(|element| is_of(element, ours)).collect();
        if mine.is_empty() {
            continue;
        }
        mine.into_iter().for_each(CstNode::remove);
        if list.elements().is_empty() {
            let at = event.as_deref().unwrap_or("hooks");
            let holder =
                if event.is_some() { object.object_value("hooks") } else { Some(object.clone()) };
            remove_member(holder.as_ref(), at);
        }
    }
    if object.object_value("hooks").is_some_and(|hooks| hooks.properties().is_empty()) {
        remove_member(Some(object), "hooks");
    }
}

fn remove_member(object: Option<&CstObject>, key: &str) {
    if let Some(member) = object.and_then(|object| object.get(key)) {
        member.remove();
    }
}

/// Takes our handler out of a group that somebody shares with us; the group is then theirs.
fn release(element: &CstNode, ours: Ours<'_>) {
    let Some(handlers) = element.as_object().and_then(|group| group.array_value("hooks")) else {
        return;
    };
    let all = handlers.elements();
    let mine: Vec<CstNode> = all.iter().filter(|handler| is_of(handler, ours)).cloned().collect();
    if mine.len() < all.len() {
        mine.into_iter().for_each(CstNode::remove);
    }
}

/// The lists of hooks, each with its event.
fn lists(object: &CstObject) -> Vec<(Option<String>, CstArray)> {
    if let Some(list) = object.array_value("hooks") {
        return vec![(None, list)];
    }
    let hooks = object.object_value("hooks");
    let members = hooks.map(|hooks| hooks.properties()).unwrap_or_default();
    members
        .iter()
        .filter_map(|member| Some((Some(member.decoded_name()?), member.array_value()?)))
        .collect()
}

fn is_of(element: &CstNode, ours: Ours<'_>) -> bool {
    commands(element).iter().any(|(words, _)| is_ours(words, ours.client, ours.program))
}

/// Every command of an entry.
fn commands(element: &CstNode) -> Vec<Command> {
    let Some(object) = element.as_object() else { return Vec::new() };
    let by_shell = |line: String| (split(&line), Some(line));
    let mut found = Vec::new();
    let arguments = object.array_value("args");
    let arguments =
        arguments.map(|list| list.elements().iter().filter_map(string).collect::<Vec<_>>());
    for key in ["command", "exec", "bash", "powershell", "commandWindows"] {
        let Some(line) = text_of(&object, key) else { continue };
        found.push(match &arguments {
            Some(rest) if matches!(key, "command" | "exec") => {
                ([vec![line], rest.clone()].concat(), None)
            }
            _ => by_shell(line),
        });
    }
    let action = object.get("action").and_then(|member| member.object_value());
    found.extend(action.and_then(|action| text_of(&action, "command")).map(by_shell));
    let inner = object.array_value("hooks").map(|list| list.elements()).unwrap_or_default();
    found.extend(inner.iter().flat_map(commands));
    found
}

fn text_of(object: &CstObject, key: &str) -> Option<String> {
    object.get(key)?.value().as_ref().and_then(string)
}
