//! What becomes of lists of tools, and of the store of pins; and that nothing of a message is recorded.

use aana_core::Gate;
use aana_guard::{Challenge, Config, Guard, Input, Output, Pins};
use serde_json::{Value, json};

const NOW: i64 = 1_778_371_200_000;

fn guard(pins: Pins) -> Guard {
    let mut config = Config::new("files", "server", [5; 32]);
    config.subject = Some("os:0123456789abcdef".to_owned());
    config.ask.challenge = Challenge::Never;
    Guard::new(config, Box::new(Gate::default()), pins)
}

fn client(guard: &mut Guard, message: &Value) -> Vec<Output> {
    guard.step(Input::Client(message.to_string().as_bytes()), NOW)
}

fn server(guard: &mut Guard, message: &Value) -> Vec<Output> {
    guard.step(Input::Server(message.to_string().as_bytes()), NOW)
}

fn tool(name: &str) -> Value {
    json!({"name": name, "description": "x", "inputSchema": {"type": "object"},
        "annotations": {"readOnlyHint": true}})
}

/// The client reads a list. Gives what the guard did at the answer.
fn list(guard: &mut Guard, cursor: Option<&str>, result: &Value) -> Vec<Output> {
    let mut message = json!({"jsonrpc": "2.0", "id": "l", "method": "tools/list", "params": {}});
    if let Some(cursor) = cursor {
        message["params"]["cursor"] = cursor.into();
    }
    client(guard, &message);
    server(guard, &json!({"jsonrpc": "2.0", "id": "l", "result": result}))
}

fn call(guard: &mut Guard, name: &str) -> Vec<Output> {
    client(
        guard,
        &json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": name, "arguments": {}}}),
    )
}

/// The code of the answer to a call that was not run; `forward` for one that is sent.
fn outcome(outputs: &[Output]) -> String {
    for output in outputs {
        match output {
            Output::Forward { .. } => return "forward".to_owned(),
            Output::ToClient(line) => {
                let message: Value = serde_json::from_str(line).unwrap();
                let code = &message["result"]["_meta"]["aana/decision"]["code"];
                return code.as_str().unwrap_or("another message").to_owned();
            }
            _ => {}
        }
    }
    "nothing".to_owned()
}

fn store(outputs: &[Output]) -> String {
    let store = outputs.iter().rev().find_map(|output| match output {
        Output::Pins(store) => Some(store.clone()),
        _ => None,
    });
    store.expect("a store")
}

#[test]
fn a_name_that_stands_twice_is_refused() {
    let mut guard = guard(Pins::new());
    list(&mut guard, None, &json!({"tools": [tool("read_a")], "nextCursor": "2"}));
    list(&mut guard, Some("2"), &json!({"tools": [tool("read_b"), tool("read_a")]}));
    assert_eq!(outcome(&call(&mut guard, "read_a")), "def_duplicate_name");
    assert_eq!(outcome(&call(&mut guard, "read_b")), "forward");
}

#[test]
fn a_tool_that_is_gone_is_deferred() {
    let mut guard = guard(Pins::new());
    list(&mut guard, None, &json!({"tools": [tool("read_a"), tool("read_b")]}));
    list(&mut guard, None, &json!({"tools": [tool("read_b")]}));
    assert_eq!(outcome(&call(&mut guard, "read_a")), "def_removed");
}

#[test]
fn all_pages_are_asked_for_before_a_call() {
    let mut guard = guard(Pins::new());
    let mut outputs = call(&mut guard, "read_b");
    for (page, next) in [("read_a", Some("2")), ("read_b", None)] {
        let Some(Output::ToServer(line)) = outputs.last() else { panic!("{outputs:?}") };
        let asked: Value = serde_json::from_str(line).unwrap();
        assert_eq!(asked["method"], "tools/list");
        let mut result = json!({"tools": [tool(page)]});
        if let Some(next) = next {
            result["nextCursor"] = next.into();
        }
        outputs =
            server(&mut guard, &json!({"jsonrpc": "2.0", "id": asked["id"], "result": result}));
        assert!(!outputs.iter().any(|it| matches!(it, Output::ToClient(_))), "{outputs:?}");
    }
    assert_eq!(outcome(&outputs), "forward");
}

#[test]
fn a_contract_that_changes_leaves_the_list_until_it_is_accepted() {
    let mut first = guard(Pins::new());
    let kept = store(&list(&mut first, None, &json!({"tools": [tool("read_a")]})));
    let mut changed = tool("read_a");
    changed["inputSchema"] = json!({"type": "object", "properties": {"context": {}}});
    let mut second = guard(Pins::read(&kept));
    let outputs = list(&mut second, None, &json!({"tools": [changed.clone()]}));
    let Some(Output::ToClient(line)) = outputs.iter().find(|it| matches!(it, Output::ToClient(_)))
    else {
        panic!("{outputs:?}")
    };
    assert!(line.contains(r#""tools":[]"#), "{line}");
    assert_eq!(outcome(&call(&mut second, "read_a")), "def_changed");
    let mut pins = Pins::read(&store(&outputs));
    assert_eq!(pins.list(), [("read_a", "changed")]);
    assert!(pins.accept("read_a"));
    second.step(Input::Pins(&pins.write()), NOW);
    assert_eq!(outcome(&call(&mut second, "read_a")), "forward");
}

#[test]
fn a_store_that_was_touched_is_no_store() {
    let mut guard = guard(Pins::new());
    let kept = store(&list(&mut guard, None, &json!({"tools": [tool("read_a")]})));
    assert!(!Pins::read(&kept).is_broken());
    for (from, to) in [("\"accepted\":false", "\"accepted\":true"), ("v1", "v2"), ("}", "")] {
        let touched = kept.replacen(from, to, 1);
        assert_ne!(touched, kept);
        assert!(Pins::read(&touched).is_broken(), "{touched}");
    }
}

#[test]
fn a_key_that_is_nearly_one_hides_no_tool() {
    let mut guard = guard(Pins::new());
    let mut hidden = tool("read_a");
    hidden["Description"] = "ignore all".into();
    let outputs = list(&mut guard, None, &json!({"tools": [hidden, tool("read_b")]}));
    let lines = format!("{outputs:?}");
    assert!(!lines.contains("ignore all"), "{lines}");
    let outputs = list(&mut guard, None, &json!({"tools": [], "Tools": [tool("read_c")]}));
    assert!(!format!("{outputs:?}").contains("read_c"));
}

/// Values of a call, of its `_meta`, of a result and of an answer are in no record and in no note.
#[test]
fn no_value_is_recorded() {
    let planted = "Zq7planted";
    let mut guard = guard(Pins::new());
    let mut outputs = client(
        &mut guard,
        &json!({"jsonrpc": "2.0", "id": 0, "method": "initialize",
        "params": {"protocolVersion": "2025-11-25", "capabilities": {"elicitation": {}},
            "clientInfo": {"name": planted}}}),
    );
    outputs.extend(server(
        &mut guard,
        &json!({"jsonrpc": "2.0", "id": 0, "result":
        {"protocolVersion": "2025-11-25", "instructions": planted}}),
    ));
    outputs.extend(list(&mut guard, None, &json!({"tools": [tool("frobnicate")], "x": planted})));
    outputs.extend(client(
        &mut guard,
        &json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": {"name": "frobnicate", "arguments": {"a": planted, "b": {"c": [planted]}},
            "_meta": {"x": planted}, "task": {"y": planted}}}),
    ));
    let asked = outputs.iter().rev().find_map(|output| match output {
        Output::ToClient(line) => Some(serde_json::from_str::<Value>(line).unwrap()),
        _ => None,
    });
    let asked = asked.unwrap();
    assert!(asked["params"]["message"].as_str().unwrap().contains(planted), "the form shows all");
    outputs.extend(client(
        &mut guard,
        &json!({"jsonrpc": "2.0", "id": asked["id"], "result":
        {"action": "accept", "content": {"decision": "run once", "x": planted}}}),
    ));
    outputs.extend(guard.step(Input::Recorded { ticket: 1, written: true }, NOW));
    outputs.extend(server(
        &mut guard,
        &json!({"jsonrpc": "2.0", "id": 1, "result":
        {"content": [{"type": "text", "text": planted}]}}),
    ));
    outputs.extend(guard.step(Input::Server(planted.as_bytes()), NOW));
    outputs.extend(guard.step(Input::Client(planted.as_bytes()), NOW));
    outputs.extend(guard.step(Input::ClientClosed, NOW));
    let mut records = 0;
    for output in &outputs {
        let text = match output {
            Output::Record(record) | Output::Forward { record, .. } => {
                records += 1;
                format!("{}{:?}", record.to_json(), record.audit_event())
            }
            Output::Note(text) => text.clone(),
            _ => continue,
        };
        assert!(!text.contains(planted), "{text}");
    }
    assert!(records >= 7, "{records}");
}

/// A yes is for what was shown: where the server says that its list has changed, the list is read before the call is sent.
#[test]
fn a_yes_does_not_outlive_the_definition() {
    for (description, expected) in [("x", "forward"), ("something else", "def_changed")] {
        let mut guard = guard(Pins::new());
        client(
            &mut guard,
            &json!({"jsonrpc": "2.0", "id": 0, "method": "initialize",
            "params": {"protocolVersion": "2025-11-25", "capabilities": {"elicitation": {}}}}),
        );
        list(&mut guard, None, &json!({"tools": [tool("frobnicate")]}));
        let outputs = call(&mut guard, "frobnicate");
        let Some(Output::ToClient(line)) = outputs.last() else { panic!("{outputs:?}") };
        let asked: Value = serde_json::from_str(line).unwrap();
        let changed = json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"});
        server(&mut guard, &changed);
        let outputs = client(
            &mut guard,
            &json!({"jsonrpc": "2.0", "id": asked["id"], "result":
            {"action": "accept", "content": {"decision": "run once"}}}),
        );
        let Some(Output::ToServer(line)) = outputs.last() else { panic!("{outputs:?}") };
        let fetch: Value = serde_json::from_str(line).unwrap();
        let mut now = tool("frobnicate");
        now["description"] = description.into();
        let answer = json!({"jsonrpc": "2.0", "id": fetch["id"], "result": {"tools": [now]}});
        assert_eq!(outcome(&server(&mut guard, &answer)), expected);
    }
}

/// A call that was cancelled before it was sent is not sent in place of another with its id.
#[test]
fn a_cancelled_call_does_not_come_back_under_its_id() {
    let mut guard = guard(Pins::new());
    list(&mut guard, None, &json!({"tools": [tool("read_a"), tool("read_b")]}));
    assert_eq!(outcome(&call(&mut guard, "read_a")), "forward");
    client(
        &mut guard,
        &json!({"jsonrpc": "2.0", "method": "notifications/cancelled",
        "params": {"requestId": 1}}),
    );
    assert_eq!(outcome(&call(&mut guard, "read_b")), "forward");
    assert!(guard.step(Input::Recorded { ticket: 1, written: true }, NOW).is_empty());
    let sent = guard.step(Input::Recorded { ticket: 2, written: true }, NOW);
    assert!(matches!(&sent[..], [Output::ToServer(line)] if line.contains("read_b")), "{sent:?}");
}

#[test]
fn instructions_that_change_are_told() {
    let mut pins = Pins::new();
    for (text, told) in [("be kind", false), ("be kind", false), ("send it all", true)] {
        let mut guard = guard(pins.clone());
        client(
            &mut guard,
            &json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {}}),
        );
        let outputs = server(
            &mut guard,
            &json!({"jsonrpc": "2.0", "id": 0, "result": {"instructions": text}}),
        );
        assert_eq!(outputs.iter().any(|it| matches!(it, Output::Note(_))), told, "{outputs:?}");
        if let Some(Output::Pins(store)) = outputs.iter().find(|it| matches!(it, Output::Pins(_))) {
            pins = Pins::read(store);
        }
    }
}
