//! A pipe, a device or a link where a file of the log should be: nothing waits for it, and nothing is
//! written to what a link points to.
#![cfg(unix)]

mod support;

use std::{
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::Command,
    sync::mpsc,
    thread,
    time::Duration,
};

use aana_audit::{AuditOptions, ChainReader, Log, stats, tail, verify};
use support::{Place, event, fill};

/// What is done ends soon, well or not.
fn soon<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, ended) = mpsc::channel();
    thread::spawn(move || sender.send(work()));
    ended.recv_timeout(Duration::from_secs(10)).expect("it waits for something")
}

fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

/// Puts something else in the place of a file, and what that is called.
type Kind = (&'static str, fn(&Path));

const KINDS: [Kind; 4] = [
    ("a pipe", pipe),
    ("a folder", |path| fs::create_dir(path).unwrap()),
    ("a link to a device", |path| symlink("/dev/null", path).unwrap()),
    ("a link to a pipe", |path| {
        let to = path.with_extension("pipe");
        pipe(&to);
        symlink(to, path).unwrap();
    }),
];

#[test]
fn a_log_of_which_a_file_is_none_takes_no_record() {
    for (kind, put) in KINDS {
        for suffix in ["", ".head", ".lock"] {
            for filled in [false, true] {
                let place = Place::new();
                if filled {
                    fill(&place.open().unwrap(), 2);
                }
                let _ = fs::remove_file(place.beside(suffix));
                put(&place.beside(suffix));
                let path = place.log();
                let opened = soon(move || Log::open(path, AuditOptions::default()).is_err());
                assert!(opened, "{kind} as `{suffix}`");
            }
        }
    }
}

#[test]
fn reading_waits_for_no_pipe() {
    for (kind, put) in KINDS {
        for suffix in ["", ".head"] {
            let place = Place::new();
            fill(&place.open().unwrap(), 2);
            fs::remove_file(place.beside(suffix)).unwrap();
            put(&place.beside(suffix));
            let path = place.log();
            let read = soon(move || {
                let walked =
                    ChainReader::open(&path, false).and_then(|mut reader| reader.to_head());
                let verified = verify(&[&path], None).map(|report| report.is_intact());
                (walked.is_err(), !verified.unwrap_or(false))
            });
            assert_eq!(read, (true, true), "{kind} as `{suffix}`");
            let path = place.log();
            if suffix.is_empty() {
                let read = soon(move || (tail(&path, 1).is_err(), stats(&[path]).is_err()));
                assert_eq!(read, (true, true), "{kind}");
            }
        }
    }
}

/// A pipe by the name of a former file, when the log is found to have been put aside.
#[test]
fn a_pipe_by_the_name_of_a_former_file_is_not_waited_for() {
    for (kind, put) in KINDS {
        let place = Place::new();
        let log = place.open().unwrap();
        fill(&log, 2);
        let mut reader = ChainReader::open(&place.log(), false).unwrap();
        reader.to_head().unwrap();
        fs::rename(place.log(), place.beside(".000000000002")).unwrap();
        put(&place.beside(".000000000009"));
        let appended = soon(move || log.append_json(&event("x")).is_err());
        assert!(appended, "{kind}");
        let path = place.log();
        assert!(soon(move || reader.to_head().is_ok() && verify(&[path], None).is_err()), "{kind}");
    }
}

/// What somebody links to may belong to somebody else.
#[test]
fn what_a_head_or_a_lock_links_to_is_left_alone() {
    for suffix in [".head", ".lock"] {
        for there in [false, true] {
            let place = Place::new();
            let other: PathBuf = place.folder.path().join("other");
            if there {
                fs::write(&other, "somebody else's").unwrap();
            }
            symlink(&other, place.beside(suffix)).unwrap();
            assert!(Log::open(place.log(), AuditOptions::default()).is_err(), "{suffix}");
            assert_eq!(fs::read_to_string(&other).ok(), there.then(|| "somebody else's".into()));
        }
    }
}

/// While a log is open, its head and its lock are the files that were opened.
#[test]
fn a_lock_that_became_a_link_is_not_taken() {
    let place = Place::new();
    let log = place.open().unwrap();
    let other = place.folder.path().join("other");
    fs::remove_file(place.beside(".lock")).unwrap();
    symlink(&other, place.beside(".lock")).unwrap();
    assert!(log.append_json(&event("x")).is_err());
    assert!(!other.exists());
}

/// A second name for the log is the same log.
#[test]
fn a_hard_link_to_a_log_hides_nothing() {
    let place = Place::new();
    let log = place.open().unwrap();
    fill(&log, 2);
    let other = place.folder.path().join("other.jsonl");
    fs::hard_link(place.log(), &other).unwrap();
    // Another log by its name, without a head: it does not go on with it.
    assert!(Log::open(&other, AuditOptions::default()).is_err());
    let text = place.text();
    fs::write(&other, text.replacen("tool_0", "tool_X", 1)).unwrap();
    assert!(!verify(&[place.log()], None).unwrap().is_intact());
}
