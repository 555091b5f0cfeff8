//! Every verdict key in several spellings with every sort of value: a verdict only takes away, the only yes is a
//! yes, and an approval that loses its yes is never taken for more.

use aana_core::{Gate, contract::Route, time};
use serde_json::{Value, json};

/// Keys under which anything but a yes denies.
const STRONG: &[&str] = &[
    "approved",
    "confirmed",
    "allowed",
    "granted",
    "authorized",
    "accepted",
    "permitted",
    "consent",
    "decision",
    "verdict",
];

/// Keys whose words are often about something else: only a no, or not yet, denies.
const WEAK: &[&str] =
    &["status", "result", "outcome", "state", "action", "response", "answer", "choice"];

/// Keys under which true denies.
const TAKEN_BACK: &[&str] = &["revoked", "cancelled", "withdrawn", "expired"];

/// Whether the value of a strong key may be when it was given. A decision or a verdict is not given at a time.
fn is_given(key: &str) -> bool {
    STRONG.contains(&key) && !["decision", "verdict"].contains(&key)
}

/// Those whose value may be what was given, on a sign-in.
const SCOPE: &[&str] = &["allowed", "granted", "authorized", "accepted", "permitted", "consent"];

/// What a value says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Says {
    Yes,
    No,
    NotYet,
    /// When it was given.
    When,
    /// Neither: a number, a word that nobody knows.
    Else,
}

fn values() -> Vec<(Value, Says)> {
    let text = |words: &[&str], says| words.iter().map(|it| (json!(it), says)).collect::<Vec<_>>();
    [
        vec![(json!(true), Says::Yes), (json!(false), Says::No), (json!(null), Says::No)],
        text(&["yes", "Approved", "ALLOW", "granted ", "allow-always", "Yes, go ahead"], Says::Yes),
        text(
            &["no", "reject", "Denied", "declined", "refused", "revoked", "not approved"],
            Says::No,
        ),
        text(&["pending", "requested", "awaiting", "timed out"], Says::NotYet),
        text(&["closed", "ada", "blue"], Says::Else),
        text(&["2026-05-09", "2026-05-09T10:00:00Z"], Says::When),
        vec![(json!(1), Says::Yes), (json!(2), Says::Else), (json!(0.5), Says::Else)],
    ]
    .concat()
}

/// The spellings that fold to a key.
fn spellings(key: &str) -> [String; 4] {
    let (first, rest) = key.split_at(1);
    [
        key.to_owned(),
        key.to_ascii_uppercase(),
        format!("{}{rest}", first.to_ascii_uppercase()),
        format!("{first}_-{rest}"),
    ]
}

struct Gates {
    quickstart: Gate,
    production: Gate,
    now_ms: i64,
}

impl Gates {
    fn new() -> Self {
        Self {
            quickstart: Gate::default(),
            production: Gate::new(r#"{"evidence_profile": "production"}"#).unwrap(),
            now_ms: time::parse("2026-05-10T00:00:00Z").unwrap(),
        }
    }

    /// The routes of a write that rests on this ref, with an approval beside it if it is of another kind.
    fn routes(&self, kind: &str, more: &[(&str, &Value)]) -> [Route; 2] {
        let mut evidence = json!({
            "source_id": "record-7", "kind": kind, "trust_tier": "verified", "redaction_status": "redacted",
            "provenance": "console", "retrieved_at": "2026-05-09T23:50:00Z",
            "freshness": {"status": "fresh", "checked_at": "2026-05-09T23:55:00Z"},
        });
        for (key, value) in more {
            evidence[key] = (*value).clone();
        }
        let mut refs = vec![evidence];
        if kind != "approval" {
            let mut approval = refs[0].clone();
            for (key, _) in more {
                approval.as_object_mut().unwrap().remove(*key);
            }
            approval["kind"] = json!("approval");
            approval["approved"] = json!(true);
            refs.push(approval);
        }
        let event = json!({
            "tool_name": "update_order", "tool_category": "write", "authorization_state": "confirmed",
            "evidence_refs": refs, "risk_domain": "commerce", "proposed_arguments": {"id": 7},
            "recommended_route": "accept",
        })
        .to_string();
        [&self.quickstart, &self.production].map(|gate| gate.check(&event, self.now_ms).route())
    }
}

#[test]
fn a_verdict_only_takes_away_and_only_a_yes_is_one() {
    let gates = Gates::new();
    let (mut ran, mut stopped) = (0_u32, 0_u32);
    for key in STRONG.iter().chain(WEAK).chain(TAKEN_BACK) {
        for spelt in spellings(key) {
            for (value, says) in values() {
                let told = format!("{spelt}: {value}");
                let [without, _] = gates.routes("approval", &[]);
                let [route, production] = gates.routes("approval", &[(&spelt, &value)]);
                assert!(route >= without && production >= route, "{told}");
                let runs = route == Route::Accept;
                *(if runs { &mut ran } else { &mut stopped }) += 1;
                if STRONG.contains(key) {
                    let yes = says == Says::Yes || (says == Says::When && is_given(key));
                    assert_eq!(runs, yes, "{told}");
                    assert_eq!(production == Route::Accept, yes, "{told}");
                } else if WEAK.contains(key) && value.is_string() {
                    assert_eq!(runs, matches!(says, Says::Yes | Says::Else | Says::When), "{told}");
                } else if value == json!(true) {
                    assert_eq!(runs, WEAK.contains(key), "{told}");
                }
            }
        }
    }
    assert!(ran > 300 && stopped > 500, "{ran} {stopped}");
}

/// Beside any other verdict a yes raises nothing, and without it nothing is laxer.
#[test]
fn a_yes_beside_another_verdict_outweighs_nothing() {
    let gates = Gates::new();
    let yes = json!("approved");
    for key in STRONG.iter().chain(WEAK).chain(TAKEN_BACK) {
        for (value, _) in values() {
            for yes_key in STRONG.iter().chain(WEAK).filter(|yes_key| *yes_key != key) {
                let with = gates.routes("approval", &[(key, &value), (yes_key, &yes)]);
                let without = gates.routes("approval", &[(key, &value)]);
                assert!(without[0] >= with[0], "{key}: {value}, {yes_key}");
                assert!(without[1] >= with[1], "{key}: {value}, {yes_key}");
                // In the quickstart profile the yes changes nothing at all.
                assert_eq!(without[0], with[0], "{key}: {value}, {yes_key}");
            }
        }
    }
}

/// A verdict of a sign-in takes the session away, and never gives the write.
#[test]
fn a_verdict_of_a_sign_in_only_takes_away() {
    let gates = Gates::new();
    let without = gates.routes("auth_event", &[]);
    assert_eq!(without, [Route::Accept; 2]);
    for key in STRONG.iter().chain(TAKEN_BACK).chain(&["decision", "verdict", "status", "result"]) {
        for (value, says) in values() {
            let with = gates.routes("auth_event", &[(key, &value)]);
            assert!(with >= without, "{key}: {value}");
            let yes = says == Says::Yes || (says == Says::When && is_given(key));
            let names_scope = value.is_string() && says == Says::Else && SCOPE.contains(key);
            let denies = STRONG.contains(key) && !yes && !names_scope;
            assert!(!denies || with[0] > Route::Accept, "{key}: {value}");
        }
    }
}
