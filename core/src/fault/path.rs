//! Where in a document something is: RFC 6901 JSON pointers.

use alloc::{borrow::ToOwned, format, string::String};

use crate::{digits::push_decimal, mask::masked};

/// How many bytes of a pointer are shown. Keys are the event's, and there may be many of them one
/// below the other.
pub(super) const LONGEST: usize = 512;

/// What a pointer that was cut ends with.
const CUT: char = '…';

/// A JSON pointer that may be shown: a key in which a secret or personal data was found is masked.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Pointer(String);

impl Pointer {
    /// The whole document.
    pub(crate) const fn root() -> Self {
        Self(String::new())
    }

    /// The pointer as it is shown: cut where it is too long.
    pub(crate) fn into_string(self) -> String {
        shortened(self.0, LONGEST)
    }

    /// The same of one that grows and shrinks on the way through a document.
    pub(crate) fn to_shown(&self) -> String {
        // One character more is enough to see that it has to be cut.
        let end = self.0.floor_char_boundary(LONGEST.saturating_add(4));
        shortened(self.0.get(..end).unwrap_or_default().to_owned(), LONGEST)
    }

    /// How long it is, to come back to with [`cut_back`](Self::cut_back).
    pub(crate) const fn length(&self) -> usize {
        self.0.len()
    }

    /// Takes off what was appended since it had this length.
    pub(crate) fn cut_back(&mut self, length: usize) {
        self.0.truncate(length);
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

    pub(crate) fn append_index(&mut self, index: usize) {
        self.0.push('/');
        push_decimal(&mut self.0, u32::try_from(index).unwrap_or(u32::MAX));
    }

    pub(crate) fn append_key(&mut self, key: &str) {
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

/// A text of at most so many bytes: the text itself, or its beginning and a mark.
pub(crate) fn shortened(mut text: String, longest: usize) -> String {
    if text.len() <= longest {
        return text;
    }
    while text.len() > longest.saturating_sub(CUT.len_utf8()) {
        text.pop();
    }
    // Half of an escape would be no pointer any more.
    if text.ends_with('~') {
        text.pop();
    }
    text.push(CUT);
    // What was cut off is not kept in memory either.
    text.as_str().to_owned()
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
