//! The keys of a call: what each says.

use super::super::identity::folded;
use crate::tokens::{Word, word_map};

/// What a key can have to do with a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// Its value is a word of action.
    Action,
    /// The same, or an HTTP method.
    Method,
    /// Its value is how something is opened.
    Mode,
    /// Its value is the name of a tool, certainly.
    Tool,
    /// Its value is the name of what is called, a tool only where tools are called.
    Callable,
    /// Its value is the name of a tool, if arguments stand beside it.
    Name,
    /// The same, or what tells one call from others.
    Id,
    /// Its value holds the arguments of a call of a tool.
    ToolArguments,
    /// Its value holds the arguments of a call, or settings of something.
    Arguments,
    /// Its value holds the options of a request, or several requests.
    Options,
}

impl Role {
    /// Whether the value names what is called.
    pub(super) const fn names(self) -> bool {
        matches!(self, Self::Tool | Self::Callable | Self::Name | Self::Id)
    }

    /// Whether the value holds arguments.
    pub(crate) const fn is_arguments(self) -> bool {
        matches!(self, Self::Arguments | Self::ToolArguments)
    }
}

word_map! {
    /// The keys, without what separates their words.
    ROLES: Role = [
        ("action", Role::Action), ("actions", Role::Action), ("actiontype", Role::Action),
        ("actionname", Role::Action), ("operation", Role::Action), ("operations", Role::Action),
        ("operationtype", Role::Action), ("operationname", Role::Action),
        ("operationid", Role::Action), ("op", Role::Action), ("ops", Role::Action),
        ("command", Role::Action), ("cmd", Role::Action), ("subcommand", Role::Action),
        ("method", Role::Method), ("httpmethod", Role::Method), ("verb", Role::Method),
        ("requestmethod", Role::Method), ("httpverb", Role::Method),
        ("mode", Role::Mode),
        ("tool", Role::Tool), ("toolname", Role::Tool), ("recipientname", Role::Tool),
        ("tools", Role::Tool), ("toolnames", Role::Tool), ("toolid", Role::Tool),
        ("toolslug", Role::Tool), ("function", Role::Callable), ("functionname", Role::Callable),
        ("capability", Role::Callable), ("capabilityid", Role::Callable),
        ("name", Role::Name), ("id", Role::Id),
        ("arguments", Role::ToolArguments), ("toolinput", Role::ToolArguments),
        ("toolargs", Role::ToolArguments), ("toolarguments", Role::ToolArguments),
        ("toolparameters", Role::ToolArguments), ("toolparams", Role::ToolArguments),
        ("parameters", Role::Arguments), ("args", Role::Arguments), ("input", Role::Arguments),
        ("params", Role::Arguments), ("kwargs", Role::Arguments), ("payload", Role::Arguments),
        ("options", Role::Options), ("request", Role::Options), ("init", Role::Options),
        ("config", Role::Options), ("requests", Role::Options),
    ], Role::Action
}

/// What a key that is folded has to do with a call.
pub(crate) fn role_of(key: &str) -> Option<Role> {
    ROLES.get(whole_word(key)?)
}

/// A key that is folded as one word, whatever separates its words.
pub(super) fn whole_word(key: &str) -> Option<Word> {
    let parts = |byte: u8| matches!(byte, b'_' | b'-' | b' ' | b'.');
    let (mut letters, mut count) = ([0_u8; 16], 0_usize);
    for byte in key.bytes().filter(|byte| !parts(*byte)) {
        *letters.get_mut(count)? = byte;
        count = count.wrapping_add(1);
    }
    Some(Word::of_bytes(letters.get(..count)?))
}

/// The same of a key that is not folded yet.
pub(super) fn role_of_key(key: &str) -> Option<Role> {
    role_of(&folded(key))
}
