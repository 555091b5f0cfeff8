//! What the operator says that arguments are.
//!
//! For a tool that an entry names letter by letter it is the operator's word, whatever the argument looks like. For
//! another spelling of the name, and for a pattern that names no tool in particular, it only adds: an argument that
//! nothing would read is read.

use alloc::{string::String, vec::Vec};

use crate::{
    arguments::{
        effect::Kind,
        kinds::{Guess, Said},
    },
    policy::{
        fold::Folded,
        pattern::{Cover, Pattern},
    },
};

/// What arguments are, in the order of the policy.
#[derive(Debug, Clone, Default)]
pub(super) struct Kinds(Vec<Entry>);

#[derive(Debug, Clone)]
struct Entry {
    tool: Pattern,
    /// In snake case.
    key: String,
    kind: Kind,
}

/// Whether a pattern names tools by something more than wildcards and separators.
pub(super) fn is_particular(pattern: &str) -> bool {
    pattern.contains(|letter: char| letter.is_ascii_alphanumeric())
}

impl Kinds {
    pub(super) fn add(&mut self, tool: &str, key: &str, kind: Kind) {
        self.0.push(Entry { tool: Pattern::new(tool), key: key.into(), kind });
    }

    pub(super) fn patterns(&self) -> impl Iterator<Item = &Pattern> {
        self.0.iter().map(|entry| &entry.tool)
    }

    pub(super) fn as_said(&self) -> Option<&dyn Said> {
        if self.0.is_empty() { None } else { Some(self) }
    }
}

impl Said for Kinds {
    fn kind(&self, tool: &str, key: &str, guess: Guess) -> Option<Kind> {
        let mut added = None;
        for entry in self.0.iter().filter(|entry| entry.key == key) {
            match entry.tool.covers(tool, &Folded::name(tool)) {
                Some(Cover::Exactly) if is_particular(entry.tool.as_str()) => {
                    return Some(entry.kind);
                }
                Some(_) if guess == Guess::Prose && entry.kind != Kind::Text => {
                    added = added.or(Some(entry.kind));
                }
                Some(_) | None => {}
            }
        }
        added
    }
}
