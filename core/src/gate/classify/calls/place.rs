//! Where something stands in calls that may stand within each other.

use alloc::vec::Vec;

use super::dispatch::{Covers, Dispatching, dispatching};
use crate::{
    contract::VerbClass,
    json::{self, Object, Value},
    policy::{Call, Policy},
    tokens::Name,
};

/// Where in the calls an object of the arguments stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place<'p> {
    pub(super) policy: &'p Policy,
    /// The whole call, as the runtime proposes it.
    pub(super) call: &'p Call<'p>,
    /// These are the arguments of a call themselves, not a part of them.
    pub(super) is_arguments: bool,
    /// What the name of the call says is only looked for.
    pub(super) covers: Covers,
    /// The tool whose arguments these are calls other tools.
    pub(super) in_dispatcher: bool,
    /// The name of the tool whose arguments these are reads.
    pub(super) reads: bool,
    /// The tool whose arguments these are tells what they name, and does not call it.
    pub(super) describes: bool,
    /// How many calls this one stands in.
    pub(super) depth: u8,
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
    pub(super) const fn within(self) -> Self {
        Self { is_arguments: false, ..self }
    }
}

/// The call of a tool that an object names, once with each of the arguments that stand there for it, also as a text; or
/// with the object itself.
pub(super) fn with_calls<'v, 'a: 'v>(
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
