//! What an approval says in fields of its own that it is for: a tool, a digest, arguments.

use alloc::{borrow::Cow, string::String};

use super::scope::{Scope, digits_of_digest};
use crate::{
    event::folded_key,
    gate::wording,
    json::{self, Member, Value},
    tokens::{tokens, word_map},
};

/// What a field names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Names {
    Tool,
    Digest,
    Arguments,
    /// Where it holds.
    Place,
}

word_map! {
    FIELDS: Names = [
        ("tool", Names::Tool), ("toolname", Names::Tool), ("approvedtool", Names::Tool),
        ("functionname", Names::Tool), ("approvedaction", Names::Tool),
        ("actiondigest", Names::Digest), ("calldigest", Names::Digest),
        ("toolcalldigest", Names::Digest),
        ("arguments", Names::Arguments), ("args", Names::Arguments),
        ("toolinput", Names::Arguments), ("toolargs", Names::Arguments),
        ("params", Names::Arguments), ("parameters", Names::Arguments),
        ("approvedtools", Names::Tool), ("approvedactions", Names::Tool),
        ("environment", Names::Place), ("env", Names::Place), ("scope", Names::Place),
        ("stage", Names::Place),
    ], Names::Tool
}

impl Scope<'_> {
    /// Whether a field names another tool, another action or other arguments than the call's. `is_this_action` tells
    /// whether a digest is the call's own.
    pub(in crate::gate) fn is_other_by_field(
        &mut self,
        members: &[Member<'_>],
        is_this_action: &mut dyn FnMut(&str) -> bool,
    ) -> bool {
        members.iter().any(|member| match (FIELDS.get(folded_key(&member.key)), &member.value) {
            (Some(Names::Tool), Value::String(name)) => {
                !name.trim().contains(char::is_whitespace)
                    && !name.trim().is_empty()
                    && !self.is_of_tool(name)
                    && !tokens(name).all(|it| self.is_word_of_tool(it.word))
            }
            // A list of tools without the call's.
            (Some(Names::Tool), Value::Array(names)) => {
                !names.is_empty()
                    && !names.iter().any(|it| it.as_str().is_none_or(|it| self.is_of_tool(it)))
            }
            (Some(Names::Place), Value::String(place)) => {
                wording::is_trial(place.trim(), self.tool_name())
                    && !self.has_argument(place.trim())
            }
            (Some(Names::Digest), Value::String(digest)) => {
                digits_of_digest(digest).is_some_and(|hex| {
                    let mut named = String::with_capacity(71);
                    named.push_str("sha256:");
                    named.extend(hex.chars().map(|it| it.to_ascii_lowercase()));
                    !is_this_action(&named)
                })
            }
            (Some(Names::Arguments), Value::Object(object)) => self.differs(object.members()),
            (Some(Names::Arguments), Value::String(text)) if text.trim().starts_with('{') => {
                match json::parse(text, text.len()) {
                    Ok(Value::Object(object)) => self.differs(object.members()),
                    _ => false,
                }
            }
            _ => false,
        })
    }

    /// Whether an argument of the call has another value here.
    fn differs(&mut self, members: &[Member<'_>]) -> bool {
        members.iter().any(|member| {
            let value: Option<Cow<'_, str>> = super::scope::scalar(&member.value);
            value.is_some_and(|value| self.argument_is(&member.key, &value) == Some(false))
        })
    }
}
