//! What any text says of evidence, and of authorization in whole phrases: one pass over whole words, with the
//! last few in view.

use super::letters::{is_contracted, is_letter, without_quotes};
use crate::tokens::word_map;

/// What a text was found to say.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Wording {
    /// The evidence contradicts something.
    pub(crate) contradicts: bool,
    /// Evidence or information is missing.
    pub(crate) marks_missing: bool,
    /// Authorization was denied or never given.
    pub(crate) denies: bool,
    /// Nobody has answered yet, or nobody will.
    pub(crate) not_given: bool,
    /// An approval is given under a condition.
    pub(crate) has_condition: bool,
    /// A person says no in a message. A later approval of this very action outweighs it.
    pub(crate) is_refused: bool,
    /// An approval says that a machine gave it.
    pub(crate) by_machine: bool,
    /// The day until which an approval holds is past.
    pub(crate) is_past: bool,
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
    /// `mis-match`.
    Mis,
    Differs,
    From,
    Lacking,
    Found,
    Missing,
    Evidence,
    Information,
    Record,
    Verdict,
    Available,
    Unavailable,
    Insufficient,
    Authorization,
    Login,
    Failed,
    Granted,
    NotGranted,
}

word_map! {
    /// The words that matter.
    TERMS: Term = [
        ("no", Term::No),
        ("without", Term::Without), ("nothing", Term::Without), ("nobody", Term::Without),
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
        ("contradict", Term::Contradiction), ("contradicted", Term::Contradiction),
        ("contradicting", Term::Contradiction), ("contradiction", Term::Contradiction),
        ("contradictions", Term::Contradiction), ("conflicting", Term::Contradiction),
        ("conflicts", Term::Conflicts), ("conflict", Term::Conflicts),
        ("differs", Term::Differs), ("differ", Term::Differs), ("from", Term::From),
        ("mis", Term::Mis), ("lacking", Term::Lacking), ("lacks", Term::Lacking),
        ("found", Term::Found),
        ("inconsistent", Term::Inconsistent),
        ("match", Term::Match),
        ("missing", Term::Missing),
        ("evidence", Term::Evidence),
        ("information", Term::Information),
        ("verdict", Term::Verdict),
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
    ], Term::Other
}

/// For each first letter the lengths that a word of the table with it can have, as bits: most words
/// of a text are told by that to be none of them.
static LENGTHS: [u32; 256] = TERMS.lengths_by_first_letter();

fn term(word: &[u8]) -> Term {
    let contracted = || is_contracted(word).then_some(Term::Not);
    TERMS.get_in_text(&LENGTHS, word).or_else(contracted).unwrap_or(Term::Other)
}

/// What any text says of evidence, and of authorization in whole phrases.
pub(super) fn read_claims(text: &str) -> Wording {
    let mut reader = WordingReader::default();
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

/// What ends a clause, over which a negation does not reach.
const CLAUSE_ENDS: &[u8] = b".,;:!?\n";

/// How many words back a pattern looks.
const VIEW: usize = 5;

#[derive(Debug, Default)]
struct WordingReader {
    wording: Wording,
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
            Term::Match if self.back(1) == Term::Mis => self.contradicts(2, starts_clause),
            Term::From if self.back(1) == Term::Differs => self.contradicts(2, starts_clause),

            // `evidence is lacking`, `lacks evidence`, `evidence was not found`.
            Term::Lacking if self.follows_evidence(1, starts_clause) => {
                self.marks_missing(2, starts_clause);
            }
            Term::Evidence | Term::Information if self.back(1) == Term::Lacking => {
                self.marks_missing(2, starts_clause);
            }
            Term::Found if self.back(1) == Term::Not && self.follows_evidence(2, starts_clause) => {
                self.wording.marks_missing = true;
            }

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
            Term::Evidence | Term::Information | Term::Record | Term::Verdict
                if self.back(1) == Term::Unavailable =>
            {
                self.marks_missing(2, starts_clause);
            }
            Term::Evidence if self.back(1) == Term::No => self.wording.marks_missing = true,
            Term::Available if self.back(1) == Term::Not => self.wording.marks_missing = true,
            Term::Unavailable if self.is_of_evidence(starts_clause) => {
                self.marks_missing(1, starts_clause);
            }

            Term::Granted => self.wording.denies |= self.is_denied(),
            Term::NotGranted => self.wording.denies = true,
            Term::Authorization | Term::Login if self.back(1) == Term::Missing => {
                self.wording.denies |= !self.is_taken_back(2, starts_clause);
            }
            Term::Failed if matches!(self.back(1), Term::Login | Term::Authorization) => {
                self.wording.denies = true;
            }
            _ => {}
        }
    }

    /// Whether the clause speaks of evidence before the current word. A cache may be unavailable.
    fn is_of_evidence(&self, starts_clause: bool) -> bool {
        let mut border = starts_clause;
        for (term, starts_clause) in self.before.iter().flatten() {
            if border {
                return false;
            }
            if matches!(term, Term::Evidence | Term::Information | Term::Record | Term::Verdict) {
                return true;
            }
            border = *starts_clause;
        }
        false
    }

    /// Whether evidence or information stands this many words before, or one word further.
    fn follows_evidence(&self, words: usize, starts_clause: bool) -> bool {
        let is_evidence = |term| matches!(term, Term::Evidence | Term::Information);
        !starts_clause
            && (is_evidence(self.back(words)) || is_evidence(self.back(words.wrapping_add(1))))
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
