//! A short name in one form, without an allocation.

use super::steps::step;
use crate::tokens::tokens;

/// A name of at most 64 bytes; a longer one is empty, and in no table.
pub(crate) struct Short {
    bytes: [u8; 64],
    length: usize,
}

impl Short {
    /// The parts after each other, in lower case.
    pub(crate) fn lower(parts: &[&str]) -> Self {
        let mut name = Self { bytes: [0; 64], length: 0 };
        for part in parts {
            if !name.push(part) {
                return Self { length: 0, ..name };
            }
        }
        step(name.length);
        name
    }

    /// A key in snake case: `toEmails` is `to_emails`.
    pub(crate) fn snake(key: &str) -> Self {
        let mut name = Self { bytes: [0; 64], length: 0 };
        step(key.len().min(64));
        for token in tokens(key.get(..65).unwrap_or(key)) {
            if (name.length > 0 && !name.push("_")) || !name.push(token.text) {
                return Self { length: 0, ..name };
            }
        }
        name
    }

    fn push(&mut self, part: &str) -> bool {
        let end = self.length.saturating_add(part.len());
        let Some(place) = self.bytes.get_mut(self.length..end) else { return false };
        place.copy_from_slice(part.as_bytes());
        place.make_ascii_lowercase();
        self.length = end;
        true
    }

    pub(crate) fn as_str(&self) -> &str {
        let bytes = self.bytes.get(..self.length).unwrap_or_default();
        core::str::from_utf8(bytes).unwrap_or_default()
    }
}

/// A key in snake case. Most are written so, and stand for themselves.
pub(crate) enum Key<'k> {
    Written(&'k str),
    Turned(Short),
}

impl<'k> Key<'k> {
    pub(crate) fn of(key: &'k str) -> Self {
        step(key.len().min(64));
        let mut before = b'_';
        let mut is_snake = || {
            key.bytes().all(|byte| {
                let joins = byte == b'_' && before != b'_';
                before = byte;
                joins || byte.is_ascii_lowercase() || byte.is_ascii_digit()
            })
        };
        if key.len() <= 64 && is_snake() && before != b'_' {
            Self::Written(key)
        } else {
            Self::Turned(Short::snake(key))
        }
    }

    pub(crate) fn as_str(&self) -> &str {
        match self {
            Self::Written(key) => key,
            Self::Turned(key) => key.as_str(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Key, Short};

    #[test]
    fn keys_come_in_one_form() {
        for (key, snake) in [
            ("to_emails", "to_emails"),
            ("toEmails", "to_emails"),
            ("To-Emails", "to_emails"),
            ("BCC", "bcc"),
            ("batchSize", "batch_size"),
            ("_raw", "raw"),
            ("raw_", "raw"),
            ("a__b", "a_b"),
            ("cc2_to", "cc2_to"),
            ("2", "2"),
            ("a.b", "a_b"),
            ("\u{E9}a", "\u{E9}a"),
            ("_", ""),
            ("", ""),
        ] {
            assert_eq!(Short::snake(key).as_str(), snake);
            assert_eq!(Key::of(key).as_str(), snake);
        }
        for (length, kept) in [(64, 64), (65, 0), (66, 0)] {
            assert_eq!(Key::of(&"a".repeat(length)).as_str().len(), kept);
            assert_eq!(Short::snake(&"a".repeat(length)).as_str().len(), kept);
        }
        assert_eq!(Short::snake(&"\u{E9}".repeat(40)).as_str(), "");
        assert_eq!(Short::lower(&["PG", ".", "Sleep"]).as_str(), "pg.sleep");
    }
}
