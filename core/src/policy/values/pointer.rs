//! Which values a rule is about: RFC 6901 below the arguments, with `*` for every element or member.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};

use crate::{
    arguments::short::Short,
    digits::whole_number,
    json::{Object, Value},
};

/// A pointer into the arguments.
#[derive(Debug, Clone)]
pub(super) struct ArgumentPointer {
    written: String,
    steps: Vec<Step>,
}

#[derive(Debug, Clone)]
enum Step {
    Any,
    Key {
        key: String,
        /// In snake case, so that another spelling of the key does not slip by; empty if it has none.
        folded: String,
    },
}

/// A value of the arguments.
#[derive(Debug, Clone, Copy)]
pub(super) enum Node<'v, 'a> {
    Object(&'v Object<'a>),
    Array(&'v [Value<'a>]),
    Scalar(&'v Value<'a>),
}

impl<'v, 'a> Node<'v, 'a> {
    pub(super) fn of(value: &'v Value<'a>) -> Self {
        match value {
            Value::Object(object) => Self::Object(object),
            Value::Array(items) => Self::Array(items),
            scalar => Self::Scalar(scalar),
        }
    }

    /// The text, if it is one.
    pub(super) fn as_str(self) -> Option<&'v str> {
        match self {
            Self::Scalar(value) => value.as_str(),
            Self::Object(_) | Self::Array(_) => None,
        }
    }

    pub(super) const fn is_null(self) -> bool {
        matches!(self, Self::Scalar(Value::Null))
    }
}

/// What stands where a pointer points to.
#[derive(Debug, Clone, Copy)]
pub(super) enum Found<'v, 'a> {
    Node(Node<'v, 'a>),
    /// There is no such member or element.
    Nothing,
    /// The way there leads into something else: a text where an object or a list was meant.
    Misplaced,
}

impl ArgumentPointer {
    /// Reads a pointer, if the text is one.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('/');
        if parts.next() != Some("") {
            return None;
        }
        let steps = parts.map(step).collect::<Option<Vec<Step>>>()?;
        Some(Self { written: text.to_string(), steps })
    }

    pub(super) fn as_str(&self) -> &str {
        &self.written
    }

    /// Whether one of these parameters of a tool can be what the pointer begins with.
    pub(super) fn can_meet(&self, parameters: &[&str]) -> bool {
        match self.steps.first() {
            Some(Step::Key { key, folded }) => {
                parameters.iter().any(|parameter| is_meant(key, folded, parameter))
            }
            Some(Step::Any) | None => true,
        }
    }

    /// Whether it means one value, and not every element of something.
    pub(super) fn names_one(&self) -> bool {
        self.steps.iter().all(|step| matches!(step, Step::Key { .. }))
    }

    /// Calls for each value that the pointer selects, and for each place where there is none.
    pub(super) fn select<'v, 'a>(&self, from: Node<'v, 'a>, visit: &mut dyn FnMut(Found<'v, 'a>)) {
        select(from, &self.steps, visit);
    }
}

fn step(part: &str) -> Option<Step> {
    if part == "*" {
        return Some(Step::Any);
    }
    let mut escapes = part.split('~').skip(1);
    if !escapes.all(|behind| behind.starts_with(['0', '1'])) {
        return None;
    }
    let key = part.replace("~1", "/").replace("~0", "~");
    let folded =
        if key.is_ascii() { Short::snake(&key).as_str().to_string() } else { String::new() };
    Some(Step::Key { key, folded })
}

fn select<'v, 'a>(from: Node<'v, 'a>, steps: &[Step], visit: &mut dyn FnMut(Found<'v, 'a>)) {
    let Some((step, rest)) = steps.split_first() else { return visit(Found::Node(from)) };
    let mut any = false;
    let mut go_on = |value: &'v Value<'a>| {
        any = true;
        select(Node::of(value), rest, visit);
    };
    match (step, from) {
        (_, node) if node.is_null() => {}
        (Step::Any, Node::Object(object)) => {
            object.members().iter().for_each(|member| go_on(&member.value));
        }
        (Step::Any, Node::Array(items)) => items.iter().for_each(go_on),
        (Step::Key { key, folded }, Node::Object(object)) => {
            let members = object.members().iter();
            members
                .filter(|member| is_meant(key, folded, &member.key))
                .for_each(|it| go_on(&it.value));
        }
        (Step::Key { key, .. }, Node::Array(items)) => match index(key) {
            Some(index) => items.get(index).into_iter().for_each(go_on),
            None => return visit(Found::Misplaced),
        },
        (_, Node::Scalar(_)) => return visit(Found::Misplaced),
    }
    if !any {
        visit(Found::Nothing);
    }
}

/// Whether a step means the member of this name, in whatever spelling.
fn is_meant(key: &str, folded: &str, name: &str) -> bool {
    name == key || (!folded.is_empty() && Short::snake(name).as_str() == folded)
}

/// The place in a list that a step names.
fn index(step: &str) -> Option<usize> {
    let is_number = step == "0" || !step.starts_with('0');
    let is_number = is_number && step.bytes().all(|byte| byte.is_ascii_digit());
    whole_number(step).filter(|_| is_number).and_then(|index| usize::try_from(index).ok())
}
