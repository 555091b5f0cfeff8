//! The agent writes the arguments: whatever they say, they only make a call stricter, and what a text of JSON
//! says counts as what an object says.

#[path = "support/generate.rs"]
mod generate;

use aana_core::{Gate, contract::Route};
use proptest::{prelude::*, sample::select};
use serde_json::{Map, Value, json};

use generate::{NOW, config, event, policy_or_none};

/// Keys and values that the rules about arguments know, and plain ones.
fn argument() -> impl Strategy<Value = (&'static str, Value)> {
    let keys = vec![
        "action",
        "method",
        "mode",
        "tool",
        "name",
        "arguments",
        "input",
        "body",
        "user",
        "customer_id",
        "email",
        "filter",
        "city",
        "query",
    ];
    let word = select(vec![
        json!("delete"),
        json!("GET"),
        json!("DELETE"),
        json!("list_users"),
        json!("wipe_disk"),
        json!("write"),
        json!("ada"),
        json!("Paris"),
        json!(7),
        json!(true),
        json!(null),
    ]);
    let leaf = (select(keys.clone()), word);
    let deeper = (select(keys.clone()), select(keys.clone()), leaf.clone())
        .prop_map(|(key, inner, (last, value))| (key, json!({inner: {last: value}})));
    let as_text = (select(keys), leaf.clone())
        .prop_map(|(key, (inner, value))| (key, json!(json!({inner: value}).to_string())));
    prop_oneof![leaf, deeper, as_text]
}

fn route(gate: &Gate, event: &Value) -> Route {
    gate.check(&event.to_string(), NOW).route()
}

proptest! {
    #![proptest_config(config(1500))]

    /// The tools of these events call no others: what a dispatcher is asked to call can be a read.
    #[test]
    fn one_argument_more_is_never_laxer(
        event in event(),
        policy in policy_or_none(),
        (key, value) in argument(),
    ) {
        let gate = Gate::new(&policy.to_string()).unwrap();
        prop_assume!(event["proposed_arguments"].get(key).is_none());
        let mut more = event.clone();
        more["proposed_arguments"][key] = value;
        let (before, after) = (route(&gate, &event), route(&gate, &more));
        prop_assert!(after >= before, "{before} became {after}\n{event}\n{more}");
    }
}

const TOOLS: &[&str] = &["lookup_plan", "frobnicate", "search_docs", "call_tool", "list_events"];

/// Keys below which a host may write the arguments of a call as a text.
const OF_A_CALL: &[&str] =
    &["arguments", "parameters", "args", "input", "params", "tool_input", "kwargs"];

/// Keys with values, of which some say whom a call is about and some what it does.
fn inner() -> Vec<Map<String, Value>> {
    let value = json!([
        {"customer_id": "c-7"}, {"email": "a"}, {"user": "ada"}, {"filter": {"field": "user_id", "value": 7}},
        {"city": "Paris"}, {"customer_id": null}, {},
        {"action": "delete"}, {"action": "list"}, {"method": "DELETE"}, {"method": "GET"},
        {"tool": "wipe_disk", "arguments": {}}, {"name": "send_mail", "input": {}},
        {"tool": "read_page", "arguments": {"id": 7}}, {"a": [{"e_mail": "x"}]},
        {"mode": "append"}, {"patient": {"id": 7}},
    ]);
    let Value::Array(items) = value else { unreachable!() };
    items.into_iter().map(|item| item.as_object().unwrap().clone()).collect()
}

#[test]
fn a_text_of_json_says_what_an_object_says() {
    let gate = Gate::default();
    let (mut accepted, mut stopped) = (0_u32, 0_u32);
    for tool in TOOLS {
        for key in OF_A_CALL {
            for inner in inner() {
                let call = |value: Value| {
                    json!({
                        "tool_name": tool, "tool_category": "public_read", "authorization_state": "none",
                        "evidence_refs": [], "risk_domain": "research",
                        "proposed_arguments": {*key: value}, "recommended_route": "accept",
                    })
                };
                let text = json!(inner).to_string();
                let object = route(&gate, &call(json!(inner)));
                *(if object == Route::Accept { &mut accepted } else { &mut stopped }) += 1;
                for value in [
                    json!(text),
                    json!(format!(" \n{text} ")),
                    json!(json!(text).to_string()),
                    json!([text]),
                ] {
                    let found = route(&gate, &call(value.clone()));
                    assert_eq!(found, object, "{tool} {key}: {value}");
                }
            }
        }
    }
    assert!(accepted > 100 && stopped > 300, "{accepted} {stopped}");
}

/// Elsewhere a text says whom the call is about, and not what it does: it may be the content of a file.
#[test]
fn a_text_of_json_elsewhere_says_whom_a_call_is_about() {
    let gate = Gate::default();
    let call = |text: &str| {
        route(
            &gate,
            &json!({
                "tool_name": "lookup_plan", "tool_category": "public_read", "authorization_state": "none",
                "evidence_refs": [], "risk_domain": "research", "proposed_arguments": {"body": text},
                "recommended_route": "accept",
            }),
        )
    };
    for text in [r#"{"customer_id": 7}"#, r#"[{"email": "a"}]"#] {
        assert!(call(text) > Route::Accept, "{text}");
    }
    for text in [
        r#"{"action": "delete"}"#,
        r#"{"tool": "wipe", "input": {}}"#,
        r#"{"city": 1}"#,
        "{",
        "[x]",
    ] {
        assert_eq!(call(text), Route::Accept, "{text}");
    }
}
