//! What stands in a policy and does less than it seems to: the gate loads it, and an operator should know.

use aana_core::json::{self, Member, Object, Value};

use crate::limits::MAX_BYTES;
use crate::remark::Remark;

/// The remarks about a policy that loads.
pub(crate) fn remarks(policy: &str) -> Vec<Remark> {
    let mut found = Vec::new();
    let Ok(Value::Object(policy)) = json::parse(policy, MAX_BYTES) else { return found };
    if let Some(arguments) = policy.get("arguments") {
        empty_lists(arguments, "/arguments", &mut found);
    }
    let tools = policy.get("tools").and_then(Value::as_object);
    for Member { key, value } in tools.into_iter().flat_map(Object::members) {
        let at = below("/tools", key);
        match value {
            Value::Array(entries) if entries.is_empty() => found.push(Remark::SaysNothing(at)),
            Value::Array(entries) => {
                for (index, entry) in entries.iter().enumerate() {
                    tool_entry(entry, &below(&at, &index.to_string()), &mut found);
                }
            }
            entry => tool_entry(entry, &at, &mut found),
        }
    }
    found
}

/// Lists without elements. That of what is allowed says something: that nothing is.
fn empty_lists(value: &Value<'_>, at: &str, found: &mut Vec<Remark>) {
    match value {
        Value::Array(items) if items.is_empty() && !at.ends_with("/allow") => {
            found.push(Remark::SaysNothing(at.to_owned()));
        }
        Value::Object(object) => {
            for Member { key, value } in object.members() {
                empty_lists(value, &below(at, key), found);
            }
        }
        _ => {}
    }
}

fn tool_entry(entry: &Value<'_>, at: &str, found: &mut Vec<Remark>) {
    let Some(entry) = entry.as_object() else { return };
    for (name, least) in [("route_floor", "accept"), ("minimum_authorization", "none")] {
        if entry.get(name).and_then(Value::as_str) == Some(least) {
            found.push(Remark::SaysNothing(below(at, name)));
        }
    }
    let Some(rules) = entry.get("arguments").and_then(Value::as_object) else { return };
    let at = below(at, "arguments");
    for Member { key, value } in rules.members() {
        if let Some(rule) = value.as_object() {
            value_rule(rule, &below(&at, key), found);
        }
    }
}

fn value_rule(rule: &Object<'_>, at: &str, found: &mut Vec<Remark>) {
    let is_idle = |member: &Member<'_>| match &*member.key {
        "absent" | "required" => member.value == Value::Bool(false),
        "else" => true,
        _ => false,
    };
    if rule.members().iter().all(is_idle) {
        found.push(Remark::SaysNothing(at.to_owned()));
    }
    no_lower_bound(rule, at, found);
    let totals = rule.get("total").and_then(Value::as_object);
    for Member { key, value } in totals.into_iter().flat_map(Object::members) {
        if let Some(total) = value.as_object() {
            no_lower_bound(total, &below(&below(at, "total"), key), found);
        }
    }
}

/// Whatever is below zero is at most a hundred as well.
fn no_lower_bound(limits: &Object<'_>, at: &str, found: &mut Vec<Remark>) {
    if limits.get("at_most").is_some() && limits.get("at_least").is_none() {
        found.push(Remark::NoLowerBound(at.to_owned()));
    }
}

/// The JSON pointer to a member.
fn below(at: &str, key: &str) -> String {
    format!("{at}/{}", key.replace('~', "~0").replace('/', "~1"))
}
