//! The beginning of a session as a transcript describes it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use aana_core::Gate;
use aana_guard::{Challenge, Config, Guard, Pins};
use serde_json::{Value, json};

use super::world::{Fragile, World};

pub(crate) const NOW: i64 = 1_778_371_200_000;

/// A session in which the client has said what it can do and has read the list.
pub(crate) fn world(all: &Value, scenario: &Value, seed: u8) -> World {
    let setup = &scenario["setup"];
    let id = scenario["id"].as_str().unwrap();
    let mut tools: Vec<Value> = all["tools"].as_object().unwrap().values().cloned().collect();
    if setup["server"].get("extra_tools").is_some() {
        tools.push(tool("list_jobs_ro"));
    }
    if let Some(schema) = setup["server"].get("inputSchema") {
        assert_eq!(schema["$ref"], "remote");
        let frobnicate = tools.iter_mut().find(|tool| tool["name"] == "frobnicate").unwrap();
        frobnicate["inputSchema"] = json!({"$ref": "https://example.com/schema.json"});
    }
    if id == "D09" {
        tools.push(tool("r\u{435}ad_file"));
    }
    let pins = match id {
        "D11" => Pins::read("{"),
        "D12" => Pins::of_changed_server(),
        _ => pinned(&tools, setup["server"]["definition"] == "accepted"),
    };
    if id == "D10" {
        tools.push(tool("readFile"));
    }
    let mut world = new_world(config(setup, seed), pins, tools, &setup["policy"]);
    if !is_stateless(setup) {
        initialize(&mut world, setup);
    }
    world.list();
    world.counts = true;
    world
}

pub(crate) fn is_stateless(setup: &Value) -> bool {
    setup["client"]["era"] == "2026-07-28"
}

fn tool(name: &str) -> Value {
    json!({"name": name, "description": "", "inputSchema": {"type": "object"},
        "annotations": {"readOnlyHint": true}})
}

pub(crate) fn new_world(config: Config, pins: Pins, tools: Vec<Value>, policy: &Value) -> World {
    let mut text = json!({"schema_version": "aana.policy.v1"});
    for (key, value) in policy.as_object().into_iter().flatten() {
        text[key] = value.clone();
    }
    // The transcripts take it for a read. Its name alone does not say so.
    text["tools"]["srv/slow_report"] = json!({"tool_category": "private_read"});
    let fails = Arc::new(AtomicBool::new(false));
    let gate = Gate::new(&text.to_string()).unwrap();
    let gate = Fragile { gate, fails: Arc::clone(&fails) };
    World {
        guard: Guard::new(config, Box::new(gate), pins),
        now: NOW,
        tools,
        fails,
        disk_full: false,
        client: Vec::new(),
        server: Vec::new(),
        records: Vec::new(),
        routes: Vec::new(),
        questions: Vec::new(),
        answered: Vec::new(),
        forms: Vec::new(),
        unanswered: Vec::new(),
        counts: false,
    }
}

/// The pins of a server whose list was seen before.
fn pinned(tools: &[Value], accepted: bool) -> Pins {
    let config = Config::new("srv", "server", [1; 32]);
    let mut guard = Guard::new(config, Box::new(Gate::default()), Pins::new());
    let ask = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}).to_string();
    let answer = json!({"jsonrpc": "2.0", "id": 1, "result": {"tools": tools}}).to_string();
    guard.step(aana_guard::Input::Client(ask.as_bytes()), NOW);
    let outputs = guard.step(aana_guard::Input::Server(answer.as_bytes()), NOW);
    let store = outputs.iter().find_map(|output| match output {
        aana_guard::Output::Pins(store) => Some(store),
        _ => None,
    });
    let mut pins = Pins::read(store.unwrap());
    assert!(!pins.is_broken());
    if accepted {
        let names: Vec<String> = pins.names().map(str::to_owned).collect();
        assert!(names.iter().all(|name| pins.accept(name)));
    }
    pins
}

fn config(setup: &Value, seed: u8) -> Config {
    let mut config = Config::new("srv", "npx server", [seed; 32]);
    config.subject = (setup["identity"] != "none").then(|| "os:0123456789abcdef".to_owned());
    config.trust_hints = setup["trust_hints"] == true;
    config.outbound_after_private = setup["outbound_after_private"] == "ask";
    config.gate_resources = setup["also_gate"].is_array();
    config.ask.challenge = Challenge::Never;
    config.ask.trust_client = setup["ask"]["trust_client"] != false;
    config.pins.hold_text = setup["pins"]["on_text"] == "hold";
    config.forms = Some("/forms".to_owned());
    for (label, names) in setup["pins"]["other_labels"].as_object().into_iter().flatten() {
        let names = names.as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned());
        config.other_names.extend(names.map(|name| (label.clone(), name)));
    }
    config
}

fn initialize(world: &mut World, setup: &Value) {
    let era = setup["client"]["era"].as_str().unwrap_or("2025-11-25");
    let line = json!({"jsonrpc": "2.0", "id": "init", "method": "initialize", "params": {
        "protocolVersion": era, "capabilities": capabilities(setup), "clientInfo": {"name": "c"}}});
    world.step(aana_guard::Input::Client(line.to_string().as_bytes()));
    world.unanswered.clear();
    let answer = json!({"jsonrpc": "2.0", "id": "init", "result": {
        "protocolVersion": era, "capabilities": {"tools": {}}, "serverInfo": {"name": "s"}}});
    world.step(aana_guard::Input::Server(answer.to_string().as_bytes()));
}

pub(crate) fn capabilities(setup: &Value) -> Value {
    match setup["client"].get("elicitation") {
        None => json!({"elicitation": {}}),
        Some(Value::Null) => json!({}),
        Some(Value::String(mode)) if mode == "url" => json!({"elicitation": {"url": {}}}),
        Some(_) => json!({"elicitation": {"form": {}}}),
    }
}
