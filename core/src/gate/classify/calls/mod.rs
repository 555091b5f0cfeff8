//! What the arguments say that the call does: words of action, HTTP methods, and the names of the tools
//! that a dispatcher calls.
//!
//! The agent writes the arguments, so all this can only make a call stricter: a value that acts makes a
//! declared read a write, and one that reads proves nothing.

use super::{
    name::{read_name, stricter},
    removers::removes,
    verbs,
};
use crate::{
    contract::VerbClass,
    json::{Object, Value},
    policy::ToolRules,
    tokens::{Word, tokens, word_map, word_set},
};

/// How deep calls within calls are read.
const DEEPEST_CALL: u8 = 4;

/// What the arguments say that the call does.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct CallReading {
    /// The strictest acting class of the words of action.
    pub(crate) word: Option<VerbClass>,
    /// The strictest acting class of HTTP methods and of the tools that are called inside.
    pub(crate) call: Option<VerbClass>,
    /// A word acts, but the name says that it is only looked for or calculated with.
    pub(crate) covered_word: bool,
    /// A tool that is called inside removes something.
    pub(crate) removes: bool,
}

impl CallReading {
    /// The strictest acting class of all that counts under these rules. `hints: false` switches off the
    /// words of action in the arguments, too, but not the names of the tools that the call calls.
    pub(crate) fn acting_class(self, rules: &ToolRules) -> Option<VerbClass> {
        let word = self.word.filter(|_| rules.hints);
        match (self.call, word) {
            (Some(call), Some(word)) => Some(stricter(call, word)),
            (call, word) => call.or(word),
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

/// What a key can have to do with a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Its value is a word of action.
    Action,
    /// The same, or an HTTP method.
    Method,
    /// Its value is how something is opened.
    Mode,
    /// Its value is the name of a tool, certainly.
    Tool,
    /// Its value is the name of a tool, if arguments stand beside it.
    Name,
    /// Its value holds the arguments of a call.
    Arguments,
    /// Its value holds the options of a request.
    Options,
}

word_map! {
    /// The keys, without what separates their words.
    ROLES: Role = [
        ("action", Role::Action), ("operation", Role::Action), ("op", Role::Action),
        ("command", Role::Action), ("cmd", Role::Action),
        ("method", Role::Method), ("httpmethod", Role::Method), ("verb", Role::Method),
        ("requestmethod", Role::Method), ("httpverb", Role::Method),
        ("mode", Role::Mode),
        ("tool", Role::Tool), ("toolname", Role::Tool), ("recipientname", Role::Tool),
        ("tools", Role::Tool), ("toolnames", Role::Tool), ("toolid", Role::Tool),
        ("toolslug", Role::Tool), ("function", Role::Tool), ("functionname", Role::Tool),
        ("capability", Role::Tool), ("capabilityid", Role::Tool),
        ("name", Role::Name), ("id", Role::Name),
        ("arguments", Role::Arguments), ("parameters", Role::Arguments), ("args", Role::Arguments),
        ("input", Role::Arguments), ("params", Role::Arguments), ("toolinput", Role::Arguments),
        ("toolargs", Role::Arguments), ("toolarguments", Role::Arguments),
        ("toolparameters", Role::Arguments), ("kwargs", Role::Arguments),
        ("options", Role::Options), ("request", Role::Options), ("init", Role::Options),
        ("config", Role::Options),
    ], Role::Action
}

word_set! {
    /// The modes that change what is opened.
    WRITING_MODES = ["write", "append", "create", "update", "delete", "overwrite"]
}

fn role_of(key: &str) -> Option<Role> {
    let mut letters = [0_u8; 16];
    let mut count = 0_usize;
    for byte in key.bytes().filter(|byte| !matches!(byte, b'_' | b'-' | b' ' | b'.')) {
        *letters.get_mut(count)? = byte;
        count = count.saturating_add(1);
    }
    ROLES.get(Word::of_bytes(letters.get(..count)?))
}

/// Whether the value of this key holds the arguments of a call.
pub(crate) fn is_of_call(key: &str) -> bool {
    role_of(key) == Some(Role::Arguments)
}

/// Where in the calls an object of the arguments stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    /// These are the arguments of a call themselves, not a part of them.
    is_arguments: bool,
    /// The name of the call says that words of action are looked for.
    covered: bool,
    /// The tool whose arguments these are calls other tools.
    in_dispatcher: bool,
    /// How many calls this one stands in.
    depth: u8,
}

impl Place {
    /// The arguments of the tool itself.
    pub(crate) fn top(tool_name: &str) -> Self {
        Self {
            is_arguments: true,
            covered: covers_words(tool_name),
            in_dispatcher: is_dispatcher(tool_name),
            depth: 0,
        }
    }

    /// What stands within an object, but is not the arguments of another call.
    const fn within(self) -> Self {
        Self { is_arguments: false, ..self }
    }
}

/// What an object of the arguments is, before its members are read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ObjectReading {
    place: Place,
    /// The object is a call itself; what its arguments are.
    arguments: Option<Place>,
}

impl ObjectReading {
    /// Reads the object. Every object is read once.
    pub(crate) fn of(object: &Object<'_>, place: Place, reading: &mut CallReading) -> Self {
        let members = || {
            object.members().iter().filter_map(|member| {
                Some((role_of(&super::identity::folded(&member.key))?, &member.value))
            })
        };
        let (mut has_arguments, mut has_name, mut has_tool) = (false, false, false);
        for (role, value) in members() {
            match role {
                Role::Arguments => has_arguments |= holds_arguments(value),
                Role::Name => has_name = true,
                Role::Tool => has_tool = true,
                Role::Action | Role::Method | Role::Mode => {
                    if place.is_arguments || place.in_dispatcher {
                        read_action(role, value, place, reading);
                    }
                }
                Role::Options => {}
            }
        }
        let is_call = (has_tool || has_name) && (has_arguments || place.in_dispatcher);
        if !is_call {
            return Self { place, arguments: None };
        }
        let depth = place.depth.saturating_add(1);
        let (mut named, mut covered, mut in_dispatcher) = (false, true, false);
        for (role, value) in members() {
            let certain = role == Role::Tool || place.in_dispatcher;
            if matches!(role, Role::Tool | Role::Name) {
                read_names(value, certain, reading, &mut |name| {
                    named = true;
                    covered &= covers_words(name);
                    in_dispatcher |= is_dispatcher(name);
                });
            }
        }
        // Whether a tool that is not known as a dispatcher really calls what stands here, nobody can
        // say: then its own name has to cover the words as well.
        covered &= named && (place.covered || place.in_dispatcher);
        let inner = Place { is_arguments: true, covered, in_dispatcher, depth };
        if depth > DEEPEST_CALL {
            reading.add_call(VerbClass::Exec);
        }
        Self { place, arguments: Some(inner) }
    }

    /// Where the value of this key stands.
    pub(crate) fn below(self, key: &str) -> Place {
        match role_of(key) {
            Some(Role::Arguments) => self.arguments.unwrap_or(self.place),
            Some(Role::Options) => self.place,
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

/// Reads the names of the tools that are called. Where it is not certain that it is a tool that is
/// named, a text of several words is not one.
fn read_names(
    value: &Value<'_>,
    certain: bool,
    reading: &mut CallReading,
    also: &mut dyn FnMut(&str),
) {
    match value {
        Value::String(name) => {
            let name = name.trim();
            if !certain && name.contains(char::is_whitespace) {
                return;
            }
            let read = read_name(name);
            // A name that only looks like another tool's could be any tool's.
            reading.add_call(if read.plain_ascii { read.verb_class } else { VerbClass::Exec });
            reading.removes |= removes(name);
            also(name);
        }
        Value::Array(names) => {
            for name in names.iter().filter(|name| matches!(name, Value::String(_))) {
                read_names(name, certain, reading, also);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => {}
    }
}

/// Reads a word of action, or each of a list.
fn read_action(role: Role, value: &Value<'_>, place: Place, reading: &mut CallReading) {
    match value {
        Value::String(text) => read_word(role, text.trim(), place, reading),
        Value::Array(words) => {
            for word in words.iter().filter_map(Value::as_str) {
                read_word(role, word.trim(), place, reading);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => {}
    }
}

fn read_word(role: Role, text: &str, place: Place, reading: &mut CallReading) {
    if role == Role::Method
        && let Some(class) = http_method(text)
    {
        reading.add_call(class);
        return;
    }
    let class = match role {
        Role::Mode if WRITING_MODES.contains(Word::of(text)) => VerbClass::Edit,
        Role::Mode => return,
        _ if is_plain_word(text) => read_name(text).verb_class,
        _ => return,
    };
    if place.covered {
        reading.covered_word |= class.acts();
    } else {
        add(&mut reading.word, class);
    }
}

/// The class of an HTTP method. The methods that read have the class of reading.
fn http_method(text: &str) -> Option<VerbClass> {
    const METHODS: [(&str, VerbClass); 7] = [
        ("POST", VerbClass::Send),
        ("PUT", VerbClass::Edit),
        ("PATCH", VerbClass::Edit),
        ("DELETE", VerbClass::Destroy),
        ("GET", VerbClass::Read),
        ("HEAD", VerbClass::Read),
        ("OPTIONS", VerbClass::Read),
    ];
    METHODS.iter().find(|(name, _)| text.eq_ignore_ascii_case(name)).map(|(_, class)| *class)
}

/// A word or a few, joined as in a name. What has blanks in it is a text.
fn is_plain_word(text: &str) -> bool {
    (1..=40).contains(&text.len())
        && text.bytes().all(|byte| {
            byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'-' | b'.' | b'/' | b':')
        })
}

word_set! {
    /// What a name is about whose words of action are only looked for or calculated with.
    ABOUT_WORDS = ["math", "calculator", "log", "audit", "events", "history"]
}

word_set! {
    /// Verbs of reading that are nouns as the last word: a `todo_list` is not listed.
    NOUNS_AT_THE_END = ["list", "view", "check", "watch", "show", "count", "plan", "head"]
}

/// Whether a name says that words of action in the arguments are only looked for or calculated with:
/// `list_events {"action": "delete"}` deletes nothing.
fn covers_words(name: &str) -> bool {
    let class = read_name(name).verb_class;
    if class.acts() {
        return false;
    }
    let (mut reads, mut about_words, mut maybe_noun) = (false, false, false);
    for token in tokens(name) {
        about_words |= ABOUT_WORDS.contains_noun(token.word);
        reads |= core::mem::take(&mut maybe_noun);
        if verbs::verb(token.word).is_some_and(|verb| verb.class == VerbClass::Read) {
            maybe_noun = !token.starts_segment && NOUNS_AT_THE_END.contains(token.word);
            reads |= !maybe_noun;
        }
    }
    about_words || (reads && class == VerbClass::Read)
}

word_set! {
    /// Tools that call several others.
    OF_MANY_CALLS = ["batch", "parallel"]
}

word_set! {
    /// What a dispatcher does with a tool.
    DISPATCHING = ["call", "use", "invoke", "run", "execute", "exec", "dispatch"]
}

word_set! {
    /// What a dispatcher calls.
    CALLABLE = ["tool", "function", "capability"]
}

/// Whether the tool calls other tools, which its arguments name: `call_tool`, `use_mcp_tool`.
fn is_dispatcher(name: &str) -> bool {
    const MCP: Word = Word::literal("mcp");
    let (mut dispatches, mut is_one) = (false, false);
    for token in tokens(name) {
        let of_many = OF_MANY_CALLS.contains(token.word);
        is_one =
            (of_many && token.starts_segment) || (dispatches && CALLABLE.contains_noun(token.word));
        dispatches =
            of_many || DISPATCHING.contains(token.word) || (dispatches && token.word == MCP);
    }
    is_one
}

#[cfg(test)]
mod tests;
