//! Patterns of words, which a table holds as text: `turn|turned ~3 down`.
//!
//! | element | what it stands for |
//! | --- | --- |
//! | `back\|backs` | one of these words, directly behind the one before |
//! | `SAID` `GIVES` `YES` `CONSENT` `NOT` `NO` `WITHOUT` `NEEDS` `PERSON` `BE` `THE` `DENIED` | a word of this sense |
//! | `5XX` | a number from 500 to 599 |
//! | `on < hold` | `hold`, directly behind `on` |
//! | `change ~1 < mind` | `mind`, with one word at most between it and `change` |
//! | `the?` | the word, or nothing |
//! | `~3` | up to three words, none of them a negation |
//! | `!as\|to` | the next word is none of these |
//! | `$` | nothing but a border behind |
//! | `$$` | the text ends |
//! | `^` | nothing but a border before |
//! | `^^` | the text begins |

use super::{
    clause::Place,
    lexer::Border,
    words::{Form, Sense, Yes},
};
use crate::digits::whole_number;

/// Whether a pattern begins at this word and fits.
pub(super) fn fits(place: Place<'_, '_>, pattern: &str) -> bool {
    let (starts, pattern) = if let Some(rest) = pattern.strip_prefix("^^ ") {
        (place.before().is_none(), rest)
    } else if let Some(rest) = pattern.strip_prefix("^ ") {
        (place.previous().is_none(), rest)
    } else if let Some((before, rest)) = pattern.split_once(" < ") {
        let starts = match before.split_once(" ~") {
            None => place.previous().is_some_and(|word| is_one_of(word, before)),
            Some((words, between)) => {
                let most = whole_number(between).and_then(|most| usize::try_from(most).ok());
                let most = most.unwrap_or_default().saturating_add(1);
                place.back(most).any(|word| is_one_of(word, words))
            }
        };
        (starts, rest)
    } else {
        (true, pattern)
    };
    let (first, rest) = pattern.split_once(' ').unwrap_or((pattern, ""));
    starts && is_one_of(place, first) && follows(place, rest)
}

/// Whether the rest of a pattern follows this word. Patterns have a handful of elements.
fn follows(last: Place<'_, '_>, pattern: &str) -> bool {
    if pattern.is_empty() {
        return true;
    }
    let (element, rest) = pattern.split_once(' ').unwrap_or((pattern, ""));
    // `status: 503` is as good as `status 503`.
    let next = last.after().filter(|it| {
        it.word().is_some_and(|word| match word.border {
            Border::None => true,
            Border::Soft => word.is_value,
            Border::Hard => false,
        })
    });
    let goes_on = |words: &str| next.filter(|it| is_one_of(*it, words));
    if element == "$" {
        return last.next().is_none();
    }
    if element == "$$" {
        return last.after().is_none();
    }
    if let Some(none) = element.strip_prefix('!') {
        return goes_on(none).is_none() && follows(last, rest);
    }
    if let Some(words) = element.strip_suffix('?') {
        return follows(last, rest) || goes_on(words).is_some_and(|it| follows(it, rest));
    }
    let Some(most) = element.strip_prefix('~').and_then(whole_number) else {
        return goes_on(element).is_some_and(|it| follows(it, rest));
    };
    let mut last = last;
    for _ in 0..most {
        if follows(last, rest) {
            return true;
        }
        let Some(next) = last.next().filter(|it| !is_negation(it.sense())) else { return false };
        last = next;
    }
    follows(last, rest)
}

const fn is_negation(sense: Sense) -> bool {
    matches!(sense, Sense::NoAnswer | Sense::Not | Sense::Nobody | Sense::Without)
}

pub(super) const fn is_server_error(word: &[u8]) -> bool {
    matches!(word, [b'5', b'0'..=b'9', b'0'..=b'9'])
}

fn is_one_of(place: Place<'_, '_>, words: &str) -> bool {
    words.split('|').any(|word| match (word, place.sense()) {
        ("SAID", Sense::Yes(Yes::Said))
        | ("GIVES", Sense::Yes(Yes::Said | Yes::Plain))
        | ("YES", Sense::Yes(_))
        | ("CONSENT", Sense::Consent)
        | ("NOT", Sense::Not)
        | ("NO", Sense::NoAnswer)
        | ("WITHOUT", Sense::Without)
        | ("NEEDS", Sense::Needs)
        | ("PERSON", Sense::Person)
        | ("BE", Sense::Being)
        | ("THE", Sense::Article)
        | ("DENIED", Sense::No(_, Form::Participle)) => true,
        ("5XX", _) => place.word().is_some_and(|word| is_server_error(word.text)),
        // The names of senses are in capitals, the words of a table are not.
        _ => !word.bytes().any(|byte| byte.is_ascii_uppercase()) && place.is(word),
    })
}
