//! `aana check --audit-log` and `aana audit`.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;

use aana_core::Gate;
use serde_json::Value;

use crate::run::{NOW, NOW_MS, Run, aana, command, example};

/// A path for a log of one test, with nothing there yet.
fn log(name: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("audit").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder.join("audit.jsonl").to_str().unwrap().to_owned()
}

fn check(more: &[&str]) -> Run {
    aana(&[&["check", "--now", NOW, "examples/search_docs.json"], more].concat())
}

fn many(log: &str) -> Run {
    aana(&[
        "check",
        "--jsonl",
        "--now",
        NOW,
        "--quiet",
        "examples/events.jsonl",
        "--audit-log",
        log,
    ])
}

fn events(log: &str) -> Vec<Value> {
    let text = fs::read_to_string(log).unwrap();
    text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["event"].clone()).collect()
}

#[test]
fn every_decision_is_recorded_as_it_was_given() {
    let path = log("recorded");
    for (index, fsync) in ["always", "0.5", "never"].iter().enumerate() {
        let run = check(&["--audit-log", &path, "--audit-fsync", fsync, "--format", "json"]);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        let decision: Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(events(&path)[index], decision["audit_event"]);
    }
    // What is shown does not depend on where it is recorded.
    assert_eq!(check(&["--audit-log", &path]), check(&[]));
    let run = many(&path);
    assert_eq!((run.code, run.stderr.as_str()), (12, ""));
    let decisions = run
        .stdout
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap()["audit_event"].clone());
    assert_eq!(events(&path)[4..], decisions.collect::<Vec<_>>());
    let run = aana(&["audit", "verify", &path]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.starts_with("intact: 12 records in 1 file\nhead 12:"), "{}", run.stdout);
}

/// The decision that stands for one that could not be recorded, byte for byte.
fn unrecorded(event: &[u8]) -> String {
    Gate::default().check_bytes(event, NOW_MS).unrecorded().to_json() + "\n"
}

#[test]
fn what_cannot_be_recorded_is_deferred() {
    let folder = log("deferred").replace("/audit.jsonl", "");
    let path = format!("{folder}/no/such/folder/audit.jsonl");
    let run = check(&["--audit-log", &path, "--format", "json"]);
    assert_eq!(
        (run.code, run.stdout.as_str()),
        (11, unrecorded(&example("search_docs.json")).as_str())
    );
    assert!(run.stdout.contains(r#""hard_blockers":["audit_unavailable"]"#));
    assert!(run.stderr.starts_with("not recorded: cannot write to `"), "{}", run.stderr);

    let run = check(&["--audit-log", &path]);
    assert_eq!(run.code, 11);
    assert!(run.stdout.contains("\nblockers\n  audit_unavailable\n"), "{}", run.stdout);
    assert!(run.stdout.contains("next: see to it that the audit log"), "{}", run.stdout);

    let run = check(&["--audit-log", &path, "--audit-optional"]);
    assert_eq!((run.code, run.stdout), (0, check(&[]).stdout));
    assert!(run.stderr.starts_with("not recorded: "), "{}", run.stderr);

    let run = many(&path);
    let lines = example("events.jsonl");
    let expected =
        lines.split_inclusive(|byte| *byte == b'\n').map(|line| unrecorded(line.trim_ascii_end()));
    assert_eq!((run.code, run.stdout), (12, expected.collect::<String>()));
    assert_eq!(run.stderr.lines().count(), 1, "it is told once: {}", run.stderr);
}

/// A device takes every record and keeps none.
#[cfg(unix)]
#[test]
fn a_device_is_no_reason_to_run_the_tool() {
    let path = log("device");
    std::os::unix::fs::symlink("/dev/null", &path).unwrap();
    let run = check(&["--audit-fsync", "never", "--audit-log", &path]);
    assert_eq!(run.code, 11);
    assert!(run.stderr.ends_with("it is not a regular file\n"), "{}", run.stderr);
}

#[test]
fn a_log_that_is_not_as_it_was_left_takes_no_records() {
    let path = log("broken");
    many(&path);
    fs::remove_file(&path).unwrap();
    let run = check(&["--audit-log", &path]);
    assert_eq!(run.code, 11);
    let told =
        "is not as it was left: the file was removed; `--audit-restart` moves what is there aside";
    assert!(run.stderr.contains(told), "{}", run.stderr);
    let run = check(&["--audit-log", &path, "--audit-restart"]);
    let expected = "a new chain begins; the log was found `removed`\n";
    assert_eq!((run.code, run.stderr.as_str()), (0, expected));
    let run = aana(&["audit", "verify", &path]);
    assert!(
        run.stdout.starts_with("note: the first record begins a new chain; "),
        "{}",
        run.stdout
    );
    assert_eq!(run.code, 0);
}

#[test]
fn a_torn_line_is_repaired_and_told() {
    let path = log("torn");
    many(&path);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text + "{\"seq\":9,").unwrap();
    let run = aana(&["audit", "verify", &path]);
    assert_eq!(run.code, 12);
    assert!(run.stdout.contains(":9: error[torn]: "), "{}", run.stdout);
    let run = check(&["--audit-log", &path]);
    assert_eq!(
        (run.code, run.stderr.as_str()),
        (0, "a torn line of 9 bytes was moved to `audit.jsonl.torn-1`\n")
    );
    let run = aana(&["audit", "verify", &path]);
    assert_eq!(run.code, 0);
    assert!(run.stdout.starts_with(
        "note: a torn line of 9 bytes was moved to `audit.jsonl.torn-1`\nintact: 10 "
    ));
}

#[test]
fn an_edit_and_a_cut_are_told_with_their_places() {
    let path = log("edited");
    many(&path);
    let head =
        aana(&["audit", "verify", &path]).stdout.trim_end().rsplit(' ').next().unwrap().to_owned();
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("\"aix_score\":1", "\"aix_score\":0", 1)).unwrap();
    let run = aana(&["audit", "verify", &path]);
    let expected = format!(
        "{path}:1: error[changed]: the line is not the one that was written\nnot intact: 1 fault, 8 records in 1 file\n"
    );
    assert_eq!((run.code, run.stdout), (12, expected));

    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    fs::write(&path, lines[..6].concat()).unwrap();
    let run = aana(&["audit", "verify", &path, "--json"]);
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((run.code, &report["intact"], &report["records"]), (12, &false.into(), &6.into()));
    let fault = &report["faults"][0];
    assert_eq!((&fault["sort"], &fault["line"]), (&"truncated".into(), &6.into()));
    assert_eq!((&fault["from"], &fault["to"]), (&7.into(), &8.into()));

    // Cut with its head: only what was kept elsewhere tells.
    let cut = log("cut");
    fs::write(&cut, lines[..6].concat()).unwrap();
    let run = aana(&["audit", "verify", &cut]);
    assert!(run.stdout.contains("error[head_missing]"), "{}", run.stdout);
    let run = aana(&["audit", "verify", &cut, "--head", &head]);
    assert_eq!(run.code, 12);
    assert!(run.stdout.contains("records 7 to 8 are missing at the end"), "{}", run.stdout);
    let run = aana(&["audit", "verify", &cut, "--head", "nonsense"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
}

#[test]
fn stats_count_routes_blockers_and_tools() {
    let path = log("stats");
    many(&path);
    let run = aana(&["audit", "stats", &path]);
    let first = "\
decisions  route
        3  accept
        2  ask
        2  defer
        1  refuse

decisions  blocker
";
    assert_eq!(run.code, 0);
    assert!(run.stdout.starts_with(first), "{}", run.stdout);
    assert!(run.stdout.contains("\n8 decisions from "), "{}", run.stdout);
    let json: Value =
        serde_json::from_str(&aana(&["audit", "stats", &path, "--json"]).stdout).unwrap();
    assert_eq!((&json["decisions"], &json["routes"]["accept"]), (&8.into(), &3.into()));
    let tools: u64 =
        json["tools"].as_object().unwrap().values().map(|it| it.as_u64().unwrap()).sum();
    assert_eq!(tools + json["no_tool"].as_u64().unwrap(), 8);
}

#[test]
fn the_tail_shows_records_and_follows() {
    let path = log("tail");
    many(&path);
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let run = aana(&["audit", "tail", &path, "-n", "3", "--json"]);
    assert_eq!((run.code, run.stdout), (0, lines[5..].concat()));
    let shown = aana(&["audit", "tail", &path]).stdout;
    assert_eq!(shown.lines().count(), 8);
    assert!(
        shown.starts_with("     1  20") && shown.contains("Z  accept  search_docs\n"),
        "{shown}"
    );

    let mut child =
        command(&["audit", "tail", &path, "-n", "1", "--follow", "--json"]).spawn().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    assert_eq!(answers.next().unwrap().unwrap() + "\n", lines[7]);
    check(&["--audit-log", &path]);
    assert!(answers.next().unwrap().unwrap().starts_with("{\"seq\":9,"));
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_log_that_is_not_there_cannot_be_read() {
    let path = log("none");
    for name in ["verify", "tail", "stats"] {
        let run = aana(&["audit", name, &path]);
        assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{name}");
        assert!(
            run.stderr.starts_with(&format!("error: cannot read `{path}`: ")),
            "{}",
            run.stderr
        );
    }
    // Options of a log without a log.
    let alone: [&[&str]; 4] = [
        &["--audit-fsync", "never"],
        &["--audit-max-bytes", "5000"],
        &["--audit-optional"],
        &["--audit-restart"],
    ];
    for more in alone {
        assert_eq!(check(more).code, 2, "{more:?}");
    }
    // And values that are not valid.
    let wrong = [
        ["--audit-fsync", "0"],
        ["--audit-fsync", "often"],
        ["--audit-max-bytes", "0"],
        ["--audit-keep", "3"],
    ];
    for more in wrong {
        let run = check(&[&["--audit-log", &path], more.as_slice()].concat());
        assert_eq!((run.code, run.stderr.contains(more[0])), (2, true), "{more:?}");
    }
}

#[test]
fn a_log_that_grows_is_cut_into_files() {
    let path = log("rotated");
    let former = || -> Vec<String> {
        let path = Path::new(&path);
        let start = format!("{}.0", path.file_name().unwrap().to_str().unwrap());
        let entries = fs::read_dir(path.parent().unwrap()).unwrap();
        let mut names: Vec<_> = entries.map(|it| it.unwrap().path()).collect();
        names.retain(|it| it.file_name().unwrap().to_str().unwrap().starts_with(&start));
        names.sort();
        names.iter().map(|it| it.to_str().unwrap().to_owned()).collect()
    };
    for _ in 0..12 {
        let options = ["--audit-log", &path, "--audit-fsync", "never", "--audit-max-bytes", "4096"];
        assert_eq!(check(&options).code, 0);
    }
    let files = former();
    assert!(files.len() > 1, "{files:?}");
    let all: Vec<&str> = files.iter().map(String::as_str).chain([path.as_str()]).collect();
    let run = aana(&[&["audit", "verify"], all.as_slice()].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    for _ in 0..12 {
        let options = ["--audit-log", &path, "--audit-max-bytes", "4096", "--audit-keep", "1"];
        assert_eq!(check(&options).code, 0);
    }
    assert_eq!(former().len(), 1);
}
