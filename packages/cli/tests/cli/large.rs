//! Many events: as many decisions, and no more memory than for a few.

#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead as _, BufReader, BufWriter, Write as _};
use std::process::Stdio;
use std::thread;

use crate::run::{NOW, command};

const EVENTS: usize = 200_000;

/// The events' own tools, so that a line that is lost or moved is seen.
fn write_event(to: &mut impl std::io::Write, number: usize) -> std::io::Result<()> {
    writeln!(
        to,
        r#"{{"tool_name":"search_docs_{number}","tool_category":"public_read","authorization_state":"none","evidence_refs":[],"risk_domain":"research","proposed_arguments":{{"query":"{number}"}},"recommended_route":"accept"}}"#
    )
}

#[test]
fn memory_does_not_grow_with_the_number_of_events() {
    let mut child = command(&["check", "--jsonl", "--quiet", "--now", NOW])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = BufWriter::new(child.stdin.take().unwrap());
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    let writer = thread::spawn(move || {
        (0..EVENTS).for_each(|number| write_event(&mut stdin, number).unwrap());
        stdin.flush().unwrap();
        stdin
    });
    let mut line = String::new();
    for number in 0..EVENTS {
        line.clear();
        answers.read_line(&mut line).unwrap();
        assert!(line.contains(&format!(r#""tool_name":"search_docs_{number}""#)), "line {number}");
    }
    // Everything is decided, and with its input open the process is still there to be measured.
    let peak = peak_kib(child.id());
    drop(writer.join().unwrap());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(peak < 64 * 1024, "{peak} KiB at the peak");
}

#[test]
fn memory_does_not_grow_with_the_length_of_a_line() {
    let mut child = command(&["check", "--jsonl", "--quiet", "--now", NOW])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    let megabyte = vec![b'x'; 1 << 20];
    (0..256).for_each(|_| stdin.write_all(&megabyte).unwrap());
    stdin.write_all(b"\n").unwrap();
    let mut line = String::new();
    answers.read_line(&mut line).unwrap();
    assert!(line.contains("the text has 268435456 bytes"), "{line}");
    let peak = peak_kib(child.id());
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(12));
    assert!(peak < 64 * 1024, "{peak} KiB at the peak");
}

/// The most memory that a process has had.
fn peak_kib(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}
