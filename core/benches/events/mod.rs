//! The events that are measured, here and by the allocation count.

/// The time of every check.
pub(crate) const NOW: &str = "2026-05-10T00:00:00Z";

const SESSION: &str = r#"{"source_id":"idp.session.91","kind":"auth_event","trust_tier":"verified","redaction_status":"redacted","summary":"Session belongs to the authenticated account owner.","freshness":{"status":"fresh"},"provenance":"connector"}"#;
const OWNERSHIP: &str = r#"{"source_id":"crm.ownership.check","kind":"tool_result","trust_tier":"verified","redaction_status":"redacted","summary":"Ownership of the target record was validated.","freshness":{"status":"fresh"},"provenance":"connector"}"#;
const APPROVAL: &str = r#"{"source_id":"ui.dialog.ok.7","kind":"approval","trust_tier":"verified","redaction_status":"redacted","summary":"The user confirmed exactly this action in the dialog.","freshness":{"status":"fresh"},"retrieved_at":"2026-05-09T23:58:00Z","provenance":"connector"}"#;

/// Each event with its name.
pub(crate) fn all() -> Vec<(&'static str, String)> {
    vec![
        ("minimal", minimal()),
        ("private_read_two_refs", private_read()),
        ("confirmed_write_three_refs", confirmed_write("")),
        ("malformed", malformed()),
        ("large_64_kib", confirmed_write(&"A plain sentence of the letter. ".repeat(2048))),
    ]
}

fn minimal() -> String {
    r#"{"tool_name":"send_email","tool_category":"write","authorization_state":"user_claimed","evidence_refs":["draft_id:123"],"risk_domain":"customer_support","proposed_arguments":{"to":"customer@example.com"},"recommended_route":"accept"}"#.into()
}

fn private_read() -> String {
    format!(
        r#"{{"tool_name":"get_recent_transactions","tool_category":"private_read","authorization_state":"authenticated","evidence_refs":[{SESSION},{OWNERSHIP}],"risk_domain":"finance","proposed_arguments":{{"account_id":"acct_redacted","limit":10}},"recommended_route":"accept"}}"#
    )
}

fn confirmed_write(body: &str) -> String {
    format!(
        r#"{{"tool_name":"send_email","tool_category":"write","authorization_state":"confirmed","evidence_refs":[{SESSION},{OWNERSHIP},{APPROVAL}],"risk_domain":"customer_support","proposed_arguments":{{"to":"customer@example.com","draft_id":"123","body":"{body}"}},"recommended_route":"accept"}}"#
    )
}

fn malformed() -> String {
    minimal().replace(r#""write""#, r#""writes""#).replace(r#""risk_domain""#, r#""risk""#)
}
