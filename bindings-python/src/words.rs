//! Words that come again in every event and every decision, so that they are not made anew each time.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use aana_core::contract::{
    AuthorizationState, EvidenceKind, FreshnessStatus, REQUIRED_FIELDS, RedactionStatus,
    RiskDomain, Route, ToolCategory, TrustTier,
};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyString;

/// Names that an event often holds besides the contract's enumerations. A name that is missing here
/// costs an allocation and nothing else.
const NAMES: [&str; 23] = [
    "schema_version",
    "request_id",
    "agent_id",
    "user_intent",
    "authorization_subject",
    "subject_type",
    "subject_ref",
    "source_id",
    "kind",
    "trust_tier",
    "redaction_status",
    "summary",
    "freshness",
    "provenance",
    "retrieved_at",
    "citation_url",
    "supports",
    "contradicts",
    "status",
    "checked_at",
    "age_hours",
    "max_age_hours",
    "source",
];

const LONGEST: usize = 24;

static KNOWN: LazyLock<HashSet<&'static str, BuildHasherDefault<Quick>>> = LazyLock::new(|| {
    [
        &REQUIRED_FIELDS[..],
        &NAMES[..],
        Route::WORDS,
        ToolCategory::WORDS,
        AuthorizationState::WORDS,
        RiskDomain::WORDS,
        EvidenceKind::WORDS,
        TrustTier::WORDS,
        RedactionStatus::WORDS,
        FreshnessStatus::WORDS,
    ]
    .into_iter()
    .flatten()
    .copied()
    .collect()
});

/// The same text, if it is one of the words that events hold.
pub(crate) fn known(text: &str) -> Option<&'static str> {
    if text.len() > LONGEST { None } else { KNOWN.get(text).copied() }
}

/// Python's strings for the words of events and decisions, in both directions: by the address of the
/// word, since a `&'static str` never moves and never changes, and by the address of the string. The table
/// holds its strings, so that no other object ever has that address.
///
/// A table is never changed either. A walk or an emission takes the present one, and what an emission
/// missed goes into the next, so that no lock is held while Python's code may run.
#[derive(Default)]
pub(crate) struct Interned {
    strings: HashMap<(usize, usize), Py<PyString>, BuildHasherDefault<Quick>>,
    words: HashMap<usize, &'static str, BuildHasherDefault<Quick>>,
}

static INTERNED: PyOnceLock<Mutex<Arc<Interned>>> = PyOnceLock::new();

impl Interned {
    /// The present table. The first one has the words of events.
    pub(crate) fn current(py: Python<'_>) -> Arc<Self> {
        Arc::clone(&Self::table(py).lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Python's string for a word.
    pub(crate) fn string(&self, word: &'static str) -> Option<&Py<PyString>> {
        self.strings.get(&address(word))
    }

    /// The word that a string of Python's is, if it is the very string of this table.
    pub(crate) fn word(&self, string: &Bound<'_, PyString>) -> Option<&'static str> {
        self.words.get(&string.as_ptr().addr()).copied()
    }

    /// Makes these words part of the table.
    pub(crate) fn learn(py: Python<'_>, words: Vec<(&'static str, Py<PyString>)>) {
        let present = Self::current(py);
        let mut next = Self {
            strings: present.strings.iter().map(|(at, held)| (*at, held.clone_ref(py))).collect(),
            words: present.words.clone(),
        };
        for (word, string) in words {
            next.insert(word, string);
        }
        let old = std::mem::replace(
            &mut *Self::table(py).lock().unwrap_or_else(PoisonError::into_inner),
            Arc::new(next),
        );
        // Only now, without the lock: letting go of strings is Python's affair.
        drop((old, present));
    }

    fn table(py: Python<'_>) -> &Mutex<Arc<Self>> {
        INTERNED.get_or_init(py, || {
            let mut first = Self::default();
            for word in KNOWN.iter() {
                first.insert(word, PyString::intern(py, word).unbind());
            }
            Mutex::new(Arc::new(first))
        })
    }

    fn insert(&mut self, word: &'static str, string: Py<PyString>) {
        self.words.insert(string.as_ptr().addr(), word);
        self.strings.insert(address(word), string);
    }
}

fn address(word: &'static str) -> (usize, usize) {
    (word.as_ptr().addr(), word.len())
}

/// A hash for a few dozen words that nobody outside chooses.
#[derive(Default)]
pub(crate) struct Quick(u64);

impl Quick {
    fn mix(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(5) ^ value).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for Quick {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.mix(u64::from(value));
    }

    fn write_usize(&mut self, value: usize) {
        self.mix(value as u64);
    }

    fn finish(&self) -> u64 {
        // The table takes the low bits, and the product is best in the high ones.
        self.0.rotate_left(26)
    }
}
