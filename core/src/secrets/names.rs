//! Names that announce a secret: argument keys, and what stands before `=` or `:`.

use super::fold;
use crate::tokens::{Token, Word, tokens, word_set};

word_set!(
    NOUNS = [
        "password",
        "passwd",
        "pwd",
        "passphrase",
        "passcode",
        "secret",
        "token",
        "auth",
        "authorization",
        "bearer",
        "credential",
        "cookie",
        "session",
        "pin",
        "cvv",
        "cvc",
        "otp",
        "ssn",
    ]
);

word_set! {
    /// What makes a `key` a secret one.
    KEYED = ["api", "private", "access", "secret", "signing", "encryption"]
}

word_set! {
    /// Compounds that are written as one word.
    FUSED = [
        "apikey",
        "privatekey",
        "accesskey",
        "secretkey",
        "signingkey",
        "encryptionkey",
        "authkey",
        "clientsecret",
        "appsecret",
        "authtoken",
        "accesstoken",
        "refreshtoken",
        "sessiontoken",
        "bearertoken",
        "apitoken",
        "idtoken",
    ]
}

const KEY: Word = Word::literal("key");
const TOKEN: Word = Word::literal("token");
const TOKENS: Word = Word::literal("tokens");

/// Whether an argument key names a secret, in snake case, camel case, kebab case or as one word.
///
/// `max_tokens` is a count, so the plural of `token` alone names none.
pub fn names_secret(key: &str) -> bool {
    if key.is_ascii() { announces(key) } else { announces(&fold::plain(key)) }
}

/// Whether the last words of a key name a secret, so that its value is one: `api_key`, `clientSecret`.
/// Of a `token_endpoint` that is not so, though it [speaks of one](names_secret).
pub fn is_secret_name(key: &str) -> bool {
    if key.is_ascii() { named(key).is_some() } else { named(&fold::plain(key)).is_some() }
}

fn announces(key: &str) -> bool {
    const KEYS: Word = Word::literal("keys");
    let mut before = Word::OTHER;
    tokens(key).any(|token| {
        let word = token.word;
        let noun = word != TOKENS && NOUNS.contains_noun(word);
        let keyed = (word == KEY || word == KEYS) && KEYED.contains(before);
        before = word;
        noun || keyed || FUSED.contains_noun(word) || ends_in_password(token)
    })
}

/// How much an assignment's name says about its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Family {
    /// A password may look like anything that is not a word.
    Password,
    /// A key or secret looks like the output of a machine.
    Key,
    /// So does a token, but there are tokens that are traded, whose addresses everybody may know.
    Token,
}

/// How much the name of a key says about the string under it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Named {
    /// As much as the name of an assignment.
    Family(Family),
    /// A short number that is a secret.
    Code,
    /// Something that goes with a secret.
    Noun,
}

impl Named {
    /// Whether a few digits may be the secret.
    pub(super) const fn may_be_short(self) -> bool {
        matches!(self, Self::Code | Self::Family(Family::Password))
    }
}

word_set!(CODES = ["pin", "otp", "cvv", "cvc", "ssn"]);

/// What the last words of a key say about the string under it. Only the last ones count: a
/// `session_command` is a command.
pub(super) fn named(key: &str) -> Option<Named> {
    if let Some(family) = family(key.as_bytes()) {
        return Some(Named::Family(family));
    }
    let numbers = |token: &Token<'_>| token.text.bytes().all(|byte| byte.is_ascii_digit());
    let last = tokens(key).filter(|token| !numbers(token)).last()?;
    if CODES.contains(last.word) {
        return Some(Named::Code);
    }
    (last.word != TOKENS && NOUNS.contains_noun(last.word)).then_some(Named::Noun)
}

word_set! {
    /// A token for one of these only says where something goes on.
    PLACES = ["page", "next", "continuation", "sync", "pagination", "cancellation", "resume"]
}

/// Whether the last letters of a name can be a word that announces something. All of these have three letters at least:
/// of `2026-05-09T23`, before the `:` of a time, the letter says that it is none.
fn may_announce(name: &[u8]) -> bool {
    let last = name.iter().rposition(u8::is_ascii_alphabetic);
    let word = last.and_then(|last| name.get(last.checked_sub(2)?..last));
    word.is_some_and(|word| word.iter().all(u8::is_ascii_alphabetic))
}

/// What the name of an assignment announces, by its last words.
pub(super) fn family(name: &[u8]) -> Option<Family> {
    if !may_announce(name) {
        return None;
    }
    let name = core::str::from_utf8(name).ok()?;
    let (mut before, mut last): (Option<Token<'_>>, Option<Token<'_>>) = (None, None);
    for token in tokens(name) {
        // `password1`, `token_2`: the number says only which.
        if !token.text.bytes().all(|byte| byte.is_ascii_digit()) {
            (before, last) = (last, Some(token));
        }
    }
    let last = last?;
    let is = |word: &str| last.word == Word::literal(word);
    let before = before.map(|token| token.word);
    // `pass` alone is what tests do.
    if is("pwd") || is("passcode") || ends_in_password(last) || (is("pass") && before.is_some()) {
        return Some(Family::Password);
    }
    if last.word == TOKEN {
        let of_a_place = before.is_some_and(|before| PLACES.contains(before));
        return (!of_a_place).then_some(Family::Token);
    }
    let keyed = last.word == KEY && before.is_some_and(|before| KEYED.contains(before));
    (keyed || is("secret") || FUSED.contains(last.word)).then_some(Family::Key)
}

/// Whether the last word of a name is `credential`: what it names has many forms, and none of its own.
pub(super) fn is_credential(name: &[u8]) -> bool {
    const ENDS: [&[u8]; 2] = [b"credential", b"credentials"];
    let start = name.iter().rposition(|byte| !byte.is_ascii_alphabetic());
    let last = name.get(start.map_or(0, |at| at.saturating_add(1))..).unwrap_or_default();
    ENDS.iter().any(|end| last.eq_ignore_ascii_case(end))
}

/// `dbpassword`, `MYSQLPASSWD`.
fn ends_in_password(token: Token<'_>) -> bool {
    let word = token.text.trim_end_matches(|character: char| character.is_ascii_digit());
    let word = word.strip_suffix(['s', 'S']).unwrap_or(word);
    ["password", "passwd", "passphrase"].iter().any(|end| {
        word.len()
            .checked_sub(end.len())
            .and_then(|at| word.get(at..))
            .is_some_and(|tail| tail.eq_ignore_ascii_case(end))
    })
}
