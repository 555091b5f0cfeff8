//! What is approved, and what is not.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;

use serde_json::{Value, json};

use super::{Bench, ID, NOW, WRITES};
use crate::run::{Run, aana, aana_with};

#[test]
fn what_is_not_approved_does_not_run() {
    let bench = Bench::new("unapproved", WRITES);
    let rule = |run: &Run| {
        let said: Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(said["ran"], false);
        (run.code, said["errors"].clone())
    };
    let json = ["--format", "json"];
    let run = bench.run(&json);
    assert_eq!(rule(&run), (10, json!(["bind.no_record"])));
    bench.approved();
    let expired = bench.run(&["--format", "json", "--now", "2026-03-13T10:40:00Z"]);
    assert_eq!(rule(&expired), (11, json!(["bind.expired"])));

    // Other bytes under the same id.
    let text = fs::read_to_string(bench.path("request.md")).unwrap();
    bench.write("request.md", &text.replace("time_limit_sec: 120", "time_limit_sec: 121"));
    assert_eq!(rule(&bench.run(&json)), (12, json!(["bind.digest_mismatch"])));
    bench.write("request.md", &text);

    // Other inputs, and a link to the right one.
    let csv = fs::read_to_string(bench.path("data/survey.csv")).unwrap();
    bench.write("data/survey.csv", "a,b\n1,3\n");
    assert_eq!(rule(&bench.run(&json)), (12, json!(["bind.input_hash_mismatch"])));
    bench.write("elsewhere.csv", &csv);
    fs::remove_file(bench.path("data/survey.csv")).unwrap();
    symlink(bench.path("elsewhere.csv"), bench.path("data/survey.csv")).unwrap();
    assert_eq!(rule(&bench.run(&json)), (12, json!(["bind.input_not_regular"])));
    fs::remove_file(bench.path("data/survey.csv")).unwrap();
    assert_eq!(rule(&bench.run(&json)), (11, json!(["bind.input_missing"])));
    bench.write("data/survey.csv", &csv);

    // Nothing of that has used the approval up. Withdrawn is withdrawn.
    let store = bench.text("approvals");
    let revoked = aana(&["request", "revoke", ID, "--store", &store, "--now", NOW]);
    assert_eq!((revoked.code, revoked.stdout.contains("withdrawn")), (0, true), "{revoked:?}");
    assert_eq!(rule(&bench.run(&json)), (12, json!(["bind.revoked"])));
    assert_eq!(bench.approve(&[]).code, 12);
    assert!(!bench.path("results").exists());
}

#[test]
fn only_who_may_approve_approves_and_only_what_was_read() {
    let bench = Bench::new("approve", WRITES);
    let other = "0".repeat(64);
    for (more, code, says) in [
        (&["--as", "eve"][..], 12, "`approvers.txt`"),
        (&["--as", "a.second"], 12, "`approved_by`"),
        (&["--sha256", &other], 12, "other bytes"),
        (&["--ask"], 2, "`--sha256`"),
        (&["--until", "2026-03-20T00:00:00Z"], 2, "seven days"),
        (&["--until", "2026-03-12T10:00:00Z"], 2, "after now"),
        (&["--until", "tomorrow"], 2, "`--until`"),
        (&["--as", "a.second", "--second"], 12, "nobody has approved these bytes"),
    ] {
        let run = bench.approve(more);
        assert_eq!((run.code, run.stdout.as_str()), (code, ""), "{more:?} {run:?}");
        assert!(run.stderr.contains(says), "{more:?} {run:?}");
    }
    assert_eq!(fs::read_dir(bench.path("approvals")).unwrap().count(), 1);

    let run = bench.approve(&["--until", "2026-03-12T12:00:00Z", "--format", "json"]);
    let said: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(said["expires_utc"], "2026-03-12T12:00:00.000Z");
    assert_eq!(
        (&said["approver"], &said["document_sha256"]),
        (&json!("m.okafor"), &json!(bench.sha256()))
    );
    assert!(bench.approve(&[]).stderr.contains("approved before"));
    assert!(bench.approve(&["--second"]).stderr.contains("another person"));
    assert_eq!(bench.approve(&["--as", "a.second", "--second"]).code, 0);
    let late = bench.run(&["--now", "2026-03-12T12:00:00Z"]);
    assert_eq!(late.code, 11, "{late:?}");
    assert!(late.stdout.contains("error[bind.expired]"), "{late:?}");
    let bad = aana(&["request", "revoke", "../x", "--store", &bench.text("approvals")]);
    assert_eq!((bad.code, bad.stdout.as_str()), (2, ""));
}

/// Somebody else could have put an approval there.
#[test]
fn a_folder_that_others_can_write_to_is_not_taken() {
    let bench = Bench::new("open", WRITES);
    bench.approved();
    let store = bench.path("approvals");
    let set = |path: &Path, mode: u32| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    let record = store.join(format!("{ID}.{}.approval.json", bench.sha256()));
    for (path, mode, back) in
        [(&store, 0o777, 0o700), (&store, 0o720, 0o700), (&record, 0o666, 0o600)]
    {
        set(path, mode);
        let run = bench.run(&[]);
        assert_eq!((run.code, run.stdout.as_str()), (12, ""), "{run:?}");
        assert!(run.stderr.contains("others than its owner can write to it"), "{run:?}");
        set(path, back);
    }
    let text = fs::read_to_string(&record).unwrap();
    for faulty in [text.replace("\"record_version\":1", "\"record_version\":2"), "{}".to_owned()] {
        fs::write(&record, faulty).unwrap();
        assert_eq!(bench.run(&[]).code, 12);
    }
    fs::remove_file(&record).unwrap();
    fs::write(bench.path("record.json"), text).unwrap();
    symlink(bench.path("record.json"), &record).unwrap();
    assert_eq!(bench.run(&[]).code, 1);
}

/// A program that is not there, results that are: nothing is used up.
#[test]
fn what_cannot_be_started_uses_nothing_up() {
    let bench =
        Bench::with("program", WRITES, &|text| text.replace("python3 -u ", "python3.99 -u "));
    bench.approved();
    let run = bench.run(&[]);
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.stderr.contains("`python3.99`"), "{run:?}");
    assert!(!bench.path(&format!("approvals/{ID}.started.json")).exists());

    // The folder of an interpreter, and not the whole machine.
    let tools = bench.path("tools");
    fs::create_dir_all(tools.join("bin")).unwrap();
    for (runtime, code) in [("/", 2), ("/no/such/folder", 1), (tools.to_str().unwrap(), 1)] {
        assert_eq!(bench.run(&["--runtime", runtime]).code, code, "{runtime}");
    }
    symlink("/usr/bin/python3", tools.join("bin/python3.99")).unwrap();
    if let Some(run) = bench.sandboxed(&["--runtime", tools.to_str().unwrap()]) {
        assert_eq!(run.code, 0, "{run:?} {}", bench.said("stderr"));
    }

    let bench = Bench::new("full", WRITES);
    bench.approved();
    fs::create_dir(bench.path("results")).unwrap();
    bench.write("results/old", "");
    let run = bench.run(&["--unsandboxed"]);
    assert_eq!((run.code, run.stderr.contains("is not empty")), (2, true), "{run:?}");
    assert!(!bench.path(&format!("approvals/{ID}.started.json")).exists());
}

/// What the page says and what the gate says of a valid request without a record.
#[test]
fn a_valid_request_without_a_record_is_deferred_or_asked_about() {
    let bench = Bench::new("event", WRITES);
    let (request, store) = (bench.text("request.md"), bench.text("approvals"));
    let check =
        ["request", "check", &request, "--now", NOW, "--event", "--inputs", &bench.text("data")];
    let decided = |more: &[&str]| {
        let event = aana(&[&check[..], more].concat());
        assert_eq!(event.code, 0, "{event:?}");
        let proposed: Value = serde_json::from_str(&event.stdout).unwrap();
        let decision =
            aana_with(&["check", "--format", "json", "--now", NOW], event.stdout.as_bytes());
        let decision: Value = serde_json::from_str(&decision.stdout).unwrap();
        assert_eq!(proposed["recommended_route"], decision["route"]);
        decision["route"].clone()
    };
    // Nobody knows what has run: it is deferred. Where that is known, what is missing is an approval.
    assert_eq!(decided(&[]), "defer");
    assert_eq!(decided(&["--store", &store]), "ask");
    bench.approved();
    assert_eq!(decided(&[]), "defer");
    assert_eq!(decided(&["--store", &store]), "accept");
}
