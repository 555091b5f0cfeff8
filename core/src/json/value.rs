//! The borrowed JSON tree.

use alloc::{borrow::Cow, vec::Vec};

use super::Number;

/// A JSON value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value<'a> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, kept as its text.
    Number(Number<'a>),
    /// A string, unescaped.
    String(Cow<'a, str>),
    /// An array.
    Array(Vec<Value<'a>>),
    /// An object, its members in the order of the text.
    Object(Object<'a>),
}

impl<'a> Value<'a> {
    /// The JSON type, as a message names it.
    pub const fn type_name(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::String(_) => "a string",
            Self::Array(_) => "an array",
            Self::Object(_) => "an object",
        }
    }

    /// The same value with a copy of every text that it borrowed: for a host that keeps a decision longer
    /// than the text that it decided about.
    #[must_use]
    pub fn into_owned(self) -> Value<'static> {
        match self {
            Self::Null => Value::Null,
            Self::Bool(value) => Value::Bool(value),
            Self::Number(number) => Value::Number(number.into_owned()),
            Self::String(text) => Value::String(Cow::Owned(text.into_owned())),
            Self::Array(items) => Value::Array(items.into_iter().map(Value::into_owned).collect()),
            Self::Object(object) => Value::Object(object.into_owned()),
        }
    }

    /// The string, if it is one.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// The object, if it is one.
    pub const fn as_object(&self) -> Option<&Object<'a>> {
        match self {
            Self::Object(object) => Some(object),
            _ => None,
        }
    }

    /// The elements, if it is an array.
    pub fn as_array(&self) -> Option<&[Value<'a>]> {
        match self {
            Self::Array(items) => Some(items),
            _ => None,
        }
    }
}

/// One member of an object.
#[derive(Debug, Clone, PartialEq)]
pub struct Member<'a> {
    /// The name.
    pub key: Cow<'a, str>,
    /// The value.
    pub value: Value<'a>,
}

/// A JSON object: its members in order, every key once.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Object<'a>(Vec<Member<'a>>);

/// Up to this many members, comparing every pair is cheaper than sorting.
const PAIRWISE: usize = 16;

impl<'a> Object<'a> {
    /// An object of these members, or the index of the first member whose key is already there.
    ///
    /// # Errors
    ///
    /// The index of the first repeated key.
    pub fn new(members: Vec<Member<'a>>) -> Result<Self, usize> {
        match Self::repeat_in(&members) {
            None => Ok(Self(members)),
            Some(index) => Err(index),
        }
    }

    /// An object of members that were already looked through.
    pub(super) const fn from_unique(members: Vec<Member<'a>>) -> Self {
        Self(members)
    }

    fn into_owned(self) -> Object<'static> {
        let members = self.0.into_iter().map(|member| Member {
            key: Cow::Owned(member.key.into_owned()),
            value: member.value.into_owned(),
        });
        Object(members.collect())
    }

    /// The index of the first member whose key an earlier member has.
    pub(super) fn repeat_in(members: &[Member<'a>]) -> Option<usize> {
        if members.len() <= PAIRWISE {
            return members.iter().enumerate().find_map(|(index, member)| {
                let earlier = members.get(..index)?;
                earlier.iter().any(|other| other.key == member.key).then_some(index)
            });
        }
        let mut order: Vec<(&str, usize)> =
            members.iter().enumerate().map(|(index, member)| (&*member.key, index)).collect();
        order.sort_unstable();
        order
            .iter()
            .zip(order.iter().skip(1))
            .filter(|((key, _), (next, _))| key == next)
            .map(|(_, (_, index))| *index)
            .min()
    }

    /// The value of the member with this key.
    pub fn get(&self, key: &str) -> Option<&Value<'a>> {
        self.0.iter().find(|member| member.key == key).map(|member| &member.value)
    }

    /// The members in order.
    pub fn members(&self) -> &[Member<'a>] {
        &self.0
    }

    /// The members in order, by value.
    pub fn into_members(self) -> Vec<Member<'a>> {
        self.0
    }
}
