//! What rules for values and conditions promise for every event and every policy, over generated ones.

#[path = "support/generate.rs"]
mod generate;

use aana_core::{Gate, contract::Route};
use proptest::prelude::*;
use serde_json::{Value, json};

use generate::{NOW, config, event, policy_or_none};

fn route(policy: &Value, event: &Value) -> Route {
    Gate::new(&policy.to_string()).unwrap().check(&event.to_string(), NOW).route()
}

/// The policy with one more entry, of a pattern that it does not have.
fn with(policy: &Value, entry: Value) -> Value {
    let mut policy = policy.clone();
    let members = policy.as_object_mut().unwrap();
    members.entry("tools").or_insert(json!({}))["*?"] = entry;
    policy
}

fn pointer() -> impl Strategy<Value = &'static str> {
    proptest::sample::select(
        &[
            "",
            "/*",
            "/amount",
            "/to",
            "/to/*",
            "/path",
            "/query",
            "/id",
            "/items/*/price",
            "/*/*",
            "/0",
        ][..],
    )
}

fn rule() -> impl Strategy<Value = Value> {
    let part = prop_oneof![
        Just(json!({"one_of": ["x", 1, true]})),
        Just(json!({"match": ["*@example.com", "/srv/**", "a*"]})),
        Just(json!({"not_match": ["*prod*", "evil.example", "https://evil.example/**"]})),
        Just(json!({"at_most": 100})),
        Just(json!({"at_least": "0.5"})),
        Just(json!({"max_items": 2})),
        Just(json!({"max_length": 3})),
        Just(json!({"required": true})),
        Just(json!({"absent": true})),
        Just(json!({"total": {"/*": {"at_most": 5}}})),
    ];
    let relief = prop_oneof![Just(None), Just(Some(false)), Just(Some(true))];
    let otherwise = proptest::sample::select(&["ask", "defer", "refuse"][..]);
    (part, relief, otherwise).prop_map(|(mut rule, required, otherwise)| {
        if let Some(required) = required {
            rule["required"] = required.into();
        }
        rule["else"] = otherwise.into();
        rule
    })
}

fn when() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!({"risk_domain": ["finance", "hr", "research"]})),
        Just(json!({"agent_id": ["a*", "agent-?"]})),
        Just(json!({"authorization_subject": ["u*"]})),
        Just(json!({"argument": {"/amount": {"at_least": 1}}})),
        Just(json!({"time": {"days": ["mon", "sun"], "from": "22:00", "to": "06:00"}})),
        Just(json!({"time": {"from": "06:00"}, "risk_domain": ["finance"]})),
    ]
}

proptest! {
    #![proptest_config(config(1500))]

    #[test]
    fn one_more_rule_never_makes_a_route_laxer(
        event in event(), policy in policy_or_none(), pointer in pointer(), rule in rule(),
    ) {
        let stricter = with(&policy, json!({"arguments": {pointer: rule}}));
        prop_assert!(route(&stricter, &event) >= route(&policy, &event), "{stricter} {event}");
    }

    #[test]
    fn a_second_rule_never_makes_a_route_laxer(
        event in event(), policy in policy_or_none(),
        one in (pointer(), rule()), other in (pointer(), rule()),
    ) {
        let first = with(&policy, json!({"arguments": {one.0: one.1}}));
        let mut both = json!({one.0: one.1});
        if one.0 != other.0 {
            both[other.0] = other.1;
        }
        let both = with(&policy, json!({"arguments": both}));
        prop_assert!(route(&both, &event) >= route(&first, &event), "{both} {event}");
    }

    #[test]
    fn an_entry_for_some_calls_is_between_none_and_one_for_all(
        event in event(), policy in policy_or_none(), pointer in pointer(), rule in rule(),
        when in when(), floor in proptest::sample::select(Route::WORDS),
    ) {
        let entry = json!({"arguments": {pointer: rule}, "route_floor": floor});
        let mut some = entry.clone();
        some["when"] = when;
        let (none, some, all) = (
            route(&policy, &event),
            route(&with(&policy, some), &event),
            route(&with(&policy, entry), &event),
        );
        prop_assert!(none <= some && some <= all, "{none} {some} {all} {event}");
    }

    #[test]
    fn an_entry_for_some_calls_relieves_no_more_than_one_for_all(
        event in event(), policy in policy_or_none(), when in when(),
    ) {
        if when["agent_id"].is_null() {
            let entry = json!({"hints": false, "allow_secret_arguments": true});
            let mut some = entry.clone();
            some["when"] = when;
            let (some, all) = (with(&policy, some), with(&policy, entry));
            prop_assert!(route(&some, &event) >= route(&all, &event), "{some} {event}");
        }
    }

    #[test]
    fn an_unknown_key_in_a_rule_is_a_fault(pointer in pointer(), rule in rule(), key in "[a-z_]{1,12}") {
        let known = [
            "one_of", "match", "not_match", "at_most", "at_least", "max_items", "max_length", "required",
            "absent", "total", "else",
        ];
        if !known.contains(&key.as_str()) {
            let mut rule = rule;
            rule[&key] = json!(1);
            let policy = json!({"tools": {"x": {"arguments": {pointer: rule}}}});
            let error = Gate::new(&policy.to_string()).unwrap_err();
            prop_assert!(error.faults().iter().any(|fault| fault.path.ends_with(&key)));
        }
    }
}
