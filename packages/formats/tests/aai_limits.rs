//! Documents made to be large or costly, and the joints that the cases do not reach.

use aana_formats::{
    Report, Rule,
    aai::{Client, Descriptor, Profile, check, load, tools_as},
};
use serde_json::{Value, json};

fn descriptor(tools: &Value) -> Value {
    json!({
        "schema_version": "1.0",
        "app": {"id": "com.example.app-one", "name": "App", "description": "An app"},
        "execution": {"type": "http", "base_url": "https://api.example.com"},
        "tools": tools,
    })
}

fn tool(name: &str, parameters: &Value) -> Value {
    json!({
        "name": name, "description": "Create it", "parameters": parameters,
        "execution": {"path": "/x", "method": "POST"},
    })
}

fn loaded(document: &Value) -> Descriptor {
    let (report, descriptor) = load(&document.to_string(), Profile::Seed);
    descriptor.unwrap_or_else(|| panic!("{:?}", report.findings()))
}

fn rules<R: Rule>(report: &Report<R>) -> Vec<&'static str> {
    let mut rules: Vec<_> = report.findings().iter().map(|it| it.rule.id()).collect();
    rules.sort_unstable();
    rules.dedup();
    rules
}

#[test]
fn a_report_is_cut_and_says_so() {
    let mut document = descriptor(&json!([]));
    for index in 0..2_000 {
        document[format!("unknown{index}")] = json!(1);
    }
    let report = check(&document.to_string(), Profile::Seed);
    assert_eq!(report.findings().len(), 1_001);
    assert!(rules(&report).contains(&"report.too_many") && !report.is_valid());
}

#[test]
fn there_is_a_limit_to_tools() {
    let tools: Vec<Value> = (0..1_025).map(|it| json!({"name": format!("t{it}")})).collect();
    let report = check(&descriptor(&json!(tools)).to_string(), Profile::Seed);
    assert_eq!(rules(&report), ["tools.too_many"]);
}

#[cfg(feature = "arguments")]
#[test]
fn a_report_on_arguments_is_cut_and_says_so() {
    let list = json!({"type": "object", "properties":
        {"a": {"type": "array", "items": {"type": "integer"}}}});
    let descriptor = loaded(&descriptor(&json!([tool("put_it", &list)])));
    let report = descriptor.check_arguments("put_it", &json!({"a": vec![""; 5_000]}).to_string());
    assert_eq!(report.findings().len(), 1_001);
    assert_eq!(rules(&report), ["args.too_many", "args.type"]);
}

/// Hostile schemas of 64 KiB: each is refused or taken without a step for every way through it. Were
/// the ways walked, none of these would end.
#[test]
fn hostile_schemas_end() {
    let mut doubling = serde_json::Map::new();
    let mut wide = serde_json::Map::new();
    let mut chain = serde_json::Map::new();
    for index in 0..500 {
        let next = json!({"$ref": format!("#/definitions/d{}", index + 1)});
        let name = format!("d{index}");
        doubling.insert(name.clone(), json!({"anyOf": [next, next]}));
        wide.insert(name.clone(), json!({"properties": {"a": next, "b": next}, "items": next}));
        chain.insert(name, next);
    }
    for (definitions, expected) in
        [(&doubling, &["schema.too_costly"][..]), (&wide, &[]), (&chain, &["schema.too_costly"])]
    {
        let mut definitions = definitions.clone();
        definitions.insert("d500".to_owned(), json!({"type": "string"}));
        let schema = json!({"type": "object", "properties": {"x": {"$ref": "#/definitions/d0"}},
            "definitions": definitions});
        let report =
            check(&descriptor(&json!([tool("put_it", &schema)])).to_string(), Profile::Seed);
        assert_eq!(rules(&report), expected);
    }
    let patterns: serde_json::Map<String, Value> = (0..500)
        .map(|it| (format!("p{it}"), json!({"type": "string", "pattern": "[^a]{1000}"})))
        .collect();
    let schema = json!({"type": "object", "properties": patterns});
    let report = check(&descriptor(&json!([tool("put_it", &schema)])).to_string(), Profile::Seed);
    assert_eq!(rules(&report), ["schema.pattern_unsupported"]);
}

#[cfg(feature = "arguments")]
#[test]
fn a_pattern_that_backtracks_elsewhere_is_one_pass_here() {
    let schema =
        json!({"type": "object", "properties": {"v": {"type": "string", "pattern": "^(a+)+$"}}});
    let descriptor = loaded(&descriptor(&json!([tool("put_it", &schema)])));
    let report =
        descriptor.check_arguments("put_it", &json!({"v": "a".repeat(500_000) + "!"}).to_string());
    assert_eq!(rules(&report), ["args.pattern"]);
}

#[test]
fn what_nobody_sees_is_not_in_an_offered_text() {
    let unseen =
        "\u{3164}\u{115F}\u{FFA0}\u{34F}\u{17B4}\u{180B}\u{1D173}\u{1BCA0}\u{2800}\u{E000}\u{FFFF}";
    let schema = json!({"type": "object"});
    let mut document = descriptor(&json!([tool("find_it", &schema)]));
    document["tools"][0]["description"] = json!(format!("Find{unseen} it, g\u{FC}nstig\u{A0}!"));
    document["app"]["name"] = json!(format!("{unseen}App"));
    let loaded = loaded(&document);
    let offer = tools_as(Client::Mcp, &[&loaded], true);
    assert_eq!(
        offer.tools[0]["description"],
        "Find it, g\u{FC}nstig\u{A0}!\n\nSends POST to https://api.example.com."
    );
    assert_eq!(offer.tools[0]["title"], "App: find_it");
}

#[test]
fn clients_get_names_they_take_and_a_way_back() {
    let schema = json!({"type": "object", "properties": {"filter[name]": {"type": "string"}},
        "required": ["filter[name]"]});
    let long = "a".repeat(70);
    let mut document = descriptor(&json!([tool("find_it", &schema), tool(&long, &schema)]));
    document["tools"][0]["description"] = json!("Find\u{202e} it\u{7}");
    document["tools"][0]["returns"] =
        json!({"type": "array", "items": {"$ref": "#/definitions/i"}, "definitions": {"i": {}}});
    let one = loaded(&document);
    document["app"]["id"] = json!("com.example.app.one");
    let two = loaded(&document);

    for client in Client::ALL {
        let offer = tools_as(client, &[&one, &two], true);
        assert_eq!((offer.tools.len(), offer.names.len()), (4, 4));
        for name in offer.names.keys() {
            let plain = name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_');
            assert!(plain && name.len() <= 64, "{name}");
        }
    }
    let mcp = &tools_as(Client::Mcp, &[&one], true).tools[0];
    assert_eq!(mcp["name"], "com_example_app_one__find_it");
    assert_eq!(mcp["description"], "Find it\n\nSends POST to https://api.example.com.");
    assert_eq!(mcp["inputSchema"]["$schema"], "https://json-schema.org/draft/2020-12/schema");
    assert_eq!(
        mcp["outputSchema"]["properties"]["result"]["items"]["$ref"],
        "#/properties/result/definitions/i"
    );
    assert_eq!(mcp["annotations"]["readOnlyHint"], true);
    assert_eq!(
        tools_as(Client::Mcp, &[&one], false).tools[0]["annotations"]["readOnlyHint"],
        false
    );

    let offer = tools_as(Client::Anthropic, &[&one], true);
    let input = &offer.tools[0]["input_schema"];
    assert_eq!(input["required"], json!(["filter_name_"]));
    assert_eq!(offer.aliases["com_example_app_one__find_it"]["filter_name_"], "filter[name]");
    let openai = &tools_as(Client::OpenAi, &[&one], true).tools[0];
    assert_eq!(openai["function"]["parameters"]["required"], json!(["filter_name_"]));
    assert_eq!(openai["function"]["strict"], false);
}

#[test]
fn what_is_only_declared_is_not_offered() {
    let mut document = descriptor(&json!([tool("put_it", &json!({"type": "object"}))]));
    document["tools"][0].as_object_mut().unwrap().remove("execution");
    let offer = tools_as(Client::Mcp, &[&loaded(&document)], true);
    assert!(offer.tools.is_empty());
    let left_out = &offer.left_out[0];
    assert_eq!(left_out.tool, "com.example.app-one#put_it");
    assert_eq!(left_out.reason, "it is only declared and cannot be called");
}

#[cfg(feature = "arguments")]
mod gate {
    use aana_core::{
        Gate,
        codes::FaultCode,
        contract::{AuthorizationState, Route},
    };
    use aana_formats::aai::{Catalog, Client, EventContext, tools_as};
    use serde_json::{Value, json};

    use super::{descriptor, loaded, tool};

    const NOW: i64 = 1_778_371_200_000;

    fn schema() -> Value {
        json!({"type": "object", "properties": {"n": {"type": "integer", "default": 3}}})
    }

    #[test]
    fn a_plan_becomes_an_event_that_the_gate_takes() {
        let one = loaded(&descriptor(&json!([tool("put_it", &schema())])));
        let catalog = Catalog::new(&[&one]);
        let plan = one.call("put_it", "{}").unwrap();
        let approval = json!({"source_id": "approval:7", "kind": "approval", "trust_tier": "verified",
            "redaction_status": "public"});
        let mut context = EventContext {
            authorization_state: AuthorizationState::Confirmed,
            pinned: true,
            read_at_ms: NOW - 1_000,
            max_age_hours: 24,
            now_ms: NOW,
            evidence: &[approval],
        };
        let event = catalog.event(&plan, &context).unwrap();
        assert_eq!(event["proposed_arguments"], json!({"n": 3}));
        let text = event.to_string();
        let decision = catalog.check(&Gate::default(), &text, NOW);
        assert_eq!(decision.route(), Route::Accept, "{}", decision.to_json());

        context.authorization_state = AuthorizationState::Authenticated;
        context.evidence = &[];
        let text = catalog.event(&plan, &context).unwrap().to_string();
        assert!(!catalog.check(&Gate::default(), &text, NOW).executes());
    }

    #[test]
    fn wrong_arguments_are_refused_with_everything_else_that_is_wrong() {
        let one = loaded(&descriptor(&json!([tool("put_it", &schema())])));
        let catalog = Catalog::new(&[&one]);
        let event = json!({"tool_name": "put_it", "tool_category": "write",
            "evidence_refs": ["approval:7"], "authorization_state": "confirmed",
            "risk_domain": "devops", "proposed_arguments": {"n": "sk-secret"}})
        .to_string();
        let decision = catalog.check(&Gate::default(), &event, NOW);
        let faults: Vec<_> =
            decision.validation_errors().iter().map(|it| (it.path.as_str(), it.code)).collect();
        assert_eq!(
            faults,
            [
                ("/recommended_route", FaultCode::MissingField),
                ("/proposed_arguments/n", FaultCode::ArgumentsInvalid),
            ]
        );
        assert_eq!(decision.route(), Route::Refuse);
        assert!(!decision.to_json().contains("sk-secret"));
    }

    #[test]
    fn tools_that_cannot_be_told_apart_are_not_offered() {
        let mut other = descriptor(&json!([tool("put_it", &schema())]));
        let one = loaded(&other);
        let same = tools_as(Client::Mcp, &[&one, &one], true);
        assert_eq!((same.tools.len(), same.left_out.len()), (1, 0));
        other["app"]["description"] = "says something else".into();
        let other = loaded(&other);
        let offer = tools_as(Client::Mcp, &[&one, &other], true);
        assert!(offer.tools.is_empty() && offer.names.is_empty());
        let expected = format!("{}#put_it", one.app_id());
        let left_out: Vec<&str> = offer.left_out.iter().map(|it| &*it.tool).collect();
        assert_eq!(left_out, [&*expected, &*expected]);
    }

    #[test]
    fn a_template_does_not_make_a_request_of_any_size() {
        let schema = json!({"type": "object", "properties": {"a": {"type": "string"}},
            "required": ["a"]});
        let mut document = descriptor(&json!([tool("put_it", &schema)]));
        let plan = |document: &Value, length: usize| {
            let arguments = json!({"a": "x".repeat(length)}).to_string();
            loaded(document).call("put_it", &arguments).map(|_| ()).map_err(|it| super::rules(&it))
        };
        for many in [json!("${a}".repeat(100_000)), json!(vec!["${a}"; 100_000])] {
            document["tools"][0]["execution"]["body_template"] = json!({"many": many});
            assert_eq!(plan(&document, 1_000_000), Err(vec!["plan.too_large"]));
            assert_eq!(plan(&document, 10), Ok(()));
        }
    }

    #[test]
    fn a_plan_is_bound_by_its_digest() {
        let one = loaded(&descriptor(&json!([tool("put_it", &schema())])));
        let digest = |arguments| one.call("put_it", arguments).unwrap().digest();
        assert_eq!(digest("{}"), digest(r#"{"n": 3}"#));
        assert_ne!(digest("{}"), digest(r#"{"n": 4}"#));
    }
}
