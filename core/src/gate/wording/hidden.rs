//! Words that are hard to see: written letter by letter, or in a script that no table of words holds.

use super::{
    clause::Place,
    words::{Sense, sense_of},
};

/// The longest word that is put together from its letters.
const LONGEST: usize = 24;

/// The fewest letters in a row that can be a word.
const FEWEST: usize = 3;

pub(super) fn is_letter(word: &[u8]) -> bool {
    matches!(word, [letter] if letter.is_ascii_alphabetic())
}

/// Whether a row of single letters begins here that is a word of an answer: `n.o.t approved`, `a p p r o v e d`.
/// Nobody who approves writes so.
pub(super) fn is_spelled_answer(place: Place<'_, '_>) -> bool {
    let letter = |place: Place<'_, '_>| {
        place.word().and_then(|word| word.text.first().copied().filter(|_| is_letter(word.text)))
    };
    if letter(place).is_none() || place.before().and_then(letter).is_some() {
        return false;
    }
    let mut joined = [0_u8; LONGEST];
    let (mut length, mut at) = (0_usize, Some(place));
    while let Some(here) = at
        && let Some(byte) = letter(here)
        && let Some(free) = joined.get_mut(length)
    {
        *free = byte;
        length = length.saturating_add(1);
        at = here.after();
    }
    let word = joined.get(..length).unwrap_or_default();
    let answers = |word: &[u8]| {
        word.len() >= FEWEST
            && matches!(
                sense_of(word),
                Sense::Yes(_) | Sense::No(..) | Sense::NoAnswer | Sense::Not | Sense::Nobody
            )
    };
    // The first may be an article: `a yes`, written as `a y e s`.
    answers(word) || answers(word.get(1..).unwrap_or_default()) || {
        // Two words in one row: `n o t a p p r o v e d`.
        word.len() > FEWEST && (answers(word.get(..FEWEST).unwrap_or_default()))
    }
}

/// A no in scripts whose words no table holds, and in signs.
pub(crate) fn says_no_by_a_sign(text: &str) -> bool {
    if text.is_ascii() {
        return (text.contains(':') && SIGNS.iter().any(|it| text.contains(it))) || votes_no(text);
    }
    SIGNS_OF_NO.iter().any(|sign| text.contains(sign))
}

/// Signs as chats write them. In each is a colon.
const SIGNS: &[&str] = &[":x:", ":-1:", ":thumbsdown:", ":no_entry"];

/// Behind what a number is a vote.
const VOTES: &[&str] = &["review", "verified", "vote", "voted", "votes", "score", "approved"];

/// `-1`, `Code-Review-2`: a vote. Another number may be what was asked about.
fn votes_no(text: &str) -> bool {
    text.match_indices('-').any(|(at, _)| {
        let (before, vote) = text.split_at_checked(at).unwrap_or(("", ""));
        let [b'-', b'1' | b'2', behind @ ..] = vote.as_bytes() else { return false };
        let behind = behind.first().copied().unwrap_or(b' ');
        let before = before.trim_end_matches([' ', ':', '=', '+']);
        let word = before.rsplit(|it: char| !it.is_ascii_alphanumeric()).next();
        (before.is_empty()
            || VOTES.iter().any(|it| word.is_some_and(|word| word.eq_ignore_ascii_case(it))))
            && !behind.is_ascii_alphanumeric()
            && behind != b'-'
    })
}

/// Whether a text ends with a key and no value: `decision: ""`.
pub(super) fn ends_without_value(text: &str) -> bool {
    text.trim_end_matches([' ', '\n', '"', '\'', '}']).ends_with([':', '='])
}

/// Stems where a language changes the ends of its words; without the first letter where it can be a capital.
const SIGNS_OF_NO: &[&str] = &[
    "拒否",
    "拒绝",
    "拒絕",
    "却下",
    "否決",
    "否决",
    "不批准",
    "未批准",
    "不同意",
    "不許可",
    "未承認",
    "거부",
    "거절",
    "않음",
    "않았",
    "아니요",
    "いいえ",
    "ていません",
    "отказ",
    "Отказ",
    "не одобр",
    "Не одобр",
    "не утвер",
    "Не утвер",
    "не соглас",
    "Не соглас",
    "не разреш",
    "Не разреш",
    "тклонен",
    "тказан",
    "апрещен",
    "ідхилен",
    "مرفوض",
    "رفض",
    "अस्वीकृत",
    "👎",
    "❌",
    "🚫",
    "⛔",
];
