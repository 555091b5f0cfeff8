//! What the arguments say that the call does: words of action, HTTP methods, and the names of the tools
//! that a dispatcher calls.
//!
//! The agent writes the arguments, so all this can only make a call stricter: a value that acts makes a
//! declared read a write, and one that reads proves nothing.

mod dispatch;
mod inner;
mod methods;
mod roles;
mod said;
mod words;

use alloc::vec::Vec;

use self::{
    dispatch::{Covers, Dispatching, dispatching},
    inner::InnerReading,
    methods::read_request,
    roles::role_of_key,
    said::suspects,
    words::read_action,
};
use super::{
    name::{read_name, stricter},
    removers::removes,
};
use crate::{
    arguments::inner::InnerCalls,
    contract::VerbClass,
    gate::arguments::ArgumentEffects,
    json::{self, Object, Value},
    mask::LONGEST_NAME,
    policy::{Call, Policy, ToolRules},
    tokens::Name,
};
pub(crate) use roles::{Role, role_of};

/// How deep calls within calls are read.
const DEEPEST_CALL: u8 = 4;

/// What the arguments say that the call does.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct CallReading {
    /// The strictest acting class of the words of action.
    pub(crate) word: Option<VerbClass>,
    /// The same of words in a list, which may be the words of one command.
    pub(crate) listed: Option<VerbClass>,
    /// The strictest acting class of the tools that are called inside.
    pub(crate) call: Option<VerbClass>,
    /// The strictest acting class of HTTP methods.
    pub(crate) method: Option<VerbClass>,
    /// The same where something else than an argument `method` says it, which no reader of requests looks at.
    pub(crate) stated_method: Option<VerbClass>,
    /// Something is said to be done or called, whether it acts or not.
    pub(crate) says_something: bool,
    /// The tool calls others, and nothing says which.
    pub(crate) calls_unnamed: bool,
    /// A word acts, but the name says that it is only looked for or calculated with.
    pub(crate) covered_word: bool,
    /// A tool that is called inside removes something.
    pub(crate) removes: bool,
    /// What the policy and the rules of names say of the tools that are called inside.
    pub(crate) inner: Option<InnerReading>,
}

impl CallReading {
    /// The strictest acting class of all that counts under these rules. `hints: false` switches off the
    /// words of action in the arguments, too, but not the names of the tools that the call calls.
    ///
    /// What the readers of the arguments have read whole needs no guess: a request that the policy lists, and
    /// the words of a command.
    pub(crate) fn acting_class(
        self,
        rules: &ToolRules,
        effects: &ArgumentEffects,
    ) -> Option<VerbClass> {
        let word = self.word.filter(|_| rules.hints);
        let listed = self.listed.filter(|_| rules.hints && !effects.answer_for_interpreter());
        let method = self.method.filter(|_| !effects.methods_read);
        // Whoever names the tool and says what it is knows it.
        let unnamed = self.calls_unnamed
            && !rules.classifies_unknown
            && rules.hints
            && !effects.answer_for_interpreter();
        let unnamed = unnamed.then_some(VerbClass::Exec);
        [self.call, method, self.stated_method, word, listed, unnamed]
            .into_iter()
            .flatten()
            .reduce(stricter)
    }

    /// Where calls of other tools may stand, what is not read may be any of them.
    pub(crate) fn take_unread(&mut self, place: Place<'_>) {
        if place.in_dispatcher {
            self.add_call(VerbClass::Exec);
        }
    }

    fn add_call(&mut self, class: VerbClass) {
        add(&mut self.call, class);
    }
}

fn add(to: &mut Option<VerbClass>, class: VerbClass) {
    if class.acts() {
        *to = Some(to.map_or(class, |known| stricter(known, class)));
    }
}

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

/// Where in the calls an object of the arguments stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place<'p> {
    policy: &'p Policy,
    /// The whole call, as the runtime proposes it.
    call: &'p Call<'p>,
    /// These are the arguments of a call themselves, not a part of them.
    is_arguments: bool,
    /// What the name of the call says is only looked for.
    covers: Covers,
    /// The tool whose arguments these are calls other tools.
    in_dispatcher: bool,
    /// The name of the tool whose arguments these are reads.
    reads: bool,
    /// The tool whose arguments these are tells what they name, and does not call it.
    describes: bool,
    /// How many calls this one stands in.
    depth: u8,
}

impl<'p> Place<'p> {
    /// The arguments of the tool itself.
    pub(crate) fn top(
        name: &Name<'_>,
        class: VerbClass,
        call: &'p Call<'p>,
        policy: &'p Policy,
    ) -> Self {
        let Dispatching { covers, calls_others, describes } = dispatching(name, class);
        Self {
            policy,
            call,
            is_arguments: true,
            covers,
            in_dispatcher: calls_others,
            reads: class == VerbClass::Read,
            describes,
            depth: 0,
        }
    }

    /// Whether the tool calls others and does not read by its own name, so that its arguments have to say what it does.
    pub(crate) const fn has_to_name_calls(self) -> bool {
        self.in_dispatcher && !self.reads
    }

    /// What stands within an object, but is not the arguments of another call.
    const fn within(self) -> Self {
        Self { is_arguments: false, ..self }
    }
}

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

/// The call of a tool that an object names, once with each of the arguments that stand there for it, also as a text; or
/// with the object itself.
fn with_calls<'v, 'a: 'v>(
    object: &Object<'_>,
    given: impl Iterator<Item = &'v Value<'a>>,
    place: Place<'_>,
    read: &mut dyn FnMut(&[Call<'_>]),
) {
    if !place.policy.reads_arguments() {
        return read(&[*place.call]);
    }
    let (mut texts, mut values) = (Vec::new(), Vec::new());
    let mut is_unread = false;
    for value in given {
        match value {
            Value::String(text) => match json::parse(text, text.len()) {
                Ok(value) => texts.push(value),
                Err(_) => is_unread = true,
            },
            other => values.push(other),
        }
    }
    let objects = values.into_iter().chain(&texts).flat_map(|value| match value {
        Value::Array(items) => items.as_slice(),
        other => core::slice::from_ref(other),
    });
    let calls = objects.filter_map(Value::as_object);
    let calls = calls.map(|arguments| Call { arguments, ..*place.call });
    let mut calls: Vec<Call<'_>> = calls.collect();
    if calls.is_empty() || is_unread {
        calls.push(Call { arguments: object, is_unread, ..*place.call });
    }
    read(&calls);
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
