//! What a tool's name says that the tool does.

use super::verbs::{
    Place, Verb, acts_at_the_end, derived_verb, destroys_by_prefix, is_always_verb, is_report_noun,
    third_person, undone_verb, verb, verb_prefix,
};
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

// Words that change nothing behind a verb: `list_delete_all`.
word_set!(BEHIND_A_VERB = ["all", "one", "many", "it"]);

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

/// The verb that a word of a name is: one of the table, or made of one.
fn verb_of(token: Token<'_>) -> Option<Verb> {
    verb(token.word)
        .or_else(|| derived_verb(token.text))
        .or_else(|| undone_verb(token.text))
        .or_else(|| {
            const DELETE: Word = Word::literal("delete");
            if destroys_by_prefix(token.text) { verb(DELETE) } else { None }
        })
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
    /// The same as the second word of a segment: it counts if another word follows.
    second: Option<VerbClass>,
    /// A third person at the front: it counts if another word follows that is no verb or report.
    third_person: Option<VerbClass>,
    /// A word that looked like a verb was a noun.
    was_noun: bool,
    /// The word before is `dry`, as in `dry_run`.
    after_dry: bool,
    /// The words of the segment so far, and whether the first of them is no verb.
    words: usize,
    first_unknown: bool,
    /// What the last word does at the end of a name that reads.
    acts_last: Option<VerbClass>,
    /// What the last word does at the end of a name without another verb.
    ends: Option<VerbClass>,
}

impl Clauses {
    fn take(&mut self, token: Token<'_>) {
        const DRY: Word = Word::literal("dry");
        const RUN: Word = Word::literal("run");
        if CLAUSE_BORDERS.contains(token.word) {
            self.end_clause();
            return;
        }
        if token.starts_segment {
            self.words = 0;
            self.second = None;
            self.third_person = None;
        }
        let report = is_report_noun(token.word);
        self.was_noun |= report && (self.maybe_noun.is_some() || self.second.is_some());
        if report {
            self.maybe_noun = None;
            self.second = None;
        }
        let second = self.second.take();
        self.maybe_noun = self.maybe_noun.or(second);
        let index = self.words;
        self.words = self.words.saturating_add(1);
        if !BEHIND_A_VERB.contains(token.word) {
            self.acts_last = None;
        }
        self.ends = None;
        let dry_run =
            core::mem::replace(&mut self.after_dry, token.word == DRY) && token.word == RUN;
        if dry_run {
            self.verb = self.verb.or(Some(VerbClass::Draft));
            return;
        }
        let found = verb_of(token);
        let third = self.third_person.take();
        if found.is_none() && !report {
            self.maybe_noun = self.maybe_noun.or(third);
        }
        if index == 0 {
            self.first_unknown = found.is_none();
            self.third_person =
                found.is_none().then(|| third_person(token.word)).flatten().map(|it| it.class);
        }
        let Some(Verb { class, place, at_the_end, .. }) = found else { return };
        self.ends = at_the_end.then_some(class);
        if acts_at_the_end(token.word) {
            self.acts_last = Some(class);
        }
        let nothing_yet = self.verb.is_none() && self.maybe_noun.is_none();
        match place {
            // The first verb counts, and one that may be a noun came before this one.
            Place::Anywhere => self.verb = self.verb.or(Some(class)),
            _ if index == 0 && nothing_yet && is_always_verb(token.word) => self.verb = Some(class),
            _ if index == 0 && nothing_yet => self.maybe_noun = Some(class),
            Place::Front if index == 1 && nothing_yet && self.first_unknown => {
                self.second = Some(class);
            }
            Place::First | Place::Front => {}
        }
    }

    fn end_clause(&mut self) {
        let class = self.maybe_noun.take().or_else(|| self.verb.take());
        let class = match (class, self.acts_last.take()) {
            (Some(VerbClass::Read), Some(acts)) => Some(acts),
            (class, _) => class,
        };
        self.verb = None;
        self.after_dry = false;
        self.second = None;
        self.third_person = None;
        self.done = match (self.done, class) {
            (Some(done), Some(class)) => Some(stricter(done, class)),
            (done, class) => done.or(class),
        };
    }

    /// The strictest class, or `None` if no word is a verb. A name that is about a thing's status
    /// reads it: `order_status`.
    fn class(mut self) -> Option<VerbClass> {
        self.end_clause();
        self.done.or(self.was_noun.then_some(VerbClass::Read)).or(self.ends)
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
