//! What the arguments say that the call does: words of action, HTTP methods, and the names of the tools
//! that a dispatcher calls.
//!
//! The agent writes the arguments, so all this can only make a call stricter: a value that acts makes a
//! declared read a write, and one that reads proves nothing.

mod called;
mod dispatch;
mod inner;
mod methods;
mod place;
mod reading;
mod roles;
mod said;
mod words;

use self::{
    dispatch::{Covers, dispatching},
    methods::read_request,
    place::with_calls,
    roles::role_of_key,
    said::suspects,
    words::read_action,
};
use super::{name::read_name, removers::removes};
use crate::{
    contract::VerbClass,
    json::{Object, Value},
    policy::Call,
    tokens::Name,
};
pub(crate) use called::INNER_CALLS;
pub(crate) use place::Place;
pub(crate) use reading::CallReading;
pub(crate) use roles::{Role, role_of};

/// How deep calls within calls are read.
const DEEPEST_CALL: u8 = 4;

/// What an object of the arguments is, before its members are read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ObjectReading<'p> {
    place: Place<'p>,
    /// The object is a call itself; what its arguments are.
    arguments: Option<Place<'p>>,
}

impl<'p> ObjectReading<'p> {
    /// Reads the object. Every object is read once.
    pub(crate) fn of(object: &Object<'_>, place: Place<'p>, reading: &mut CallReading) -> Self {
        let members = || {
            object
                .members()
                .iter()
                .filter_map(|member| Some((role_of_key(&member.key)?, &member.value)))
        };
        read_request(object, place, reading);
        suspects(object, place, reading);
        let (mut has_arguments, mut of_tool, mut has_name) = (false, false, false);
        for (role, value) in members() {
            match role {
                Role::Arguments => has_arguments |= holds_arguments(value),
                Role::ToolArguments => of_tool |= holds_arguments(value),
                Role::Tool | Role::Callable | Role::Name | Role::Id => has_name = true,
                Role::Action | Role::Method | Role::Mode => {
                    if place.is_arguments || place.in_dispatcher {
                        read_action(role, value, place, reading);
                    }
                }
                Role::Options => {}
            }
        }
        let may_call =
            has_arguments || of_tool || place.in_dispatcher || said::is_tool_with_body(object);
        if !(has_name && may_call) || place.describes {
            return Self { place, arguments: None };
        }
        let depth = place.depth.saturating_add(1);
        let mut names = Names { named: false, covers: true, dispatch: false };
        let given = members().filter(|(role, _)| role.is_arguments()).map(|(_, value)| value);
        with_calls(object, given, place, &mut |calls| {
            for (role, value) in members().filter(|(role, _)| role.names()) {
                read_names(value, Naming { role, of_tool, place, calls }, reading, &mut names);
            }
        });
        // Whether a tool that is not known as a dispatcher really calls what stands here, nobody can
        // say: then its own name has to cover the words as well.
        let words = names.named && names.covers && (place.covers.words || place.in_dispatcher);
        let inner = Place {
            is_arguments: true,
            covers: Covers { words, methods: false },
            in_dispatcher: names.dispatch,
            depth,
            ..place
        };
        if depth > DEEPEST_CALL {
            reading.add_call(VerbClass::Exec);
        }
        Self { place, arguments: Some(inner) }
    }

    /// Whether calls of other tools may stand in it.
    pub(crate) const fn in_dispatcher(self) -> bool {
        self.place.in_dispatcher
    }

    /// Where the value of a key with this role stands.
    pub(crate) fn below(self, role: Option<Role>) -> Place<'p> {
        match role {
            Some(Role::Arguments | Role::ToolArguments) => self.arguments.unwrap_or(self.place),
            Some(Role::Options | Role::Action) => self.place,
            _ => self.place.within(),
        }
    }
}

/// An object or a list, or the text of one.
fn holds_arguments(value: &Value<'_>) -> bool {
    match value {
        Value::Object(_) | Value::Array(_) => true,
        Value::String(text) => text.trim_start().starts_with(['{', '[']),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// What names a tool, and where.
#[derive(Clone, Copy)]
struct Naming<'p> {
    role: Role,
    /// What only the arguments of a tool stand under stands beside it.
    of_tool: bool,
    place: Place<'p>,
    /// The call with each of the arguments that stand beside it.
    calls: &'p [Call<'p>],
}

impl Naming<'_> {
    /// Whether a text that has blanks in it may be the name of a tool as well.
    fn certain(self) -> bool {
        matches!(self.role, Role::Tool | Role::Callable) || self.place.in_dispatcher
    }

    /// Whether this only tells a call from others: `call_17`.
    fn numbers_a_call(self, name: &str) -> bool {
        self.role == Role::Id && name.starts_with("call_") && has_digit(name)
    }

    /// Whether this is a tool's name and nothing else's. What numbers a call has a digit in it.
    fn is_tool(self, name: &str) -> bool {
        let in_dispatcher = self.place.in_dispatcher;
        if !in_dispatcher && name.contains(char::is_whitespace) {
            return false;
        }
        match self.role {
            Role::Tool => true,
            Role::Name => in_dispatcher || self.of_tool,
            Role::Id => in_dispatcher && !has_digit(name),
            _ => in_dispatcher,
        }
    }
}

fn has_digit(name: &str) -> bool {
    name.bytes().any(|byte| byte.is_ascii_digit())
}

/// What the names of the tools that are called say together.
struct Names {
    named: bool,
    covers: bool,
    dispatch: bool,
}

/// Reads the names of the tools that are called. Where it is not certain that it is a tool that is
/// named, a text of several words is not one.
fn read_names(value: &Value<'_>, naming: Naming<'_>, reading: &mut CallReading, names: &mut Names) {
    match value {
        Value::String(text) => {
            let name = text.trim();
            if name.is_empty() || (!naming.certain() && name.contains(char::is_whitespace)) {
                return;
            }
            reading.says_something = true;
            let words = Name::of(name);
            let read = read_name(&words);
            // A name that only looks like another tool's could be any tool's.
            if !naming.numbers_a_call(name) {
                reading.add_call(if read.plain_ascii { read.verb_class } else { VerbClass::Exec });
            }
            reading.removes |= removes(&words);
            let inner = reading.inner.get_or_insert_default();
            if naming.is_tool(name) {
                inner.judge(&words, read, naming.place.policy, naming.calls);
            } else {
                inner.suspect(name, naming.place.policy, naming.calls);
            }
            names.named = true;
            let of_name = dispatching(&words, read.verb_class);
            names.covers &= of_name.covers.words;
            names.dispatch |= of_name.calls_others;
        }
        Value::Array(several) => {
            for name in several.iter().filter(|name| matches!(name, Value::String(_))) {
                read_names(name, naming, reading, names);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => {}
    }
}

#[cfg(test)]
mod tests;
