//! `aana check` with one event.

use std::fs::File;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use aana_core::Gate;
use aana_core::contract::Mode;

use crate::run::{NOW, NOW_MS, aana, aana_with, example, file};

const EXAMPLES: [(&str, &str, i32); 6] = [
    ("search_docs.json", "accept", 0),
    ("get_recent_transactions.json", "accept", 0),
    ("send_email_confirmed.json", "accept", 0),
    ("send_email.json", "ask", 10),
    ("delete_database.json", "refuse", 12),
    ("malformed.json", "refuse", 12),
];

fn deferred() -> Vec<u8> {
    let event = r#"{"tool_name":"get_recent_transactions","tool_category":"private_read",
        "authorization_state":"none","evidence_refs":[],"risk_domain":"finance",
        "proposed_arguments":{"account_id":"acct_redacted"},"recommended_route":"accept"}"#;
    event.as_bytes().to_vec()
}

#[test]
fn every_route_has_its_exit_code() {
    for (name, route, code) in EXAMPLES {
        let run = aana(&["check", &format!("examples/{name}"), "--now", NOW]);
        assert_eq!((run.code, run.stderr.as_str()), (code, ""), "{name}");
        assert!(run.stdout.starts_with(&format!("route          {route}: ")), "{}", run.stdout);
    }
    let run = aana_with(&["check"], &deferred());
    assert_eq!(run.code, 11);
    assert!(run.stdout.starts_with("route          defer: "), "{}", run.stdout);
}

#[test]
fn json_is_the_decision_of_the_gate() {
    for (name, _, code) in EXAMPLES {
        let path = format!("examples/{name}");
        let run = aana(&["check", &path, "--now", NOW, "--format", "json"]);
        let event = example(name);
        let decision = Gate::default().check_bytes(&event, NOW_MS).to_json();
        assert_eq!((run.code, run.stdout), (code, decision + "\n"), "{name}");
    }
}

#[test]
fn the_standard_input_is_the_file_that_is_not_named() {
    let named = aana(&["check", "examples/send_email.json", "--now", NOW]);
    for arguments in [["check", "--now", NOW].as_slice(), &["check", "-", "--now", NOW]] {
        assert_eq!(aana_with(arguments, &example("send_email.json")), named);
    }
}

#[test]
fn policy_and_mode_are_the_gates() {
    let policy = String::from_utf8(example("policy.json")).unwrap();
    let gate = Gate::new(&policy).unwrap();
    let (name, event) = ("examples/delete_database.json", example("delete_database.json"));
    let arguments =
        ["check", name, "--now", NOW, "--format", "json", "--policy", "examples/policy.json"];
    let expected = gate.check_bytes(&event, NOW_MS).to_json();
    assert_ne!(expected, Gate::default().check_bytes(&event, NOW_MS).to_json());
    assert_eq!(aana(&arguments).stdout, expected + "\n");

    let run = aana(&[arguments.as_slice(), &["--mode", "shadow"]].concat());
    let expected = gate.with_mode(Mode::Shadow).check_bytes(&event, NOW_MS).to_json();
    assert_eq!((run.code, run.stdout), (12, expected + "\n"));
}

#[test]
fn the_mode_of_the_command_overrides_that_of_the_policy() {
    let shadow = file("shadow.json", br#"{"mode": "shadow"}"#);
    let modes = [(&[][..], "shadow"), (&["--mode", "enforce"], "enforce")];
    for (more, mode) in modes {
        let arguments = ["check", "examples/send_email.json", "--format", "json", "--policy"];
        let run = aana(&[&arguments, [shadow.as_str()].as_slice(), more].concat());
        assert!(run.stdout.contains(&format!(r#""execution_policy":{{"mode":"{mode}""#)));
        assert_eq!(run.code, 10);
    }
}

#[test]
fn without_now_the_system_clock_counts() {
    let seconds = || SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    let before = i64::try_from(seconds()).unwrap() * 1000;
    let stdout = aana(&["check", "examples/send_email.json", "--format", "json"]).stdout;
    let after = i64::try_from(seconds()).unwrap() * 1000 + 999;
    let (_, rest) = stdout.split_once(r#""decided_at":""#).unwrap();
    let decided = aana_core::time::parse(rest.split('"').next().unwrap()).unwrap();
    assert!((before..=after).contains(&decided), "{before} <= {decided} <= {after}");
}

#[test]
fn a_file_beyond_the_limit_is_refused_unread() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("huge.json");
    File::create(&path).unwrap().set_len(1 << 36).unwrap();
    let run = aana(&["check", path.to_str().unwrap()]);
    assert_eq!(run.code, 12);
    assert!(run.stdout.contains("the text has 68719476736 bytes"), "{}", run.stdout);
    let run = aana(&["validate", path.to_str().unwrap()]);
    assert_eq!(run.code, 12);
    assert!(run.stdout.contains("the text has 68719476736 bytes"), "{}", run.stdout);
    std::fs::remove_file(path).unwrap();
}

#[cfg(unix)]
#[test]
fn an_endless_input_is_not_read_to_its_end() {
    use std::process::{Command, Stdio};

    use crate::run::{root, run};

    let endless = || {
        let mut shell = Command::new("bash");
        shell.current_dir(root()).stdout(Stdio::piped()).stderr(Stdio::piped());
        shell
    };
    let aana = env!("CARGO_BIN_EXE_aana");
    for command in ["check - < /dev/zero", "explain - < /dev/zero", "validate <(cat /dev/zero)"] {
        let mut shell = endless();
        shell.args(["-c", &format!("{aana} {command}")]);
        let run = run(shell, b"");
        assert_eq!(run.code, 12, "{command}");
        assert!(run.stdout.contains("text has 1048577 bytes; at most 1048576"), "{}", run.stdout);
    }
    let mut shell = endless();
    shell.args(["-c", &format!("{aana} check examples/send_email.json --policy <(cat /dev/zero)")]);
    let run = run(shell, b"");
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("it has more than 16777216 bytes"), "{}", run.stderr);
}

#[test]
fn the_limit_is_that_of_the_policy() {
    let policy = file("small.json", br#"{"max_event_bytes": 100}"#);
    let run = aana(&["check", "examples/search_docs.json", "--policy", &policy]);
    assert_eq!(run.code, 12);
    assert!(run.stdout.contains("at most 100 are allowed"), "{}", run.stdout);
}
