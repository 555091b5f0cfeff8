//! The one table of nouns: what each says about whose data a name speaks of.

use crate::tokens::{Kinds, Word, word_map};

/// It belongs to somebody, in a name as well as in the key of an argument.
pub(super) const PRIVATE: u16 = 1;
/// It belongs to somebody in a name, and is often a technical thing as the key of an argument: `session_id` says in
/// which session a tool works, not whom it is about.
pub(super) const IN_NAMES: u16 = 1 << 1;
/// A name may mean the kind instead of somebody's own: `get_thread_count`.
pub(super) const OF_MANY_MEANINGS: u16 = 1 << 2;
/// It shows that a noun of many meanings is about things: how many, of which kind, of what.
pub(super) const OF_THINGS: u16 = 1 << 3;
/// It writes messages that are to nobody: `list_console_messages`.
pub(super) const OF_MACHINES: u16 = 1 << 4;
/// Behind a private noun it speaks of a kind of thing and not of one that is somebody's: `loan_calculator`.
pub(super) const OF_A_KIND: u16 = 1 << 5;
/// With such cards everybody plays.
pub(super) const PLAYED: u16 = 1 << 6;
/// It is private whatever stands beside it: `get_password_policy` may show a password.
pub(super) const ALWAYS_PRIVATE: u16 = 1 << 7;
/// Beside it, a token is a credential: `refresh_token`.
pub(super) const OF_TOKENS: u16 = 1 << 8;
/// Before a key, it makes a credential of it: `ssh_key`.
pub(super) const OF_KEYS: u16 = 1 << 9;
/// Its words stand in a transcript that is somebody's own. That of a video is for everybody.
pub(super) const TRANSCRIBED: u16 = 1 << 10;
/// A result of it was found out about somebody's body: `lab_results`.
pub(super) const LABS: u16 = 1 << 11;
/// It is written for everybody, so that it takes back a private noun: `user_manual`, `customer_support_hours`. The
/// status of an account or the score of a student does not.
pub(super) const PUBLIC: u16 = 1 << 12;
/// It is `token`.
pub(super) const TOKEN: u16 = 1 << 13;
/// Whoever stands directly under it, as the key of an argument, is named: `{"user": "ada"}`.
pub(super) const PERSON: u16 = 1 << 14;

word_map! {
    NOUNS: u16 = [
        // What belongs to somebody.
        ("account", PRIVATE | PERSON), ("attendee", PRIVATE | PERSON), ("booking", PRIVATE),
        ("calendar", PRIVATE), ("card", PRIVATE), ("cart", PRIVATE), ("case", PRIVATE),
        ("chat", PRIVATE | TRANSCRIBED), ("client", PRIVATE | PERSON),
        ("collaborator", PRIVATE | PERSON), ("contact", PRIVATE | PERSON),
        ("conversation", PRIVATE | TRANSCRIBED), ("credential", PRIVATE | ALWAYS_PRIVATE),
        ("customer", PRIVATE | PERSON), ("diagnosis", PRIVATE), ("dispute", PRIVATE),
        ("email", PRIVATE), ("employee", PRIVATE | PERSON), ("follower", PRIVATE),
        ("friend", PRIVATE), ("inbox", PRIVATE), ("invoice", PRIVATE), ("loan", PRIVATE),
        ("mail", PRIVATE), ("mailbox", PRIVATE), ("medical", PRIVATE), ("member", PRIVATE | PERSON),
        ("message", PRIVATE), ("order", PRIVATE), ("participant", PRIVATE | PERSON),
        ("password", PRIVATE | ALWAYS_PRIVATE), ("patient", PRIVATE | TRANSCRIBED | PERSON),
        ("payment", PRIVATE), ("payroll", PRIVATE), ("payslip", PRIVATE), ("prescription", PRIVATE),
        ("profile", PRIVATE), ("reservation", PRIVATE), ("salary", PRIVATE),
        ("secret", PRIVATE | ALWAYS_PRIVATE), ("student", PRIVATE | TRANSCRIBED | PERSON),
        ("subscription", PRIVATE), ("ticket", PRIVATE), ("transaction", PRIVATE),
        ("user", PRIVATE | PERSON), ("voicemail", PRIVATE), ("watcher", PRIVATE),
        // What does so in a name.
        ("allergy", IN_NAMES), ("applicant", IN_NAMES), ("appointment", IN_NAMES),
        ("beneficiary", IN_NAMES), ("bookmark", IN_NAMES | OF_MANY_MEANINGS),
        ("cardholder", IN_NAMES), ("clipboard", IN_NAMES), ("cookie", IN_NAMES | OF_MANY_MEANINGS),
        ("diary", IN_NAMES), ("dm", IN_NAMES), ("freebusy", IN_NAMES), ("gcal", IN_NAMES),
        ("gmail", IN_NAMES), ("googlecalendar", IN_NAMES), ("holding", IN_NAMES),
        ("iban", IN_NAMES), ("imessage", IN_NAMES), ("immunization", IN_NAMES),
        ("invitee", IN_NAMES), ("lead", IN_NAMES | OF_MANY_MEANINGS), ("localstorage", IN_NAMES),
        ("me", IN_NAMES), ("my", IN_NAMES), ("myself", IN_NAMES),
        ("note", IN_NAMES | OF_MANY_MEANINGS), ("notification", IN_NAMES | OF_MANY_MEANINGS),
        ("onenote", IN_NAMES), ("passport", IN_NAMES), ("paycheck", IN_NAMES), ("payout", IN_NAMES),
        ("pension", IN_NAMES), ("person", IN_NAMES), ("policyholder", IN_NAMES),
        ("portfolio", IN_NAMES), ("recipient", IN_NAMES),
        ("recording", IN_NAMES | OF_MANY_MEANINGS), ("refund", IN_NAMES | OF_MANY_MEANINGS),
        ("reminder", IN_NAMES | OF_MANY_MEANINGS),
        ("session", IN_NAMES | OF_MANY_MEANINGS | OF_TOKENS | TRANSCRIBED),
        ("sessionstorage", IN_NAMES), ("sms", IN_NAMES), ("subscriber", IN_NAMES),
        ("thread", IN_NAMES | OF_MANY_MEANINGS), ("timesheet", IN_NAMES), ("todo", IN_NAMES),
        ("unread", IN_NAMES), ("watchlist", IN_NAMES), ("whatsapp", IN_NAMES), ("whoami", IN_NAMES),
        ("wishlist", IN_NAMES), ("worklog", IN_NAMES), ("workout", IN_NAMES),
        // What is private in any company.
        ("ssn", ALWAYS_PRIVATE),
        // About things.
        ("category", OF_THINGS), ("count", OF_THINGS), ("cpu", OF_THINGS), ("format", OF_THINGS),
        ("kind", OF_THINGS), ("level", OF_THINGS), ("limit", OF_THINGS), ("option", OF_THINGS),
        ("patch", OF_THINGS), ("schedule", OF_THINGS), ("setting", OF_THINGS), ("show", OF_THINGS),
        ("source", OF_THINGS), ("time", OF_THINGS), ("type", OF_THINGS),
        ("commit", OF_MACHINES), ("console", OF_MACHINES), ("error", OF_MACHINES),
        ("log", OF_MACHINES),
        ("calculator", OF_A_KIND), ("completion", OF_A_KIND), ("converter", OF_A_KIND),
        ("law", OF_A_KIND), ("model", OF_A_KIND),
        ("flash", PLAYED), ("magic", PLAYED), ("playing", PLAYED), ("pokemon", PLAYED),
        ("tarot", PLAYED),
        // Beside others.
        ("access", OF_TOKENS | OF_KEYS), ("api", OF_TOKENS | OF_KEYS), ("auth", OF_TOKENS),
        ("bearer", OF_TOKENS), ("refresh", OF_TOKENS),
        ("private", OF_KEYS), ("ssh", OF_KEYS),
        ("call", TRANSCRIBED), ("interview", TRANSCRIBED), ("meeting", TRANSCRIBED),
        ("phone", TRANSCRIBED), ("visit", TRANSCRIBED), ("voice", TRANSCRIBED),
        ("blood", LABS), ("lab", LABS),
        // For everybody.
        ("catalog", PUBLIC), ("doc", PUBLIC), ("documentation", PUBLIC), ("faq", PUBLIC),
        ("guide", PUBLIC), ("help", PUBLIC), ("hour", PUBLIC), ("manual", PUBLIC), ("news", PUBLIC),
        ("policy", PUBLIC), ("price", PUBLIC), ("pricing", PUBLIC), ("release", PUBLIC),
        ("schema", PUBLIC), ("template", PUBLIC), ("term", PUBLIC), ("weather", PUBLIC),
        ("token", TOKEN),
    ], 0
}

/// What the table says of a word.
pub(super) fn noun(word: Word) -> Kinds {
    NOUNS.kinds(word)
}
