//! The finite part of what an event can say: tools, arguments, evidence and policies, each written
//! down together with what the model knows of it.

use aana_core::contract::{
    AuthorizationState::{self, Authenticated, Confirmed, UserClaimed, Validated},
    EvidenceKind, RiskDomain, Route, ToolCategory, TrustTier, VerbClass,
};
use serde_json::{Value, json};

use super::model::{Arguments, Evidence, PolicyCase, Ref, Tool};

const fn tool(name: &'static str, verb: VerbClass) -> Tool {
    Tool {
        name,
        verb,
        destructive: false,
        private: false,
        always_private: false,
        plain_ascii: true,
    }
}

/// One tool of each kind of name.
pub(crate) const TOOLS: [Tool; 16] = [
    tool("sunshine", VerbClass::Other),
    tool("search_docs", VerbClass::Read),
    tool("draft_text", VerbClass::Draft),
    tool("createLabel", VerbClass::Edit),
    tool("text.send", VerbClass::Send),
    Tool { destructive: true, ..tool("delete_label", VerbClass::Destroy) },
    // Cancelling destroys, but is not one of the words for which an unclassified tool is refused.
    tool("cancel_label", VerbClass::Destroy),
    tool("pay_bill", VerbClass::Money),
    tool("deploy_site", VerbClass::Exec),
    // `format` is a verb only at the start, but destructive before a disk wherever it stands.
    Tool { destructive: true, ..tool("big_format_disk", VerbClass::Other) },
    Tool { private: true, ..tool("list_invoices", VerbClass::Read) },
    Tool { private: true, ..tool("inbox", VerbClass::Other) },
    Tool { always_private: true, ..tool("get_public_secrets", VerbClass::Read) },
    // The `e` in the first is Cyrillic; a zero-width space stands in the second.
    Tool { plain_ascii: false, ..tool("s\u{435}arch_docs", VerbClass::Other) },
    Tool { plain_ascii: false, ..tool("get_\u{200b}docs", VerbClass::Read) },
    Tool { plain_ascii: false, ..tool("send_\u{fc}ber", VerbClass::Send) },
];

/// A GitHub token that never was one.
const SECRET: &str = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";

pub(crate) const ARGUMENTS: [Arguments; 4] = [
    Arguments { json: r#"{"query":"rain"}"#, identity_bound: false, secret: false },
    Arguments { json: r#"{"filter":[{"accountId":"a7"}]}"#, identity_bound: true, secret: false },
    Arguments {
        json: r#"{"note":{"deep":["ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"]}}"#,
        identity_bound: false,
        secret: true,
    },
    // A key whose value is null names nobody.
    Arguments { json: r#"{"customer_id":null}"#, identity_bound: false, secret: false },
];

/// A policy with this entry for each of the tools by its name: a pattern of wildcards alone says of no tool what it is.
fn each_tool(entry: &Value) -> &'static str {
    let tools: serde_json::Map<String, Value> =
        TOOLS.iter().map(|tool| (tool.name.to_owned(), entry.clone())).collect();
    json!({"tools": tools}).to_string().leak()
}

/// The policies that change the rules for every tool.
pub(crate) fn policies() -> Vec<PolicyCase> {
    let none = PolicyCase { json: "{}", ..PolicyCase::default() };
    let mut cases = vec![
        none,
        PolicyCase {
            json: r#"{"evidence_profile":"production"}"#,
            production: true,
            strict_names: true,
            ..none
        },
        PolicyCase {
            json: r#"{"evidence_profile":"production","names":"open"}"#,
            production: true,
            ..none
        },
        PolicyCase { json: r#"{"names":"strict"}"#, strict_names: true, ..none },
        PolicyCase { json: r#"{"require_bound_approval":true}"#, bound_approvals: true, ..none },
        PolicyCase {
            json: r#"{"evidence_profile":"production","require_bound_approval":true}"#,
            production: true,
            strict_names: true,
            bound_approvals: true,
            ..none
        },
        PolicyCase { json: r#"{"evidence":"attested"}"#, attested: true, ..none },
        PolicyCase {
            json: r#"{"high_risk_domains":["research"]}"#,
            risky: Some(RiskDomain::Research),
            ..none
        },
        PolicyCase {
            json: r#"{"tools":{"*":{"risk_domain":"legal"}}}"#,
            domain: Some(RiskDomain::Legal),
            ..none
        },
        PolicyCase { json: r#"{"tools":{"*":{"hints":false}}}"#, no_hints: true, ..none },
        PolicyCase {
            json: r#"{"tools":{"*":{"allow_secret_arguments":true}}}"#,
            allow_secrets: true,
            ..none
        },
        PolicyCase {
            json: r#"{"secret_arguments":"refuse"}"#,
            secret_route: Some(Route::Refuse),
            ..none
        },
        PolicyCase {
            json: r#"{"secret_arguments":"warn"}"#,
            secret_route: Some(Route::Accept),
            ..none
        },
        PolicyCase {
            json: each_tool(&json!({"tool_category": "public_read", "hints": false})),
            category: Some(ToolCategory::PublicRead),
            no_hints: true,
            ..none
        },
    ];
    for (json, category) in [
        (each_tool(&json!({"tool_category": "public_read"})), ToolCategory::PublicRead),
        (each_tool(&json!({"tool_category": "private_read"})), ToolCategory::PrivateRead),
        (each_tool(&json!({"tool_category": "write"})), ToolCategory::Write),
    ] {
        cases.push(PolicyCase { json, category: Some(category), ..none });
    }
    for (json, floor) in [
        (r#"{"tools":{"*":{"route_floor":"accept"}}}"#, Route::Accept),
        (r#"{"tools":{"*":{"route_floor":"ask"}}}"#, Route::Ask),
        (r#"{"tools":{"*":{"route_floor":"defer"}}}"#, Route::Defer),
        (r#"{"tools":{"*":{"route_floor":"refuse"}}}"#, Route::Refuse),
    ] {
        cases.push(PolicyCase { json, floor: Some(floor), ..none });
    }
    for (json, minimum) in [
        (r#"{"tools":{"*":{"minimum_authorization":"none"}}}"#, AuthorizationState::None),
        (r#"{"tools":{"*":{"minimum_authorization":"user_claimed"}}}"#, UserClaimed),
        (r#"{"tools":{"*":{"minimum_authorization":"authenticated"}}}"#, Authenticated),
        (r#"{"tools":{"*":{"minimum_authorization":"validated"}}}"#, Validated),
        (r#"{"tools":{"*":{"minimum_authorization":"confirmed"}}}"#, Confirmed),
    ] {
        cases.push(PolicyCase { json, minimum: Some(minimum), ..none });
    }
    cases
}

const fn supports(kind: EvidenceKind) -> AuthorizationState {
    match kind {
        EvidenceKind::AuthEvent => Authenticated,
        EvidenceKind::ToolResult
        | EvidenceKind::Policy
        | EvidenceKind::SystemState
        | EvidenceKind::AuditRecord => Validated,
        EvidenceKind::Approval => Confirmed,
        _ => UserClaimed,
    }
}

fn structured(kind: EvidenceKind, trust_tier: TrustTier) -> (Value, Ref) {
    let json = json!({
        "source_id": "record.7", "kind": kind.as_str(), "trust_tier": trust_tier.as_str(),
        "redaction_status": "redacted", "summary": "", "provenance": "connector",
        "freshness": {"status": "fresh"}, "retrieved_at": "2026-05-09T23:00:00Z"
    });
    let known = Ref {
        supports: supports(kind),
        trusted: matches!(trust_tier, TrustTier::Verified | TrustTier::Runtime),
        faults: vec![],
        string: false,
        complete: true,
        vouches_public: false,
        loose_approval: kind == EvidenceKind::Approval,
        without_verdict: kind == EvidenceKind::Approval,
        record: matches!(kind, EvidenceKind::Approval | EvidenceKind::AuthEvent),
    };
    (json, known)
}

/// One way to spoil a ref, and the blocker that follows.
type Fault = (&'static str, &'static str, fn(&mut Value));

/// Each row of the rules about evidence, in each place where it can stand.
const FAULTS: [Fault; 39] = [
    ("secret summary", "evidence_secret_leak", |it| it["summary"] = json!(SECRET)),
    ("secret source_id", "evidence_secret_leak", |it| it["source_id"] = json!(SECRET)),
    ("secret provenance", "evidence_secret_leak", |it| it["provenance"] = json!(SECRET)),
    ("secret url", "evidence_secret_leak", |it| it["citation_url"] = json!(SECRET)),
    ("secret support", "evidence_secret_leak", |it| it["supports"] = json!(["a", SECRET])),
    ("secret source", "evidence_secret_leak", |it| it["freshness"]["source"] = json!(SECRET)),
    ("secret in unknown field", "evidence_secret_leak", |it| it["raw"] = json!({"a": [SECRET]})),
    ("other action", "approval_not_bound_to_action", |it| {
        it["supports"] = json!([format!("action:sha256:{}", "0".repeat(64))]);
    }),
    ("mail", "evidence_pii_leak", |it| {
        it["redaction_status"] = json!("public");
        it["summary"] = json!("asked by jane.doe@example.org");
    }),
    ("phone", "evidence_pii_leak", |it| {
        it["redaction_status"] = json!("unknown");
        it["summary"] = json!("called from +49 30 901820 today");
    }),
    ("sensitive", "unsafe_redaction_status", |it| it["redaction_status"] = json!("sensitive")),
    ("stale", "stale_evidence", |it| it["freshness"]["status"] = json!("stale")),
    ("aged", "stale_evidence", |it| {
        it["freshness"] = json!({"status": "fresh", "age_hours": 2.5, "max_age_hours": 2});
    }),
    ("old", "stale_evidence", |it| it["retrieved_at"] = json!("2026-05-02T23:59:59Z")),
    ("old check", "stale_evidence", |it| {
        it["freshness"]["checked_at"] = json!("2026-05-02T23:59:59Z");
    }),
    ("no time", "invalid_retrieved_at", |it| it["retrieved_at"] = json!("yesterday")),
    ("no time of check", "invalid_retrieved_at", |it| it["freshness"]["checked_at"] = json!("")),
    ("future", "evidence_from_future", |it| it["retrieved_at"] = json!("2026-05-10T00:05:01Z")),
    ("future check", "evidence_from_future", |it| {
        it["freshness"]["checked_at"] = json!("2026-05-10T02:05:01+02:00");
    }),
    ("contradicts", "contradictory_evidence", |it| it["contradicts"] = json!(["record.8"])),
    ("says contradicts", "contradictory_evidence", |it| {
        it["summary"] = json!("This contradicts the ticket.");
    }),
    ("says conflicts", "contradictory_evidence", |it| {
        it["summary"] = json!("It conflicts with the order.");
    }),
    ("says mismatch", "contradictory_evidence", |it| it["summary"] = json!("A mismatch was seen")),
    ("says missing", "evidence_marks_missing_information", |it| {
        it["summary"] = json!("The record is missing.");
    }),
    ("says unavailable", "evidence_marks_missing_information", |it| {
        it["summary"] = json!("Record unavailable");
    }),
    ("says insufficient", "evidence_marks_missing_information", |it| {
        it["summary"] = json!("Insufficient evidence so far");
    }),
    ("not authenticated", "evidence_missing_authorization", |it| {
        it["summary"] = json!("The caller could not be authenticated.");
    }),
    ("unauthorized", "evidence_missing_authorization", |it| {
        it["summary"] = json!("Unauthorized caller");
    }),
    ("login failed", "evidence_missing_authorization", |it| it["summary"] = json!("Login failed")),
    ("rejected", "evidence_missing_authorization", |it| {
        it["summary"] = json!("Manager rejected it");
    }),
    ("expired", "evidence_missing_authorization", |it| it["summary"] = json!("This is expired.")),
    ("verdict no", "evidence_missing_authorization", |it| it["approved"] = json!(false)),
    ("verdict taken back", "evidence_missing_authorization", |it| it["revoked"] = json!(true)),
    ("past its end", "stale_evidence", |it| it["expires_at"] = json!("2026-05-09T23:59:59Z")),
    ("end unread", "invalid_retrieved_at", |it| it["valid_until"] = json!("tomorrow")),
    ("not from now", "evidence_from_future", |it| it["not_before"] = json!("2026-05-10T00:05:01Z")),
    ("two scripts", "evidence_text_ambiguous", |it| it["citation_url"] = json!("\u{430}bc")),
    ("by the assistant", "approval_not_from_a_person", |it| it["approved_by"] = json!("assistant")),
    ("other tool", "approval_not_bound_to_action", |it| {
        it["supports"] = json!(["tool:another_tool"]);
    }),
];

/// One way to change an approval that spoils nothing, and whether the profile finds it complete.
type Change = (&'static str, bool, fn(&mut Value));

/// What is near a fault, but on the right side of the border.
const HARMLESS: [Change; 12] = [
    ("redacted mail", true, |it| it["summary"] = json!("asked by jane.doe@example.org")),
    ("role mail", true, |it| {
        it["redaction_status"] = json!("public");
        it["summary"] = json!("see support@example.org");
    }),
    ("just in time", true, |it| it["retrieved_at"] = json!("2026-05-03T00:00:00Z")),
    ("just not future", true, |it| it["retrieved_at"] = json!("2026-05-10T00:05:00Z")),
    ("no conflict", true, |it| it["summary"] = json!("Found no mismatch")),
    ("not missing", true, |it| it["summary"] = json!("The record is not missing.")),
    ("talks of confirmation", true, |it| it["summary"] = json!("Confirmed, approved, verified")),
    ("just not past", true, |it| it["expires_at"] = json!("2026-05-10T00:00:00Z")),
    ("by a person", true, |it| it["approved_by"] = json!("ada")),
    ("without provenance", false, |it| drop(it.as_object_mut().unwrap().remove("provenance"))),
    ("without redaction", false, |it| drop(it.as_object_mut().unwrap().remove("redaction_status"))),
    ("age unknown", false, |it| it["freshness"]["status"] = json!("unknown")),
];

fn evidence(name: impl Into<String>, refs: Vec<(Value, Ref)>) -> Evidence {
    let (json, refs): (Vec<Value>, Vec<Ref>) = refs.into_iter().unzip();
    Evidence { name: name.into(), json: Value::from(json).to_string(), refs }
}

fn spoiled(fault: &Fault) -> (Value, Ref) {
    let (mut json, known) = structured(EvidenceKind::Approval, TrustTier::Verified);
    fault.2(&mut json);
    (json, Ref { faults: vec![fault.1], complete: fault.0 != "stale", ..known })
}

fn text(text: &str, supports: AuthorizationState, faults: Vec<&'static str>) -> (Value, Ref) {
    let known = Ref {
        supports,
        trusted: true,
        faults,
        string: true,
        complete: false,
        vouches_public: false,
        loose_approval: text.starts_with("approval:"),
        without_verdict: false,
        record: text.starts_with("approval:") || text.starts_with("auth_event:"),
    };
    (json!(text), known)
}

fn approval() -> (Value, Ref) {
    structured(EvidenceKind::Approval, TrustTier::Verified)
}

/// No refs, and one ref of each kind without a fault.
fn faultless() -> Vec<Evidence> {
    let mut all = vec![evidence("none", vec![])];
    for kind in EvidenceKind::ALL {
        let prefixed = format!("{kind}:ticket-7");
        all.push(evidence(
            format!("{kind} string"),
            vec![text(&prefixed, supports(*kind), vec![])],
        ));
        for trust_tier in TrustTier::ALL {
            all.push(evidence(
                format!("{trust_tier} {kind}"),
                vec![structured(*kind, *trust_tier)],
            ));
        }
    }
    for opaque in ["draft_id:123", "approval", "Approval:7", "confirmed by the user"] {
        all.push(evidence(opaque, vec![text(opaque, Authenticated, vec![])]));
    }
    for (name, complete, change) in HARMLESS {
        let (mut json, known) = approval();
        change(&mut json);
        all.push(evidence(name, vec![(json, Ref { complete, ..known })]));
    }
    let (mut json, known) = approval();
    json["supports"] = json!(["refund", "action:@DIGEST@"]);
    let bound = Ref { loose_approval: false, without_verdict: false, ..known };
    all.push(evidence("bound approval", vec![(json, bound)]));
    let (mut json, known) = approval();
    json["decision"] = json!("approved");
    all.push(evidence("yes", vec![(json, Ref { without_verdict: false, ..known })]));
    for trust_tier in [TrustTier::Verified, TrustTier::Unverified] {
        let (mut json, known) = structured(EvidenceKind::Policy, trust_tier);
        json["supports"] = json!(["tool_category:public_read"]);
        let vouching = (json, Ref { vouches_public: true, ..known });
        all.push(evidence(format!("{trust_tier} vouching policy"), vec![vouching]));
    }
    let weaker = structured(EvidenceKind::AuthEvent, TrustTier::Runtime);
    let string = text("audit_record:9", Validated, vec![]);
    all.push(evidence("three refs", vec![weaker, string, approval()]));
    all
}

/// Every class of evidence: faultless, each fault alone, and each fault beside a credible approval.
pub(crate) fn all_evidence() -> Vec<Evidence> {
    let mut all = faultless();
    for fault in &FAULTS {
        all.push(evidence(fault.0, vec![spoiled(fault)]));
        all.push(evidence(format!("{} beside", fault.0), vec![spoiled(fault), approval()]));
    }
    for (string, fault) in [
        (format!("approval:{SECRET}"), "evidence_secret_leak"),
        ("approval:jane.doe@example.org".to_owned(), "evidence_pii_leak"),
        ("auth_event:7 not authenticated".to_owned(), "evidence_missing_authorization"),
        ("approval: denied".to_owned(), "evidence_missing_authorization"),
    ] {
        let spoiled = text(&string, Confirmed, vec![fault]);
        all.push(evidence(format!("string with {fault}"), vec![spoiled.clone()]));
        all.push(evidence(format!("string with {fault} beside"), vec![spoiled, approval()]));
    }
    let mut vouching = spoiled(&FAULTS[0]);
    vouching.0["kind"] = json!("policy");
    vouching.0["supports"] = json!(["tool_category:public_read"]);
    vouching.1 = Ref {
        supports: Validated,
        vouches_public: true,
        loose_approval: false,
        without_verdict: false,
        record: false,
        ..vouching.1
    };
    all.push(evidence("spoiled vouching policy", vec![vouching]));
    all
}

/// Two faults at once: in one list of refs, the first ref with one and the second with the other.
pub(crate) fn pairs_of_faults() -> Vec<Evidence> {
    let pair = |first: &Fault, second: &Fault| {
        evidence(format!("{} and {}", first.0, second.0), vec![spoiled(first), spoiled(second)])
    };
    FAULTS.iter().flat_map(|first| FAULTS.iter().map(move |second| pair(first, second))).collect()
}
