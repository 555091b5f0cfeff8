//! Servers that read JSON in other ways: whatever a client sends, the calls that they find are among those that were
//! accepted.

use std::collections::HashSet;

use aana_core::Gate;
use aana_guard::{Config, Guard, Input, Output, Pins};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

fn cases() -> u32 {
    std::env::var("AANA_GUARD_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(4000)
}

/// A member of a message, as somebody writes it who wants two readers to differ.
fn pieces() -> impl Strategy<Value = String> {
    let call = r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"write_file","arguments":{}}}"#;
    let read = r#"{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"read_file","arguments":{}}}"#;
    let piece = prop_oneof![
        Just("\r".to_owned()),
        Just("\n".to_owned()),
        Just("\u{2028}".to_owned()),
        Just("\u{85}".to_owned()),
        Just("\u{b}".to_owned()),
        Just("{".to_owned()),
        Just("}".to_owned()),
        Just(",".to_owned()),
        Just(r#""jsonrpc":"2.0","#.to_owned()),
        Just(r#""id":1,"#.to_owned()),
        Just(r#""method":"ping""#.to_owned()),
        Just(r#""method":"tools/call""#.to_owned()),
        Just(r#""Method":"tools/call","#.to_owned()),
        Just(r#""meth\u006fd":"tools/call","#.to_owned()),
        Just(r#""params":{"name":"read_file"}"#.to_owned()),
        Just(r#""params":{"name":"write_file","arguments":{}}"#.to_owned()),
        Just(r#""param\u017f":{"name":"write_file"},"#.to_owned()),
        Just(r#""x":"#.to_owned()),
        Just(r#""name":"write_file","#.to_owned()),
        Just(call.to_owned()),
        Just(read.to_owned()),
        Just(format!("{:?}", format!("\r{call}\r"))),
        any::<String>().prop_map(|text| Value::String(text).to_string()),
        any::<char>().prop_map(String::from),
    ];
    prop_oneof![
        prop::collection::vec(piece.clone(), 0..12).prop_map(|pieces| pieces.concat()),
        // One thing out of place in a message that is right otherwise.
        (piece.clone(), 0_usize..100).prop_map(move |(piece, at)| inserted(read, &piece, at)),
        (piece, 0_usize..100).prop_map(|(piece, at)| {
            inserted(
                r#"{"jsonrpc":"2.0","method":"notifications/x","params":{"y":{}}}"#,
                &piece,
                at,
            )
        }),
    ]
}

fn inserted(text: &str, piece: &str, at: usize) -> String {
    let at = at.min(text.len());
    format!("{}{piece}{}", &text[..at], &text[at..])
}

/// The calls that are accepted, and the lines that the server gets.
fn guarded(lines: &[String]) -> (HashSet<String>, Vec<String>) {
    let mut config = Config::new("files", "server", [5; 32]);
    config.subject = Some("os:0123456789abcdef".to_owned());
    let mut guard = Guard::new(config, Box::new(Gate::default()), Pins::new());
    let now = 1_778_371_200_000;
    let tools = json!([{"name": "read_file", "inputSchema": {"type": "object"}},
        {"name": "write_file", "inputSchema": {"type": "object"}}]);
    let (mut accepted, mut sent) = (HashSet::new(), Vec::new());
    let list = json!({"jsonrpc": "2.0", "id": "l", "method": "tools/list"}).to_string();
    let answer = json!({"jsonrpc": "2.0", "id": "l", "result": {"tools": tools}}).to_string();
    guard.step(Input::Client(list.as_bytes()), now);
    guard.step(Input::Server(answer.as_bytes()), now);
    for line in lines.iter().flat_map(|text| text.split('\n')) {
        for output in guard.step(Input::Client(line.as_bytes()), now) {
            match output {
                Output::Forward { ticket, .. } => {
                    for output in guard.step(Input::Recorded { ticket, written: true }, now) {
                        let Output::ToServer(line) = output else { continue };
                        let message: Value = serde_json::from_str(&line).unwrap();
                        assert_eq!(message["method"], "tools/call");
                        accepted.insert(name(&message["params"]["name"]));
                        sent.push(line);
                    }
                }
                Output::ToServer(line) => sent.push(line),
                _ => {}
            }
        }
    }
    (accepted, sent)
}

fn name(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The names of the tools that a server would call.
fn found(
    message: &Value,
    get: impl Fn(&Map<String, Value>, &str) -> Option<Value>,
) -> Option<String> {
    let message = message.as_object()?;
    let method = get(message, "method")?;
    let params = get(message, "params")?;
    (method == "tools/call").then(|| get(params.as_object()?, "name").map(|it| name(&it)))?
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: cases(), failure_persistence: None, ..ProptestConfig::default()
    })]

    #[test]
    fn every_reader_finds_only_what_was_accepted(lines in prop::collection::vec(pieces(), 1..6)) {
        let (accepted, sent) = guarded(&lines);
        prop_assert!(!accepted.contains("write_file"));
        for line in &sent {
            // A reader of any end of a line.
            let ends = ['\r', '\n', '\u{b}', '\u{c}', '\u{1c}', '\u{1d}', '\u{1e}', '\u{85}', '\u{2028}', '\u{2029}'];
            for part in line.split(ends) {
                // Of two equal keys this reader takes the last.
                let Ok(message) = serde_json::from_str::<Value>(part) else { continue };
                let exact = found(&message, |object, key| object.get(key).cloned());
                // Of keys that differ in letters only, too.
                let careless = found(&message, |object, key| {
                    let plain = |key: &str| -> String {
                        let shown = key.chars().filter(|sign| !sign.is_control());
                        shown.flat_map(char::to_lowercase).map(|sign| if sign == '\u{17f}' { 's' } else { sign }).collect()
                    };
                    object.iter().rfind(|(other, _)| plain(other) == key).map(|(_, it)| it.clone())
                });
                for name in exact.into_iter().chain(careless) {
                    prop_assert!(accepted.contains(&name), "{name} in {line}");
                }
            }
        }
    }
}
