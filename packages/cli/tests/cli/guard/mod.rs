//! `aana guard` between a client that is played and a server that is a process.

mod session;

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use session::{Session, play, scenarios};

#[test]
fn transcripts_hold_between_processes() {
    let all: Value = serde_json::from_str(&fs::read_to_string(scenarios()).unwrap()).unwrap();
    let played = [
        "R01", "R02", "R03", "C01", "C02", "C06", "C09", "A01", "A02", "A04", "E01", "E04", "E07",
        "E09", "E11", "E12", "E22", "E23", "S01", "S02", "S05", "S06", "S07", "G07", "G08", "X09",
    ];
    for scenario in all["scenarios"].as_array().unwrap() {
        if played.contains(&scenario["id"].as_str().unwrap()) {
            play(scenario);
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
    assert_none_left(&log);
}

/// A signal to end is as good as a client that closes: nothing of the server is left.
#[cfg(unix)]
#[test]
fn a_signal_ends_the_server_too() {
    let mut session = Session::start("signal", &[]);
    session.begin(&json!({}));
    let pid = session.child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    assert_eq!(session.child.wait().unwrap().code(), Some(0));
    assert_none_left(&session.folder.join("calls").to_string_lossy());
    session.close();
}

#[cfg(unix)]
fn assert_none_left(log: &str) {
    for process in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let line = fs::read(process.path().join("cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).into_owned();
        assert!(!line.contains(log), "a process is left: {line}");
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
