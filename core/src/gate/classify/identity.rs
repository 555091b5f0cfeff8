//! Whom a call is about, by the keys of its arguments.

use alloc::{borrow::Cow, string::String};

use super::nouns::{is_identifier, is_person, is_private_in_key};
use crate::{
    confusables,
    json::Value,
    secrets,
    tokens::{Word, tokens, word_set},
};

/// Keys that name a person by themselves, by their words.
const IDENTITY_KEYS: [&[&str]; 18] = [
    &["email"],
    &["email", "address"],
    &["e", "mail"],
    &["e", "mail", "address"],
    &["phone"],
    &["phone", "number"],
    &["mobile"],
    &["ssn"],
    &["social", "security", "number"],
    &["tax", "id"],
    &["national", "id"],
    &["passport"],
    &["passport", "number"],
    &["iban"],
    &["card", "number"],
    &["date", "of", "birth"],
    &["dob"],
    &["mrn"],
];

word_set! {
    /// The words with which these keys begin.
    FIRST_WORDS = [
        "email", "e", "phone", "mobile", "ssn", "social", "tax", "national", "passport", "iban",
        "card", "date", "dob", "mrn",
    ]
}

word_set! {
    /// Words before a person that change nothing: `for_user`.
    BEFORE_PERSONS = ["behalf", "by", "current", "for", "from", "of", "on", "target", "the", "to"]
}

word_set! {
    /// What stands directly under one of these is known to somebody only.
    KNOWN_TO_ONE = ["credential", "password", "secret"]
}

word_set! {
    /// Words of a listing, which name nobody: `{"client": "web", "user": "all"}`.
    OF_LISTINGS = [
        "active", "admin", "all", "android", "anonymous", "any", "api", "app", "array", "asc",
        "ascending", "basic", "boolean", "bot", "browser", "business", "cli", "count", "created",
        "date", "default", "desc", "descending", "desktop", "enterprise", "external", "false",
        "free", "group", "guest", "human", "id", "inactive", "integer", "internal", "ios", "mobile",
        "name", "new", "none", "null", "number", "object", "org", "organization", "personal",
        "premium", "private", "pro", "public", "server", "standard", "string", "system", "team",
        "text", "true", "type", "updated", "user", "web", "yes",
    ]
}

/// What a key makes of the value below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Below {
    /// Nothing.
    #[default]
    Nothing,
    /// A private noun: an `id` below it is somebody's.
    Owned,
    /// A person: a text or a number below it is who it is.
    Person,
    /// A password or the like: a text or a number below it is one.
    KnownToOne,
    /// A card: twelve digits below it are its number.
    Card,
}

impl Below {
    /// Whether this value, directly below the key, says who is meant.
    pub(crate) fn names(self, value: &Value<'_>) -> bool {
        match (self, value) {
            (Self::Person | Self::KnownToOne, Value::Number(_)) => true,
            (Self::Person, Value::String(text)) => is_somebody(text),
            (Self::KnownToOne, Value::String(text)) => text.chars().nth(1).is_some(),
            (Self::Card, Value::String(text)) => has_digits_of_card(text),
            (Self::Card, Value::Number(number)) => has_digits_of_card(number.as_str()),
            _ => false,
        }
    }
}

/// What one key of the arguments says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct KeyReading {
    /// The key says whom the call is about.
    pub(crate) identity_bound: bool,
    /// What stands below the key.
    pub(crate) below: Below,
    /// The last word of the key.
    last: Option<Word>,
}

impl KeyReading {
    /// Whether the key tells one of a kind from the others, as `id` or `first_name` does.
    pub(crate) fn identifies(self) -> bool {
        self.last.is_some_and(is_identifier)
    }
}

/// Whether an argument with this key says whom the call is about.
pub(crate) fn is_identity_bound(key: &str) -> bool {
    read_key(&folded(key)).identity_bound
}

/// A key without the characters that only look like others: `usеr_id` is `user_id`.
pub(crate) fn folded(key: &str) -> Cow<'_, str> {
    if key.is_ascii() {
        return Cow::Borrowed(key);
    }
    let plain = secrets::plain(key);
    let latin = |letter: char| confusables::latin_letter(letter).unwrap_or(letter);
    Cow::Owned(plain.chars().map(latin).collect::<String>())
}

/// Reads a key that is folded.
pub(crate) fn read_key(key: &str) -> KeyReading {
    const ID: Word = Word::literal("id");
    let mut words = [Word::OTHER; 3];
    let mut count = 0_usize;
    let mut bound = false;
    let mut before: Option<Word> = None;
    let mut only_before_persons = true;
    for token in tokens(key) {
        let word = token.word;
        bound |= before.is_some_and(|before| {
            (is_private_in_key(before) && is_identifier(word))
                || (before == ID && is_private_in_key(word))
        }) || joined_identifier(token.text);
        only_before_persons &= before.is_none_or(|before| BEFORE_PERSONS.contains(before));
        before = Some(word);
        if let Some(slot) = words.get_mut(count) {
            *slot = word;
        }
        count = count.saturating_add(1);
    }
    let Some(last) = before else { return KeyReading::default() };
    bound = bound || words.get(..count).is_some_and(are_an_identity_key);
    let below = below(last, count == 1, only_before_persons);
    KeyReading { identity_bound: bound, below, last: Some(last) }
}

fn below(last: Word, alone: bool, only_before_persons: bool) -> Below {
    const CARD: Word = Word::literal("card");
    if !is_private_in_key(last) {
        return Below::Nothing;
    }
    if only_before_persons && is_person(last) {
        return Below::Person;
    }
    if KNOWN_TO_ONE.contains_noun(last) && alone {
        return Below::KnownToOne;
    }
    if last == CARD { Below::Card } else { Below::Owned }
}

fn are_an_identity_key(words: &[Word]) -> bool {
    words.first().is_some_and(|word| FIRST_WORDS.contains_noun(*word))
        && IDENTITY_KEYS.iter().any(|key| are_the_words_of(words, key))
}

fn are_the_words_of(words: &[Word], key: &[&str]) -> bool {
    key.len() == words.len()
        && key.iter().zip(words).all(|(expected, word)| {
            let expected = Word::literal(expected);
            word.singulars().any(|form| form == expected)
        })
}

/// A noun and an identifier in one word, as in `userid` and `accountnumber`.
fn joined_identifier(word: &str) -> bool {
    const ENDINGS: [&str; 8] =
        ["id", "ids", "number", "uuid", "name", "email", "phone", "identifier"];
    // The shortest is `cardid`, and all end in one of these letters.
    let may_be_one = word.len() >= 6
        && word.bytes().next_back().is_some_and(|last| b"dsrelDSREL".contains(&last));
    may_be_one
        && ENDINGS.iter().any(|ending| {
            word.len()
                .checked_sub(ending.len())
                .and_then(|length| word.split_at_checked(length))
                .is_some_and(|(noun, end)| {
                    end.eq_ignore_ascii_case(ending) && is_private_in_key(Word::of(noun))
                })
        })
}

/// Whether a text can be somebody: more than a letter, and not a word of a listing.
pub(crate) fn is_somebody(text: &str) -> bool {
    let text = text.trim();
    text.chars().nth(1).is_some() && !OF_LISTINGS.contains_noun(Word::of(text))
}

fn has_digits_of_card(text: &str) -> bool {
    text.bytes().filter(u8::is_ascii_digit).count() >= 12
}

#[cfg(test)]
mod tests {
    use alloc::borrow::ToOwned as _;

    use super::*;

    #[test]
    fn keys_that_name_somebody() {
        for key in [
            "user_id",
            "userId",
            "CustomerID",
            "account-id",
            "account_number",
            "emailAddress",
            "billing_customer_id",
            "customer_ids",
            "order_no",
            "ticket_ref",
            "patient_uuid",
            "client_name",
            "contact_email",
            "employee_phone",
            "card_key",
            "email",
            "EMAIL",
            "emails",
            "phone",
            "phone_numbers",
            "mobile",
            "ssn",
            "social_security_number",
            "tax_id",
            "nationalId",
            "passport",
            "passportNumber",
            "iban",
            "card_number",
            "dateOfBirth",
            "dob",
            "mrn",
            "userid",
            "username",
            "accountnumber",
            "e_mail",
            "eMailAddress",
            "user_identifier",
            "id_user",
            "us\u{435}r_id",
            "\u{ff55}ser_id",
            "conversation_id",
            "attendeeEmail",
        ] {
            assert!(is_identity_bound(key), "{key}");
        }
        for key in [
            "",
            "id",
            "address",
            "query",
            "name",
            "user",
            "account",
            "user_count",
            "users",
            "key",
            "is_mobile",
            "order",
            "video",
            "casino",
            "paid",
            "grid",
            "tax",
            "number",
            "date",
            "my_email_list",
            "1",
            "session_id",
            "thread_id",
            "id_type",
            "valid_user",
            "mail_e",
            "größe",
        ] {
            assert!(!is_identity_bound(key), "{key}");
        }
    }

    #[test]
    fn what_stands_below_a_key() {
        let below = |key| read_key(key).below;
        for key in ["user", "users", "patient", "for_user", "onBehalfOfCustomer", "member"] {
            assert_eq!(below(key), Below::Person, "{key}");
        }
        for key in ["order", "cases", "max_users", "user_message", "ticket"] {
            assert_ne!(below(key), Below::Person, "{key}");
        }
        assert_eq!((below("password"), below("card")), (Below::KnownToOne, Below::Card));
        assert_eq!((below("order"), below("query")), (Below::Owned, Below::Nothing));
    }

    #[test]
    fn a_word_of_a_listing_is_nobody() {
        let text = |text: &str| Value::String(text.to_owned().into());
        for word in ["", "x", " asc ", "WEB", "all", "users"] {
            assert!(!Below::Person.names(&text(word)), "{word}");
        }
        assert!(Below::Person.names(&text("ada")) && Below::Person.names(&text("李明")));
        assert!(
            Below::Card.names(&text("4111 1111 1111")) && !Below::Card.names(&text("visa 2030"))
        );
        assert!(Below::KnownToOne.names(&text("web")) && !Below::Owned.names(&text("ada")));
    }
}
