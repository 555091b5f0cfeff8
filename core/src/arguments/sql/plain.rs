//! Whether a text under a key like `query` is plainly a statement that writes, and no sentence.

use super::lex::lex;
use super::token::{Kind, Token, is_mark, word_at};
use super::words as w;
use crate::arguments::{effect::Dialect, steps::step, tables::text::MAX_BYTES};
use crate::tokens::Word;

/// Whether a text holds a complete statement that writes: `DELETE FROM x WHERE y = 1`, but not
/// `delete from cart`... followed by more words. It may stand behind others, and behind the list of a `WITH`.
pub(crate) fn is_plain_write(text: &str) -> bool {
    if text.len() > MAX_BYTES {
        return false;
    }
    let mut words = text.split(|c: char| !c.is_ascii_alphabetic());
    words.any(|word| may_write(Word::of(word))) && {
        step(text.len());
        let tokens = lex(text, Dialect::Unknown).tokens;
        let mut statements = tokens.split(|token| token.kind == Kind::End);
        statements.any(|statement| begins_with_write(statement) || follows_list(statement))
    }
}

const fn may_write(word: Word) -> bool {
    matches!(word, w::INSERT | w::UPDATE | w::DELETE | w::DROP | w::TRUNCATE | w::ALTER)
}

/// A write in the list of a `WITH`, or behind it.
fn follows_list(tokens: &[Token]) -> bool {
    let is_list = word_at(tokens, 0) == Some(w::WITH)
        && tokens.iter().take(8).any(|token| token.word == w::AS);
    let mut places = tokens.iter().enumerate().skip(1);
    is_list
        && places.any(|(at, token)| {
            let behind = tokens.get(at.saturating_add(1)..).unwrap_or_default();
            (token.is(b'(') || token.is(b')'))
                && word_at(behind, 0).is_some_and(may_write)
                && begins_with_write(behind)
        })
}

fn begins_with_write(tokens: &[Token]) -> bool {
    let word = |place| word_at(tokens, place);
    let ends = |place: usize| {
        tokens.get(place).is_none_or(|token| token.kind == Kind::End || token.is(b')'))
    };
    match (word(0), word(1)) {
        (Some(w::INSERT), Some(w::INTO)) => {
            let behind = behind_name(tokens, 2);
            behind.is_some_and(|at| {
                is_mark(tokens, at, b'(') || matches!(word(at), Some(w::VALUES | w::SELECT))
            })
        }
        (Some(w::UPDATE), _) => behind_name(tokens, 1)
            .filter(|at| word(*at) == Some(w::SET))
            .and_then(|at| behind_name(tokens, at.saturating_add(1)))
            .is_some_and(|at| is_mark(tokens, at, b'=')),
        (Some(w::DELETE), Some(w::FROM)) => behind_name(tokens, 2).is_some_and(|at| {
            let column = at.saturating_add(1);
            let compares = behind_name(tokens, column).is_some_and(|at| is_comparison(tokens, at));
            ends(at) || (word(at) == Some(w::WHERE) && compares)
        }),
        (Some(w::DROP), Some(kind)) if is_dropped(kind) => {
            let name = if word(2) == Some(w::IF) && word(3) == Some(w::EXISTS) { 4 } else { 2 };
            behind_name(tokens, name).is_some_and(|at| ends(at) || word(at) == Some(w::CASCADE))
        }
        (Some(w::TRUNCATE), Some(w::TABLE)) => behind_name(tokens, 2).is_some_and(ends),
        (Some(w::ALTER), Some(w::TABLE)) => behind_name(tokens, 2).is_some_and(|at| {
            matches!(word(at), Some(w::ADD | w::DROP | w::RENAME | w::ALTER | w::MODIFY))
                && tokens.get(at.saturating_add(1)).is_some()
        }),
        _ => false,
    }
}

const fn is_dropped(kind: Word) -> bool {
    matches!(
        kind,
        w::TABLE
            | w::DATABASE
            | w::SCHEMA
            | w::VIEW
            | w::INDEX
            | w::ROLE
            | w::USER
            | w::FUNCTION
            | w::PROCEDURE
            | w::TRIGGER
            | w::SEQUENCE
    )
}

fn is_comparison(tokens: &[Token], at: usize) -> bool {
    tokens.get(at).is_some_and(|token| {
        matches!(token.kind, Kind::Mark(b'=' | b'<' | b'>' | b'!'))
            || matches!(token.word, w::IN | w::IS | w::LIKE | w::BETWEEN)
    })
}

/// The place behind a name with its qualifiers: `a.b`, `[a].[b]`.
fn behind_name(tokens: &[Token], from: usize) -> Option<usize> {
    let mut at = from;
    let is_part =
        |token: &Token| token.is_name() || matches!(token.kind, Kind::Mark(b'.' | b'[' | b']'));
    // Parts of one name touch each other.
    while let Some(token) = tokens.get(at).filter(|token| is_part(token)) {
        let touches = at > from
            && tokens.get(at.saturating_sub(1)).is_some_and(|before| before.end == token.start);
        if at > from && !touches {
            break;
        }
        at = at.saturating_add(1);
    }
    (at > from).then_some(at)
}
