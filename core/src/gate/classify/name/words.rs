//! The words by which a verb in a name is told from a noun.

use crate::tokens::{Word, word_map, word_set};

/// Which nouns behind a word that is a verb and a noun show that it is the noun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::gate::classify) enum Nouns {
    /// Every noun of report: in `order_status` nothing is ordered.
    Report,
    /// Only a few: `post_status` posts.
    Few,
    /// Those of report, but not the report: `file_report` files one.
    ButReport,
    /// Those of report, and what a call has or is made of: `call_graph`.
    OfACall,
}

/// Which nouns show that this word is one.
pub(in crate::gate::classify) fn nouns_after(word: Word) -> Nouns {
    const FILE: Word = Word::literal("file");
    const CALL: Word = Word::literal("call");
    match word {
        FILE => Nouns::ButReport,
        CALL => Nouns::OfACall,
        word if POSTED.contains(word) => Nouns::Few,
        _ => Nouns::Report,
    }
}

impl Nouns {
    /// Whether this word is one of them.
    pub(super) fn hold(self, word: Word) -> bool {
        const REPORT: Word = Word::literal("report");
        match self {
            Self::Report => REPORT_NOUNS.contains_noun(word),
            Self::Few => FEW_NOUNS.contains_noun(word),
            Self::ButReport => {
                (REPORT_NOUNS.contains_noun(word) && word != REPORT)
                    || OF_A_FILE.contains_noun(word)
            }
            Self::OfACall => REPORT_NOUNS.contains_noun(word) || OF_A_CALL.contains_noun(word),
        }
    }
}

word_set!(CLAUSE_BORDERS = ["and", "or", "then"]);

word_set! {
    /// Words that change nothing behind a verb: `list_delete_all`.
    BEHIND_A_VERB = ["all", "one", "many", "it"]
}

word_set! {
    /// What follows a noun that looks like a verb.
    REPORT_NOUNS = [
        "status", "state", "history", "detail", "info", "list", "count", "summary", "total",
        "report", "search", "lookup", "date", "time", "rate", "price", "stat", "metric", "analytics",
        "usage", "size", "guide", "instruction", "policy", "tutorial",
    ]
}

word_set!(FEW_NOUNS = ["count", "history", "total", "search", "price"]);

word_set! {
    /// What a file has: `file_hash` files nothing.
    OF_A_FILE = [
        "content", "hash", "path", "size", "type", "name", "diff", "stat", "metadata", "tree",
        "reader", "system",
    ]
}

word_set! {
    /// What a call has or is made of.
    OF_A_CALL = [
        "chain", "graph", "hierarchy", "log", "recording", "record", "site", "stack", "transcript",
        "tree",
    ]
}

word_set!(POSTED = ["post", "share", "charge"]);

word_set! {
    /// Words that are verbs whatever follows: `clear_history` clears.
    ALWAYS_VERBS = ["clear", "apply", "mark", "manage"]
}

word_set! {
    /// Words that act as the last one of a name, whatever the name reads before (`list_delete`), and
    /// as a segment of their own (`db.delete.query`).
    ACTS_AT_THE_END = [
        "delete", "remove", "destroy", "drop", "erase", "purge", "wipe", "truncate", "kill",
        "terminate", "uninstall", "send", "write", "replace", "edit",
    ]
}

word_set! {
    /// Words that act on a list, a history or the like where they stand alone behind it: `list_append`.
    ACTS_ON_A_LIST = [
        "append", "push", "insert", "prepend", "pop", "clear", "reset", "approve", "reject", "apply",
        "add", "swap", "increment", "extend", "enable", "disable",
    ]
}

word_set! {
    /// Words of reading that fetch whatever there is. They do not cover a verb behind them.
    FREE_READS = ["search", "find", "fetch", "query", "lookup", "browse", "view", "show"]
}

word_set! {
    /// The verbs that they do not cover: `search_delete_user`.
    UNCOVERED = [
        "create", "update", "write", "delete", "remove", "destroy", "drop", "send", "pay",
        "transfer", "refund", "execute", "run", "deploy", "install", "cancel", "revoke",
    ]
}

word_set! {
    /// Those of them that are nouns, too, as the last word or before `by`: `view_workflow_run`.
    NOUNS_AT_THE_END = ["run", "transfer", "refund", "install", "deploy", "update", "send"]
}

word_set!(BEHIND_A_NOUN = ["by", "for", "of", "in", "from"]);

word_set! {
    /// Nouns that tell what is said about an act, or where it is asked for: `view_transfer_policy`.
    ABOUT_AN_ACT = [
        "policy", "log", "instruction", "guide", "docs", "documentation", "manual", "help", "faq",
        "rule", "button", "form", "page", "option", "menu", "setting", "event", "error", "record",
        "receipt", "permission", "access", "template", "example", "schema", "type", "limit", "fee",
        "date", "time", "result", "activity", "audit", "metric", "stat", "dashboard", "api", "note",
        "request", "job", "step", "id", "reason",
    ]
}

word_set!(BEFORE_CHANGES = ["read", "view", "find", "search"]);

word_set!(CHANGES = ["write", "edit", "replace"]);

word_set! {
    /// Words of reading at the end of a name that begins with what is read: `deploy_plan_get`.
    TRAILING_READS = ["get", "show", "describe", "fetch"]
}

word_set! {
    /// The same where what stands before may be a noun: `file_read`.
    TRAILING_AFTER_NOUNS = [
        "get", "show", "describe", "fetch", "read", "view", "query", "browse", "inspect",
    ]
}

word_set! {
    /// Nouns that act at the end of a name without a verb: `user_deletion`.
    REMOVALS = [
        "deletion", "removal", "destruction", "termination", "revocation", "cancellation",
    ]
}

word_set! {
    /// What makes an act of any word before it at the end of a name without a verb: `shut_down`.
    PARTICLES = ["up", "down", "on", "off", "out", "back", "into", "over"]
}

/// The kinds of nouns of two words, as bits.
mod kind {
    pub(super) const REQUEST: u16 = 1;
    pub(super) const OPEN: u16 = 1 << 1;
    /// Several of what is new, open or not read yet. One of them is opened: `open_issue`.
    pub(super) const SEVERAL: u16 = 1 << 2;
    pub(super) const COUNT: u16 = 1 << 3;
    /// What is called: that is judged elsewhere.
    pub(super) const CALL: u16 = 1 << 4;
    /// How something went.
    pub(super) const STATUS: u16 = 1 << 5;
    pub(super) const HISTORY: u16 = 1 << 6;
    /// What holds for something.
    pub(super) const POLICY: u16 = 1 << 7;
    /// What is written about something.
    pub(super) const NOTES: u16 = 1 << 8;
    pub(super) const SEARCH: u16 = 1 << 9;
    pub(super) const HOURS: u16 = 1 << 10;
    pub(super) const MEMBERS: u16 = 1 << 11;
    pub(super) const DEFINITION: u16 = 1 << 12;
    pub(super) const SKILL: u16 = 1 << 13;
    pub(super) const UUID: u16 = 1 << 14;
    pub(super) const NUMBERS: u16 = 1 << 15;
}

word_map! {
    /// Verbs that make nouns with the next word, and of which kinds.
    BEFORE: u16 = [
        ("pull", kind::REQUEST), ("change", kind::REQUEST), ("feature", kind::REQUEST),
        ("merge", kind::REQUEST | kind::STATUS),
        ("open", kind::OPEN | kind::SEVERAL), ("new", kind::SEVERAL),
        ("unread", kind::SEVERAL | kind::COUNT),
        ("call", kind::CALL),
        ("refund", kind::STATUS | kind::HISTORY | kind::POLICY),
        ("transfer", kind::STATUS | kind::HISTORY),
        ("exchange", kind::STATUS | kind::HISTORY | kind::POLICY),
        ("commit", kind::STATUS | kind::HISTORY | kind::NOTES),
        ("build", kind::NOTES), ("release", kind::NOTES),
        ("book", kind::SEARCH), ("resume", kind::SEARCH), ("store", kind::HOURS),
        ("group", kind::MEMBERS), ("type", kind::DEFINITION), ("load", kind::SKILL),
        ("generate", kind::UUID), ("add", kind::NUMBERS),
    ], 0
}

word_map! {
    /// Nouns behind them, and the kinds of which they are.
    AFTER: u16 = [
        ("request", kind::REQUEST),
        ("weather", kind::OPEN), ("street", kind::OPEN), ("source", kind::OPEN),
        ("graph", kind::OPEN), ("api", kind::OPEN), ("data", kind::OPEN), ("library", kind::OPEN),
        ("food", kind::OPEN), ("ai", kind::OPEN),
        ("alerts", kind::SEVERAL), ("cases", kind::SEVERAL), ("comments", kind::SEVERAL),
        ("emails", kind::SEVERAL), ("incidents", kind::SEVERAL), ("issues", kind::SEVERAL),
        ("mails", kind::SEVERAL), ("messages", kind::SEVERAL), ("notifications", kind::SEVERAL),
        ("orders", kind::SEVERAL), ("positions", kind::SEVERAL), ("posts", kind::SEVERAL),
        ("prs", kind::SEVERAL), ("releases", kind::SEVERAL), ("tickets", kind::SEVERAL),
        ("trades", kind::SEVERAL),
        ("count", kind::COUNT),
        ("capability", kind::CALL), ("function", kind::CALL), ("mcp", kind::CALL),
        ("tool", kind::CALL),
        ("status", kind::STATUS), ("state", kind::STATUS), ("history", kind::HISTORY),
        ("policy", kind::POLICY), ("rate", kind::POLICY),
        ("log", kind::NOTES), ("note", kind::NOTES), ("diff", kind::NOTES),
        ("search", kind::SEARCH), ("review", kind::SEARCH), ("hour", kind::HOURS),
        ("member", kind::MEMBERS), ("definition", kind::DEFINITION), ("skill", kind::SKILL),
        ("uuid", kind::UUID), ("guid", kind::UUID), ("numbers", kind::NUMBERS),
    ], 0
}

word_set! {
    /// What `in` makes an act of: `clock_in`.
    DONE_IN = ["clock", "log", "opt", "sign"]
}

word_set! {
    /// What stands before the object of a third person: `slack_sends_a_message`.
    ARTICLES = ["a", "an", "the"]
}

word_set! {
    /// Words of drafting that are nouns as well: `draft_order_complete` completes one.
    DRAFTED = ["draft", "estimate", "plan"]
}

/// Whether the word says that what stands before it is only spoken about.
pub(super) fn is_about_an_act(word: Word) -> bool {
    REPORT_NOUNS.contains_noun(word) || ABOUT_AN_ACT.contains_noun(word)
}

pub(super) fn is_border(word: Word) -> bool {
    CLAUSE_BORDERS.contains(word)
}

pub(in crate::gate::classify) fn changes_nothing(word: Word) -> bool {
    BEHIND_A_VERB.contains(word)
}

pub(super) fn is_always_verb(word: Word) -> bool {
    ALWAYS_VERBS.contains(word)
}

pub(super) fn acts_at_the_end(word: Word) -> bool {
    ACTS_AT_THE_END.contains(word)
}

pub(super) fn acts_on_a_list(word: Word) -> bool {
    ACTS_ON_A_LIST.contains(word)
}

pub(super) fn reads_freely(word: Word) -> bool {
    FREE_READS.contains(word)
}

pub(super) fn is_never_covered(word: Word) -> bool {
    UNCOVERED.contains(word)
}

/// Whether a word that is not covered is a noun where this one, or none, follows.
pub(super) fn is_noun_before(word: Word, next: Option<Word>) -> bool {
    NOUNS_AT_THE_END.contains(word) && next.is_none_or(|next| BEHIND_A_NOUN.contains(next))
}

/// Whether a word changes what the word before reads: `read_write_file`.
pub(super) fn changes_what_is_read(before: Word, word: Word) -> bool {
    CHANGES.contains(word) && BEFORE_CHANGES.contains(before)
}

pub(super) fn reads_at_the_end(word: Word) -> bool {
    TRAILING_READS.contains(word)
}

pub(super) fn reads_a_noun_at_the_end(word: Word) -> bool {
    TRAILING_AFTER_NOUNS.contains(word)
}

pub(super) fn is_removal(word: Word) -> bool {
    REMOVALS.contains(word)
}

/// Whether the two words are an act whatever the first of them is: `shut_down`, but not `look_up`.
pub(super) fn is_act_with_particle(before: Word, word: Word) -> bool {
    const LOOK: Word = Word::literal("look");
    const IN: Word = Word::literal("in");
    (PARTICLES.contains(word) && before != LOOK) || (word == IN && DONE_IN.contains(before))
}

/// Whether the two words are one noun, or a call that is judged elsewhere: `pull_request`, `call_tool`.
pub(super) fn are_a_noun(word: Word, next: Word) -> bool {
    BEFORE.get(word).is_some_and(|kinds| AFTER.kinds(next).has(kinds))
}

pub(super) fn is_article(word: Word) -> bool {
    ARTICLES.contains(word)
}

pub(super) fn is_drafted(word: Word) -> bool {
    DRAFTED.contains(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::classify::verbs;

    /// These lists choose among the verbs. A word that is not a verb in the table would be a second table.
    #[test]
    fn verbs_are_chosen_from_the_table() {
        let acts = ALWAYS_VERBS
            .words()
            .chain(ACTS_AT_THE_END.words())
            .chain(ACTS_ON_A_LIST.words())
            .chain(UNCOVERED.words())
            .chain(CHANGES.words())
            .chain(POSTED.words());
        for word in acts {
            assert!(verbs::verb(word).is_some_and(|verb| verb.class.acts()), "{word:?}");
        }
        let reads = FREE_READS
            .words()
            .chain(BEFORE_CHANGES.words())
            .chain(TRAILING_READS.words())
            .chain(TRAILING_AFTER_NOUNS.words());
        for word in reads {
            assert!(verbs::verb(word).is_some_and(|verb| !verb.class.acts()), "{word:?}");
        }
        for word in NOUNS_AT_THE_END.words() {
            assert!(UNCOVERED.contains(word), "{word:?}");
        }
    }
}
