//! Words that act only on some objects: `process_refund` pays, `process_list` lists.

use crate::{
    contract::VerbClass,
    tokens::{Word, word_map, word_set},
};

/// What a word does to some objects.
#[derive(Debug, Clone, Copy)]
pub(super) struct Doing {
    /// What is done if it is done to one of them.
    pub(super) class: VerbClass,
    objects: Objects,
    /// Also behind a word that is not a verb: `stripe_capture_payment`. Others are nouns there:
    /// `audit_log_entry`.
    behind_a_word: bool,
}

/// What something is done to.
#[derive(Debug, Clone, Copy)]
enum Objects {
    Alerted,
    Billed,
    Captured,
    Claimed,
    Converted,
    Indexed,
    Issued,
    Logged,
    Paged,
    Printed,
    Processed,
    Rated,
    ReactedTo,
    Recorded,
    Resolved,
    Taken,
    Tracked,
    Trained,
}

const fn doing(class: VerbClass, objects: Objects, behind_a_word: bool) -> Doing {
    Doing { class, objects, behind_a_word }
}

word_map! {
    /// The words, and what each does.
    DOERS: Doing = [
        ("alert", doing(VerbClass::Send, Objects::Alerted, false)),
        ("bill", doing(VerbClass::Money, Objects::Billed, true)),
        ("capture", doing(VerbClass::Money, Objects::Captured, true)),
        ("claim", doing(VerbClass::Money, Objects::Claimed, true)),
        ("convert", doing(VerbClass::Edit, Objects::Converted, true)),
        ("index", doing(VerbClass::Edit, Objects::Indexed, false)),
        ("issue", doing(VerbClass::Money, Objects::Issued, false)),
        ("log", doing(VerbClass::Edit, Objects::Logged, false)),
        ("page", doing(VerbClass::Send, Objects::Paged, false)),
        ("print", doing(VerbClass::Edit, Objects::Printed, true)),
        ("process", doing(VerbClass::Money, Objects::Processed, true)),
        ("rate", doing(VerbClass::Edit, Objects::Rated, false)),
        ("react", doing(VerbClass::Edit, Objects::ReactedTo, true)),
        ("record", doing(VerbClass::Edit, Objects::Recorded, false)),
        ("resolve", doing(VerbClass::Edit, Objects::Resolved, true)),
        ("take", doing(VerbClass::Edit, Objects::Taken, true)),
        ("track", doing(VerbClass::Edit, Objects::Tracked, true)),
        ("train", doing(VerbClass::Exec, Objects::Trained, true)),
    ], doing(VerbClass::Other, Objects::Alerted, false)
}

word_set! {
    ALERTED = ["admin", "contact", "customer", "everyone", "manager", "oncall", "staff", "team", "user"]
}

word_set!(BILLED = ["account", "card", "client", "customer", "patient"]);

word_set!(CAPTURED = ["charge", "fund", "lead", "order", "payment"]);

word_set!(CLAIMED = ["airdrop", "bonus", "offer", "reward", "task", "ticket", "username"]);

word_set! {
    CONVERTED = [
        "channel", "conversation", "deal", "draft", "issue", "item", "lead", "opportunity", "order",
        "private", "public", "quote", "subtask", "task", "ticket",
    ]
}

word_set! {
    INDEXED = [
        "codebase", "content", "directory", "document", "file", "folder", "page", "project", "repo",
        "repository", "site", "url", "website",
    ]
}

word_set! {
    ISSUED = [
        "badge", "card", "certificate", "coupon", "credit", "invoice", "license", "licence", "token",
        "voucher",
    ]
}

word_set! {
    /// One of them: what several are is listed, `log_events`.
    LOGGED = [
        "activity", "bug", "call", "decision", "entry", "event", "expense", "food", "hours",
        "incident", "interaction", "meal", "message", "mood", "note", "time", "visit", "water", "work",
        "workout",
    ]
}

word_set!(PAGED = ["engineer", "oncall", "responder"]);

word_set! {
    PRINTED = ["document", "file", "invoice", "label", "order", "page", "receipt", "ticket"]
}

word_set! {
    PROCESSED = [
        "checkout", "claim", "invoice", "order", "payment", "payout", "payroll", "refund", "return",
        "transaction", "withdrawal",
    ]
}

word_set! {
    RATED = [
        "agent", "answer", "app", "book", "driver", "movie", "product", "response", "seller", "song",
        "track",
    ]
}

word_set!(REACTED_TO = ["to"]);

word_set! {
    RECORDED = [
        "attendance", "audio", "consent", "decision", "dose", "entry", "expense", "macro", "payment",
        "payout", "sale", "screen", "session", "transaction", "video", "vote",
    ]
}

word_set! {
    /// What somebody closes who resolves it.
    RESOLVED = [
        "thread", "issue", "case", "ticket", "incident", "alert", "conflict", "comment", "dispute",
        "conversation",
    ]
}

word_set!(TAKEN = ["action", "control", "leave", "order", "over", "ownership", "payment"]);

word_set!(TRACKED = ["conversion", "event", "goal", "purchase"]);

word_set!(TRAINED = ["agent", "classifier", "detector", "model", "network"]);

impl Doing {
    /// What this word does, if it does something at this place of a segment. `behind_a_word`: a word that
    /// is not a verb stands before it.
    pub(super) fn of(word: Word, behind_a_word: bool) -> Option<Self> {
        DOERS.get(word).filter(|doing| doing.behind_a_word || !behind_a_word)
    }

    /// Whether it is done to what this word names.
    pub(super) fn is_done_to(self, word: Word) -> bool {
        match self.objects {
            Objects::Alerted => ALERTED.contains_noun(word),
            Objects::Billed => BILLED.contains_noun(word),
            Objects::Captured => CAPTURED.contains_noun(word),
            Objects::Claimed => CLAIMED.contains_noun(word),
            Objects::Converted => CONVERTED.contains_noun(word),
            Objects::Indexed => INDEXED.contains_noun(word),
            Objects::Issued => ISSUED.contains_noun(word),
            Objects::Logged => LOGGED.contains(word),
            Objects::Paged => PAGED.contains_noun(word),
            Objects::Printed => PRINTED.contains_noun(word),
            Objects::Processed => PROCESSED.contains_noun(word),
            Objects::Rated => RATED.contains_noun(word),
            Objects::ReactedTo => REACTED_TO.contains(word),
            Objects::Recorded => RECORDED.contains_noun(word),
            Objects::Resolved => RESOLVED.contains_noun(word),
            Objects::Taken => TAKEN.contains(word),
            Objects::Tracked => TRACKED.contains(word),
            Objects::Trained => TRAINED.contains_noun(word),
        }
    }
}
