//! Reading an object field by field.

use alloc::{string::String, vec::Vec};

use super::FieldReader;
use crate::{
    contract::{Word, place_of},
    fault::Path,
    json::{Member, Object, Value},
    listed::Listed,
};

/// The members of an object from which one field after the other is taken. What nobody takes stays, in its order.
pub(super) struct Fields<'p, 'a> {
    path: &'p Path<'p>,
    left: Vec<Member<'a>>,
}

impl<'p, 'a> Fields<'p, 'a> {
    pub(super) fn of(object: Object<'a>, path: &'p Path<'p>) -> Self {
        Self { path, left: object.into_members() }
    }

    /// Reads a field that has to be there.
    pub(super) fn required<T>(
        &mut self,
        reader: &mut FieldReader,
        name: &str,
        read: impl FnOnce(&mut FieldReader, &Path<'_>, &str, Value<'a>) -> Option<T>,
    ) -> Option<T> {
        reader.required(self.path, name, self.take(name), read)
    }

    /// Reads a field that may be there.
    pub(super) fn optional<T>(
        &mut self,
        reader: &mut FieldReader,
        name: &str,
        read: impl FnOnce(&mut FieldReader, &Path<'_>, &str, Value<'a>) -> Option<T>,
    ) -> Option<T> {
        read(reader, &self.path.key(name), name, self.take(name)?)
    }

    /// Reads a word of the contract that has to be there.
    pub(super) fn required_word<W: Word>(
        &mut self,
        reader: &mut FieldReader,
        name: &str,
    ) -> Option<W> {
        W::VALUES.get(self.choice(reader, name, true, W::CHOICES)?).copied()
    }

    /// Reads a word of the contract that may be there.
    pub(super) fn word<W: Word>(&mut self, reader: &mut FieldReader, name: &str) -> Option<W> {
        W::VALUES.get(self.choice(reader, name, false, W::CHOICES)?).copied()
    }

    #[cfg_attr(target_family = "wasm", inline(never))]
    fn choice(
        &mut self,
        reader: &mut FieldReader,
        name: &str,
        is_required: bool,
        choices: &[&str],
    ) -> Option<usize> {
        let path = self.path.key(name);
        let value = self.take(name);
        if is_required && value.is_none() {
            reader.missing(&path, name);
        }
        reader.choice(&path, name, &value?, choices)
    }

    #[cfg_attr(target_family = "wasm", inline(never))]
    fn take(&mut self, name: &str) -> Option<Value<'a>> {
        let place = self.left.iter().position(|member| member.key == name)?;
        Some(self.left.remove(place).value)
    }

    /// Whether all of these fields are there.
    pub(super) fn have(&self, names: &[&str]) -> bool {
        names.iter().all(|name| self.left.iter().any(|member| member.key == *name))
    }

    /// Lists the pointers to the members with other names than these, unless they are known.
    pub(super) fn list_others(
        &self,
        names: &[&str],
        is_known: &dyn Fn(&str) -> bool,
        unknown_fields: &mut Listed<String>,
    ) {
        list_others(
            &self.left,
            self.path,
            &|key| place_of(key, names).is_some() || is_known(key),
            unknown_fields,
        );
    }

    /// What nobody has taken.
    pub(super) fn into_left(self) -> Vec<Member<'a>> {
        self.left
    }
}

/// Lists the pointers to the members that nobody knows.
pub(super) fn list_others(
    members: &[Member<'_>],
    path: &Path<'_>,
    is_known: &dyn Fn(&str) -> bool,
    unknown_fields: &mut Listed<String>,
) {
    for member in members.iter().filter(|member| !is_known(&member.key)) {
        unknown_fields.add(|| path.key(&member.key).pointer().into_string());
    }
}
