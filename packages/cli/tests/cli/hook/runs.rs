//! Whatever goes wrong, the client reads a no in its own form.

use std::fs;
use std::io::Write as _;
use std::process::Stdio;
use std::time::{Duration, Instant};

use aana_hook::install::{Reply, reply};
use aana_hook::{Answer, Client};
use serde_json::{Value, json};

use super::{aana_at, at, home, payload, payloads};
use crate::run::{Run, aana, file, run};

fn answer(run: &Run) -> Answer {
    let (stdout, stderr) = (run.stdout.clone(), run.stderr.clone());
    Answer { stdout, stderr, code: u8::try_from(run.code).unwrap() }
}

/// Whether the client would run the call.
fn stops(client: Client, run: &Run, case: &str) {
    let reply = reply(client, &answer(run));
    // Amp asks the person with the exit code 1.
    assert_eq!(reply, Reply::Stops, "{case}: {run:?}");
}

/// What each client sends before a call.
fn calls() -> Vec<(Client, Value)> {
    let probe = |client| {
        let [first, _] = aana_hook::install::probes(client, "/proj/shop");
        (client, serde_json::from_str(&first.payload).unwrap())
    };
    Client::ALL.map(probe).into()
}

#[test]
fn recorded_payloads_are_answered_as_recorded() {
    let home = home("recorded");
    let path = crate::run::root().join("packages/hook/tests/data/answers.json");
    let answers: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    for case in payloads() {
        let id = case["id"].as_str().unwrap();
        let client = case["client"].as_str().unwrap();
        let run =
            run(at(&home, &["hook", client, "--edits"]), case["stdin"].to_string().as_bytes());
        let recorded = &answers[id];
        assert_eq!(
            run.code,
            i32::try_from(recorded["code"].as_i64().unwrap()).unwrap(),
            "{id}: {run:?}"
        );
        // The reason may say more or less, as a path is there or not; the answer is the same.
        let words = |text: &str| {
            let said: Value = serde_json::from_str(text).unwrap_or_default();
            let said = said.get("hookSpecificOutput").cloned().unwrap_or(said);
            ["permissionDecision", "permission", "decision", "route", "cancel"]
                .map(|key| said[key].clone())
        };
        assert_eq!(
            words(&run.stdout),
            words(recorded["stdout"].as_str().unwrap()),
            "{id}: {run:?}"
        );
    }
}

#[test]
fn what_is_not_understood_is_refused() {
    let home = home("garbage");
    for (client, call) in calls() {
        let unknown = json!({"hook_event_name": "NoSuchEvent", "event": "NoSuchEvent", "hookName": "NoSuchEvent",
            "agent_action_name": "no_such_action"});
        let mut twice = call.to_string();
        twice.insert_str(1, "\"tool_name\":\"a\",\"tool_name\":\"b\",");
        let inputs = [
            b"".to_vec(),
            b"not JSON".to_vec(),
            b"[]".to_vec(),
            b"{}".to_vec(),
            b"{\"a\": \"\xff\"}".to_vec(),
            unknown.to_string().into_bytes(),
            twice.into_bytes(),
        ];
        for input in inputs {
            let run = run(at(&home, &["hook", client.as_str()]), &input);
            stops(client, &run, &format!("{client:?} {}", String::from_utf8_lossy(&input)));
        }
    }
}

#[test]
fn a_faulty_policy_or_log_is_a_no() {
    let home = home("faulty");
    let policy = file("hook-faulty-policy.json", br#"{"tools": 1}"#);
    let log = home.join("no-such-directory").join("audit.jsonl");
    let log = log.to_str().unwrap();
    let calls_of = |client: Client, more: &[&str], input: &[u8]| {
        let arguments = [&["hook", client.as_str()], more].concat();
        run(at(&home, &arguments), input)
    };
    for (client, call) in calls() {
        let input = call.to_string().into_bytes();
        let runs = calls_of(client, &[], &input);
        assert_eq!(reply(client, &answer(&runs)), Reply::Runs, "{client:?} {runs:?}");
        for more in [["--policy", &policy], ["--policy", "/no/such/policy.json"]] {
            stops(client, &calls_of(client, &more, &input), "policy");
        }
        // Claude Code asks where the decision is deferred; nothing runs without a person.
        let unrecorded = calls_of(client, &["--audit-log", log], &input);
        assert_ne!(reply(client, &answer(&unrecorded)), Reply::Runs, "{client:?} {unrecorded:?}");
        assert_ne!(
            reply(client, &answer(&unrecorded)),
            Reply::Unreadable,
            "{client:?} {unrecorded:?}"
        );
    }
}

#[test]
fn the_deadline_ends_in_a_no() {
    let home = home("deadline");
    for client in Client::ALL {
        let mut command = at(&home, &["hook", client.as_str(), "--deadline", "200"]);
        let begun = Instant::now();
        let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
        // The client holds the standard input open and sends half a payload.
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(b"{\"tool_name\": ").unwrap();
        let output = child.wait_with_output().unwrap();
        drop(stdin);
        assert!(begun.elapsed() < Duration::from_secs(5), "{client:?}");
        let run = Run {
            code: output.status.code().unwrap(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        };
        stops(client, &run, "deadline");
        assert!((run.stdout + &run.stderr).contains("deadline"), "{client:?}");
    }
}

#[test]
fn a_payload_beyond_the_limit_is_refused() {
    let home = home("large");
    let mut input = b"{\"tool_name\": \"".to_vec();
    input.resize(17 << 20, b'a');
    input.extend(b"\"}");
    for client in [Client::ClaudeCode, Client::Cursor, Client::Cline, Client::Windsurf] {
        let run = run(at(&home, &["hook", client.as_str()]), &input);
        stops(client, &run, "17 MiB");
        assert!((run.stdout + &run.stderr).contains("16 MiB"), "{client:?}");
    }
}

#[test]
fn a_wrong_command_line_is_a_no() {
    let home = home("usage");
    for client in Client::ALL {
        for wrong in
            ["--no-such-option", "--deadline=0", "install", "--help", "--audit-fsync=never"]
        {
            let run = aana_at(&home, &["hook", client.as_str(), wrong]);
            stops(client, &run, wrong);
        }
    }
    assert_eq!(aana_at(&home, &["hook"]).code, 2);
    assert_eq!(aana_at(&home, &["hook", "emacs"]).code, 2);
    // No client sends this.
    let run = aana_at(&home, &["hook", "install", "cline", "--no-such-option"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
}

#[test]
fn the_policy_of_a_workstation_is_printed() {
    let printed = aana(&["hook", "--print-policy"]);
    assert_eq!((printed.code, printed.stdout.as_str()), (0, aana_hook::WORKSTATION));
    assert_eq!(aana(&["hook", "codex", "--print-policy"]).stdout, aana_hook::WORKSTATION);
    // It is a policy, and the same one as none.
    let path = file("hook-workstation.json", printed.stdout.as_bytes());
    let home = home("printed");
    for id in ["H001", "H002"] {
        let input = payload(id);
        let with = run(at(&home, &["hook", "claude-code", "--policy", &path]), &input);
        assert_eq!(with, run(at(&home, &["hook", "claude-code"]), &input));
    }
}

#[cfg(unix)]
#[test]
fn prompts_are_kept_only_if_wanted_and_for_the_person_only() {
    use std::os::unix::fs::PermissionsExt as _;

    let home = home("prompts");
    let folder = home.join(".local/state/aana/prompts");
    let input = payload("H000");
    let silent = Run { code: 0, stdout: String::new(), stderr: String::new() };
    assert_eq!(run(at(&home, &["hook", "claude-code"]), &input), silent);
    assert!(!folder.exists());
    for _ in 0..2 {
        assert_eq!(run(at(&home, &["hook", "claude-code", "--keep-prompts"]), &input), silent);
    }
    let files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    let [kept] = &files[..] else { panic!("{files:?}") };
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&folder), mode(kept)), (0o700, 0o600));
    let text = fs::read_to_string(kept).unwrap();
    assert_eq!(text.lines().count(), 2);
    assert!(text.contains("Fix the failing cart test"), "{text}");
}

/// What decides about the agent is not covered by the standing approval of edits, also where it lies in the workspace.
#[test]
fn the_policy_and_the_log_are_not_edited_unasked() {
    let home = home("held");
    let workspace = home.join("shop");
    fs::create_dir_all(&workspace).unwrap();
    fs::write(workspace.join("policy.json"), aana_hook::WORKSTATION).unwrap();
    let cwd = workspace.to_str().unwrap();
    let (policy, log) = (format!("{cwd}/policy.json"), format!("{cwd}/audit.jsonl"));
    let options = ["--edits", "--policy", &policy, "--audit-log", &log];
    let asked = |file: &str| {
        let path = format!("{cwd}/{file}");
        let input = json!({"hook_event_name": "PreToolUse", "permission_mode": "default", "cwd": cwd,
            "tool_name": "Write", "tool_input": {"file_path": path, "content": "{}"}});
        let run = run(
            at(&home, &[&["hook", "claude-code"], &options[..]].concat()),
            input.to_string().as_bytes(),
        );
        reply(Client::ClaudeCode, &answer(&run))
    };
    assert_eq!(asked("src/a.json"), Reply::Runs);
    for file in [
        "policy.json",
        "POLICY.json",
        "audit.jsonl",
        "audit.jsonl.000000000001",
        "src/../policy.json",
    ] {
        assert_eq!(asked(file), Reply::Asks, "{file}");
    }
}
