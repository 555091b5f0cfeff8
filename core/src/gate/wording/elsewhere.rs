//! What refs other than the authorization itself say of it: that it was taken back, that a person refuses, or
//! that whoever decides was not heard.

use super::{
    clause::Place,
    lexer::{Border, Lexeme, Lexer},
    words::{Act, Form, Sense, is_phrase},
};
use crate::tokens::tokens;

/// Words that make a message worth a second look.
pub(super) fn is_alarming(word: Lexeme<'_>) -> bool {
    matches!(word.sense, Sense::No(..) | Sense::NoAnswer | Sense::Not)
        || word.text.eq_ignore_ascii_case(b"back")
        || word.text.eq_ignore_ascii_case(b"mind")
}

/// Whether a text names an approval and a word of a no.
pub(super) fn speaks_of_consent(text: &str) -> bool {
    let (mut consent, mut no) = (false, false);
    for word in Lexer::new(text) {
        consent |= word.sense == Sense::Consent;
        no |= matches!(word.sense, Sense::No(_, Form::Participle));
        if consent && no {
            return true;
        }
    }
    false
}

/// Whether a text says that an approval was taken back: `approval 7 was revoked`, `withdrawn consent`.
pub(super) fn takes_back(words: &[Lexeme<'_>]) -> bool {
    (0..words.len()).map(|at| Place { words, at }).any(|place| {
        place.sense() == Sense::Consent
            && !place.is("approvals")
            && (is_taken_back_after(place) || is_taken_back_before(place))
    })
}

fn is_no(place: Place<'_, '_>) -> bool {
    matches!(place.sense(), Sense::No(_, Form::Participle)) && !place.is_taken_back()
}

/// `approval appr-7 was later revoked`, `approval for order 7 was rejected`.
fn is_taken_back_after(consent: Place<'_, '_>) -> bool {
    const LATER: &[&str] =
        &["later", "since", "now", "then", "already", "just", "subsequently", "meanwhile", "again"];
    let (mut of, mut has_digit, mut between, mut being) = (false, false, 0_u8, false);
    for word in consent.ahead(10) {
        if is_no(word) {
            return being || between == 0 || (has_digit && !of && between <= 3);
        }
        match word.sense() {
            Sense::Being => being = true,
            _ if word.is_any(LATER) => {}
            Sense::No(..) => return false,
            // Behind the verb comes something else: `approval was sent to the blocked account`.
            _ if being => return false,
            _ => {
                of |= between == 0 && word.is_any(&["for", "of", "from", "by"]);
                between = between.saturating_add(1);
                has_digit |=
                    word.word().is_some_and(|word| word.text.iter().any(u8::is_ascii_digit));
                if !of && between > 3 {
                    return false;
                }
            }
        }
        if being && between > 0 && !of && !has_digit {
            return false;
        }
    }
    false
}

/// `revoked the approval`, `withdrew his consent`.
fn is_taken_back_before(consent: Place<'_, '_>) -> bool {
    consent
        .back(3)
        .find(|word| {
            word.sense() != Sense::Article
                && !word.is_any(&["his", "her", "their", "its", "my", "our", "any", "all"])
        })
        .is_some_and(is_no)
}

/// Whether a person refuses: in the first person, or as a message that begins with a no.
pub(super) fn is_refusal(words: &[Lexeme<'_>], tool_name: &str) -> bool {
    begins_with_no(words, tool_name)
        || (0..words.len()).map(|at| Place { words, at }).any(|place| is_first_person(place))
}

/// Words between `I` and what it does.
const SMALL: &[&str] =
    &["hereby", "now", "therefore", "would", "like", "must", "am", "also", "just", "still"];

fn is_first_person(place: Place<'_, '_>) -> bool {
    if place.is_any(&["changed", "change"]) {
        return place.next().is_some_and(|my| my.is_any(&["my", "our"]))
            && place.ahead(2).any(|word| word.is_any(&["mind", "minds"]));
    }
    if place.is_any(&["take", "took", "taking"]) {
        let it = place.next().filter(|it| it.is_any(&["it", "that", "this"]));
        return it.and_then(Place::next).is_some_and(|back| back.is("back"));
    }
    let Sense::No(Act::Revoke | Act::Withdraw | Act::Reject | Act::Refuse | Act::Decline, form) =
        place.sense()
    else {
        return false;
    };
    form != Form::Noun
        && !place.is_taken_back()
        && place
            .back(4)
            .find(|word| {
                !matches!(
                    word.sense(),
                    Sense::Being | Sense::To | Sense::Wanted | Sense::Will | Sense::Modal
                ) && !word.is_any(SMALL)
                    && !word.is("want")
            })
            .is_some_and(|who| who.is_any(&["i", "we", "i'd", "i'm", "i'll", "we'd"]))
}

fn begins_with_no(words: &[Lexeme<'_>], tool_name: &str) -> bool {
    const OPENING: &[&str] = &[
        "please", "sorry", "hey", "hi", "hello", "wait", "oh", "actually", "well", "ok", "okay",
        "um",
    ];
    let mut places = (0..words.len()).map(|at| Place { words, at }).take(4);
    let Some(first) = places.find(|place| !place.is_any(OPENING)) else { return false };
    let next = first.next();
    let next_is = |known: &[&str]| next.is_some_and(|next| next.is_any(known));
    match first.sense() {
        Sense::NoAnswer if first.is_any(&["no", "nope", "nein", "nee", "nao", "n"]) => {
            const HARMLESS: &[&str] = &[
                "problem",
                "problems",
                "worries",
                "rush",
                "hurry",
                "matter",
                "objection",
                "objections",
                "concern",
                "concerns",
                "issue",
                "issues",
                "need",
                "doubt",
                "question",
                "questions",
                "changes",
            ];
            let needless =
                || first.ahead(6).any(|word| word.sense() == Sense::Needs || word.is("necessary"));
            next.is_none() || !(next_is(HARMLESS) || needless())
        }
        Sense::Not if is_phrase(first.word().map_or(&[], |word| word.text)) => {
            !next_is(&["forget", "worry", "hesitate", "mind", "object", "wait"])
        }
        Sense::Modal if first.is("do") && next.is_some_and(|not| not.sense() == Sense::Not) => {
            let verb = next.and_then(Place::next);
            !verb.is_some_and(|verb| {
                verb.is_any(&["forget", "worry", "hesitate", "mind", "object", "wait"])
            })
        }
        Sense::No(Act::Stop, Form::Verb) => {
            const ALL: &[&str] = &[
                "it",
                "this",
                "that",
                "now",
                "everything",
                "all",
                "right",
                "please",
                "immediately",
                "at",
                "doing",
            ];
            next.is_none() || next_is(ALL) || first.ahead(3).any(|word| is_of_tool(word, tool_name))
        }
        // `Cancelled flights need a refund` speaks of flights.
        Sense::No(_, Form::Participle) => !next.is_some_and(|next| {
            next.word().is_some_and(|word| word.text.len() > 3 && word.text.ends_with(b"s"))
                && !next.is("this")
        }),
        _ => false,
    }
}

/// Whether a word begins like one of the tool's name: `Stop the deletion` of `delete_file`.
fn is_of_tool(place: Place<'_, '_>, tool_name: &str) -> bool {
    let Some(word) = place.word().and_then(|word| word.text.get(..4)) else { return false };
    tokens(tool_name).any(|token| {
        token.text.as_bytes().get(..4).is_some_and(|start| start.eq_ignore_ascii_case(word))
    })
}

/// Whether a clause says that a policy, a check or a guard had no verdict.
pub(super) fn had_no_verdict(text: &str) -> bool {
    let (mut judge, mut silent) = (false, false);
    let mut before = Tail::default();
    for word in Lexer::new(text) {
        if word.border == Border::Hard || (word.border == Border::Soft && !word.is_value) {
            (judge, silent) = (false, false);
            before = Tail::default();
        }
        judge |= word.sense == Sense::Judge;
        silent |= before.makes_silent(&word);
        if judge && silent {
            return true;
        }
        before.push(&word);
    }
    false
}

/// The last words of a clause, as far as they matter.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Said {
    #[default]
    Nothing,
    No,
    Timed,
    Be,
    Answered,
    Small,
}

#[derive(Debug, Default)]
struct Tail([Said; 4]);

impl Tail {
    fn push(&mut self, word: &Lexeme<'_>) {
        let is = |known: &str| word.text.eq_ignore_ascii_case(known.as_bytes());
        let said = if matches!(word.sense, Sense::NoAnswer | Sense::Not) {
            Said::No
        } else if is("timed") || is("time") {
            Said::Timed
        } else if is("be") {
            Said::Be
        } else if ["answered", "returned", "status", "http", "responded", "returns"]
            .iter()
            .any(|known| is(known))
        {
            Said::Answered
        } else if ["with", "an", "a", "code", "error"].iter().any(|known| is(known)) {
            Said::Small
        } else {
            Said::Nothing
        };
        let [first, second, third, _] = self.0;
        self.0 = [said, first, second, third];
    }

    /// Whether this word ends a phrase that says that no answer was had.
    fn makes_silent(&self, word: &Lexeme<'_>) -> bool {
        let is = |known: &str| word.text.eq_ignore_ascii_case(known.as_bytes());
        let [first, second, third, _] = self.0;
        let answered = || {
            self.0
                .iter()
                .find(|said| **said != Said::Small)
                .is_some_and(|said| *said == Said::Answered)
        };
        if is("out") {
            return first == Said::Timed && second != Said::No && third != Said::No;
        }
        if is("unreachable") {
            return first != Said::No;
        }
        if is("reached") {
            return first == Said::Be && second == Said::No;
        }
        if is("verdict") || is("decision") {
            return first == Said::No;
        }
        if is("error") {
            return answered();
        }
        let is_server_error = matches!(word.text, [b'5', b'0'..=b'9', b'0'..=b'9']);
        is_server_error && answered()
    }
}
