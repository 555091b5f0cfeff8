//! Whether a person says no in a message.

use super::{
    clause::Place,
    lexer::Lexeme,
    pattern,
    words::{Act, Form, Sense},
};
use crate::tokens::tokens;

/// Words before what a message begins with.
const OPENING: &[&str] = &[
    "please", "sorry", "hey", "hi", "hello", "oh", "actually", "well", "ok", "okay", "um", "wait",
];

/// With what a message of a no begins.
const BEGINNINGS: &[&str] = &[
    "wait $$",
    "never mind",
    "nevermind",
    "forget it|that|this $",
    "hold on|off|it $",
    "stop|abort|halt $",
    "stop|abort|halt it|this|that|now|everything|all|right|please|immediately|at|doing",
    "don't|dont|mustn't|mustnt|shouldn't|shouldnt !forget|worry|hesitate|mind|object|wait",
    "do NOT !forget|worry|hesitate|mind|object|wait",
    "no|nope|nein|nee|nao|non|n $",
    "no|nope|nein|nee|nao|n !problem|problems|worries|rush|hurry|matter|objection|objections|concern|concerns|issue|issues|need|doubt|question|questions|changes",
];

/// A no anywhere in a message.
const ANYWHERE: &[&str] = &[
    "my|our < mind|minds",
    "take|took|taking it|that|this back",
    "take|took|taking back it|that|this|my|our|the",
];

/// What somebody says who wants that it does not happen; of a tool that ends something, it is the wish.
const UNWANTED: &[&str] =
    &["i|we no longer want this|that|it $", "i|we no longer want you|this to"];

/// Words between `I` and what it does.
const SMALL: &[&str] =
    &["hereby", "now", "therefore", "would", "like", "must", "am", "also", "just", "still", "want"];

const FIRST_PERSON: &[&str] =
    &["i", "we", "i'd", "i'm", "i'll", "we'd", "je", "ich", "ik", "io", "yo", "eu"];

/// The beginnings of the names of tools that end something.
const ENDINGS: &[&str] =
    &["delete", "remove", "cancel", "close", "end", "unsubscribe", "stop", "terminate", "disable"];

/// Words that make a message worth a second look.
pub(super) fn is_alarming(word: Lexeme<'_>) -> bool {
    matches!(
        word.sense,
        Sense::No(..) | Sense::NoAnswer | Sense::Not | Sense::Phrase | Sense::Vague
    )
}

/// Whether a person refuses: in the first person, or as a message that begins with a no.
pub(super) fn is_refusal(words: &[Lexeme<'_>], tool_name: &str) -> bool {
    let is_ending = tokens(tool_name).any(|token| ENDINGS.contains(&token.text));
    begins_with_no(words, tool_name)
        || (0..words.len()).map(|at| Place { words, at }).any(|place| {
            is_first_person(place)
                || fits(place, ANYWHERE) && !is_kept(place)
                || (!is_ending && fits(place, UNWANTED))
        })
}

fn fits(place: Place<'_, '_>, patterns: &[&str]) -> bool {
    patterns.iter().any(|it| pattern::fits(place, it))
}

/// `keep in my mind`: only whoever changes it takes something back.
fn is_kept(mind: Place<'_, '_>) -> bool {
    mind.is_any(&["mind", "minds"])
        && !mind.back(3).any(|it| it.is_any(&["changed", "change", "changing"]))
}

/// `I hereby revoke`, `we have to decline`, `je refuse`.
fn is_first_person(place: Place<'_, '_>) -> bool {
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
            })
            .is_some_and(|who| who.is_any(FIRST_PERSON))
}

fn begins_with_no(words: &[Lexeme<'_>], tool_name: &str) -> bool {
    let mut places = (0..words.len()).map(|at| Place { words, at }).take(4);
    let is_opening = |place: Place<'_, '_>| place.is_any(OPENING) && place.after().is_some();
    let Some(first) = places.find(|place| !is_opening(*place)) else { return false };
    let needless =
        || first.ahead(6).any(|word| word.sense() == Sense::Needs || word.is("necessary"));
    match first.sense() {
        // `No confirmation needed`.
        Sense::NoAnswer if first.next().is_some() && needless() => false,
        // `Cancelled flights need a refund` speaks of flights.
        Sense::No(_, Form::Participle) => {
            !first.next().is_some_and(|next| next.is_plural() && !next.is("this"))
        }
        Sense::No(Act::Stop, Form::Verb) if first.ahead(3).any(|it| is_of_tool(it, tool_name)) => {
            true
        }
        _ => fits(first, BEGINNINGS),
    }
}

/// Whether a word begins like one of the tool's name: `Stop the deletion` of `delete_file`.
fn is_of_tool(place: Place<'_, '_>, tool_name: &str) -> bool {
    let Some(word) = place.word().and_then(|word| word.text.get(..4)) else { return false };
    tokens(tool_name).any(|token| {
        token.text.as_bytes().get(..4).is_some_and(|start| start.eq_ignore_ascii_case(word))
    })
}
