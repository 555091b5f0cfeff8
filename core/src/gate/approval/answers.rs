//! Words that answer, one by one and in the few words of a field.

pub(super) use crate::gate::wording::Reading;
use crate::{
    gate::wording,
    tokens::{Token, Word, tokens, word_map, word_set},
};

word_set! {
    /// The words of a yes. Any other text is not a yes.
    YES = [
        "yes", "y", "ok", "okay", "true", "approve", "approved", "accept", "accepted", "allow",
        "allowed", "grant", "granted", "confirm", "confirmed", "permit", "permitted", "authorize",
        "authorized", "authorise", "authorised", "agree", "agreed", "consent", "consented",
        "success", "succeeded", "authenticated", "verified", "validated", "given", "pass",
        "passed", "proceed", "sure", "signed", "logged", "valid", "active", "complete", "completed",
        "lgtm", "written", "ja", "oui", "si", "sim", "genehmigt", "aprobado", "aprobada", "approuve",
        "aprovado", "aprovada", "approvato", "approvata", "goedgekeurd",
    ]
}

word_map! {
    /// Words that answer only where they stand alone in a field. The others are those of texts.
    ALONE: Reading = [
        ("nil", Reading::No), ("undefined", Reading::No), ("fail", Reading::No),
        ("never", Reading::No), ("unauthorized", Reading::No), ("unauthorised", Reading::No),
        ("unauthenticated", Reading::No), ("unapproved", Reading::No),
        ("unconfirmed", Reading::No), ("locked", Reading::No), ("disabled", Reading::No),
        ("inactive", Reading::No),
        ("await", Reading::NotYet), ("waiting", Reading::NotYet), ("required", Reading::NotYet),
        ("todo", Reading::NotYet), ("tbd", Reading::NotYet), ("autoapproved", Reading::NotYet),
        ("draft", Reading::NotYet), ("later", Reading::NotYet), ("wait", Reading::NotYet),
        ("hold", Reading::NotYet), ("commented", Reading::NotYet), ("deferred", Reading::NotYet),
        ("postponed", Reading::NotYet), ("queued", Reading::NotYet),
    ], Reading::Neither
}

/// Where in a field a word has to stand to weaken the yes before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Weakens {
    /// Directly behind the yes or at the end, it takes it back: `approved by default`, `consent required`.
    TakesBack,
    /// The same directly behind the yes only: `given up`, `logged out`.
    TakesBackNext,
    /// Behind `for`, `under` or `until`: `accepted for review`.
    AfterFor,
    /// Anywhere, it makes it a yes under a condition.
    Condition,
    /// The same behind `with`.
    AfterWith,
}

word_map! {
    /// Words that weaken a yes in a field of few words.
    WEAKENS: Weakens = [
        ("default", Weakens::TakesBack), ("auto", Weakens::TakesBack),
        ("automatic", Weakens::TakesBack), ("automatically", Weakens::TakesBack),
        ("timeout", Weakens::TakesBack), ("hold", Weakens::TakesBack), ("later", Weakens::TakesBack),
        ("tomorrow", Weakens::TakesBack), ("pending", Weakens::TakesBack),
        ("required", Weakens::TakesBack), ("needed", Weakens::TakesBack),
        ("missing", Weakens::TakesBack), ("mistake", Weakens::TakesBack),
        ("mistakenly", Weakens::TakesBack), ("accident", Weakens::TakesBack),
        ("accidentally", Weakens::TakesBack), ("partial", Weakens::TakesBack),
        ("partially", Weakens::TakesBack), ("yet", Weakens::TakesBack),
        ("up", Weakens::TakesBackNext), ("out", Weakens::TakesBackNext),
        ("review", Weakens::AfterFor), ("consideration", Weakens::AfterFor),
        ("yesterday", Weakens::AfterFor),
        ("if", Weakens::Condition), ("unless", Weakens::Condition), ("provided", Weakens::Condition),
        ("providing", Weakens::Condition), ("assuming", Weakens::Condition),
        ("except", Weakens::Condition), ("but", Weakens::Condition), ("subject", Weakens::Condition),
        ("conditional", Weakens::Condition), ("conditionally", Weakens::Condition),
        ("condition", Weakens::AfterWith), ("conditions", Weakens::AfterWith),
        ("edit", Weakens::AfterWith), ("edits", Weakens::AfterWith), ("change", Weakens::AfterWith),
        ("changes", Weakens::AfterWith), ("modification", Weakens::AfterWith),
        ("modifications", Weakens::AfterWith), ("reservations", Weakens::AfterWith),
    ], Weakens::TakesBack
}

word_set! {
    /// Who may stand before a yes as the subject: `user_approved`.
    PERSONS = ["user", "human", "owner", "customer", "manager", "admin", "reviewer", "operator"]
}

word_set! {
    /// What may stand behind a no and leaves it one: `reject_once`. Any other word is what was asked about.
    QUALIFIERS = ["once", "always", "forever", "all", "it", "this", "now", "session", "permanently"]
}

/// Whether a word is a yes.
pub(super) fn is_yes(word: &str) -> bool {
    YES.contains(Word::of(word))
}

/// How one word answers. More words are a yes in a text than in a field, for which the list is closed.
pub(super) fn answer_word(word: &str) -> Reading {
    if is_yes(word) {
        return Reading::Yes;
    }
    ALONE.get(Word::of(word)).unwrap_or_else(|| match wording::answer_word(word) {
        Reading::Yes => Reading::Neither,
        reading => reading,
    })
}

/// Whether a text of several words begins with a yes, and what the words behind it make of it.
pub(super) fn begins_with_yes(text: &str) -> Option<Reading> {
    let end = text.find(['.', ';', ':', '!', '\n']).unwrap_or(text.len());
    let mut words = tokens(text.get(..end).unwrap_or(text)).map(|token: Token<'_>| token.word);
    let first = words.next().unwrap_or(Word::OTHER);
    let second = words.clone().next();
    let is = |word: Option<Word>, known: &str| word == Some(Word::literal(known));
    let goes_ahead = first == Word::literal("go") && is(second, "ahead");
    let by_person = PERSONS.contains(first)
        && second.is_some_and(|second| YES.contains(second))
        && words.clone().nth(1).is_none();
    if !(YES.contains(first) || goes_ahead || by_person) {
        return None;
    }
    // `pass on it`
    let passes_on = first == Word::literal("pass") && is(second, "on");
    let mut reading = if passes_on { Reading::NotYet } else { Reading::Yes };
    let (mut before, mut is_next) = ([None, Some(first)], true);
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        let after =
            |known: &[&str]| known.iter().any(|known| before.iter().any(|word| is(*word, known)));
        let is_taken_back = after(&["no", "not", "without", "never"]);
        let is_last = words.peek().is_none();
        match WEAKENS.get(word).filter(|_| !is_taken_back) {
            Some(Weakens::TakesBack) if is_next || is_last => return Some(Reading::NotYet),
            Some(Weakens::TakesBackNext) if is_next => return Some(Reading::NotYet),
            Some(Weakens::AfterFor) if after(&["for", "under", "until"]) => {
                return Some(Reading::NotYet);
            }
            Some(Weakens::Condition) => reading = Reading::YesIf,
            Some(Weakens::AfterWith) if after(&["with"]) => reading = Reading::YesIf,
            _ => {}
        }
        (before, is_next) = ([before[1], Some(word)], false);
    }
    Some(reading)
}

/// Whether a text of several words is a no and nothing else: `reject_once`, `deny it`.
pub(super) fn is_qualified_no(text: &str) -> bool {
    let mut words = tokens(text);
    words.next().is_some_and(|first: Token<'_>| answer_word(first.text) == Reading::No)
        && words.all(|word| QUALIFIERS.contains(word.word))
}

/// The strictest answer of the words of a text, one by one: a no anywhere counts, a yes only where it comes first.
pub(super) fn strictest_word(text: &str) -> Reading {
    let mut words = tokens(text).map(|token: Token<'_>| answer_word(token.text));
    let first = words.next().unwrap_or(Reading::Neither);
    match words.fold(first, strictest) {
        // "The owner approved this": who says it is not asked here.
        Reading::Yes if first != Reading::Yes => Reading::Neither,
        reading => reading,
    }
}

fn strictest(one: Reading, other: Reading) -> Reading {
    [Reading::No, Reading::NotYet, Reading::Yes]
        .into_iter()
        .find(|reading| one == *reading || other == *reading)
        .unwrap_or(Reading::Neither)
}
