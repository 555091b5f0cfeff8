//! What a stream checker remembers of what is over: a bounded number of marks.

use std::collections::HashMap;

use sha2::{Digest as _, Sha256};

/// How many marks one generation holds. At least so many of the latest are remembered.
const GENERATION: usize = 1 << 16;

/// What is remembered. Each sort of thing has its own name space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// An event id was used, a session is over, a call was announced: it was.
    Seen,
    /// A token or a call was answered with accept, and the answer was used up.
    Accepted,
    /// It was answered with reject.
    Rejected,
    /// Nobody answered in time.
    TimedOut,
    /// It was withdrawn.
    Cancelled,
    /// The gate refused the call.
    Refused,
    /// The gate deferred it.
    Deferred,
}

/// A digest of what a mark is about.
pub(super) type Key = [u8; 16];

/// The key of a thing of this sort. A digest keeps long or chosen names from costing memory.
pub(super) fn key(sort: &str, session: &str, name: &str) -> Key {
    let mut hash = Sha256::new();
    for part in [sort, session, name] {
        hash.update(part.as_bytes());
        // No part holds this byte, since it is not UTF-8.
        hash.update([0xFF]);
    }
    let digest = hash.finalize();
    let mut key = Key::default();
    for (to, from) in key.iter_mut().zip(digest) {
        *to = from;
    }
    key
}

/// Two generations of marks: when the younger is full, the older is forgotten.
#[derive(Debug, Default)]
pub(super) struct Memory {
    young: HashMap<Key, Mark>,
    old: HashMap<Key, Mark>,
}

impl Memory {
    pub(super) fn get(&self, key: &Key) -> Option<Mark> {
        self.young.get(key).or_else(|| self.old.get(key)).copied()
    }

    pub(super) fn set(&mut self, key: Key, mark: Mark) {
        if self.young.len() >= GENERATION {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, mark);
    }

    pub(super) fn forget(&mut self, key: &Key) {
        self.young.remove(key);
        self.old.remove(key);
    }

    /// Notes it, and tells whether it was known.
    pub(super) fn was_seen(&mut self, key: Key) -> bool {
        let known = self.get(&key).is_some();
        if !known {
            self.set(key, Mark::Seen);
        }
        known
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.young.len() + self.old.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_bounded_and_keeps_the_latest() {
        let mut memory = Memory::default();
        let name = |number: usize| key("event", "", &number.to_string());
        for number in 0..5 * GENERATION {
            assert!(!memory.was_seen(name(number)));
        }
        assert!(memory.len() <= 2 * GENERATION);
        assert!(memory.was_seen(name(5 * GENERATION - 1)));
        assert!(memory.was_seen(name(4 * GENERATION)));
        assert!(memory.get(&name(0)).is_none());
    }

    #[test]
    fn name_spaces_are_apart() {
        assert_ne!(key("a", "b", "c"), key("ab", "", "c"));
        assert_ne!(key("a", "b", "c"), key("a", "", "bc"));
    }
}
