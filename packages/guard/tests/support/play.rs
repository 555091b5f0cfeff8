//! The steps of a transcript.

use std::sync::atomic::Ordering;

use aana_guard::Input;
use serde_json::{Value, json};

use super::expect;
use super::setup::{capabilities, is_stateless, world};
use super::world::World;

pub(crate) fn scenarios() -> Value {
    serde_json::from_str(include_str!("../data/scenarios.json")).unwrap()
}

/// Plays a transcript, and says what is not as it should be.
pub(crate) fn played(all: &Value, scenario: &Value) -> Result<(), String> {
    let mut world = world(all, scenario, 1);
    let steps = scenario["steps"].as_array().unwrap();
    for (index, step) in steps.iter().enumerate() {
        play(&mut world, all, scenario, step);
        if !is_slow(steps.get(index + 1), &world) {
            world.answer_all();
        }
    }
    world.answer_all();
    expect::check(&world, &scenario["expect"])
}

/// Whether the server has not answered yet when the next step comes.
fn is_slow(next: Option<&Value>, world: &World) -> bool {
    let Some(next) = next else { return false };
    let cancels = next["client"]["method"] == "notifications/cancelled";
    let same_id = world.unanswered.iter().any(|call| call["id"] == next["client"]["id"]);
    // A server that is asked for two things at once answers when it has both.
    let asked =
        next["answer"].as_str().is_some_and(|name| !world.answered.iter().any(|it| it == name));
    next.get("server").is_some()
        || asked
        || cancels
        || same_id
        || next["client"].get("result").is_some()
}

fn play(world: &mut World, all: &Value, scenario: &Value, step: &Value) {
    if let Some(raw) = step.get("client_raw") {
        return raw_lines(scenario["id"].as_str().unwrap(), raw.as_str().unwrap(), world);
    }
    if let Some(question) = step.get("answer") {
        return answer(world, question.as_str().unwrap(), step);
    }
    match &step["client"] {
        Value::Null => {}
        Value::String(what) if what == "closes" => return world.step(Input::ClientClosed),
        message => return client(world, all, scenario, message),
    }
    match &step["server"] {
        Value::Null => {}
        Value::String(what) if what == "killed" => {
            world.unanswered.clear();
            return world.step(Input::ServerExited);
        }
        Value::String(change) if change.starts_with("tools/list") => return changed(world, change),
        Value::String(_) => panic!("no server of this kind"),
        message => return server(world, message),
    }
    if let Some(clock) = step["clock"].as_str() {
        let (number, unit) = clock.split_once(' ').unwrap();
        let unit = if unit == "min" { 60_000 } else { 1000 };
        world.now += number.parse::<i64>().unwrap() * unit;
        return world.step(Input::Tick);
    }
    if step.get("disk").is_some() {
        world.disk_full = true;
    } else if step.get("inject").is_some() {
        world.fails.store(true, Ordering::SeqCst);
    } else {
        assert!(step.get("restart").is_some(), "{step}");
    }
}

fn client(world: &mut World, all: &Value, scenario: &Value, message: &Value) {
    let mut message = message.clone();
    message["jsonrpc"] = "2.0".into();
    let setup = &scenario["setup"];
    if message["method"] == "tools/call" && is_stateless(setup) {
        message["params"]["_meta"] = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": capabilities(setup)});
    }
    if message["method"] == "notifications/cancelled" {
        world.unanswered.retain(|call| call["id"] != message["params"]["requestId"]);
    }
    let mut text = message.to_string();
    if text.contains("<old key>") {
        let mut other = super::setup::world(all, scenario, 2);
        let mut first = message.clone();
        let params = first["params"].as_object_mut().unwrap();
        params.remove("requestState");
        params.remove("inputResponses");
        other.step(Input::Client(first.to_string().as_bytes()));
        text = text.replace("<old key>", &state(&other));
    }
    if text.contains("<as given>") || text.contains("<wrapped>") {
        let state = state(world);
        text = text.replace("<as given>", &state).replace("<wrapped>", &state);
    }
    if text.contains("<renamed>") {
        let last: Value = serde_json::from_str(world.client.last().unwrap()).unwrap();
        let names = last["result"]["inputRequests"].as_object().unwrap();
        text = text.replace("<renamed>", names.keys().next().unwrap());
    }
    text = text.replace("<10000>", &"x".repeat(10_000));
    text = text.replace("<36 characters>", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8");
    text = text.replace("\"RAW:12345678901234567890\"", "12345678901234567890");
    world.step(Input::Client(text.as_bytes()));
}

/// The state that the client was given last.
fn state(world: &World) -> String {
    let states = world.client.iter().rev().filter_map(|line| {
        let message: Value = serde_json::from_str(line).unwrap();
        message["result"]["requestState"].as_str().map(str::to_owned)
    });
    states.into_iter().next().unwrap()
}

fn answer(world: &mut World, question: &str, step: &Value) {
    world.answered.push(question.to_owned());
    let number = question.strip_prefix('q').and_then(|it| it.parse::<usize>().ok()).unwrap_or(1);
    let Some(id) = world.questions.get(number - 1).cloned() else { panic!("no {question}") };
    let mut result = json!({"action": step["action"]});
    if let Some(content) = step.get("content") {
        result["content"] = content.clone();
        if content["code"] == "<from file>" {
            let form = world.forms.last().unwrap();
            let code = form.trim_end().rsplit("code ").next().unwrap().trim_end_matches('.');
            result["content"]["code"] = code.into();
        }
    }
    let line = json!({"jsonrpc": "2.0", "id": id, "result": result});
    world.step(Input::Client(line.to_string().as_bytes()));
}

fn server(world: &mut World, message: &Value) {
    let mut message = message.clone();
    message["jsonrpc"] = "2.0".into();
    let requests = message.pointer_mut("/result/inputRequests").and_then(Value::as_object_mut);
    if let Some(requests) = requests {
        for request in requests.values_mut() {
            *request = json!({"method": request, "params": {}});
        }
    }
    if message.get("method").is_none() {
        world.unanswered.retain(|call| call["id"] != message["id"]);
    }
    world.step(Input::Server(message.to_string().as_bytes()));
}

fn changed(world: &mut World, change: &str) {
    let words: Vec<&str> = change.split_whitespace().collect();
    let name = world.tools.iter().find_map(|tool| {
        words.iter().find(|word| tool["name"] == **word).map(|word| (*word).to_owned())
    });
    let name = name.unwrap();
    let tool = world.tools.iter_mut().find(|tool| tool["name"] == *name).unwrap();
    if change.contains("text changed") {
        tool["description"] = "Something else.".into();
    } else if change.contains("readOnlyHint true") {
        tool["annotations"]["readOnlyHint"] = true.into();
    } else {
        tool["inputSchema"]["properties"]["more"] = json!({"type": "string"});
    }
    world.list();
}

/// What a transcript writes in a readable form.
fn raw_lines(id: &str, raw: &str, world: &mut World) {
    let call = |id: &str, name: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":{id},"method":"tools/call","params":{{"name":"{name}","arguments":{{}}}}}}"#
        )
    };
    let large = format!("{}{}", call("1", "write_file"), " ".repeat(5 << 20));
    let lines: Vec<String> = match id {
        "X01" => vec![raw.replace("\\r", "\r")],
        "X02" => vec![format!(r#"{{"jsonrpc":"2.0","id":1,"method":"ping"}}{}{}"#, '\r', call("2", "write_file"))],
        "X03" => vec![
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"read_file","name":"write_file","arguments":{}}}"#.to_owned(),
        ],
        "X04" => vec![r#"{"jsonrpc":"2.0","id":1,"method":"ping","Method":"tools/call"}"#.to_owned()],
        "X05" => vec![
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{},\"param\u{17f}\":{\"name\":\"write_file\"}}".to_owned(),
        ],
        "X07" => vec![format!("[{}]", call("1", "write_file"))],
        "X13" => ["1.5", "null", "{}"].map(|id| call(id, "read_file")).to_vec(),
        "X14" => vec![raw.to_owned()],
        "X16" => vec![large],
        _ => panic!("{id} has no lines"),
    };
    for line in lines {
        world.step(Input::Client(line.as_bytes()));
    }
}
