//! What a summary says in words: that evidence contradicts, that something is missing, or that
//! authorization was denied.
//!
//! One pass over whole words, with the last four in view. Words can only take away: nothing that a
//! text says makes a route laxer.

use alloc::borrow::Cow;

use crate::{
    secrets,
    tokens::{Word, word_map},
};

/// What a text was found to say.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Wording {
    /// The evidence contradicts something.
    pub(crate) contradicts: bool,
    /// Evidence or information is missing.
    pub(crate) marks_missing: bool,
    /// Authorization was denied or never given.
    pub(crate) denies: bool,
}

/// A word as far as the patterns tell words apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Term {
    Other,
    /// Takes back a finding, denies nothing by itself.
    No,
    /// The same, but `without evidence` is not `no evidence`.
    Without,
    /// `not`, `never`, `isn't`: takes back a finding, and denies a word of authorization.
    Not,
    /// `longer`, as in `no longer confirmed`.
    Longer,
    /// Words that may stand between `not` and what it denies: `not yet been confirmed`.
    Filler,
    Is,
    With,
    Contradiction,
    Conflicts,
    Inconsistent,
    Match,
    Missing,
    Evidence,
    Information,
    Record,
    Available,
    Unavailable,
    Insufficient,
    Authorization,
    Login,
    Failed,
    Granted,
    NotGranted,
    TakenBack,
}

word_map! {
    /// The words that matter.
    TERMS: Term = [
        ("no", Term::No),
        ("without", Term::Without),
        ("not", Term::Not), ("never", Term::Not), ("cannot", Term::Not), ("neither", Term::Not),
        ("nor", Term::Not),
        ("longer", Term::Longer),
        ("be", Term::Filler), ("been", Term::Filler), ("being", Term::Filler), ("yet", Term::Filler),
        ("fully", Term::Filler), ("explicitly", Term::Filler), ("properly", Term::Filler),
        ("successfully", Term::Filler), ("correctly", Term::Filler), ("currently", Term::Filler),
        ("actually", Term::Filler), ("ever", Term::Filler),
        ("is", Term::Is), ("are", Term::Is),
        ("with", Term::With),
        ("contradicts", Term::Contradiction), ("contradictory", Term::Contradiction),
        ("mismatch", Term::Contradiction), ("disputed", Term::Contradiction),
        ("conflicts", Term::Conflicts),
        ("inconsistent", Term::Inconsistent),
        ("match", Term::Match),
        ("missing", Term::Missing),
        ("evidence", Term::Evidence),
        ("information", Term::Information),
        ("record", Term::Record), ("records", Term::Record),
        ("available", Term::Available),
        ("unavailable", Term::Unavailable),
        ("insufficient", Term::Insufficient),
        ("authorization", Term::Authorization), ("authorisation", Term::Authorization),
        ("authentication", Term::Login), ("login", Term::Login),
        ("failed", Term::Failed),
        ("authenticated", Term::Granted), ("authorized", Term::Granted), ("authorised", Term::Granted),
        ("confirmed", Term::Granted), ("approved", Term::Granted), ("validated", Term::Granted),
        ("verified", Term::Granted),
        // `did not approve` denies as much as `not approved`.
        ("authenticate", Term::Granted), ("authorize", Term::Granted), ("authorise", Term::Granted),
        ("confirm", Term::Granted), ("approve", Term::Granted), ("validate", Term::Granted),
        ("verify", Term::Granted),
        ("unauthenticated", Term::NotGranted), ("unauthorized", Term::NotGranted),
        ("unauthorised", Term::NotGranted), ("unconfirmed", Term::NotGranted),
        ("unapproved", Term::NotGranted),
        ("denied", Term::TakenBack), ("declined", Term::TakenBack), ("rejected", Term::TakenBack),
        ("refused", Term::TakenBack), ("revoked", Term::TakenBack), ("withdrawn", Term::TakenBack),
        ("expired", Term::TakenBack), ("cancelled", Term::TakenBack), ("canceled", Term::TakenBack),
    ], Term::Other
}

/// For each first letter the lengths that a word of the table with it can have, as bits: most words
/// of a text are told by that to be none of them.
static LENGTHS: [u32; 256] = TERMS.lengths_by_first_letter();

fn term(word: &[u8]) -> Term {
    let first = word.first().copied().unwrap_or_default().to_ascii_lowercase();
    let lengths = LENGTHS.get(usize::from(first)).copied().unwrap_or_default();
    let length = u32::try_from(word.len()).unwrap_or(u32::MAX);
    if lengths.unbounded_shr(length) & 1 == 1
        && let Some(term) = TERMS.get(Word::of_bytes(word))
    {
        return term;
    }
    // `isn't`, `hasn't`.
    if word.last_chunk().is_some_and(|end: &[u8; 3]| end.eq_ignore_ascii_case(b"n't")) {
        return Term::Not;
    }
    Term::Other
}

/// Reads a text. In the words of an authorization record (`auth_event`, `approval`) a bare `denied`
/// or `expired` speaks of the authorization itself.
pub(crate) fn read(text: &str, is_authorization_record: bool) -> Wording {
    let mut reader = WordingReader { is_authorization_record, ..WordingReader::default() };
    let text = plain(text);
    let mut rest = text.as_bytes();
    while !rest.is_empty() {
        let length = rest.iter().position(|byte| !is_letter(*byte)).unwrap_or(rest.len());
        let (word, after) = rest.split_at_checked(length).unwrap_or((rest, &[]));
        reader.end_word(word);
        rest = match after.split_first() {
            Some((separator, after)) => {
                reader.sentence_ends |= CLAUSE_ENDS.contains(separator);
                after
            }
            None => after,
        };
    }
    reader.wording
}

/// What a word is made of. An apostrophe belongs to a word (`isn't`), as does a letter outside ASCII,
/// which makes it none that matters.
#[inline]
fn is_letter(byte: u8) -> bool {
    static LETTERS: [bool; 256] = letters();
    LETTERS.get(usize::from(byte)).copied().unwrap_or_default()
}

#[expect(
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "built at compile time, where a bad index does not compile"
)]
const fn letters() -> [bool; 256] {
    let mut letters = [false; 256];
    let mut byte = 0_u8;
    loop {
        letters[byte as usize] = byte.is_ascii_alphanumeric() || byte == b'\'' || byte >= 0x80;
        if byte == u8::MAX {
            return letters;
        }
        byte += 1;
    }
}

/// What ends a clause, over which a negation does not reach.
const CLAUSE_ENDS: &[u8] = b".,;:!?\n";

/// The text as a person reads it, with plain apostrophes, and blanks for what is not a letter outside
/// ASCII. Nearly every text is plain already.
fn plain(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let readable = |character: char| match character {
        '\u{2019}' => '\'',
        _ if character.is_ascii() || character.is_alphanumeric() => character,
        _ => ' ',
    };
    Cow::Owned(secrets::plain(text).chars().map(readable).collect())
}

/// A word without the apostrophes around it.
fn without_quotes(mut word: &[u8]) -> &[u8] {
    while let Some(inner) = word.strip_prefix(b"'").or_else(|| word.strip_suffix(b"'")) {
        word = inner;
    }
    word
}

/// How many words back a pattern looks.
const VIEW: usize = 5;

#[derive(Debug, Default)]
struct WordingReader {
    wording: Wording,
    is_authorization_record: bool,
    /// The words before the current one, nearest first, each with whether a new clause starts at it.
    before: [Option<(Term, bool)>; VIEW],
    sentence_ends: bool,
}

impl WordingReader {
    fn end_word(&mut self, word: &[u8]) {
        let word = without_quotes(word);
        if word.is_empty() {
            return;
        }
        let term = term(word);
        let starts_clause = core::mem::take(&mut self.sentence_ends);
        if term != Term::Other {
            self.match_patterns(term, starts_clause);
        }
        let [first, second, third, fourth, _] = self.before;
        self.before = [Some((term, starts_clause)), first, second, third, fourth];
    }

    fn back(&self, words: usize) -> Term {
        let index = words.wrapping_sub(1);
        self.before.get(index).copied().flatten().map_or(Term::Other, |(term, _)| term)
    }

    fn match_patterns(&mut self, term: Term, starts_clause: bool) {
        match term {
            Term::Contradiction => self.contradicts(1, starts_clause),
            Term::With if matches!(self.back(1), Term::Conflicts | Term::Inconsistent) => {
                self.contradicts(2, starts_clause);
            }
            Term::Match if self.back(1) == Term::Not => self.wording.contradicts = true,

            Term::Missing
                if self.back(1) == Term::Is
                    && matches!(
                        self.back(2),
                        Term::Evidence | Term::Information | Term::Record
                    ) =>
            {
                self.marks_missing(3, starts_clause);
            }
            Term::Evidence | Term::Information
                if matches!(self.back(1), Term::Missing | Term::Insufficient) =>
            {
                self.marks_missing(2, starts_clause);
            }
            Term::Evidence if self.back(1) == Term::No => self.wording.marks_missing = true,
            Term::Available if self.back(1) == Term::Not => self.wording.marks_missing = true,
            Term::Unavailable => self.marks_missing(1, starts_clause),

            Term::Granted => self.wording.denies |= self.is_denied(),
            Term::NotGranted => self.wording.denies = true,
            Term::Authorization | Term::Login if self.back(1) == Term::Missing => {
                self.wording.denies |= !self.is_taken_back(2, starts_clause);
            }
            Term::Failed if matches!(self.back(1), Term::Login | Term::Authorization) => {
                self.wording.denies = true;
            }
            Term::Failed | Term::TakenBack if self.is_authorization_record => {
                self.wording.denies |= !self.is_taken_back(1, starts_clause);
            }
            _ => {}
        }
    }

    fn contradicts(&mut self, words: usize, starts_clause: bool) {
        self.wording.contradicts |= !self.is_taken_back(words, starts_clause);
    }

    fn marks_missing(&mut self, words: usize, starts_clause: bool) {
        self.wording.marks_missing |= !self.is_taken_back(words, starts_clause);
    }

    /// Whether one of the two words before a phrase takes it back (`no conflict`, `without
    /// mismatch`), in the same clause. The phrase has `words` words, the current one included.
    fn is_taken_back(&self, words: usize, starts_clause: bool) -> bool {
        let mut border = starts_clause;
        for (distance, entry) in self.before.iter().enumerate() {
            let Some((term, starts_clause)) = entry else { return false };
            if border || distance > words {
                return false;
            }
            let in_phrase = distance.wrapping_add(1) < words;
            if !in_phrase && matches!(term, Term::No | Term::Without | Term::Not) {
                return true;
            }
            border = *starts_clause;
        }
        false
    }

    /// Whether `not`, `never` or `no longer` stands before the current word, fillers between.
    fn is_denied(&self) -> bool {
        for (distance, entry) in self.before.iter().enumerate() {
            match entry {
                Some((Term::Filler, _)) => {}
                Some((Term::Not, _)) => return true,
                Some((Term::Longer, _)) => {
                    let before = self.before.get(distance.wrapping_add(1)).copied().flatten();
                    return matches!(before, Some((Term::No | Term::Not, _)));
                }
                _ => return false,
            }
        }
        false
    }
}

#[cfg(test)]
mod tests;
