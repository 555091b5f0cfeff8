//! Whose data a name or an argument key speaks of.

use crate::tokens::{Word, tokens, word_set};

word_set!(
    PRIVATE = [
        "account",
        "booking",
        "calendar",
        "card",
        "cart",
        "case",
        "client",
        "contact",
        "credential",
        "customer",
        "diagnosis",
        "email",
        "employee",
        "inbox",
        "invoice",
        "loan",
        "mail",
        "mailbox",
        "medical",
        "message",
        "order",
        "password",
        "patient",
        "payment",
        "payroll",
        "payslip",
        "prescription",
        "profile",
        "reservation",
        "salary",
        "secret",
        "student",
        "subscription",
        "ticket",
        "transaction",
        "user",
    ]
);

word_set! {
    /// Private whatever stands beside them: `get_password_policy` may show a password.
    ALWAYS_PRIVATE = ["secret", "password", "credential"]
}

word_set!(
    PUBLIC = [
        "public",
        "doc",
        "documentation",
        "guide",
        "manual",
        "help",
        "faq",
        "hour",
        "pricing",
        "price",
        "policy",
        "term",
        "schema",
        "template",
        "catalog",
        "availability",
        "weather",
        "score",
        "status",
        "news",
        "release",
        "time",
    ]
);

word_set! {
    /// What makes a private noun an identifier: `customer_id`, `account_number`.
    IDENTIFIERS = ["id", "ids", "number", "no", "key", "ref", "uuid", "name", "email", "phone"]
}

/// Keys that name a person by themselves, by their words.
const IDENTITY_KEYS: [&[&str]; 16] = [
    &["email"],
    &["email", "address"],
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
        "email", "phone", "mobile", "ssn", "social", "tax", "national", "passport", "iban", "card",
        "date", "dob", "mrn",
    ]
}

pub(crate) fn is_private(word: Word) -> bool {
    PRIVATE.contains_noun(word)
}

pub(crate) fn is_always_private(word: Word) -> bool {
    ALWAYS_PRIVATE.contains_noun(word)
}

pub(crate) fn is_public(word: Word) -> bool {
    PUBLIC.contains_noun(word)
}

/// Whether this word behind a private noun makes an identifier of it.
pub(crate) fn is_identifier(word: Word) -> bool {
    IDENTIFIERS.contains_noun(word)
}

/// Whether an argument with this key says whom the call is about.
pub(crate) fn is_identity_bound(key: &str) -> bool {
    let mut words = [Word::OTHER; 3];
    let mut count = 0_usize;
    let mut before: Option<Word> = None;
    for token in tokens(key) {
        if before.is_some_and(is_private) && is_identifier(token.word) {
            return true;
        }
        if joined_identifier(token.text) {
            return true;
        }
        before = Some(token.word);
        if let Some(slot) = words.get_mut(count) {
            *slot = token.word;
        }
        count = count.saturating_add(1);
    }
    let Some(words) = words.get(..count) else { return false };
    let may_be_one = words.first().is_some_and(|word| FIRST_WORDS.contains_noun(*word));
    may_be_one && IDENTITY_KEYS.iter().any(|key| are_the_words_of(words, key))
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
    const ENDINGS: [&str; 7] = ["id", "ids", "number", "uuid", "name", "email", "phone"];
    // The shortest is `cardid`, and all end in one of these letters.
    let may_be_one = word.len() >= 6
        && word.bytes().next_back().is_some_and(|last| b"dsrelDSREL".contains(&last));
    may_be_one
        && ENDINGS.iter().any(|ending| {
            word.len()
                .checked_sub(ending.len())
                .and_then(|length| word.split_at_checked(length))
                .is_some_and(|(noun, end)| {
                    end.eq_ignore_ascii_case(ending) && is_private(Word::of(noun))
                })
        })
}

#[cfg(test)]
mod tests {
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
        ] {
            assert!(!is_identity_bound(key), "{key}");
        }
    }

    #[test]
    fn nouns_count_in_both_numbers() {
        for word in ["invoice", "invoices", "salaries", "inboxes", "diagnoses", "transaction"] {
            assert!(is_private(Word::of(word)), "{word}");
        }
        assert!(is_public(Word::of("docs")) && is_public(Word::of("hours")));
        assert!(is_always_private(Word::of("secrets")) && !is_always_private(Word::of("user")));
    }
}
