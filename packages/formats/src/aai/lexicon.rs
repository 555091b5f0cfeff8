//! The words by which a tool is read. They stand in sorted lists; tests hold them to the shared cases.

// Grouped lines read better than three hundred of one word each.
#![cfg_attr(rustfmt, rustfmt_skip)]

use aana_core::contract::RiskDomain;

/// Verbs that only look.
pub(super) const READ_VERBS: [&str; 21] = [
    "browse", "calculate", "check", "compare", "convert", "count", "describe", "estimate", "fetch",
    "find", "forecast", "get", "list", "lookup", "preview", "query", "read", "retrieve", "search",
    "show", "view",
];

/// Verbs that change something.
pub(super) const WRITE_VERBS: [&str; 86] = [
    "accept", "add", "append", "apply", "approve", "archive", "assign", "ban", "book", "buy",
    "cancel", "change", "charge", "clear", "close", "complete", "copy", "create", "delete",
    "deploy", "deposit", "destroy", "disable", "drop", "edit", "enable", "erase", "execute",
    "follow", "forward", "grant", "import", "insert", "invite", "lock", "mark", "merge", "modify",
    "move", "mute", "order", "patch", "pay", "post", "publish", "purchase", "purge", "put",
    "reboot", "refund", "register", "reject", "remove", "rename", "reopen", "replace", "reply",
    "reserve", "reset", "restart", "revoke", "rollback", "rotate", "run", "save", "schedule",
    "send", "set", "share", "sign", "start", "stop", "store", "submit", "subscribe", "toggle",
    "touch", "transfer", "trigger", "unlock", "unsubscribe", "update", "upload", "wipe", "withdraw",
    "write",
];

/// Verbs that add and take nothing away.
pub(super) const ADDITIVE: [&str; 17] = [
    "add", "append", "book", "copy", "create", "import", "insert", "invite", "post", "publish",
    "register", "reply", "schedule", "send", "share", "submit", "upload",
];

/// Words of what cannot be taken back.
pub(super) const DESTRUCTIVE: [&str; 17] = [
    "cancel", "clear", "delete", "destroy", "drop", "erase", "format", "overwrite", "purge",
    "remove", "reset", "revoke", "rollback", "terminate", "truncate", "uninstall", "wipe",
];

/// The same in a description, wherever it stands.
pub(super) const DESTRUCTIVE_PHRASES: [&str; 5] = [
    "can not be undone", "cannot be undone", "irreversibl", "irrevocabl", "permanently",
];

/// Words in a tool's name that make what it reads somebody's own.
pub(super) const IDENTITY_TOKENS: [&str; 25] = [
    "account", "booking", "cart", "client", "customer", "employee", "inbox", "invoice", "mailbox",
    "me", "message", "messages", "my", "order", "patient", "payment", "prescription", "profile",
    "reservation", "student", "subscription", "ticket", "transaction", "transactions", "user",
];

/// `customer` in `customer_id`.
pub(super) const IDENTITY_OWNERS: [&str; 18] = [
    "account", "booking", "cart", "client", "customer", "employee", "invoice", "member", "order",
    "patient", "payment", "profile", "reservation", "student", "subscription", "ticket",
    "transaction", "user",
];

/// `id` in `customer_id`.
pub(super) const IDENTITY_MARKS: [&str; 6] = [
    "email", "id", "ids", "name", "no", "number",
];

/// Parameters that name somebody by themselves.
pub(super) const IDENTITY_ALONE: [&str; 4] = [
    "email", "iban", "phone", "ssn",
];

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
