//! Where in a document something is: RFC 6901 JSON pointers.

use alloc::{format, string::String};

use crate::{json::push_decimal, mask::masked};

/// A JSON pointer that may be shown: a key in which a secret or personal data was found is masked.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Pointer(String);

impl Pointer {
    /// The whole document.
    pub(crate) const fn root() -> Self {
        Self(String::new())
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn into_string(self) -> String {
        self.0
    }

    pub(crate) fn prepend_key(&mut self, key: &str) {
        let mut pointer = Self::root();
        pointer.append_key(key);
        pointer.0.push_str(&self.0);
        *self = pointer;
    }

    pub(crate) fn prepend_index(&mut self, index: usize) {
        self.0 = format!("/{index}{}", self.0);
    }

    pub(super) fn append_index(&mut self, index: usize) {
        self.0.push('/');
        push_decimal(&mut self.0, u32::try_from(index).unwrap_or(u32::MAX));
    }

    pub(super) fn append_key(&mut self, key: &str) {
        self.0.push('/');
        for character in masked(key).chars() {
            match character {
                '~' => self.0.push_str("~0"),
                '/' => self.0.push_str("~1"),
                _ => self.0.push(character),
            }
        }
    }
}

/// A way down from the root, kept on the stack and written out only when a fault needs it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Path<'p> {
    Root,
    Key(&'p Path<'p>, &'p str),
    Index(&'p Path<'p>, usize),
}

impl<'p> Path<'p> {
    pub(crate) const fn key(&'p self, key: &'p str) -> Self {
        Self::Key(self, key)
    }

    pub(crate) const fn index(&'p self, index: usize) -> Self {
        Self::Index(self, index)
    }

    pub(crate) fn pointer(&self) -> Pointer {
        match self {
            Self::Root => Pointer::root(),
            Self::Key(parent, key) => {
                let mut pointer = parent.pointer();
                pointer.append_key(key);
                pointer
            }
            Self::Index(parent, index) => {
                let mut pointer = parent.pointer();
                pointer.append_index(*index);
                pointer
            }
        }
    }
}
