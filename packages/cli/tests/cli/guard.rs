//! `aana guard` between a client that is played and a server that is a process.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

const PATIENCE: Duration = Duration::from_secs(60);

fn scenarios() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../guard/tests/data/scenarios.json")
}

/// A session, and where it keeps what it writes.
struct Session {
    folder: PathBuf,
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Session {
    fn start(name: &str, options: &[&str]) -> Self {
        let folder = std::env::temp_dir().join(format!("aana-guard-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Self::start_in(folder, options)
    }

    fn start_in(folder: PathBuf, options: &[&str]) -> Self {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/guard_server.py");
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

    fn begin(&mut self, setup: &Value) {
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

    fn write(&mut self, line: &str) {
        let stdin = self.stdin.as_mut().unwrap();
        stdin.write_all(line.as_bytes()).unwrap();
        stdin.write_all(b"\n").unwrap();
    }

    fn read(&self) -> Value {
        let line = self.lines.recv_timeout(PATIENCE).expect("a line in time");
        serde_json::from_str(&line).unwrap()
    }

    /// Closes the client's end. Gives the exit code and the calls that the server got.
    fn close(mut self) -> (Option<i32>, Vec<Value>) {
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

    fn calls(&self) -> Vec<Value> {
        let calls = fs::read_to_string(self.folder.join("calls")).unwrap_or_default();
        calls.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    fn steps(&self) -> String {
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
fn play(all: &Value, scenario: &Value) {
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
    let _ = all;
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

#[test]
fn transcripts_hold_between_processes() {
    let all: Value = serde_json::from_str(&fs::read_to_string(scenarios()).unwrap()).unwrap();
    let played = [
        "R01", "R02", "R03", "C01", "C02", "C06", "C09", "A01", "A02", "A04", "E01", "E04", "E07",
        "E09", "E11", "E12", "E22", "E23", "S01", "S02", "S05", "S06", "S07", "G07", "G08", "X09",
    ];
    for scenario in all["scenarios"].as_array().unwrap() {
        if played.contains(&scenario["id"].as_str().unwrap()) {
            play(&all, scenario);
        }
    }
}

fn call(id: u8, name: &str, arguments: &Value) -> String {
    json!({"jsonrpc": "2.0", "id": id, "method": "tools/call",
        "params": {"name": name, "arguments": arguments}})
    .to_string()
}

/// A server that reads universal newlines gets no call that is hidden behind a CR.
#[test]
fn a_call_between_two_carriage_returns_stays_hidden() {
    let mut session = Session::start("cr", &[]);
    session.begin(&json!({}));
    let hidden = call(77, "write_file", &json!({"path": "/w/a", "content": "x"}));
    session.write(&format!(
        "{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\",\"params\":{{\"y\":\r{hidden}\r}}}}"
    ));
    session.write(&format!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}}\r{hidden}"));
    assert_eq!(session.read()["error"]["data"]["guard_code"], "msg_not_json");
    session.write(&format!("{}{}", call(2, "write_file", &json!({})), " ".repeat(5 << 20)));
    assert_eq!(session.read()["error"]["data"]["guard_code"], "msg_too_large");
    session.write(&call(3, "read_file", &json!({"path": "/w/a"})));
    assert_eq!(session.read()["result"]["content"][0]["text"], "done");
    let (code, calls) = session.close();
    assert_eq!((code, calls.len()), (Some(0), 1));
}

/// A server that ends answers nothing more: the guard does, says so, and ends too.
#[test]
fn a_server_that_ends_ends_the_session() {
    let mut session = Session::start("ends", &["--trust-hints"]);
    session.begin(&json!({}));
    session.write(&call(1, "write_file", &json!({"path": "/w/a", "content": "secret-of-mine"})));
    assert_eq!(session.read()["method"], "elicitation/create");
    session.write(&call(2, "frobnicate", &json!({"end": 1})));
    let question = session.read();
    session.write(
        &json!({"jsonrpc": "2.0", "id": question["id"], "result":
            {"action": "accept", "content": {"decision": "run once"}}})
        .to_string(),
    );
    for id in [1, 2] {
        let answer = session.read();
        assert_eq!(
            (&answer["id"], &answer["error"]["data"]["guard_code"]),
            (&json!(id), &json!("server_exited"))
        );
    }
    let steps = session.steps();
    assert!(!steps.contains("secret-of-mine") && steps.contains("\"forward\""), "{steps}");
    assert_eq!(session.close().0, Some(76));
}

/// What the server started, and a server that hangs, are ended with the session.
#[cfg(unix)]
#[test]
fn a_server_that_hangs_is_ended() {
    let mut session = Session::start("hangs", &[]);
    session.begin(&json!({}));
    session.write(&call(2, "frobnicate", &json!({"hang": 1})));
    let question = session.read();
    session.write(
        &json!({"jsonrpc": "2.0", "id": question["id"], "result":
            {"action": "accept", "content": {"decision": "run once"}}})
        .to_string(),
    );
    while session.calls().is_empty() {
        thread::sleep(Duration::from_millis(10));
    }
    let log = session.folder.join("calls").to_string_lossy().into_owned();
    assert_eq!(session.close().0, Some(0));
    for process in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let line = fs::read(process.path().join("cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).into_owned();
        assert!(!line.contains(&log), "a process is left: {line}");
    }
}

/// No record, no call: the log is a folder, so that nothing can be written there.
#[test]
fn what_cannot_be_recorded_is_not_sent() {
    let folder = std::env::temp_dir().join(format!("aana-guard-{}-nolog", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let log = folder.to_string_lossy().into_owned();
    let mut session = Session::start("unrecorded", &["--audit-log", &log]);
    session.begin(&json!({}));
    session.write(&call(1, "read_file", &json!({"path": "/w/a"})));
    let answer = session.read();
    assert_eq!(answer["result"]["_meta"]["aana/decision"]["code"], "audit_unwritable", "{answer}");
    let (code, calls) = session.close();
    assert_eq!((code, calls.len()), (Some(0), 0));
    fs::remove_dir_all(folder).unwrap();
}

/// Pins outlive the session, and are changed on the command line.
#[test]
fn pins_are_listed_and_accepted() {
    let mut session = Session::start("pins", &[]);
    session.begin(&json!({}));
    let state = session.folder.join("state");
    let pins = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_aana"));
        command.args(["guard", "pins"]).args(words).arg("--state-dir").arg(&state);
        let output = command.output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let listed = pins(&["list"]);
    assert!(listed.1.contains("seen      srv/write_file\n"), "{listed:?}");
    assert_eq!(pins(&["accept", "write_file"]).0, Some(0));
    assert!(pins(&["list"]).1.contains("accepted  srv/write_file\n"));
    assert!(pins(&["show", "write_file"]).1.contains("description: Write a file."));
    assert_eq!(pins(&["reject", "write_file"]).0, Some(0));
    assert_ne!(pins(&["accept", "no_such_tool"]).0, Some(0));
    let files = fs::read_dir(&state).unwrap().flatten();
    #[cfg(unix)]
    for file in files.filter(|file| file.path().extension().is_some_and(|it| it == "json")) {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
    assert_eq!(session.close().0, Some(0));
}

#[test]
fn what_is_wrong_at_the_start_has_its_exit_code() {
    let code = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_aana"));
        let folder = std::env::temp_dir().join(format!("aana-guard-{}-start", std::process::id()));
        command.arg("guard").args(words).env("AANA_STATE_DIR", folder);
        command.stdin(Stdio::null()).output().unwrap().status.code()
    };
    assert_eq!(code(&[]), Some(64));
    assert_eq!(code(&["--no-such-option", "--", "true"]), Some(64));
    assert_eq!(code(&["--", "/no/such/program"]), Some(69));
    assert_eq!(code(&["--name", "Files", "--", "true"]), Some(78));
    assert_eq!(code(&["--policy", "/no/such/policy.json", "--", "true"]), Some(78));
}
