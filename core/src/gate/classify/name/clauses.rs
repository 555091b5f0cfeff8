//! The clauses of a name, and what each says.

use super::{
    care::stricter,
    doing::Doing,
    words::{
        Nouns, acts_at_the_end, acts_on_a_list, changes_nothing, changes_what_is_read,
        is_about_an_act, is_act_with_particle, is_always_verb, is_article, is_border, is_drafted,
        is_never_covered, is_noun_before, is_removal, nouns_after, reads_a_noun_at_the_end,
        reads_at_the_end, reads_freely,
    },
};
use crate::{
    contract::VerbClass,
    gate::classify::verbs::{Place, Verb, third_person},
    tokens::{Joint, Token, Word},
};

/// The clauses of a name, read word by word.
#[derive(Debug, Default)]
pub(super) struct Clauses {
    /// The strictest class of the clauses that are done.
    done: Option<VerbClass>,
    /// The first verb of the name.
    first_verb: Option<Word>,
    /// A word that looked like a verb was a noun.
    was_noun: bool,
    /// The words so far of the segment, or of the clause if it began later.
    words: usize,
    /// A clause ended before in this segment.
    later_clause: bool,
    /// What the last word does at the end of a name without another verb.
    ends: Option<VerbClass>,
    clause: Clause,
}

/// What is known of a word, beside itself.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reading {
    /// The verb that it is.
    pub(super) verb: Option<Verb>,
    /// The word behind it in its segment.
    pub(super) next: Option<Word>,
    /// Whether it is part of a noun of several words.
    pub(super) noun: bool,
}

/// The clause under way.
#[derive(Debug, Default)]
struct Clause {
    /// Its first verb.
    verb: Option<(Word, VerbClass)>,
    /// A verb that a later word may show to be a noun.
    maybe_noun: Option<(VerbClass, Nouns)>,
    /// The same as the second word of a segment: it counts if another word follows.
    second: Option<(VerbClass, Nouns)>,
    /// A verb in the third person at the front (`deletes_user`): it counts if a word follows that is neither a verb nor a noun
    /// of report.
    third_person: Option<VerbClass>,
    /// Whether the first word of the segment is not a verb.
    first_unknown: bool,
    /// The word before.
    before: Option<Word>,
    words: usize,
    /// What a word does that the words of reading before it do not cover.
    uncovered: Option<VerbClass>,
    /// What the last word does at the end of a clause that reads.
    acts_last: Option<VerbClass>,
    /// What the last word does if a noun stands before it: `draft_order_complete`.
    acts_on_noun: Option<VerbClass>,
    /// Whether the word before is a verb.
    behind_verb: bool,
    /// Whether the first verb is the first word.
    verb_is_first: bool,
    /// What a word does if what it is done to follows.
    doing: Option<(Word, Doing)>,
    /// Whether the first verb stands in the segment under way.
    same_segment: bool,
}

impl Clauses {
    /// Takes the next word.
    pub(super) fn take(&mut self, token: Token<'_>, of_token: Reading) {
        const DRY: Word = Word::literal("dry");
        const RUN: Word = Word::literal("run");
        const TO: Word = Word::literal("to");
        let clause_ends = match token.joint {
            Joint::And => true,
            // `Order Status`: until there is a verb, a blank parts nothing.
            Joint::Blank => self.clause.verb.is_some(),
            Joint::Word => false,
        };
        let is_border = is_border(token.word);
        if clause_ends || is_border {
            self.end_clause();
        }
        if is_border || token.joint == Joint::And {
            self.words = 0;
            self.later_clause = true;
        }
        if is_border {
            return;
        }
        if token.starts_segment {
            self.words = 0;
            self.later_clause = false;
            self.clause.second = None;
            self.clause.third_person = None;
            self.clause.same_segment = false;
        }
        let index = self.words;
        self.words = self.words.saturating_add(1);
        self.ends = None;
        let clause = &mut self.clause;
        clause.words = clause.words.saturating_add(1);
        self.was_noun |= clause.show_nouns(token.word);
        let before = clause.before.replace(token.word);
        if !changes_nothing(token.word) {
            clause.acts_last = None;
            clause.acts_on_noun = None;
        }
        if before == Some(DRY) && token.word == RUN {
            clause.take_verb(RUN, VerbClass::Draft);
            return;
        }
        let Reading { verb: found, next, noun } = of_token;
        clause.take_third_person(index, token, found, noun || self.later_clause);
        if is_removal(token.word) {
            self.ends = Some(VerbClass::Destroy);
        }
        if before.is_some_and(|before| is_act_with_particle(before, token.word)) {
            self.ends = Some(VerbClass::Edit);
        }
        clause.take_object(token.word);
        let nothing_yet = clause.verb.is_none() && clause.maybe_noun.is_none();
        if nothing_yet && !noun {
            clause.take_doer(index, token.word);
            if found.is_none() && next.is_some_and(is_article) {
                clause.take_article(token.word);
            }
        }
        let behind_verb = core::mem::replace(
            &mut clause.behind_verb,
            found.is_some_and(|verb| verb.place == Place::Anywhere),
        );
        let Some(Verb { class, place, at_the_end, .. }) = found else { return };
        if at_the_end {
            self.ends = Some(class);
        }
        if acts_at_the_end(token.word) || (class == VerbClass::Send && before == Some(TO)) {
            clause.acts_last = Some(class);
        }
        // `list_append`: what reads is a noun.
        if index == 1 && behind_verb && acts_on_a_list(token.word) {
            clause.acts_last = Some(class);
            clause.acts_on_noun = Some(class);
        }
        let anywhere = place == Place::Anywhere || at_the_end;
        if class.acts() && anywhere && !(behind_verb && clause.verb_is_first) {
            clause.acts_on_noun = Some(class);
        }
        clause.take_uncovered(before, token.word, class, next);
        let doubtful = (class, nouns_after(token.word));
        match place {
            // The first verb counts, and one that may be a noun came before this one.
            Place::Anywhere => clause.take_verb(token.word, class),
            _ if index == 0 && nothing_yet && is_always_verb(token.word) => {
                clause.take_verb(token.word, class);
            }
            _ if index == 0 && nothing_yet => clause.maybe_noun = Some(doubtful),
            Place::Front if index == 1 && nothing_yet && clause.first_unknown => {
                clause.second = Some(doubtful);
            }
            Place::First | Place::Front => {}
        }
        clause.verb_is_first |= clause.words == 1 && clause.verb.is_some();
        self.first_verb = self.first_verb.or(self.clause.verb.map(|(word, _)| word));
    }

    fn end_clause(&mut self) {
        let class = core::mem::take(&mut self.clause).class();
        self.done = match (self.done, class) {
            (Some(done), Some(class)) => Some(stricter(done, class)),
            (done, class) => done.or(class),
        };
    }

    /// The first verb of the name that leaves no doubt.
    pub(super) const fn first_verb(&self) -> Option<Word> {
        self.first_verb
    }

    /// The strictest class, or `None` if no word is a verb. A name that is about a thing's status
    /// reads it: `order_status`.
    pub(super) fn class(mut self) -> Option<VerbClass> {
        self.end_clause();
        self.done.or(self.was_noun.then_some(VerbClass::Read)).or(self.ends)
    }
}

impl Clause {
    fn take_verb(&mut self, word: Word, class: VerbClass) {
        if self.verb.is_none() {
            self.verb = Some((word, class));
            self.same_segment = true;
        }
    }

    /// Notes what a word does if it is done to what follows.
    fn take_doer(&mut self, index: usize, word: Word) {
        let behind_a_word = index > 0;
        if index == 0 || (index == 1 && self.first_unknown) {
            self.doing = Doing::of(word, behind_a_word).map(|doing| (word, doing)).or(self.doing);
        }
    }

    /// What a word before does to this one: `resolve_review_thread`.
    fn take_object(&mut self, word: Word) {
        let Some((doer, doing)) = self.doing.filter(|(_, doing)| doing.is_done_to(word)) else {
            return;
        };
        match &mut self.verb {
            Some((verb, class)) if *verb == doer => *class = doing.class,
            Some(_) => {}
            None => {
                self.maybe_noun = self.maybe_noun.or(Some((doing.class, Nouns::Report)));
            }
        }
    }

    /// `slack_sends_a_message`: a third person before an article.
    fn take_article(&mut self, word: Word) {
        if let Some(Verb { class, .. }) = third_person(word) {
            self.take_verb(word, class);
        }
    }

    /// What a word shows about those before it. Whether one of them was a noun.
    fn show_nouns(&mut self, word: Word) -> bool {
        let is_noun = |(_, nouns): &mut (VerbClass, Nouns)| nouns.hold(word);
        let was_noun =
            self.maybe_noun.take_if(is_noun).is_some() | self.second.take_if(is_noun).is_some();
        let second = self.second.take();
        self.maybe_noun = self.maybe_noun.or(second);
        if self.uncovered.is_some() && is_about_an_act(word) {
            self.uncovered = None;
        }
        was_noun
    }

    /// `deletes_user`: a third person that something other than a verb or a noun of report follows.
    fn take_third_person(
        &mut self,
        index: usize,
        token: Token<'_>,
        found: Option<Verb>,
        noun: bool,
    ) {
        if let Some(third) = self.third_person.take()
            && found.is_none()
            && !Nouns::Report.hold(token.word)
        {
            self.maybe_noun = self.maybe_noun.or(Some((third, Nouns::Report)));
        }
        if index == 0 {
            self.first_unknown = found.is_none();
            if found.is_none() && !noun {
                self.third_person = third_person(token.word).map(|it| it.class);
            }
        }
    }

    /// A verb that the words of reading before it do not cover.
    fn take_uncovered(
        &mut self,
        before: Option<Word>,
        word: Word,
        class: VerbClass,
        next: Option<Word>,
    ) {
        let Some((verb, _)) = self.verb.filter(|_| self.same_segment) else { return };
        let freely = reads_freely(verb) && is_never_covered(word) && !is_noun_before(word, next);
        if freely || (before == Some(verb) && changes_what_is_read(verb, word)) {
            self.uncovered = Some(self.uncovered.map_or(class, |known| stricter(known, class)));
        }
    }

    fn class(self) -> Option<VerbClass> {
        use VerbClass::{Draft, Edit, Exec, Read, Send};
        let last = self.before.filter(|_| self.words > 1);
        if self.maybe_noun.is_some() && last.is_some_and(reads_a_noun_at_the_end) {
            return Some(Read);
        }
        let class =
            self.maybe_noun.map(|(class, _)| class).or(self.verb.map(|(_, class)| class))?;
        Some(match class {
            Read => self.acts_last.or(self.uncovered).unwrap_or(class),
            Draft if self.verb.is_some_and(|(verb, _)| is_drafted(verb)) => {
                self.acts_on_noun.unwrap_or(class)
            }
            Exec | Edit | Send if last.is_some_and(reads_at_the_end) => Read,
            _ => class,
        })
    }
}
