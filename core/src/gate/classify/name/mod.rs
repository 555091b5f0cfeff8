//! What a tool's name says that the tool does.

mod care;
mod clauses;
mod doing;
mod foreign;
mod interpreters;
mod recognised;
mod spelt;
pub(super) mod words;

pub(super) use care::stricter;
pub(super) use foreign::destroys as destroys_in_other_words;
pub(super) use recognised::has_read_word;
pub(super) use words::changes_nothing;

use self::{
    clauses::{Clauses, Reading},
    interpreters::is_interpreter,
    spelt::verb_of,
};
use super::verbs::{Verb, verb, verb_prefix};
use crate::{
    contract::VerbClass,
    tokens::{Name, Token},
};

/// What one pass over a name found.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NameReading {
    /// The strictest class among the clauses, `OTHER` if no word is a known verb.
    pub(crate) verb_class: VerbClass,
    /// The tool does whatever its arguments say.
    pub(crate) interpreter: bool,
    /// The class that is left of an interpreter whose arguments were read.
    answered: VerbClass,
    /// Every character is printable ASCII.
    pub(crate) plain_ascii: bool,
}

impl NameReading {
    /// What the name says where its arguments were read and only read: they say what an interpreter does.
    pub(crate) const fn answered_by_arguments(self) -> Self {
        if self.interpreter {
            Self { verb_class: self.answered, interpreter: false, ..self }
        } else {
            self
        }
    }
}

/// Reads a tool name.
pub(crate) fn read_name(name: &Name<'_>) -> NameReading {
    // The last segment of a namespaced name is the tool's own name. Only if it says nothing does
    // the whole count: `users/purge` purges, `admin.delete_user.v2` deletes. The whole is read by itself from
    // the second segment on.
    let (mut whole, mut segment) = (None::<Clauses>, Clauses::default());
    let mut words_in_segment = 0_usize;
    let mut last: Option<Token<'_>> = None;
    // What a segment does that is one word alone: `db.delete.query`.
    let mut alone: Option<VerbClass> = None;
    let mut in_request = false;
    let mut tokens = name.tokens();
    while let Some(token) = tokens.next() {
        if token.starts_segment
            && let Some(before) = last
        {
            if words_in_segment == 1
                && words::acts_at_the_end(before.word)
                && let Some(Verb { class, .. }) = verb(before.word)
            {
                alone = Some(alone.map_or(class, |known| stricter(known, class)));
            }
            whole.get_or_insert(core::mem::take(&mut segment));
            words_in_segment = 0;
        }
        words_in_segment = words_in_segment.saturating_add(1);
        let next = tokens.peek().filter(|next| !next.starts_segment).map(|next| next.word);
        let begins_request = next.is_some_and(|next| words::are_a_noun(token.word, next));
        let noun = begins_request || core::mem::replace(&mut in_request, begins_request);
        let verb = if noun { None } else { verb_of(token) };
        let reading = Reading { verb, next, noun };
        segment.take(token, reading);
        if let Some(whole) = &mut whole {
            whole.take(token, reading);
        }
        last = Some(token);
    }
    let prefix = || last.filter(|_| words_in_segment == 1).and_then(|last| verb_prefix(last.text));
    let first_verb = segment.first_verb().or_else(|| whole.as_ref().and_then(Clauses::first_verb));
    let class = segment
        .class()
        .or_else(|| prefix().map(|(_, class)| class))
        .or_else(|| whole.and_then(Clauses::class))
        .unwrap_or(VerbClass::Other);
    let class = alone.filter(|_| !class.acts()).unwrap_or(class);
    let interpreter = is_interpreter(name, class, first_verb);
    NameReading {
        verb_class: if interpreter { stricter(class, VerbClass::Exec) } else { class },
        interpreter,
        answered: if class == VerbClass::Exec { VerbClass::Other } else { class },
        plain_ascii: name.as_str().bytes().all(|byte| matches!(byte, 0x20..=0x7e)),
    }
}

/// What the tool does, by its name, by what the call says that it does, or by what its arguments do.
pub(crate) fn verb_class(name: NameReading, others: [Option<VerbClass>; 2]) -> VerbClass {
    others.into_iter().flatten().fold(name.verb_class, stricter)
}

/// Whether the name of a declared read that does not act says that the tool reads.
pub(crate) fn is_known_read(name: &Name<'_>, read: NameReading) -> bool {
    matches!(read.verb_class, VerbClass::Read | VerbClass::Draft) || has_read_word(name)
}

#[cfg(test)]
mod tests;
