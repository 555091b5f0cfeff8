//! Whose data a name speaks of: the nouns, and what makes them somebody's own.

use super::verbs;
use crate::{
    contract::VerbClass,
    tokens::{Word, tokens, word_set},
};

word_set! {
    /// What belongs to somebody, in a name as well as in the key of an argument.
    PRIVATE = [
        "account", "attendee", "booking", "calendar", "card", "cart", "case", "chat", "client",
        "collaborator", "contact", "conversation", "credential", "customer", "diagnosis", "dispute",
        "email", "employee", "follower", "friend", "inbox", "invoice", "loan", "mail", "mailbox",
        "medical", "member", "message", "order", "participant", "password", "patient", "payment",
        "payroll", "payslip", "prescription", "profile", "reservation", "salary", "secret",
        "student", "subscription", "ticket", "transaction", "user", "voicemail", "watcher",
    ]
}

word_set! {
    /// What belongs to somebody in a name, and is often a technical thing as the key of an argument:
    /// `session_id` says in which session a tool works, not whom it is about.
    PRIVATE_IN_NAMES = [
        "allergy", "applicant", "appointment", "beneficiary", "bookmark", "cardholder", "clipboard",
        "cookie", "diary", "dm", "freebusy", "gcal", "gmail", "googlecalendar", "holding", "iban",
        "imessage", "immunization", "invitee", "lead", "localstorage", "me", "my", "myself", "note",
        "notification", "onenote", "passport", "paycheck", "payout", "pension", "person",
        "policyholder", "portfolio", "recipient", "recording", "refund", "reminder", "session",
        "sessionstorage", "sms", "subscriber", "thread", "timesheet", "todo", "unread", "watchlist",
        "whatsapp", "whoami", "wishlist", "workout", "worklog",
    ]
}

word_set! {
    /// Nouns of which a name may mean the kind instead of somebody's own: `get_thread_count`.
    OF_MANY_MEANINGS = [
        "bookmark", "cookie", "lead", "note", "notification", "recording", "refund", "reminder",
        "session", "thread",
    ]
}

word_set! {
    /// What shows that a noun of many meanings is about things: how many, of which kind, of what.
    OF_THINGS = [
        "category", "count", "cpu", "format", "kind", "level", "limit", "option", "patch",
        "schedule", "setting", "show", "source", "time", "type",
    ]
}

word_set! {
    /// What writes messages that are to nobody: `list_console_messages`.
    OF_MACHINES = ["commit", "console", "error", "log"]
}

word_set! {
    /// Behind a private noun these speak of a kind of thing and not of one that is somebody's: `loan_calculator`.
    OF_A_KIND = ["calculator", "completion", "converter", "law", "model"]
}

word_set! {
    /// Cards with which everybody plays.
    PLAYED = ["flash", "magic", "playing", "pokemon", "tarot"]
}

word_set! {
    /// Private whatever stands beside them: `get_password_policy` may show a password.
    ALWAYS_PRIVATE = ["secret", "password", "credential", "ssn"]
}

word_set! {
    /// Beside one of these, a token is a credential: `refresh_token`.
    TOKENS_OF = ["api", "auth", "access", "refresh", "session", "bearer"]
}

word_set! {
    /// Beside one of these, a key is a credential: `ssh_key`.
    KEYS_OF = ["api", "ssh", "private", "access"]
}

word_set! {
    /// Whose words stand in a transcript that is somebody's own. That of a video is for everybody.
    TRANSCRIBED = [
        "call", "chat", "conversation", "interview", "meeting", "patient", "phone", "session",
        "student", "visit", "voice",
    ]
}

word_set! {
    /// What was found out about somebody's body, beside a result: `lab_results`.
    LABS = ["lab", "blood"]
}

word_set! {
    /// What is written for everybody, so that it takes back a private noun: `user_manual`,
    /// `customer_support_hours`. The status of an account or the score of a student does not.
    PUBLIC = [
        "doc", "documentation", "guide", "manual", "help", "faq", "hour", "pricing", "price",
        "policy", "term", "schema", "template", "catalog", "weather", "news", "release",
    ]
}

word_set! {
    /// What makes a private noun an identifier: `customer_id`, `account_number`.
    IDENTIFIERS = [
        "id", "ids", "number", "no", "key", "ref", "uuid", "name", "email", "phone", "identifier",
    ]
}

/// Two words that together name what belongs to somebody: `get_shipping_address`.
const TOGETHER: [(Word, Word); 16] = [
    (Word::literal("bank"), Word::literal("balance")),
    (Word::literal("bank"), Word::literal("statement")),
    (Word::literal("billing"), Word::literal("address")),
    (Word::literal("browser"), Word::literal("history")),
    (Word::literal("browsing"), Word::literal("history")),
    (Word::literal("call"), Word::literal("history")),
    (Word::literal("call"), Word::literal("log")),
    (Word::literal("health"), Word::literal("data")),
    (Word::literal("health"), Word::literal("record")),
    (Word::literal("heart"), Word::literal("rate")),
    (Word::literal("home"), Word::literal("address")),
    (Word::literal("purchase"), Word::literal("history")),
    (Word::literal("shipping"), Word::literal("address")),
    (Word::literal("sleep"), Word::literal("data")),
    (Word::literal("tax"), Word::literal("return")),
    (Word::literal("time"), Word::literal("off")),
];

/// Whether two words together name what belongs to somebody.
fn belongs_together(before: Word, word: Word) -> bool {
    TOGETHER
        .iter()
        .any(|(first, second)| *first == before && word.singulars().any(|form| form == *second))
}

/// Whether a word names what belongs to somebody.
pub(crate) fn is_private(word: Word) -> bool {
    PRIVATE.contains_noun(word) || PRIVATE_IN_NAMES.contains_noun(word)
}

/// Whether a word in the key of an argument names what belongs to somebody.
pub(crate) fn is_private_in_key(word: Word) -> bool {
    PRIVATE.contains_noun(word)
}

/// Whether this word behind a private noun makes an identifier of it.
pub(crate) fn is_identifier(word: Word) -> bool {
    IDENTIFIERS.contains_noun(word)
}

/// Whether what a word names is a secret by itself.
pub(crate) fn is_always_private(word: Word) -> bool {
    ALWAYS_PRIVATE.contains_noun(word)
}

/// What the nouns of a name say.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct NounReading {
    /// A word names what belongs to somebody, and nothing takes that back.
    pub(crate) private: bool,
    /// A word is private whatever stands beside it.
    pub(crate) always_private: bool,
}

impl NounReading {
    /// What two names say together.
    pub(crate) const fn or(self, other: Self) -> Self {
        Self {
            private: self.private || other.private,
            always_private: self.always_private || other.always_private,
        }
    }
}

/// Whether a word of a tool name says that what it is about is public.
pub(crate) fn is_called_public(name: &str) -> bool {
    tokens(name).any(|token| PUBLIC.contains_noun(token.word))
}

/// Reads the nouns of a tool name.
pub(crate) fn read_nouns(name: &str) -> NounReading {
    const PUBLIC_WORD: Word = Word::literal("public");
    const TOKEN: Word = Word::literal("token");
    const AGENT: Word = Word::literal("agent");
    const BOOK: Word = Word::literal("book");
    const CARD: Word = Word::literal("card");
    const USER: Word = Word::literal("user");
    const KEY: Word = Word::literal("key");
    const MESSAGE: Word = Word::literal("message");
    const ORDER: Word = Word::literal("order");
    const RESULT: Word = Word::literal("result");
    const STATUS: Word = Word::literal("status");
    const TRANSCRIPT: Word = Word::literal("transcript");
    let is = |word: Word, noun: Word| word.singulars().any(|form| form == noun);

    let (mut private, mut of_many_meanings, mut of_things) = (false, false, false);
    let (mut always_private, mut public) = (false, false);
    let (mut holds_token, mut only_reading_verbs) = (false, true);
    let mut before = Word::OTHER;
    // The word before is a private noun, and this one may take it back.
    let mut pending = false;
    for (index, token) in tokens(name).enumerate() {
        let word = token.word;
        // `order_status` asks for any order, `order_book` for all and `case_law` for none; the e-mail addresses of `get_public_user_emails` are not
        // called public, these users are.
        let of_a_kind = (index == 1 && before == ORDER && word == STATUS)
            || (before == ORDER && is(word, BOOK))
            || (before == USER && is(word, AGENT))
            || OF_A_KIND.contains_noun(word);
        if word != PUBLIC_WORD {
            private |= core::mem::take(&mut pending) && !of_a_kind;
        }
        let beside = |noun: Word, of: &dyn Fn(Word) -> bool| {
            (is(word, noun) && of(before)) || (is(before, noun) && of(word))
        };
        always_private |= is_always_private(word)
            || beside(TOKEN, &|of| TOKENS_OF.contains(of))
            || (is(word, KEY) && KEYS_OF.contains(before));
        private |= (is(word, RESULT) && LABS.contains(before))
            || (is(word, TRANSCRIPT) && TRANSCRIBED.contains_noun(before))
            || belongs_together(before, word);
        public |= PUBLIC.contains_noun(word);
        of_things |= OF_THINGS.contains_noun(word);
        let to_nobody = (is(word, MESSAGE) && OF_MACHINES.contains(before))
            || (is(word, CARD) && PLAYED.contains(before));
        if before != PUBLIC_WORD && !to_nobody {
            if OF_MANY_MEANINGS.contains_noun(word) {
                of_many_meanings = true;
            } else {
                pending |= is_private(word) || in_one_word(token.text);
            }
        }
        if is(word, TOKEN) {
            holds_token = true;
        } else {
            only_reading_verbs &= reads(word);
        }
        before = word;
    }
    private |= pending && before != PUBLIC_WORD;
    NounReading {
        private: !public && (private || (of_many_meanings && !of_things)),
        always_private: always_private || (holds_token && only_reading_verbs),
    }
}

/// Whether a word is a verb of reading that fetches what follows. What is counted or estimated is
/// the size of a text: `count_tokens`.
fn reads(word: Word) -> bool {
    const COUNT: Word = Word::literal("count");
    word != COUNT && verbs::verb(word).is_some_and(|verb| verb.class == VerbClass::Read)
}

/// A name that is written as one word: `getuserdata`, `listinvoices`.
fn in_one_word(text: &str) -> bool {
    const VERBS: [&str; 9] =
        ["get", "read", "list", "fetch", "find", "show", "view", "search", "lookup"];
    const REST: [&str; 7] = ["data", "info", "details", "list", "profile", "history", "records"];
    if !(7..=24).contains(&text.len()) {
        return false;
    }
    let Some(noun) = VERBS.iter().find_map(|verb| {
        let (start, noun) = text.split_at_checked(verb.len())?;
        start.eq_ignore_ascii_case(verb).then_some(noun)
    }) else {
        return false;
    };
    let ends = |rest: &str| {
        noun.len()
            .checked_sub(rest.len())
            .and_then(|length| noun.split_at_checked(length))
            .is_some_and(|(noun, end)| {
                end.eq_ignore_ascii_case(rest) && is_private_in_key(Word::of(noun))
            })
    };
    is_private_in_key(Word::of(noun)) || REST.iter().any(|rest| ends(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_count_in_both_numbers() {
        for word in ["invoice", "invoices", "salaries", "inboxes", "diagnoses", "transaction"] {
            assert!(is_private(Word::of(word)), "{word}");
        }
        assert!(is_always_private(Word::of("secrets")) && !is_always_private(Word::of("user")));
        // A session is private in a name only.
        assert!(is_private(Word::of("sessions")) && !is_private_in_key(Word::of("sessions")));
    }

    #[test]
    fn what_is_written_for_everybody_takes_a_noun_back() {
        let private = |name| read_nouns(name).private;
        for name in [
            "get_user",
            "get_patient_status",
            "student_score",
            "get_account_availability",
            "get_public_user_emails",
            "get_account_public_emails",
            "get_meeting_transcript",
            "get_order_status",
            "get_me",
            "list_threads",
            "read_message",
            "get_sms",
            "getuserdata",
            "listinvoices",
            "get_lab_results",
            "customer_time",
            "get_my_playlists",
            "list_appointments",
            "fetch_refund",
            "get_shipping_addresses",
            "list_unread",
            "get_time_off",
        ] {
            assert!(private(name), "{name}");
        }
        for name in [
            "get_user_manual",
            "customer_support_hours",
            "list_public_users",
            "get_thread_count",
            "get_notification_types",
            "get_session_schedule",
            "get_video_transcript",
            "list_console_messages",
            "getusercontent",
            "get_account_public",
            "order_status",
            "get_transcript",
            "getcardinal",
            "search",
            "lab_hours",
            "get_lead_time",
            "get_refund_policy",
            "get_address",
            "get_health",
            "shipping_rates",
        ] {
            assert!(!private(name), "{name}");
        }
    }

    #[test]
    fn what_opens_a_door_is_always_private() {
        let always = |name| read_nouns(name).always_private;
        for name in [
            "get_password_policy",
            "get_ssn",
            "get_api_key",
            "read_ssh_keys",
            "getAccessToken",
            "token_refresh",
            "get_tokens",
            "token",
            "list_private_keys",
            "session-token/help",
        ] {
            assert!(always(name), "{name}");
        }
        for name in ["get_token_price", "count_tokens", "get_key", "key_api_docs", "public_key"] {
            assert!(!always(name), "{name}");
        }
    }
}
