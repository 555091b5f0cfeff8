//! Events and policies of every sort, made of pieces that the rules care about.

use aana_core::contract::{
    AuthorizationState, EvidenceKind, FreshnessStatus, RedactionStatus, RiskDomain, Route,
    ToolCategory, TrustTier,
};
use proptest::{
    collection::vec,
    option::of,
    prelude::*,
    sample::select,
    test_runner::{Config, FileFailurePersistence},
};
use serde_json::{Value, json};

/// 2026-05-10T00:00:00Z
pub(crate) const NOW: i64 = 1_778_371_200_000;

/// How often each property is tried; a failing seed is kept beside the test.
pub(crate) fn config(cases: u32) -> Config {
    Config {
        cases,
        max_global_rejects: 20 * cases,
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        ..Config::default()
    }
}

/// Words from which free text is made: denials, their opposites, secrets, people, and plain words.
const WORDS: [&str; 62] = [
    "the",
    "record",
    "evidence",
    "information",
    "is",
    "are",
    "was",
    "missing",
    "no",
    "not",
    "never",
    "without",
    "available",
    "unavailable",
    "insufficient",
    "contradicts",
    "contradictory",
    "conflicts",
    "with",
    "inconsistent",
    "does",
    "match",
    "mismatch",
    "disputed",
    "could",
    "be",
    "yet",
    "authenticated",
    "authorized",
    "confirmed",
    "approved",
    "validated",
    "verified",
    "unauthorized",
    "unconfirmed",
    "authorization",
    "authentication",
    "login",
    "failed",
    "denied",
    "rejected",
    "revoked",
    "expired",
    "cancelled",
    "password=hunter22",
    "token",
    "user",
    ".",
    ",",
    "\u{200b}",
    "\n",
    "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8",
    "AKIAIOSFODNN7EXAMPLE",
    "jane.doe@example.org",
    "support@example.org",
    "+49 30 901820",
    "2026-05-10",
    "123e4567-e89b-12d3-a456-426614174000",
    "4111 1111 1111 1111",
    "order",
    "caf\u{e9}",
    "",
];

pub(crate) fn prose() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => vec(select(&WORDS[..]), 0..8).prop_map(|words| words.join(" ")),
        1 => "\\PC{0,20}",
    ]
}

/// Text without a secret, a person or a denial.
fn calm() -> impl Strategy<Value = String> {
    select(vec![String::new(), "Approved by the owner.".into(), "Looked at and found well".into()])
}

fn word(words: &'static [&'static str]) -> impl Strategy<Value = Value> {
    select(words).prop_map(Value::from)
}

const NAMES: [&str; 34] = [
    "weather",
    "search_docs",
    "get_invoice",
    "list_public_docs",
    "get_deleted_items",
    "purgeCache",
    "send_email",
    "mail.send",
    "mcp__mail__send",
    "users/purge",
    "get_and_delete_status",
    "deletedatabase",
    "order_status",
    "order_item",
    "draft_email",
    "update_ticket",
    "pay_invoice",
    "run_query",
    "export_salary",
    "customer_lookup",
    "read_secret",
    "help",
    "inbox",
    "formatDisk",
    "disk_format",
    "wipe",
    "KILL_process",
    "s\u{435}nd_email",
    "get docs",
    "a",
    "view_or_cancel",
    "fetch.then.post",
    "password_policy",
    "user@example.org",
];

fn tool_name() -> impl Strategy<Value = Value> {
    prop_oneof![
        6 => select(&NAMES[..]).prop_map(Value::from),
        1 => "[a-zA-Z][a-zA-Z_./:-]{0,20}".prop_map(Value::from),
        1 => "\\PC{0,8}a\\PC{0,8}".prop_map(Value::from),
    ]
}

const KEYS: [&str; 16] = [
    "query",
    "to",
    "customer_id",
    "accountId",
    "email",
    "limit",
    "note",
    "password",
    "a/b~c",
    "",
    "api_key",
    "caf\u{e9}",
    "\u{1f600}",
    "filter",
    "order_number",
    "tags",
];

pub(crate) fn arguments() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_filter("finite", |number| number.is_finite()).prop_map(Value::from),
        calm().prop_map(Value::from),
        prose().prop_map(Value::from),
    ];
    let tree = leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            vec((select(&KEYS[..]), inner), 0..4).prop_map(object),
        ]
    });
    vec((select(&KEYS[..]), tree), 0..4).prop_map(object)
}

fn object(members: Vec<(&str, Value)>) -> Value {
    Value::Object(members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

fn time() -> impl Strategy<Value = Value> {
    select(vec![
        "2026-05-09T23:00:00Z",
        "2026-05-03T00:00:00Z",
        "2026-05-02T00:00:00Z",
        "2026-05-10T00:04:00Z",
        "2026-05-10T00:06:00Z",
        "2026-05-10T01:00:00+01:00",
        "2026-05-09",
        "yesterday",
        "",
    ])
    .prop_map(Value::from)
}

/// A ref in which nothing is wrong, and which supports what its kind supports.
fn sound_ref() -> impl Strategy<Value = Value> {
    let kinds = EvidenceKind::WORDS;
    (word(kinds), word(&["verified", "runtime"]), calm(), any::<bool>()).prop_map(
        |(kind, trust_tier, summary, vouches)| {
            let supports = if vouches { json!(["tool_category:public_read"]) } else { json!([]) };
            json!({
                "kind": kind, "trust_tier": trust_tier, "redaction_status": "redacted",
                "summary": summary, "provenance": "connector", "supports": supports,
                "retrieved_at": "2026-05-09T23:00:00Z", "freshness": {"status": "fresh"}
            })
        },
    )
}

fn any_ref() -> impl Strategy<Value = Value> {
    let about = (
        of(word(EvidenceKind::WORDS)),
        of(word(TrustTier::WORDS)),
        of(word(RedactionStatus::WORDS)),
        of(prose().prop_map(Value::from)),
        of(prose().prop_map(Value::from)),
        of(time()),
        of(prose().prop_map(|text| json!([text]))),
        of(Just(json!(["record.8"]))),
    );
    let freshness = (
        of(word(FreshnessStatus::WORDS)),
        of(time()),
        of((0..50_u32).prop_map(Value::from)),
        of((0..50_u32).prop_map(Value::from)),
        of(prose().prop_map(Value::from)),
    );
    (about, of(freshness), of(prose())).prop_map(|(about, freshness, unknown)| {
        let freshness = freshness.map(|it| {
            present([
                ("status", it.0),
                ("checked_at", it.1),
                ("age_hours", it.2),
                ("max_age_hours", it.3),
                ("source", it.4),
            ])
        });
        present([
            ("kind", about.0),
            ("trust_tier", about.1),
            ("redaction_status", about.2),
            ("summary", about.3),
            ("provenance", about.4),
            ("retrieved_at", about.5),
            ("supports", about.6),
            ("contradicts", about.7),
            ("freshness", freshness),
            ("x_note", unknown.map(Value::from)),
        ])
    })
}

fn present<const N: usize>(members: [(&str, Option<Value>); N]) -> Value {
    object(members.into_iter().filter_map(|(key, value)| Some((key, value?))).collect())
}

fn evidence() -> impl Strategy<Value = Value> {
    let string = prop_oneof![
        (select(EvidenceKind::WORDS), calm()).prop_map(|(kind, text)| format!("{kind}:t-7 {text}")),
        prose().prop_map(|text| format!("t-7 {text}")),
    ];
    let one = prop_oneof![
        5 => sound_ref(),
        2 => any_ref(),
        2 => string.prop_map(Value::from),
    ];
    vec(one, 0..4).prop_map(|mut refs| {
        // Each source id once, so that a test can tell which ref a decision speaks of.
        for (index, it) in refs.iter_mut().enumerate() {
            if let Some(members) = it.as_object_mut() {
                members.insert("source_id".to_owned(), format!("source-{index}").into());
            }
        }
        Value::from(refs)
    })
}

/// A well-formed event.
pub(crate) fn event() -> impl Strategy<Value = Value> {
    let required = (
        tool_name(),
        word(ToolCategory::WORDS),
        prop_oneof![word(AuthorizationState::WORDS), word(&["confirmed"])],
        evidence(),
        word(RiskDomain::WORDS),
        arguments(),
        prop_oneof![3 => word(&["accept"]), 1 => word(Route::WORDS)],
    );
    let optional = (of(prose()), of(prose()), of(prose()), of(any::<bool>()), of(prose()));
    (required, optional).prop_map(|(required, optional)| {
        let subject = optional.3.map(|structured| {
            if structured {
                json!({"subject_type": "user", "subject_ref": "u-7"})
            } else {
                json!("user:7")
            }
        });
        present([
            ("tool_name", Some(required.0)),
            ("tool_category", Some(required.1)),
            ("authorization_state", Some(required.2)),
            ("evidence_refs", Some(required.3)),
            ("risk_domain", Some(required.4)),
            ("proposed_arguments", Some(required.5)),
            ("recommended_route", Some(required.6)),
            ("request_id", optional.0.map(Value::from)),
            ("agent_id", optional.1.map(Value::from)),
            ("user_intent", optional.2.map(Value::from)),
            ("authorization_subject", subject),
            ("x_trace", optional.4.map(Value::from)),
        ])
    })
}

/// A policy that only tightens: it makes nothing more lenient and classifies no unknown tool.
pub(crate) fn tightening_policy() -> impl Strategy<Value = Value> {
    let general = (
        of(word(&["quickstart", "production"])),
        of((1..=168_u32).prop_map(Value::from)),
        of((0..=300_u32).prop_map(Value::from)),
        of(word(RiskDomain::WORDS).prop_map(|domain| json!([domain]))),
        of(word(&["ask", "refuse"])),
        of(any::<bool>().prop_map(Value::from)),
        of(word(&["trusted", "trusted", "attested"])),
    );
    let tool = (
        of(word(&["private_read", "write"])),
        of(word(RiskDomain::WORDS)),
        of(word(AuthorizationState::WORDS)),
        of(word(Route::WORDS)),
    );
    (general, of(tool)).prop_map(|(general, tool)| {
        let tools = tool.map(|it| {
            json!({"?*": present([
                ("tool_category", it.0),
                ("risk_domain", it.1),
                ("minimum_authorization", it.2),
                ("route_floor", it.3),
            ])})
        });
        present([
            ("evidence_profile", general.0),
            ("max_evidence_age_hours", general.1),
            ("clock_skew_seconds", general.2),
            ("high_risk_domains", general.3),
            ("secret_arguments", general.4),
            ("require_bound_approval", general.5),
            ("evidence", general.6),
            ("tools", tools),
        ])
    })
}

/// Any policy, the lenient knobs included.
pub(crate) fn policy() -> impl Strategy<Value = Value> {
    let lenient = (
        of(word(ToolCategory::WORDS)),
        any::<bool>(),
        any::<bool>(),
        of(word(&["warn", "ask"])),
        of(word(&["enforce", "shadow"])),
    );
    (tightening_policy(), of(lenient)).prop_map(|(mut policy, lenient)| {
        if let Some((category, hints, allow, secrets, mode)) = lenient {
            let members = policy.as_object_mut().unwrap();
            for (key, value) in [("secret_arguments", secrets), ("mode", mode)] {
                members.extend(value.map(|value| (key.to_owned(), value)));
            }
            let entry = present([
                ("tool_category", category),
                ("hints", Some(hints.into())),
                ("allow_secret_arguments", Some(allow.into())),
            ]);
            members.entry("tools").or_insert(json!({}))["*"] = entry;
        }
        policy
    })
}

/// No policy, or any.
pub(crate) fn policy_or_none() -> impl Strategy<Value = Value> {
    prop_oneof![2 => Just(json!({})), 3 => policy()]
}
