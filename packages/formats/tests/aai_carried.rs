//! Every argument leaves its trace in the request, or the call is refused: for descriptors that are made up,
//! no two sets of arguments make one request.

#![cfg(feature = "arguments")]

use std::{cell::Cell, collections::HashMap};

use aana_formats::aai::{Plan, Profile, load};
use proptest::{
    collection::vec,
    prelude::*,
    sample::select,
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use serde_json::{Map, Value, json};

const NAMES: [&str; 3] = ["a", "b", "c"];

/// Values that are easily taken for parts of each other.
fn values(declared: &Value) -> Vec<Value> {
    match declared["type"].as_str() {
        Some("string") => vec![json!(""), json!("x"), json!("-"), json!("x-x"), json!("1")],
        Some("integer") => vec![json!(-1), json!(1), json!(11)],
        Some("boolean") => vec![json!(true), json!(false)],
        Some("array") => vec![json!([]), json!([""]), json!(["x"]), json!(["x", "x"])],
        Some("object") => vec![json!({}), json!({"k": "x"}), json!({"k": "-"})],
        _ => vec![json!(null), json!("x"), json!("1"), json!(1), json!([])],
    }
}

fn declared() -> impl Strategy<Value = Value> {
    let kinds = ["string", "string", "integer", "boolean", "array", "object"];
    let typed = select(kinds.to_vec()).prop_map(|kind| json!({"type": kind}));
    prop_oneof![
        6 => typed,
        1 => Just(json!({})),
        1 => Just(json!({"type": ["string", "null"]})),
        1 => select(vec!["", "x"]).prop_map(|it| json!({"type": "string", "default": it})),
    ]
}

fn template() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        6 => select(NAMES.to_vec()).prop_map(|name| json!(format!("${{{name}}}"))),
        2 => (select(NAMES.to_vec()), select(NAMES.to_vec()), select(vec!["", "-", "x", ": "]))
            .prop_map(|(one, other, between)| json!(format!("${{{one}}}{between}${{{other}}}"))),
        1 => select(NAMES.to_vec()).prop_map(|name| json!(format!("n ${{{name}}}"))),
        1 => select(vec![json!("x"), json!(1), json!([]), json!({}), json!({"k": "x"})]),
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            vec(inner.clone(), 1..4).prop_map(Value::from),
            vec(inner, 1..3).prop_map(|items| {
                let keys = ["k", "l", "m"].map(str::to_owned);
                Value::Object(keys.into_iter().zip(items).collect())
            }),
        ]
    })
}

fn descriptor() -> impl Strategy<Value = Value> {
    let path = select(vec!["/p", "/p", "/p/${a}", "/p/${a}-${b}", "/p/${a}/${b}", "/p/${a}${b}"]);
    let method = select(vec!["GET", "DELETE", "POST", "PUT"]);
    let body = proptest::option::weighted(0.7, vec(template(), 1..4));
    (path, method, body, vec(declared(), NAMES.len())).prop_map(|(path, method, body, declared)| {
        let mut execution = json!({"path": path, "method": method});
        if let (Some(items), true) = (body, method != "GET") {
            let keys = ["k", "l", "m", "n"].map(str::to_owned);
            execution["body_template"] = Value::Object(keys.into_iter().zip(items).collect());
        }
        let properties: Map<String, Value> =
            NAMES.map(str::to_owned).into_iter().zip(declared).collect();
        json!({
            "schema_version": "1.0",
            "app": {"id": "com.example.made", "name": "Made", "description": "Made up"},
            "execution": {"type": "http", "base_url": "https://api.example.com"},
            "tools": [{"name": "do_it", "description": "Does it", "execution": execution,
                "parameters": {"type": "object", "properties": properties}}],
        })
    })
}

/// Every set of arguments that these values make, with and without each.
fn sets(text: &Value) -> Vec<Map<String, Value>> {
    let properties = &text["tools"][0]["parameters"]["properties"];
    let mut sets = vec![Map::new()];
    for name in NAMES {
        let with = |set: &Map<String, Value>, value: Value| {
            let mut set = set.clone();
            set.insert(name.to_owned(), value);
            set
        };
        let values = values(&properties[name]);
        let more: Vec<_> = sets
            .iter()
            .flat_map(|set| values.iter().map(move |value| with(set, value.clone())))
            .collect();
        sets.extend(more);
    }
    sets
}

/// Arguments as a URL or a text has them: without types, and a list of one like its element.
fn without_types(value: &Value) -> Value {
    match value {
        Value::Number(_) | Value::Bool(_) => json!(value.to_string()),
        Value::Array(items) => match items.as_slice() {
            [one] => without_types(one),
            items => items.iter().map(without_types).collect(),
        },
        Value::Object(map) => {
            map.iter().map(|(key, it)| (key.clone(), without_types(it))).collect()
        }
        other => other.clone(),
    }
}

fn arguments(plan: &Plan) -> Value {
    Value::Object(plan.arguments().clone())
}

#[test]
fn no_two_sets_of_arguments_make_one_request() {
    let config = Config { cases: 1_500, failure_persistence: None, ..Config::default() };
    let seed = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, seed);
    let planned = Cell::new(0_usize);
    let outcome = runner.run(&descriptor(), |text| {
        let (_, Some(descriptor)) = load(&text.to_string(), Profile::Seed) else {
            // A list stands inside a text, or the like.
            return Ok(());
        };
        let mut by_request: HashMap<String, Value> = HashMap::new();
        let mut by_digest: HashMap<String, Value> = HashMap::new();
        for set in sets(&text) {
            let Ok(plan) = descriptor.call("do_it", &Value::Object(set).to_string()) else {
                continue;
            };
            planned.set(planned.get() + 1);
            let request = json!(plan).to_string();
            let known = by_request.entry(request).or_insert_with(|| arguments(&plan));
            prop_assert_eq!(without_types(known), without_types(&arguments(&plan)));
            let known = by_digest.entry(plan.digest()).or_insert_with(|| arguments(&plan));
            prop_assert_eq!(&*known, &arguments(&plan));
        }
        Ok(())
    });
    assert!(outcome.is_ok(), "{outcome:?}");
    assert!(planned.get() > 20_000, "only {} calls were planned", planned.get());
}
