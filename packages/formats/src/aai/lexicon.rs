//! The words that the descriptor's document adds to those of the core, by which a tool is read.
//!
//! What a verb does and whose a noun is, [`aana_core::names`] says. A word that the core comes to say the
//! same of goes from here; a test holds the two apart.

// Grouped lines read better than three hundred of one word each.
#![cfg_attr(rustfmt, rustfmt_skip)]

use aana_core::contract::RiskDomain;

/// Verbs that change something and that the core does not list.
pub(super) const MORE_WRITE_VERBS: [&str; 1] = ["reopen"];

/// Nouns of the core that are verbs at the front of a name only; for this document they are wherever
/// they stand.
pub(super) const VERBS_ANYWHERE: [&str; 13] = [
    "apply", "charge", "clear", "complete", "copy", "deposit", "follow", "mark", "order", "post",
    "share", "start", "stop",
];

/// Verbs of the core and of this document that add and take nothing away.
pub(super) const ADDITIVE: [&str; 17] = [
    "add", "append", "book", "copy", "create", "import", "insert", "invite", "post", "publish",
    "register", "reply", "schedule", "send", "share", "submit", "upload",
];

/// Verbs of what cannot be taken back that are not of the core's class for it.
pub(super) const MORE_DESTRUCTIVE: [&str; 1] = ["rollback"];

/// Words of what cannot be taken back, in a description, wherever they stand.
pub(super) const DESTRUCTIVE_PHRASES: [&str; 5] = [
    "can not be undone", "cannot be undone", "irreversibl", "irrevocabl", "permanently",
];

/// Words of a parameter that name somebody whatever stands beside them.
pub(super) const IDENTITY_WORDS: [&str; 4] = ["email", "iban", "phone", "ssn"];

/// Words of each risk domain, the most severe domain first: a tie goes to the earlier one.
pub(super) const RISK_WORDS: [(RiskDomain, &[&str]); 13] = [
    (RiskDomain::Pharma, &[
        "dosage", "dose", "drug", "drugs", "medication", "medications", "medicine",
        "pharmaceutical", "pharmacy", "prescription", "prescriptions",
    ]),
    (RiskDomain::Healthcare, &[
        "clinic", "clinical", "diagnosis", "ehr", "fhir", "health", "hospital", "lab", "medical",
        "patient", "patients", "vaccine",
    ]),
    (RiskDomain::Finance, &[
        "balance", "bank", "billing", "currency", "exchange", "funds", "iban", "invoice",
        "invoices", "loan", "money", "pay", "payment", "payments", "payout", "portfolio", "refund",
        "stock", "tax", "transaction", "transactions", "transfer", "wallet",
    ]),
    (RiskDomain::Legal, &[
        "clause", "compliance", "contract", "contracts", "court", "gdpr", "legal", "litigation",
        "nda",
    ]),
    (RiskDomain::Security, &[
        "acl", "certificate", "credential", "credentials", "firewall", "malware", "mfa", "password",
        "passwords", "permission", "permissions", "secret", "secrets", "token", "vulnerability",
    ]),
    (RiskDomain::Hr, &[
        "candidate", "candidates", "employee", "employees", "hiring", "hr", "onboarding", "payroll",
        "recruit", "salary",
    ]),
    (RiskDomain::Education, &[
        "course", "courses", "exam", "grade", "grades", "homework", "lesson", "school", "student",
        "students", "teacher", "university",
    ]),
    (RiskDomain::Devops, &[
        "branch", "build", "cluster", "commit", "container", "containers", "database", "deploy",
        "deployment", "incident", "kubernetes", "pipeline", "pod", "release", "repo", "repository",
        "server", "servers",
    ]),
    (RiskDomain::Commerce, &[
        "booking", "cart", "catalog", "checkout", "coupon", "inventory", "order", "orders", "price",
        "product", "products", "reservation", "shipping", "sku",
    ]),
    (RiskDomain::CustomerSupport, &[
        "complaint", "escalate", "helpdesk", "sla", "support", "ticket", "tickets",
    ]),
    (RiskDomain::Research, &[
        "arxiv", "citation", "dataset", "docs", "documentation", "experiment", "literature",
        "paper", "papers", "research", "study",
    ]),
    (RiskDomain::PersonalProductivity, &[
        "calendar", "contact", "contacts", "document", "email", "event", "events", "file", "files",
        "inbox", "mail", "meeting", "message", "messages", "note", "notes", "page", "pages",
        "reminder", "task", "tasks", "todo", "workspace",
    ]),
    (RiskDomain::PublicInformation, &[
        "country", "encyclopedia", "forecast", "holiday", "holidays", "map", "maps", "news",
        "sports", "timezone", "transit", "weather", "wiki",
    ]),
];

/// Whether a word is in one of these lists.
pub(super) fn is_in(sorted: &[&str], word: &str) -> bool {
    sorted.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use aana_core::{contract::VerbClass, names};

    use super::*;

    /// A word that both have would be a second table: one of them could change alone.
    #[test]
    fn nothing_here_repeats_the_core() {
        for word in MORE_WRITE_VERBS {
            assert_eq!(names::verb(word), None, "{word}");
        }
        for word in VERBS_ANYWHERE {
            let verb = names::verb(word);
            assert!(verb.is_some_and(|verb| verb.noun_too && verb.class.acts()), "{word}");
        }
        for word in MORE_DESTRUCTIVE {
            let class = names::verb(word).map(|verb| verb.class);
            assert!(class.is_none_or(|class| class != VerbClass::Destroy), "{word}");
        }
        for word in IDENTITY_WORDS {
            assert!(names::is_identity_key(word), "{word}: a word of the core that counts more here");
        }
    }

    #[test]
    fn what_adds_is_a_verb_that_takes_nothing_away() {
        for word in ADDITIVE {
            let class = names::verb(word).map(|verb| verb.class);
            let adds = matches!(class, Some(VerbClass::Edit | VerbClass::Send));
            assert!(adds || is_in(&MORE_WRITE_VERBS, word), "{word}");
        }
    }

    #[test]
    fn the_lists_are_sorted() {
        let lists: [&[&str]; 6] = [
            &MORE_WRITE_VERBS, &VERBS_ANYWHERE, &ADDITIVE, &MORE_DESTRUCTIVE, &DESTRUCTIVE_PHRASES,
            &IDENTITY_WORDS,
        ];
        for list in lists.into_iter().chain(RISK_WORDS.iter().map(|(_, words)| *words)) {
            assert!(list.is_sorted_by(|one, next| one < next), "{list:?}");
        }
    }
}
