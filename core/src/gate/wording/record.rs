//! What an approval or a sign-in says in words: yes, no, or that nobody has answered yet.
//!
//! Words can only take away. A text is read as a no wherever one of its clauses says no of the approval itself;
//! what was asked about (`approved to cancel order 7`) is not what was answered.

use super::{
    act::{Known, is_act, is_denied},
    author,
    clause::Place,
    hidden::{is_spelled_answer, says_no_by_a_sign},
    lexer::{Border, Lexeme},
    words::{Form, Sense, ToolVerbs, Yes, is, is_phrase},
};
use crate::contract::EvidenceKind;

/// What a record of an authorization says.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Found {
    /// It says no.
    pub(super) denies: bool,
    /// Nobody has answered, or nobody will.
    pub(super) not_given: bool,
    /// It says yes, under a condition.
    pub(super) has_condition: bool,
    /// It disputes what it is about.
    pub(super) contradicts: bool,
    /// It says that something is missing.
    pub(super) marks_missing: bool,
    /// It says that a machine gave it.
    pub(super) by_machine: bool,
    /// The day until which it holds is past.
    pub(super) is_past: bool,
}

/// The call and the clock against which a record is read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Call<'c> {
    pub(super) tool_name: &'c str,
    pub(super) now_ms: i64,
}

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
    reader.found.not_given |= is_approval && asks(text, words);
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

/// A yes that is not taken back and that somebody gave: not `to be approved`, not `auto-approved`.
fn is_standing_yes(place: Place<'_, '_>) -> bool {
    matches!(place.sense(), Sense::Yes(Yes::Said)) && !is_denied(place) && !is_unsaid(place)
}

/// `to be approved`, `auto-approved`, `un-approved`, `if approved`.
fn is_unsaid(place: Place<'_, '_>) -> bool {
    place.back(3).take_while(|word| is_filler(*word) || is_unsaying(word.sense())).any(|word| {
        is_unsaying(word.sense())
            && (word.sense() != Sense::To || place.back(2).any(|be| be.is("be")))
    })
}

const fn is_unsaying(sense: Sense) -> bool {
    matches!(
        sense,
        Sense::To | Sense::Auto | Sense::Prefix | Sense::If | Sense::Will | Sense::Modal
    )
}

fn is_filler(place: Place<'_, '_>) -> bool {
    place.sense() == Sense::Being
        || place.is_any(&["yet", "fully", "also", "first", "formally", "explicitly", "non", "only"])
}

/// What `no` may stand before without being an answer.
pub(super) const NO_ANSWER_TO: &[&str] = &[
    "objection",
    "objections",
    "change",
    "changes",
    "question",
    "questions",
    "problem",
    "problems",
    "issue",
    "issues",
    "concern",
    "concerns",
    "worries",
    "doubt",
    "further",
    "more",
    "other",
    "need",
    "one",
];

pub(super) struct Reader<'c> {
    pub(super) call: Call<'c>,
    tool: ToolVerbs,
    is_approval: bool,
    pub(super) known: Known,
    pub(super) found: Found,
}

impl Reader<'_> {
    fn word(&mut self, place: Place<'_, '_>) {
        if place.starts_clause() {
            self.known.person_in_clause = false;
            self.known.yes_in_clause = false;
        }
        self.found.denies |= self.is_approval && is_spelled_answer(place);
        match place.sense() {
            Sense::No(act, form) => {
                let counts = self.is_approval || form == Form::Participle;
                let is_verdict = counts
                    && is_no_word(place)
                    && !place.is_taken_back()
                    && !is_act(place, act, form, self.tool, self.known);
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
        self.known.person_in_clause |= place.sense() == Sense::Person;
        if matches!(place.sense(), Sense::Yes(Yes::Said)) && is_standing_yes(place) {
            self.known.yes_earlier = true;
            self.known.yes_in_clause = true;
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
        let automatic =
            place.ahead(2).any(|word| word.is_any(&["automatically", "default", "timeout"]));
        self.found.not_given |= automatic;
        if yes == Yes::Said {
            self.found.has_condition |= place.ahead(3).any(|word| word.sense() == Sense::If);
        }
    }

    /// What else an approval says no by, or not yet.
    fn approval_word(&mut self, place: Place<'_, '_>) {
        match place.sense() {
            Sense::NoAnswer => self.no(place),
            Sense::Not => self.not(place),
            Sense::Phrase => {
                self.limit(place);
                self.doubt(place);
                self.fault(place);
                self.phrase(place);
            }
            Sense::Machine => {
                self.found.by_machine |=
                    author::approves(place, self.known.has_yes, self.known.yes_earlier);
            }
            Sense::Without | Sense::Needs => self.without(place),
            Sense::Consent => {
                self.found.denies |= is_set_to_no(place)
                    || (is_needed(place) && !self.known.has_yes)
                    || is_not_had(place);
                self.found.not_given |= !self.known.has_yes
                    && !place.is("consent")
                    && place.next().is_none()
                    && place.previous().is_some_and(|word| word.is("for"));
            }
            Sense::Vague => self.found.not_given |= !self.known.has_yes && !place.is_taken_back(),
            Sense::Weak => self.found.not_given |= !self.known.has_yes && !place.is_taken_back(),
            Sense::NotYet => self.found.not_given |= !place.is_taken_back(),
            Sense::Other
            | Sense::False
            | Sense::To
            | Sense::Being
            | Sense::Chosen
            | Sense::Judge => self.phrase(place),
            _ => {}
        }
        if place.words.len() == 1 {
            self.found.denies |= place.sense() == Sense::Nobody && !place.is("none");
            self.found.not_given |= place.is_any(&[
                "none",
                "null",
                "false",
                "unknown",
                "undefined",
                "todo",
                "draft",
                "hold",
                "negative",
            ]);
        }
    }

    /// `no`: alone in its clause, chosen, or before what was not given.
    fn no(&mut self, place: Place<'_, '_>) {
        let ends = place.next().is_none();
        let starts = place.previous().is_none_or(|before| before.sense() == Sense::But);
        let chosen = place.before().is_some_and(|before| before.sense() == Sense::Chosen);
        // `said no to this`, but not `said no changes are needed`.
        let harmless = place.next().is_some_and(|next| next.is_any(NO_ANSWER_TO));
        let numbered = place.after().is_some_and(|after| {
            after.word().is_some_and(|word| word.text.first().is_some_and(u8::is_ascii_digit))
        });
        let way = place.next().is_some_and(|next| next.is_any(&["way", "thanks", "thank"]));
        self.found.denies |= (starts && (ends || way) && !numbered) || (chosen && !harmless);
        self.without(place);
        let silence =
            place.next().filter(|next| next.is_any(&["response", "answer", "reply", "reaction"]));
        let needed = silence.is_some_and(|next| {
            next.next().is_some_and(|word| {
                word.sense() == Sense::Needs || word.is_any(&["necessary", "expected"])
            })
        });
        self.found.not_given |= silence.is_some() && !needed;
        let verdict = place.next().is_some_and(|next| next.is_any(&["decision", "verdict"]));
        self.found.not_given |= verdict && !self.known.has_yes;
    }

    /// `do not`, `must not`, `not yet`, and `without a response`.
    fn not(&mut self, place: Place<'_, '_>) {
        let contracted = place.word().is_some_and(|word| is_phrase(word.text));
        let modal = place.previous().filter(|before| before.sense() == Sense::Modal);
        if contracted || modal.is_some() {
            self.do_not(place, modal);
        }
        // `Approved ... NOT`.
        let starts = place.previous().is_none_or(|before| before.sense() == Sense::But);
        self.found.denies |= starts && place.next().is_none();
        let next_is = |known: &[&str]| place.next().is_some_and(|next| next.is_any(known));
        self.found.not_given |= next_is(&["yet"]) && !self.known.has_yes;
        self.found.marks_missing |= next_is(&["found"]) && !self.known.has_yes;
        self.found.not_given |= next_is(&["yet", "now"]) && place.before().is_none();
    }

    fn do_not(&mut self, place: Place<'_, '_>, modal: Option<Place<'_, '_>>) {
        let harmless = ["object", "mind", "oppose", "forget", "hesitate"];
        if place.next().is_some_and(|next| next.is_any(&harmless)) {
            return;
        }
        let first = modal.unwrap_or(place);
        let by_person = first.previous().is_some_and(|who| who.sense() == Sense::Person);
        let want = [
            "want",
            "agree",
            "approve",
            "consent",
            "allow",
            "authorize",
            "accept",
            "permit",
            "wish",
            "confirm",
        ];
        let unwilling = place.next().is_some_and(|next| next.is_any(&want));
        let asks = modal.is_none_or(|modal| modal.is_any(&["do", "must"]))
            && !place.is_any(&["shouldn't", "shouldnt"]);
        // `approved, but please do not` forbids everything.
        let is_condition = self.known.yes_earlier
            && place.next().is_some()
            && asks
            && !unwilling
            && !(by_person && self.known.yes_in_clause);
        self.found.has_condition |= is_condition;
        self.found.denies |= !is_condition;
    }

    /// `no approval`, `without the owner's consent`, `needs approval`. An approval may say that none was needed, or
    /// that it is the one that was.
    fn without(&mut self, place: Place<'_, '_>) {
        let Some(consent) = place.ahead(3).find(|word| word.sense() == Sense::Consent) else {
            if place.sense() == Sense::Without
                && place.ahead(2).any(|word| word.is_any(&["response", "answer", "reply"]))
            {
                self.found.not_given = true;
            }
            self.found.not_given |= !self.known.has_yes && asks_nobody(place);
            return;
        };
        let outweighed =
            self.known.has_yes && (place.sense() == Sense::Needs || is_needed(consent));
        self.found.denies |= !outweighed;
    }

    /// Phrases that begin with an everyday word.
    fn phrase(&mut self, place: Place<'_, '_>) {
        let next_is = |known: &[&str]| place.next().is_some_and(|next| next.is_any(known));
        let later_is = |most: usize, known: &str| place.ahead(most).any(|word| word.is(known));
        let says_no = (place.is_any(&["hold", "holds", "held"]) && next_is(&["off"]))
            || (place.is_any(&["back", "backs", "backed", "opt", "opts", "opted"])
                && next_is(&["out"]))
            || (place.is_any(&["turn", "turns", "turned", "turning"])
                && later_is(4, "down")
                && !place.previous().is_some_and(is_standing_yes))
            || (place.is_any(&["thumbs", "thumb"]) && next_is(&["down"]))
            || (place.is("against")
                && place
                    .previous()
                    .is_some_and(|voted| voted.is_any(&["voted", "votes", "decided"])))
            || (place.is("hold")
                && place.previous().is_some_and(|on| on.is("on"))
                && !self.known.yes_in_clause)
            || is_part_of(place)
            || (Self::is_key(place) && is_set_to_no(place));
        self.found.denies |= says_no && !place.is_taken_back();
        let silent = (place.is("timed") && next_is(&["out"]))
            || (place.is("time") && next_is(&["out"]))
            || (place.is("waiting") && next_is(&["for", "on"]))
            || (place.is("sign") && next_is(&["off"]) && later_is(3, "pending"));
        self.found.not_given |= silent && !place.is_taken_back();
    }

    /// A word under which a record writes its verdict: `approval status: false`.
    fn is_key(place: Place<'_, '_>) -> bool {
        matches!(place.sense(), Sense::Judge | Sense::Chosen)
            || place.is_any(&["status", "outcome", "result", "granted", "state", "action"])
    }
}

/// `lights may be switched without asking`, `no need to ask`: a rule for later calls, by which nobody was asked
/// about this one.
fn asks_nobody(place: Place<'_, '_>) -> bool {
    const ASKING: &[&str] =
        &["asking", "asked", "prompting", "prompted", "prompt", "question", "questions"];
    match place.sense() {
        Sense::Without => place.ahead(3).any(|word| word.is_any(ASKING)),
        Sense::Needs => {
            place.is_taken_back()
                && place.ahead(3).any(|word| word.is_any(&["ask", "prompt", "confirm"]))
        }
        _ => false,
    }
}

/// `objects` is a no only with `to`.
fn is_no_word(place: Place<'_, '_>) -> bool {
    !place.is("objects") || place.next().is_some_and(|next| next.sense() == Sense::To)
}

/// `approval required`, `approval is required`.
fn is_needed(consent: Place<'_, '_>) -> bool {
    consent
        .ahead(2)
        .take_while(|word| matches!(word.sense(), Sense::Being | Sense::Needs))
        .any(|word| word.sense() == Sense::Needs)
}

/// `approval was not obtained`, `did not consent`. Saying that none was needed is not a denial.
fn is_not_had(consent: Place<'_, '_>) -> bool {
    let not = consent
        .ahead(3)
        .take_while(|word| {
            matches!(word.sense(), Sense::Being | Sense::Not | Sense::Will | Sense::Modal)
        })
        .find(|word| word.sense() == Sense::Not);
    let is_had = |not: Place<'_, '_>| {
        not.ahead(2).any(|word| {
            word.sense() == Sense::Needs || word.is_any(&["necessary", "only", "just", "expected"])
        })
    };
    let is_verb = consent.is_any(&["consent"])
        && consent.previous().is_some_and(|not| not.sense() == Sense::Not);
    is_verb || not.is_some_and(|not| !is_had(not))
}

/// `approved: no`, `"approved": false`, `status = denied`: a value, and nothing behind it.
fn is_set_to_no(key: Place<'_, '_>) -> bool {
    let Some(value) = key.after() else { return false };
    let is_no =
        matches!(value.sense(), Sense::NoAnswer | Sense::False | Sense::Nobody | Sense::No(..));
    is_no && value.word().is_some_and(|word| word.is_value) && value.next().is_none()
}

/// `1 of 2 approvals`, `0 of 2 approvers approved`.
fn is_part_of(place: Place<'_, '_>) -> bool {
    let number = |place: Place<'_, '_>| -> Option<u32> {
        core::str::from_utf8(place.word()?.text).ok()?.parse().ok()
    };
    let Some(count) = number(place) else { return false };
    let Some(total) = place.next().filter(|of| of.is("of")).and_then(Place::next) else {
        return false;
    };
    let approvals = total.ahead(2).any(|word| {
        matches!(word.sense(), Sense::Consent | Sense::Yes(Yes::Said))
            || word.is_any(&["approvers", "reviewers", "signatures"])
    });
    approvals && number(total).is_some_and(|total| count < total)
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
