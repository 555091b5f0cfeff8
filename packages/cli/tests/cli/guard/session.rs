//! A session between a client that is played, the command, and a server that is a process.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

const PATIENCE: Duration = Duration::from_mins(1);

pub(super) fn scenarios() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../guard/tests/data/scenarios.json")
}

/// A session, and where it keeps what it writes.
pub(super) struct Session {
    pub(super) folder: PathBuf,
    pub(super) child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Session {
    pub(super) fn start(name: &str, options: &[&str]) -> Self {
        let folder = std::env::temp_dir().join(format!("aana-guard-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Self::start_in(folder, options)
    }

    pub(super) fn start_in(folder: PathBuf, options: &[&str]) -> Self {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/guard/server.py");
        let mut child = Command::new(env!("CARGO_BIN_EXE_aana"))
            .args(["guard", "--name", "srv", "--challenge", "never"])
            .arg("--state-dir")
            .arg(folder.join("state"))
            .arg("--steps")
            .arg(folder.join("steps.jsonl"))
            .args(options)
            .args(["--", "python3"])
            .arg(script)
            .arg(scenarios())
            .arg(folder.join("calls"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let stdout = child.stdout.take().unwrap();
        let stdin = child.stdin.take();
        let (tell, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if tell.send(line).is_err() {
                    return;
                }
            }
        });
        Self { folder, child, stdin, lines }
    }

    pub(super) fn begin(&mut self, setup: &Value) {
        if setup["client"]["era"] != "2026-07-28" {
            let era = setup["client"]["era"].as_str().unwrap_or("2025-11-25");
            self.write(
                &json!({"jsonrpc": "2.0", "id": "init", "method": "initialize", "params": {
                "protocolVersion": era, "capabilities": capabilities(setup)}})
                .to_string(),
            );
            assert_eq!(self.read()["id"], "init");
        }
        self.write(&json!({"jsonrpc": "2.0", "id": "list", "method": "tools/list"}).to_string());
        assert!(self.read()["result"]["tools"].as_array().unwrap().len() > 5);
    }

    pub(super) fn write(&mut self, line: &str) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(line.as_bytes()).unwrap();
        stdin.write_all(b"\n").unwrap();
    }

    pub(super) fn read(&self) -> Value {
        let line = self.lines.recv_timeout(PATIENCE).expect("a line in time");
        serde_json::from_str(&line).unwrap()
    }

    /// Closes the client's end. Gives the exit code and the calls that the server got.
    pub(super) fn close(mut self) -> (Option<i32>, Vec<Value>) {
        drop(self.stdin.take());
        let until = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(Instant::now() < until, "it does not end");
            thread::sleep(Duration::from_millis(10));
        };
        let calls = self.calls();
        fs::remove_dir_all(&self.folder).unwrap();
        (status.code(), calls)
    }

    pub(super) fn calls(&self) -> Vec<Value> {
        let calls = fs::read_to_string(self.folder.join("calls")).unwrap_or_default();
        calls.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    pub(super) fn steps(&self) -> String {
        fs::read_to_string(self.folder.join("steps.jsonl")).unwrap()
    }
}

fn capabilities(setup: &Value) -> Value {
    match setup["client"].get("elicitation") {
        Some(Value::Null) => json!({}),
        Some(mode) if mode == "url" => json!({"elicitation": {"url": {}}}),
        _ => json!({"elicitation": {}}),
    }
}

/// Plays a transcript of messages and answers, and compares what each end gets.
pub(super) fn play(scenario: &Value) {
    let id = scenario["id"].as_str().unwrap();
    let setup = &scenario["setup"];
    let mut options = Vec::new();
    options.extend((setup["identity"] == "none").then_some("--no-identity"));
    options.extend((setup["trust_hints"] == true).then_some("--trust-hints"));
    let mut session = Session::start(id, &options);
    session.begin(setup);
    let (mut questions, mut state) = (Vec::new(), String::new());
    let mut wanted = scenario["expect"]["to_client"].as_array().unwrap().iter();
    for step in scenario["steps"].as_array().unwrap() {
        if let Some(question) = step["answer"].as_str() {
            let number: usize = question.trim_start_matches('q').parse().unwrap();
            let mut result = json!({"action": step["action"]});
            if let Some(content) = step.get("content") {
                result["content"] = content.clone();
            }
            let id: &Value = &questions[number - 1];
            session.write(&json!({"jsonrpc": "2.0", "id": id, "result": result}).to_string());
        } else {
            let mut message = step["client"].clone();
            message["jsonrpc"] = "2.0".into();
            if setup["client"]["era"] == "2026-07-28" {
                message["params"]["_meta"] = json!({
                    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                    "io.modelcontextprotocol/clientCapabilities": capabilities(setup)});
            }
            let text =
                message.to_string().replace("\"RAW:12345678901234567890\"", "12345678901234567890");
            session.write(&text.replace("<as given>", &state));
        }
        // What the transcript expects next is read; it is one message for each of its messages.
        let Some(wanted) = wanted.next() else { continue };
        let found = session.read();
        if let Some(given) = found["result"]["requestState"].as_str() {
            given.clone_into(&mut state);
        }
        if found["method"] == "elicitation/create" {
            questions.push(found["id"].clone());
        }
        compare(id, &found, wanted);
    }
    let names: Vec<Value> = scenario["expect"]["to_server"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|message| message["method"] == "tools/call")
        .map(|message| message["name"].clone())
        .collect();
    let (code, calls) = session.close();
    let called: Vec<Value> = calls.iter().map(|call| call["params"]["name"].clone()).collect();
    assert_eq!((code, called), (Some(0), names), "{id}");
}

fn compare(id: &str, found: &Value, wanted: &Value) {
    if wanted["method"] == "elicitation/create" {
        assert_eq!(found["method"], wanted["method"], "{id}: {found}");
        let shows = wanted["shows"].as_str().unwrap_or_default();
        assert!(found["params"]["message"].as_str().unwrap().contains(shows), "{id}: {found}");
        return;
    }
    assert_eq!(found["id"], wanted["id"], "{id}: {found}");
    if wanted.get("error").is_some() {
        assert_eq!(
            found["error"]["data"]["guard_code"], wanted["error"]["guard_code"],
            "{id}: {found}"
        );
    } else if wanted["result"].is_string() {
        assert_eq!(found["result"]["content"][0]["text"], "done", "{id}: {found}");
    } else if wanted["result"]["isError"] == true {
        let decision = &found["result"]["_meta"]["aana/decision"];
        assert_eq!(decision["code"], wanted["result"]["code"], "{id}: {found}");
        assert_eq!(decision["route"], wanted["result"]["route"], "{id}: {found}");
        assert_eq!(decision["executed"], false, "{id}: {found}");
    } else {
        assert_eq!(found["result"]["resultType"], wanted["result"]["resultType"], "{id}: {found}");
    }
}
