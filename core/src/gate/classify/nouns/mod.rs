//! Whose data a name speaks of: the nouns, and what makes them somebody's own.

mod table;

use super::verbs;
use crate::{
    contract::VerbClass,
    tokens::{Kinds, Name, Word, tokens, word_set},
};
use table::{
    ALWAYS_PRIVATE, IN_NAMES, LABS, OF_A_KIND, OF_KEYS, OF_MACHINES, OF_MANY_MEANINGS, OF_THINGS,
    OF_TOKENS, PERSON, PLAYED, PRIVATE, PUBLIC, TOKEN, TRANSCRIBED, noun,
};

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
    TOGETHER.iter().any(|(first, second)| *first == before && is(word, *second))
}

/// Whether a word is this noun, or the plural of it.
fn is(word: Word, noun: Word) -> bool {
    word.singulars().any(|form| form == noun)
}

/// Whether a word names what belongs to somebody.
pub(crate) fn is_private(word: Word) -> bool {
    noun(word).has(PRIVATE | IN_NAMES)
}

/// Whether a word in the key of an argument names what belongs to somebody.
pub(crate) fn is_private_in_key(word: Word) -> bool {
    noun(word).has(PRIVATE)
}

/// Whether what stands directly under a key that ends in this word is a person.
pub(crate) fn is_person(word: Word) -> bool {
    noun(word).has(PERSON)
}

/// Whether this word behind a private noun makes an identifier of it.
pub(crate) fn is_identifier(word: Word) -> bool {
    IDENTIFIERS.contains_noun(word)
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
    tokens(name).any(|token| noun(token.word).has(PUBLIC))
}

/// Reads the nouns of a tool name.
pub(crate) fn read_nouns(name: &Name<'_>) -> NounReading {
    const PUBLIC_WORD: Word = Word::literal("public");
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

    let (mut private, mut of_many_meanings, mut of_things) = (false, false, false);
    let (mut always_private, mut public) = (false, false);
    let mut holds_token = false;
    let (mut before, mut of_before) = (Word::OTHER, Kinds::default());
    // The word before is a private noun, and this one may take it back.
    let mut pending = false;
    for (index, token) in name.tokens().enumerate() {
        let (word, of_word) = (token.word, noun(token.word));
        // `order_status` asks for any order, `order_book` for all and `case_law` for none; the e-mail addresses of `get_public_user_emails` are not
        // called public, these users are.
        let of_a_kind = (index == 1 && before == ORDER && word == STATUS)
            || (before == ORDER && is(word, BOOK))
            || (before == USER && is(word, AGENT))
            || of_word.has(OF_A_KIND);
        if word != PUBLIC_WORD {
            private |= core::mem::take(&mut pending) && !of_a_kind;
        }
        always_private |= of_word.has(ALWAYS_PRIVATE)
            || (of_word.has(TOKEN) && of_before.has_itself(OF_TOKENS))
            || (of_before.has(TOKEN) && of_word.has_itself(OF_TOKENS))
            || (of_before.has_itself(OF_KEYS) && is(word, KEY));
        private |= (of_before.has_itself(LABS) && is(word, RESULT))
            || (of_before.has(TRANSCRIBED) && is(word, TRANSCRIPT))
            || belongs_together(before, word);
        public |= of_word.has(PUBLIC);
        of_things |= of_word.has(OF_THINGS);
        let to_nobody = (of_before.has_itself(OF_MACHINES) && is(word, MESSAGE))
            || (of_before.has_itself(PLAYED) && is(word, CARD));
        if before != PUBLIC_WORD && !to_nobody {
            if of_word.has(OF_MANY_MEANINGS) {
                of_many_meanings = true;
            } else {
                pending |= of_word.has(PRIVATE | IN_NAMES) || in_one_word(token.text);
            }
        }
        holds_token |= of_word.has(TOKEN);
        (before, of_before) = (word, of_word);
    }
    private |= pending && before != PUBLIC_WORD;
    let only_read = || name.tokens().all(|it| noun(it.word).has(TOKEN) || reads(it.word));
    NounReading {
        private: !public && (private || (of_many_meanings && !of_things)),
        always_private: always_private || (holds_token && only_read()),
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

    fn is_always_private(word: Word) -> bool {
        noun(word).has(ALWAYS_PRIVATE)
    }

    fn read_nouns(name: &str) -> NounReading {
        super::read_nouns(&Name::of(name))
    }

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
