//! What clients are offered: schemas that they take, that mean the same, and whose calls lead back.

#![cfg(feature = "arguments")]

use aana_formats::{
    Rule as _,
    aai::{Client, Descriptor, Offer, Profile, carried_back, load, tools_as},
};
use jsonschema::Draft;
use serde_json::{Value, json};

fn descriptor(parameters: &Value) -> Descriptor {
    let document = json!({
        "schema_version": "1.0",
        "app": {"id": "com.example.app", "name": "App", "description": "An application"},
        "execution": {"type": "http", "base_url": "https://api.example.com/v1"},
        "tools": [{"name": "do_it", "description": "Does it", "parameters": parameters,
            "execution": {"path": "/x", "method": "POST"}}],
    });
    let (report, loaded) = load(&document.to_string(), Profile::Seed);
    loaded.unwrap_or_else(|| panic!("{report:?}"))
}

fn schema_of(client: Client, offer: &Offer) -> Option<&Value> {
    let tool = offer.tools.first()?;
    Some(match client {
        Client::Mcp => &tool["inputSchema"],
        Client::OpenAi => &tool["function"]["parameters"],
        Client::OpenAiResponses => &tool["parameters"],
        Client::Anthropic => &tool["input_schema"],
        Client::Gemini => &tool["parametersJsonSchema"],
    })
}

const NAME: &str = "com_example_app__do_it";

/// Whether the client's schema lets these arguments fit, and whether the descriptor lets what they are there.
fn agree(parameters: &Value, given: &Value) {
    let descriptor = descriptor(parameters);
    for client in Client::ALL {
        let offer = tools_as(client, &[&descriptor], false);
        let schema = schema_of(client, &offer).unwrap_or_else(|| panic!("{:?}", offer.left_out));
        let validator =
            jsonschema::options().with_draft(Draft::Draft202012).build(schema).expect("a schema");
        let back = carried_back(client, &[&descriptor], NAME, &given.to_string()).expect("a call");
        let here = descriptor.check_arguments("do_it", &Value::Object(back.arguments).to_string());
        assert_eq!(validator.is_valid(given), here.is_valid(), "{client:?}: {given} by {schema}");
        assert!(schema.get("properties").is_some() && schema["type"] == "object");
        for keyword in ["allOf", "anyOf", "oneOf"] {
            assert!(schema.get(keyword).is_none(), "{client:?}: {keyword}");
        }
    }
}

fn left_out(parameters: &Value) -> String {
    let descriptor = descriptor(parameters);
    let reasons = Client::ALL.map(|client| {
        let offer = tools_as(client, &[&descriptor], false);
        assert!(offer.tools.is_empty() && offer.names.is_empty(), "{client:?}: {:?}", offer.tools);
        offer.left_out[0].reason.clone()
    });
    reasons[0].clone()
}

#[test]
fn what_fits_is_the_same_in_the_dialect_of_clients() {
    let tuple = json!({"type": "object", "properties": {"a": {"type": "array",
        "items": [{"type": "string"}, {"type": "integer"}], "additionalItems": false}}});
    let open = json!({"type": "object", "properties": {"a": {"type": "array",
        "items": [{"type": "string"}], "additionalItems": {"type": "integer"}}}});
    for parameters in [tuple, open] {
        for given in [json!([]), json!(["x"]), json!(["x", 1]), json!([1]), json!(["x", 1, 2])] {
            agree(&parameters, &json!({"a": given}));
        }
    }
    // Draft-07 ignores what stands beside a reference, and does not know the keywords of later drafts.
    let ignored = json!({"type": "object", "definitions": {"t": {"type": "string"}},
        "properties": {"a": {"$ref": "#/definitions/t", "maxLength": 1},
            "b": {"type": "array", "prefixItems": [{"type": "integer"}]}},
        "dependentRequired": {"a": ["b"]}, "unevaluatedProperties": false});
    for given in [json!({"a": "long"}), json!({"a": 1}), json!({"b": ["x"]}), json!({"c": 1})] {
        agree(&ignored, &given);
    }
    let into_tuple = json!({"type": "object", "properties": {
        "t[0]": {"type": "array", "items": [{"type": "integer"}], "additionalItems": {"minLength": 2}},
        "a": {"$ref": "#/properties/t%5B0%5D/items/0"},
        "b": {"$ref": "#/properties/t%5B0%5D/additionalItems"}}});
    for given in [json!({"a": 1}), json!({"a": "x"}), json!({"b": "x"}), json!({"b": "xy"})] {
        agree(&into_tuple, &given);
    }
}

#[test]
fn roots_are_written_without_unions_where_the_same_fits() {
    let reference = json!({"$ref": "#/definitions/r", "definitions": {"r": {"type": "object",
        "properties": {"a": {"type": "integer"}}, "required": ["a"]}}});
    let all = json!({"type": "object", "properties": {"a": {"minimum": 2}}, "allOf": [
        {"properties": {"a": {"type": "integer"}}, "required": ["a"]},
        {"$ref": "#/definitions/r"}, true], "definitions": {"r": {"required": ["b"]}}});
    let one = json!({"type": "object", "oneOf": [{"required": ["a"]}],
        "properties": {"a": {"type": "integer"}}, "additionalProperties": false});
    let any = json!({"type": "object", "anyOf": [{"required": ["a"]}, {}]});
    let same = json!({"type": "object", "anyOf": [{"required": ["a"]}, {"required": ["a"]}]});
    for parameters in [reference, all, one, any, same] {
        for given in [json!({}), json!({"a": 1}), json!({"a": 2, "b": 1}), json!({"a": "x"})] {
            agree(&parameters, &given);
        }
    }
}

#[test]
fn roots_that_cannot_be_written_otherwise_are_left_out() {
    let two = json!({"type": "object", "properties": {"a": {}, "b": {}},
        "oneOf": [{"required": ["a"]}, {"required": ["b"]}]});
    let reason = left_out(&two);
    assert!(reason.contains("`oneOf` at the root"), "{reason}");
    left_out(&json!({"type": "object", "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}));
    // The first part allows no `b`.
    left_out(&json!({"type": "object", "properties": {"b": {}},
        "allOf": [{"properties": {"a": {}}, "additionalProperties": false}]}));
    // Below the root a union is taken.
    agree(
        &json!({"type": "object", "properties": {"a": {"oneOf": [{"type": "string"}, {"minimum": 1}]}}}),
        &json!({"a": 0}),
    );
}

#[test]
fn aliases_are_everywhere_and_lead_back() {
    let parameters = json!({"type": "object",
        "properties": {
            "a[b]": {"type": "string"}, "a(b)": {"type": "string"}, "": {"type": "integer"},
            "in": {"type": "object", "properties": {"$x": {"type": "integer"}}, "required": ["$x"],
                "additionalProperties": false},
            "list": {"type": "array", "items": {"$ref": "#/properties/in"}},
            "free": {"type": "object"}},
        "dependencies": {"a[b]": ["a(b)"], "a(b)": {"required": ["b c"]}}});
    let descriptor = descriptor(&parameters);
    for client in Client::ALL {
        let offer = tools_as(client, &[&descriptor], false);
        let text = schema_of(client, &offer).unwrap().to_string();
        for name in ["a[b]", "a(b)", "$x", "b c"] {
            assert!(!text.contains(&format!("\"{name}\"")), "{client:?}: {name} in {text}");
        }
        let aliases = &offer.aliases[NAME];
        let alias = |name: &str| aliases.iter().find(|it| it.1 == name).unwrap().0.clone();
        let given = json!({(alias("a[b]")): "x", (alias("a(b)")): "y", (alias("b c")): 1, (alias("")): 2,
            "in": {(alias("$x")): 1}, "list": [{(alias("$x")): 2}],
            // What may hold anything has names of its own.
            "free": {(alias("$x")): 3}});
        let back = carried_back(client, &[&descriptor], NAME, &given.to_string()).unwrap();
        let expected = json!({"a[b]": "x", "a(b)": "y", "b c": 1, "": 2, "in": {"$x": 1},
            "list": [{"$x": 2}], "free": {(alias("$x")): 3}});
        assert_eq!(Value::Object(back.arguments), expected);
        assert_eq!((back.app_id.as_str(), back.tool.as_str()), ("com.example.app", "do_it"));
        let both = json!({(alias("a[b]")): "x", "a[b]": "y"}).to_string();
        let report = carried_back(client, &[&descriptor], NAME, &both).unwrap_err();
        assert_eq!(report.findings()[0].rule.id(), "args.json");
        agree(&parameters, &given);
        agree(&parameters, &json!({(alias("a[b]")): "x"}));
        agree(&parameters, &json!({"in": {}}));
    }
    let report = carried_back(Client::Mcp, &[&descriptor], "do_it", "{}").unwrap_err();
    assert_eq!(report.findings()[0].rule.id(), "plan.unknown_tool");
}

#[test]
fn names_are_those_that_gemini_takes() {
    let descriptor = descriptor(&json!({"type": "object", "properties": {"a.b": {}, "1st": {}}}));
    let offer = tools_as(Client::Gemini, &[&descriptor], false);
    let aliases: Vec<_> = offer.aliases[NAME].keys().map(String::as_str).collect();
    assert_eq!(aliases, ["_1st", "a_b"]);
    assert!(tools_as(Client::Anthropic, &[&descriptor], false).aliases.is_empty());
}

#[test]
fn descriptions_are_within_the_limit_with_what_is_added() {
    let document = |text: String| {
        json!({
            "schema_version": "1.0",
            "app": {"id": "com.example.app", "name": "App", "description": "An application"},
            "execution": {"type": "http", "base_url": "https://api.example.com/v1"},
            "tools": [{"name": "do_it", "description": text, "parameters": {"type": "object"},
                "execution": {"path": "/x", "method": "POST"}}],
        })
    };
    let tail = "\n\nSends POST to https://api.example.com.";
    for text in ["x".repeat(5_000), "\u{1f600}".repeat(600), "y".repeat(1_024 - tail.len())] {
        let whole = text.encode_utf16().count() <= 1_024 - tail.len();
        let (_, loaded) = load(&document(text.clone()).to_string(), Profile::Seed);
        let loaded = loaded.unwrap();
        for client in Client::ALL {
            let offer = tools_as(client, &[&loaded], false);
            let tool = &offer.tools[0];
            let description = tool["description"].as_str();
            let description =
                description.or_else(|| tool["function"]["description"].as_str()).unwrap();
            assert!(description.encode_utf16().count() <= 1_024);
            assert!(description.ends_with(tail));
            assert_eq!(description.starts_with(&text), whole);
        }
    }
}

#[test]
fn nothing_hidden_reaches_a_model() {
    let hidden = "ok\u{202e} evil \u{200b} hidden";
    let shown = json!({"type": "object", "title": hidden, "properties": {
        "a": {"type": "string", "description": hidden, "$comment": hidden},
        "b": {"type": "array", "items": {"title": hidden}},
        "c\u{200b}": {"type": "string", "examples": [hidden]}},
        "definitions": {"d": {"description": hidden}}});
    let descriptor = descriptor(&shown);
    for client in Client::ALL {
        let offer = tools_as(client, &[&descriptor], false);
        let text = schema_of(client, &offer).unwrap().to_string();
        assert!(!text.contains(['\u{202e}', '\u{200b}']), "{text}");
        assert!(text.contains("ok evil  hidden"));
        let alias = offer.aliases[NAME].keys().next().unwrap();
        assert_eq!(alias, "c_");
    }
    // A value without it would be another value.
    for (keyword, value) in [
        ("enum", json!(["a", hidden])),
        ("const", json!(hidden)),
        ("default", json!(hidden)),
        ("pattern", json!("a\u{200b}")),
        ("x-note", json!({"k": hidden})),
    ] {
        let reason = left_out(&json!({"type": "object", "properties": {"a": {keyword: value}}}));
        assert!(reason.contains(&format!("`{keyword}`")), "{reason}");
    }
}
