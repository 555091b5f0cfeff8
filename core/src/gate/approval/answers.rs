//! Words that answer, one by one and in the few words of a field.

use super::person::is_person;
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
        "aprovado", "aprovada", "approvato", "approvata", "goedgekeurd", "approuvee", "freigegeben", "bestatigt",
        "erteilt", "zugestimmt", "einverstanden", "akzeptiert", "confirmado", "confirmada", "aceptado", "aceptada",
        "autorizado", "autorizada", "accepte", "confirme", "valide", "autorise", "accettato", "confermato",
        "autorizzato", "akkoord", "godkjent", "godkand", "godkendt", "zatwierdzono", "schvaleno", "onaylandi",
        "hyvaksytty", "yep", "yeah", "yup", "endorsed", "cleared", "released",
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
        ("nack", Reading::No), ("thumbsdown", Reading::No), ("escape", Reading::No),
        ("esc", Reading::No), ("nogo", Reading::No), ("terminated", Reading::No),
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
    PERSONS = ["user", "human", "owner", "customer", "manager", "admin", "reviewer", "operator", "mfa"]
}

word_set! {
    /// What may stand behind a no and leaves it one: `reject_once`. Any other word is what was asked about.
    QUALIFIERS = ["once", "always", "forever", "all", "it", "this", "now", "session", "permanently"]
}

word_set! {
    /// Words for the state of a record, which say nothing about what a person answered.
    STATES = ["active", "logged", "valid", "complete", "success", "authenticated", "given", "written"]
}

word_set! {
    /// Words that say under the name of a state that a record does not hold, or that nobody has decided.
    OVER = ["recalled", "returned", "removed", "deleted", "paused", "halted", "obsolete", "outdated", "reverted", "used",
        "spent", "redeemed", "consumed", "error", "snoozed", "undecided", "inconclusive", "abstained", "recused",
        "incomplete", "partial", "unsigned", "unknown", "escalated", "missed", "ignored"]
}

/// Whether the word of a state says so.
pub(super) fn is_over(word: &str) -> bool {
    OVER.contains(Word::of(word))
}

word_set! {
    /// What an approval may be without, and stays a whole one.
    HARMLESS = ["issues", "issue", "changes", "conditions", "comments", "objections", "concerns", "problems", "needed",
        "necessary", "reservations", "questions", "further"]
}

word_set! {
    /// What comes after an approval, so that waiting for it takes nothing from the yes.
    AFTERWARDS = ["deployment", "shipment", "rollout", "release", "payment", "delivery", "execution", "implementation",
        "merge", "fulfillment", "fulfilment", "pickup", "payout"]
}

word_set! {
    /// What may stand beside a yes that is a whole one: `approved for this session`, `with minor comments`.
    BESIDE = ["once", "always", "forever", "all", "it", "this", "that", "now", "session", "permanently", "for", "go",
        "ahead", "please", "with", "comments", "comment", "minor", "notes", "note", "thanks", "thank", "you", "fully",
        "final", "finally", "manually", "explicitly", "i", "we", "have", "has", "been", "was", "is", "do", "so", "to",
        "and", "as", "request", "requested", "call", "user", "human", "owner", "customer", "manager", "admin",
        "reviewer", "operator", "mfa", "great", "fine", "good", "continue"]
}

/// A yes in signs, and in scripts whose words no table holds.
const SIGNS_OF_YES: &[&str] = &[
    "👍",
    "✅",
    "✔️",
    "✔",
    ":+1:",
    ":white_check_mark:",
    "+1",
    "1",
    "承認",
    "承認済み",
    "同意",
    "批准",
    "已批准",
    "已同意",
    "승인",
    "승인됨",
    "موافق",
    "одобрено",
    "Одобрено",
    "согласовано",
    "Согласовано",
    "утверждено",
    "ship it",
    "all clear",
];

/// Whether a text is such a sign and nothing else.
pub(super) fn is_sign_of_yes(text: &str) -> bool {
    let text =
        text.trim().trim_end_matches(['.', '!', '。', '\u{1F3FB}', '\u{1F3FC}', '\u{1F3FD}']);
    SIGNS_OF_YES.iter().any(|sign| text.eq_ignore_ascii_case(sign))
}

/// Whether a word only tells where a record stands.
pub(super) fn is_state(word: &str) -> bool {
    STATES.contains(Word::of(word))
}

/// `pending deployment`, `waiting for shipment`.
pub(super) fn waits_for_what_follows(text: &str) -> bool {
    let mut words = tokens(text);
    words.next().is_some_and(|first: Token<'_>| answer_word(first.text) == Reading::NotYet)
        && words.last().is_some_and(|last| AFTERWARDS.contains(last.word))
}

/// Whether a short text that begins with a yes ends in a no or a not-yet: `yes/no`, `approved_false`.
pub(super) fn ends_in_no(text: &str) -> bool {
    let mut words = tokens(text);
    let (mut before, mut last, mut count) = ("", "", 0_u8);
    for word in words.by_ref().take(4) {
        (before, last, count) = (last, word.text, count.saturating_add(1));
    }
    let is_zero = last == "0";
    let says_no = matches!(answer_word(last), Reading::No | Reading::NotYet)
        || ["not", "maybe"].iter().any(|it| last.eq_ignore_ascii_case(it));
    (2..=3).contains(&count)
        && (!is_zero || count == 2)
        && says_no
        && !before.eq_ignore_ascii_case("as")
        && !before.eq_ignore_ascii_case("no")
}

/// Whether a text is a yes as a whole: every word of it a yes, or one that may stand beside it, then who gave it or
/// when. Words of the tool's name are what was asked about.
pub(super) fn is_whole_yes(text: &str, tool_name: &str) -> bool {
    const MOST_NAMES: usize = 4;
    if text.contains(['?', '%']) {
        return false;
    }
    let mut words = tokens(text);
    while let Some(word) = words.next() {
        let is = |known: &str| word.word == Word::literal(known);
        if is("by") {
            let at = text.len().saturating_sub(words.rest().len());
            let is_name = |it: Token<'_>| wording::is_unknown(it.text) && !is_number(it.text);
            let label = text.get(at..).unwrap_or_default();
            return words.clone().next().is_some()
                && words.clone().count() <= MOST_NAMES
                && words.all(is_name)
                && is_person(label);
        }
        if is("at") || is("on") {
            return words.clone().next().is_some() && words.all(|it| is_of_time(it.text));
        }
        // `signed off`, `no issues`
        let mut next = words.clone();
        let next = next.next().map_or(Word::OTHER, |next| next.word);
        if (is("signed") && next == Word::literal("off"))
            || ((is("no") || is("without")) && HARMLESS.contains(next))
        {
            words.next();
            continue;
        }
        let of_tool = || tokens(tool_name).any(|it| it.word == word.word);
        let is_plain = is_yes(word.text)
            || BESIDE.contains(word.word)
            || HARMLESS.contains(word.word)
            || of_tool();
        if !is_plain || (is_number(word.text)) {
            return false;
        }
    }
    true
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// `23`, `10T05`, `UTC`.
fn is_of_time(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit())
        || ["utc", "gmt", "z", "t", "am", "pm", "at"].iter().any(|it| text.eq_ignore_ascii_case(it))
}

/// Whether a word is one of those that may stand behind a no.
pub(super) fn is_qualifier(word: &str) -> bool {
    QUALIFIERS.contains(Word::of(word))
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
