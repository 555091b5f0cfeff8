//! What a tool's name says that the tool does.

use super::verbs::{Verb, is_always_verb, is_report_noun, verb, verb_prefix};
use crate::{
    contract::VerbClass,
    tokens::{Token, Word, tokens, word_set},
};

/// What one pass over a name found.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NameReading {
    /// The strictest class among the clauses, `OTHER` if no word is a known verb.
    pub(crate) verb_class: VerbClass,
    /// Every character is printable ASCII.
    pub(crate) plain_ascii: bool,
}

word_set!(CLAUSE_BORDERS = ["and", "or", "then"]);

/// Reads a tool name.
pub(crate) fn read_name(name: &str) -> NameReading {
    let mut reading = NameReading {
        verb_class: VerbClass::Other,
        plain_ascii: name.bytes().all(|byte| matches!(byte, 0x20..=0x7e)),
    };
    // The last segment of a namespaced name is the tool's own name. Only if it says nothing does
    // the whole count: `users/purge` purges, `admin.delete_user.v2` deletes.
    let (mut whole, mut segment) = (Clauses::default(), Clauses::default());
    let mut words_in_segment = 0_usize;
    let mut last = "";
    for token in tokens(name) {
        if token.starts_segment {
            segment = Clauses::default();
            words_in_segment = 0;
        }
        words_in_segment = words_in_segment.saturating_add(1);
        segment.take(token);
        whole.take(token);
        last = token.text;
    }
    let prefix = if words_in_segment == 1 { verb_prefix(last) } else { None };
    reading.verb_class = segment
        .class()
        .or(prefix.map(|(_, class)| class))
        .or_else(|| whole.class())
        .unwrap_or(VerbClass::Other);
    reading
}

/// The clauses of a name, read word by word.
#[derive(Debug, Default)]
struct Clauses {
    /// The strictest class of the clauses that are done.
    done: Option<VerbClass>,
    /// The verb of the clause under way.
    verb: Option<VerbClass>,
    /// A verb that a later word may show to be a noun.
    maybe_noun: Option<VerbClass>,
    /// A word that looked like a verb was a noun.
    was_noun: bool,
    /// The word before is `dry`, as in `dry_run`.
    after_dry: bool,
}

impl Clauses {
    fn take(&mut self, token: Token<'_>) {
        const DRY: Word = Word::literal("dry");
        const RUN: Word = Word::literal("run");
        if CLAUSE_BORDERS.contains(token.word) {
            self.end_clause();
            return;
        }
        if self.maybe_noun.is_some() && is_report_noun(token.word) {
            self.maybe_noun = None;
            self.was_noun = true;
        }
        let dry_run =
            core::mem::replace(&mut self.after_dry, token.word == DRY) && token.word == RUN;
        if dry_run {
            self.verb = self.verb.or(Some(VerbClass::Draft));
            return;
        }
        match verb(token.word) {
            Some(Verb { class, noun_too: true, .. }) => {
                let nothing_yet = self.verb.is_none() && self.maybe_noun.is_none();
                if !(token.starts_segment && nothing_yet) {
                    return;
                }
                if is_always_verb(token.word) {
                    self.verb = Some(class);
                } else {
                    self.maybe_noun = Some(class);
                }
            }
            Some(Verb { class, noun_too: false, .. }) => {
                // The first verb counts, and one that may be a noun came before this one.
                self.verb = self.verb.or(Some(class));
            }
            None => {}
        }
    }

    fn end_clause(&mut self) {
        let class = self.maybe_noun.take().or_else(|| self.verb.take());
        self.verb = None;
        self.after_dry = false;
        self.done = match (self.done, class) {
            (Some(done), Some(class)) => Some(stricter(done, class)),
            (done, class) => done.or(class),
        };
    }

    /// The strictest class, or `None` if no word is a verb. A name that is about a thing's status
    /// reads it: `order_status`.
    fn class(mut self) -> Option<VerbClass> {
        self.end_clause();
        self.done.or(self.was_noun.then_some(VerbClass::Read))
    }
}

/// The class that asks for more care.
pub(super) fn stricter(left: VerbClass, right: VerbClass) -> VerbClass {
    let rank = |class| match class {
        VerbClass::Read => 0,
        VerbClass::Draft => 1,
        VerbClass::Edit => 2,
        VerbClass::Other => 3,
        VerbClass::Send => 4,
        VerbClass::Money => 5,
        VerbClass::Exec => 6,
        VerbClass::Destroy => 7,
    };
    if rank(right) > rank(left) { right } else { left }
}

#[cfg(test)]
mod tests;
