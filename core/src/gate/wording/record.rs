//! What an approval or a sign-in says in words: yes, no, or that nobody has answered yet.
//!
//! Words can only take away. A text is read as a no wherever one of its clauses says no of the approval itself;
//! what was asked about (`approved to cancel order 7`) is not what was answered.

use super::{
    act::{Known, is_act, is_denied, is_left, is_of_old},
    author,
    clause::Place,
    consent::{Part, is_key, is_needed, is_not_had, is_set_to_no, part_at},
    hidden::{ends_without_value, is_spelled_answer, says_no_by_a_sign},
    lexer::{Border, Lexeme},
    limits, phrases,
    reader::{Call, Found, Reader},
    standing::{is_filler, is_standing_yes, is_unsaying},
    third::is_of_third_thing,
    words::{Form, Sense, ToolVerbs, Yes, is},
};
use crate::contract::EvidenceKind;

/// Reads a text and its words. `text` may say no by a sign, which is in no word.
pub(super) fn read(text: &str, words: &[Lexeme<'_>], kind: EvidenceKind, call: Call<'_>) -> Found {
    let found = Found { denies: says_no_by_a_sign(text), ..Found::default() };
    let is_approval = kind == EvidenceKind::Approval;
    let has_yes = (0..words.len()).any(|at| is_standing_yes(Place { words, at }));
    let tool = ToolVerbs::of(call.tool_name);
    let known = Known { has_yes, ..Known::default() };
    let mut reader = Reader { call, tool, is_approval, known, found };
    for at in 0..words.len() {
        reader.word(Place { words, at });
    }
    reader.found.not_given |= is_approval && (asks(text, words) || is_empty_answer(text, words));
    reader.found
}

/// Whether the last sentence is a question, and no yes stands before it.
fn asks(text: &str, words: &[Lexeme<'_>]) -> bool {
    if !text
        .trim_end_matches(|it: char| it.is_whitespace() || it.is_ascii_punctuation() && it != '?')
        .ends_with('?')
    {
        return false;
    }
    let starts = |word: &Lexeme<'_>| word.border == Border::Hard;
    let last = words.iter().rposition(starts).unwrap_or(0);
    !(0..last).any(|at| {
        let place = Place { words, at };
        is_standing_yes(place) || place.sense() == Sense::Yes(Yes::Answer)
    })
}

/// `decision: ""`.
fn is_empty_answer(text: &str, words: &[Lexeme<'_>]) -> bool {
    let key = words.len().checked_sub(1).map(|at| Place { words, at });
    ends_without_value(text)
        && key
            .is_some_and(|key| is_key(key) || matches!(key.sense(), Sense::Yes(_) | Sense::Consent))
}

impl Reader<'_> {
    fn word(&mut self, place: Place<'_, '_>) {
        if place.starts_clause() {
            self.known.person_in_clause = false;
            self.known.yes_in_clause = false;
        }
        self.found.denies |= self.is_approval && is_spelled_answer(place);
        // From where a thing went is not where it is.
        if !is_left(place) {
            self.read_word(place);
        }
        self.known.person_in_clause |= place.sense() == Sense::Person;
        if matches!(place.sense(), Sense::Yes(Yes::Said)) && is_standing_yes(place) {
            self.known.yes_earlier = true;
            self.known.yes_in_clause = true;
        }
    }

    fn read_word(&mut self, place: Place<'_, '_>) {
        if self.is_approval {
            phrases::read_approval(place, self.known, &mut self.found);
        } else if !is_of_old(place) {
            phrases::read_sign_in(place, self.known, &mut self.found);
        }
        match place.sense() {
            Sense::No(act, form) => {
                let counts = if self.is_approval {
                    true
                } else {
                    form == Form::Participle && !is_of_old(place)
                };
                let is_verdict = counts
                    && is_no_word(place)
                    && !place.is_taken_back()
                    && !is_act(place, act, form, self.tool, self.known)
                    && !is_of_third_thing(place, form, self.known.yes_earlier, self.call.tool_name);
                self.found.denies |= is_verdict;
            }
            Sense::Yes(yes) if self.is_approval => self.yes(place, yes),
            Sense::Weak | Sense::NotYet if !self.is_approval => {
                let pending = place.is("pending") || place.is("awaiting");
                self.found.not_given |= pending && stands_alone(place);
            }
            _ if self.is_approval => self.approval_word(place),
            _ => {}
        }
    }

    /// A yes-word of an approval: who takes it back, and whether anybody has said it.
    fn yes(&mut self, place: Place<'_, '_>, yes: Yes) {
        if yes != Yes::Answer || place.before().is_some_and(|before| before.sense() == Sense::Not) {
            self.found.denies |= is_denied(place);
        }
        self.found.denies |= is_set_to_no(place);
        if yes == Yes::Answer {
            return;
        }
        let unsaid = place.back(3).take_while(|word| is_filler(*word) || is_unsaying(word.sense()));
        for word in unsaid {
            match word.sense() {
                Sense::Prefix => self.found.denies |= word.at.checked_add(1) == Some(place.at),
                Sense::If => self.found.denies |= !word.is("provided"),
                Sense::Modal => {
                    self.found.denies |= word.is("must");
                    let open = word.is_any(&["should", "may"]) && yes == Yes::Said;
                    self.found.not_given |= open;
                }
                // `Approved; Bob can confirm the date.`
                Sense::Will => {
                    self.found.not_given |= yes == Yes::Said || !self.known.has_yes;
                }
                Sense::Auto => self.found.not_given = true,
                Sense::To => {
                    let to_be = word.after().is_some_and(|be| be.is("be"));
                    self.found.not_given |= to_be;
                }
                Sense::NoAnswer => self.found.denies |= word.is("non"),
                _ => {}
            }
        }
        if yes == Yes::Said {
            self.found.has_condition |= place.ahead(3).any(|word| word.sense() == Sense::If);
        }
    }

    /// What else an approval says no by, or not yet.
    fn approval_word(&mut self, place: Place<'_, '_>) {
        match place.sense() {
            Sense::NoAnswer => self.no(place),
            Sense::Not => self.not(place),
            Sense::Phrase => limits::read(place, self.call, &mut self.found),
            Sense::Machine => {
                self.found.by_machine |=
                    author::approves(place, self.known.has_yes, self.known.yes_earlier);
            }
            Sense::Without | Sense::Needs => self.without(place),
            Sense::Consent => {
                self.found.denies |= is_set_to_no(place)
                    || (is_needed(place) && !self.known.has_yes)
                    || is_not_had(place);
            }
            Sense::Vague | Sense::Weak => {
                self.found.not_given |= !self.known.has_yes && !place.is_taken_back();
            }
            Sense::NotYet => self.found.not_given |= !place.is_taken_back(),
            _ => {}
        }
        match part_at(place) {
            Some(Part::Some) => self.found.denies |= !place.is_taken_back(),
            Some(Part::All) => self.known.is_complete = true,
            None => {}
        }
        self.found.denies |= is_key(place) && is_set_to_no(place) && !place.is_taken_back();
    }
}

/// `objects` is a no only with `to`.
fn is_no_word(place: Place<'_, '_>) -> bool {
    !place.is("objects") || place.next().is_some_and(|next| next.sense() == Sense::To)
}

/// Whether a word is all that its text says, beside what it is said of.
fn stands_alone(place: Place<'_, '_>) -> bool {
    const OF: &[&str] = &[
        "session",
        "login",
        "authentication",
        "mfa",
        "status",
        "still",
        "verification",
        "sign",
        "in",
    ];
    let is_of = |word: &Lexeme<'_>| {
        OF.iter().any(|of| is(word.text, of))
            || matches!(
                word.sense,
                Sense::Being | Sense::Consent | Sense::Article | Sense::Weak | Sense::NotYet
            )
    };
    place.words.len() <= 6
        && place.words.iter().all(|word| is_of(word) && word.border != Border::Hard)
}
