//! Names that announce a secret: argument keys, and what stands before `=` or `:`.

use super::fold;
use super::text::{ALNUM, DIGIT, LOWER, UPPER, is};

/// Whether an argument key names a secret, in snake case, camel case, kebab case or as one word.
///
/// `max_tokens` is a count, so the plural of `token` alone names none.
pub fn names_secret(key: &str) -> bool {
    if key.is_ascii() { announces(key.as_bytes()) } else { announces(fold::plain(key).as_bytes()) }
}

const NOUNS: [&[u8]; 18] = [
    b"password",
    b"passwd",
    b"pwd",
    b"passphrase",
    b"passcode",
    b"secret",
    b"token",
    b"auth",
    b"authorization",
    b"bearer",
    b"credential",
    b"cookie",
    b"session",
    b"pin",
    b"cvv",
    b"cvc",
    b"otp",
    b"ssn",
];

/// What makes a `key` a secret one.
const KEYED: [&[u8]; 6] = [b"api", b"private", b"access", b"secret", b"signing", b"encryption"];

/// Compounds that are written as one word, as their two parts.
const FUSED: [(&[u8], &[u8]); 16] = [
    (b"api", b"key"),
    (b"private", b"key"),
    (b"access", b"key"),
    (b"secret", b"key"),
    (b"signing", b"key"),
    (b"encryption", b"key"),
    (b"auth", b"key"),
    (b"client", b"secret"),
    (b"app", b"secret"),
    (b"auth", b"token"),
    (b"access", b"token"),
    (b"refresh", b"token"),
    (b"session", b"token"),
    (b"bearer", b"token"),
    (b"api", b"token"),
    (b"id", b"token"),
];

fn announces(key: &[u8]) -> bool {
    let mut before: &[u8] = &[];
    for word in Words(key) {
        let one = singular(word);
        let noun = is_one_of(word, &NOUNS) || (is_one_of(one, &NOUNS) && !same(one, b"token"));
        let keyed = same(one, b"key") && is_one_of(before, &KEYED);
        if noun || keyed || fused(one) || ends_in_password(one) {
            return true;
        }
        before = word;
    }
    false
}

/// How much an assignment's name says about its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Family {
    /// A password may look like anything that is no word.
    Password,
    /// A key or secret looks like the output of a machine.
    Key,
    /// So does a token, but there are tokens that are traded, whose addresses everybody may know.
    Token,
}

/// A token for one of these only says where something goes on.
const PLACES: [&[u8]; 7] =
    [b"page", b"next", b"continuation", b"sync", b"pagination", b"cancellation", b"resume"];

/// What the name of an assignment announces, by its last words.
pub(super) fn family(name: &[u8]) -> Option<Family> {
    let (mut before, mut last): (&[u8], &[u8]) = (&[], &[]);
    for word in Words(name) {
        // `password1`, `token_2`: the number says only which.
        if !word.iter().all(|&byte| is(byte, DIGIT)) {
            (before, last) = (last, word);
        }
    }
    let password = same(last, b"pwd") || same(last, b"passcode") || ends_in_password(last);
    // `pass` alone is what tests do.
    if password || (same(last, b"pass") && !before.is_empty()) {
        return Some(Family::Password);
    }
    if same(last, b"token") {
        return (!is_one_of(before, &PLACES)).then_some(Family::Token);
    }
    let keyed = same(last, b"key") && is_one_of(before, &KEYED);
    (keyed || same(last, b"secret") || fused(last)).then_some(Family::Key)
}

fn same(word: &[u8], lower: &[u8]) -> bool {
    word.eq_ignore_ascii_case(lower)
}

fn is_one_of(word: &[u8], list: &[&[u8]]) -> bool {
    list.iter().any(|entry| same(word, entry))
}

fn singular(word: &[u8]) -> &[u8] {
    word.strip_suffix(b"s").or_else(|| word.strip_suffix(b"S")).unwrap_or(word)
}

fn fused(word: &[u8]) -> bool {
    FUSED.iter().any(|(first, second)| {
        word.split_at_checked(first.len())
            .is_some_and(|(head, tail)| same(head, first) && same(tail, second))
    })
}

/// `dbpassword`, `MYSQLPASSWD`.
fn ends_in_password(word: &[u8]) -> bool {
    let ends: [&[u8]; 3] = [b"password", b"passwd", b"passphrase"];
    ends.iter().any(|end| {
        word.len()
            .checked_sub(end.len())
            .and_then(|at| word.get(at..))
            .is_some_and(|tail| same(tail, end))
    })
}

/// The words of a name: parted at what is no letter or digit, between `a` and `B`, between `AB` and
/// `Cd`, and between letters and digits.
struct Words<'a>(&'a [u8]);

impl<'a> Iterator for Words<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let start = self.0.iter().position(|&byte| is(byte, ALNUM))?;
        let rest = self.0.get(start..)?;
        let pairs = rest
            .iter()
            .zip(rest.iter().skip(1))
            .zip(rest.iter().skip(2).copied().chain(core::iter::once(0)));
        let border = |((&a, &b), c): ((&u8, &u8), u8)| {
            !is(b, ALNUM)
                || is(a, DIGIT) != is(b, DIGIT)
                || (is(a, LOWER) && is(b, UPPER))
                || (is(a, UPPER) && is(b, UPPER) && is(c, LOWER))
        };
        let length = pairs.map(border).position(|border| border);
        let length = length.map_or(rest.len(), |at| at.saturating_add(1));
        let (word, rest) = rest.split_at_checked(length)?;
        self.0 = rest;
        Some(word)
    }
}
