//! Which tools the arguments call, for the readers of arguments.

use alloc::vec::Vec;

use super::{
    dispatch::dispatching,
    roles::{Role, role_of_key},
};
use crate::{
    arguments::calls::InnerCalls,
    contract::VerbClass,
    json::{Object, Value},
    mask::LONGEST_NAME,
    tokens::Name,
};

/// Which tools the arguments call, for their readers.
pub(crate) const INNER_CALLS: InnerCalls = InnerCalls { tools: called_tools, holds };

/// The tools that an object certainly calls, where a tool of this name is given it.
fn called_tools<'o>(tool: &Name<'_>, object: &'o Object<'_>) -> Vec<&'o str> {
    let of = |is: fn(Role) -> bool| {
        let members = object.members().iter();
        members.filter(move |member| role_of_key(&member.key).is_some_and(is))
    };
    let mut names: Vec<&str> = Vec::new();
    if of(Role::is_arguments).next().is_none() {
        return names;
    }
    let of_tool = of(|role| role == Role::ToolArguments).next().is_some();
    let is_certain = of_tool || dispatching(tool, VerbClass::Other).calls_others;
    for member in of(Role::names) {
        let counts = match role_of_key(&member.key) {
            Some(Role::Tool) => true,
            Some(Role::Name | Role::Callable) => is_certain,
            _ => false,
        };
        let given = core::slice::from_ref(&member.value);
        let given = member.value.as_array().unwrap_or(given).iter().filter_map(Value::as_str);
        // Where many are named, nobody can tell which of them is given what.
        let given =
            given.map(str::trim).filter(|name| !name.is_empty() && name.len() <= LONGEST_NAME);
        names.extend(given.take(MOST_TOOLS).filter(|_| counts));
    }
    names
}

/// Whether arguments stand under a key, and whether a text there certainly holds some.
fn holds(key: &str) -> Option<bool> {
    let role = role_of_key(key).filter(|role| role.is_arguments())?;
    Some(role == Role::ToolArguments || !matches!(key, "input" | "payload"))
}

/// So many tools are looked at in one call.
const MOST_TOOLS: usize = 8;
