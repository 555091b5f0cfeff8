//! Streams that are slow, end early, or cannot be read or written.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::run::{NOW, aana, command, example};

/// Waits for the end of a process that should end by itself.
fn ends(child: &mut Child) -> i32 {
    let start = Instant::now();
    while start.elapsed() < Duration::from_mins(1) {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code().unwrap();
        }
        thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    panic!("the command does not end");
}

#[test]
fn an_event_is_answered_before_the_next_one_comes() {
    let mut child =
        command(&["check", "--jsonl", "--now", NOW]).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for line in example("events.jsonl").split_inclusive(|byte| *byte == b'\n') {
        stdin.write_all(line).unwrap();
        assert!(answers.next().unwrap().unwrap().starts_with("{\"contract_version\""));
    }
    drop(stdin);
    assert!(answers.next().is_none());
    assert_eq!(ends(&mut child), 12);
}

#[test]
fn a_reader_that_leaves_ends_the_command_quietly() {
    let mut child =
        command(&["check", "--jsonl", "--now", NOW]).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let events = example("events.jsonl");
    let line = events.split_inclusive(|byte| *byte == b'\n').next().unwrap();
    stdin.write_all(line).unwrap();
    stdout.read_line(&mut String::new()).unwrap();
    drop(stdout);
    // The input goes on and is never closed; it is the output that ends the command.
    stdin.write_all(line).unwrap();
    assert_eq!(ends(&mut child), 1);
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(said, "");
}

#[test]
fn no_view_complains_about_a_reader_that_left() {
    for arguments in [
        ["check", "examples/search_docs.json"].as_slice(),
        &["check", "examples/search_docs.json", "--format", "json"],
        &["explain", "examples/search_docs.json"],
        &["validate", "examples/search_docs.json"],
        &["codes"],
        &["completions", "bash"],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = command(arguments).stdout(writer).output().unwrap();
        // What nobody read was not decided for anybody: never the code of an accept.
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told() {
    let full = || std::fs::File::options().write(true).open("/dev/full").unwrap();
    for arguments in [
        ["check", "examples/search_docs.json"].as_slice(),
        &["check", "examples/events.jsonl", "--jsonl"],
        &["codes", "--format", "json"],
    ] {
        let output = command(arguments).stdout(full()).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        let expected = "error: cannot write to the standard output: no space left on device\n";
        assert_eq!((output.status.code(), said.as_str()), (Some(1), expected), "{arguments:?}");
    }
}

#[test]
fn what_cannot_be_read_is_named_with_the_reason() {
    let missing = "error: cannot read `no/such/file.json`: no such file or directory\n";
    for arguments in [
        ["check", "no/such/file.json"].as_slice(),
        &["check", "no/such/file.json", "--jsonl"],
        &["explain", "no/such/file.json"],
        &["validate", "no/such/file.json"],
        &["check", "examples/search_docs.json", "--policy", "no/such/file.json"],
    ] {
        let run = aana(arguments);
        assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{arguments:?}");
        if cfg!(unix) {
            assert_eq!(run.stderr, missing, "{arguments:?}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_folder_is_no_file() {
    for more in [[].as_slice(), &["--jsonl"]] {
        let run = aana(&[&["check", "examples"], more].concat());
        assert_eq!((run.code, run.stdout.as_str()), (1, ""));
        assert_eq!(run.stderr, "error: cannot read `examples`: is a directory\n");
    }
}
