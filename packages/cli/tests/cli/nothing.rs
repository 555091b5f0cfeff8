//! Empty inputs, and inputs that never end: no command exits with 0 for them.

use crate::run::{NOW, aana, aana_with, command, file};

/// Every command that reads a document, with the place of its file left open.
const READERS: [&[&str]; 15] = [
    &["check"],
    &["check", "--format", "json"],
    &["check", "--mode", "shadow"],
    &["check", "--jsonl"],
    &["check", "--jsonl", "--quiet", "--format", "json"],
    &["explain"],
    &["validate"],
    &["validate", "--format", "json"],
    &["aaep", "check"],
    &["aaep", "check", "--format", "json"],
    &["request", "check"],
    &["request", "check", "--event"],
    &["request", "check", "--format", "json"],
    &["descriptor", "check"],
    &["descriptor", "tools", "--as", "mcp"],
];

#[test]
fn nothing_is_no_success() {
    let empty = file("empty", b"");
    let blank = file("blank", b"\n \n\t\r\n\n");
    for reader in READERS {
        let run = aana(&[reader, &[&*empty]].concat());
        assert!([2, 12].contains(&run.code), "{reader:?}: {}", run.code);
        assert!([2, 12].contains(&aana_with(&[reader, &["-"]].concat(), b"").code), "{reader:?}");
        assert_eq!(aana(&[reader, &[&*blank]].concat()).code, 12, "{reader:?}");
    }
    // `request check *.md` where nothing is called so.
    assert_eq!(aana(&["request", "check"]).code, 2);
    assert_eq!(aana(&["request", "check", "*.md"]).code, 1);
    let plan = ["descriptor", "plan", "examples/aai.json", "send_message", "--arguments", &*empty];
    assert_eq!(aana(&plan).code, 12);
}

#[test]
fn a_document_in_between_that_is_nothing_is_told() {
    let good = "tests/conformance/formats/tool_request/valid_base.md";
    let empty = file("empty.md", b"");
    let checked = |files: &[&str]| {
        aana(&[&["request", "check", "--now", "2026-03-12T10:40:00Z"], files].concat()).code
    };
    assert_eq!(checked(&[good]), 0);
    for files in [[good, &*empty], [&*empty, good]] {
        assert_eq!(checked(&files), 12, "{files:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_folder_is_nothing_that_can_be_checked() {
    let empty = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("no_document");
    std::fs::create_dir_all(&empty).unwrap();
    for reader in READERS {
        let run = aana(&[reader, &[empty.to_str().unwrap()]].concat());
        // Those that take folders look for a document in it.
        let looks = reader.get(1) == Some(&"check");
        assert_eq!(run.code, if looks { 12 } else { 1 }, "{reader:?}");
        assert!(looks || run.stdout.is_empty(), "{reader:?}");
    }
}

/// A stream whose last line was cut is not the stream.
#[test]
fn a_stream_of_events_that_was_cut_is_not_valid() {
    let event = std::fs::read_to_string(crate::run::root().join("examples/aaep_tool_invoked.json"));
    let value: serde_json::Value = serde_json::from_str(&event.unwrap()).unwrap();
    let line = value.to_string();
    assert_eq!(aana_with(&["aaep", "check", "-"], line.as_bytes()).code, 0);
    for cut in 0..line.len() {
        if cut % 64 == 0 {
            let text = format!("{line}\n{}", &line[..cut]);
            let whole = cut == 0;
            let code = aana_with(&["aaep", "check", "-"], text.as_bytes()).code;
            assert_eq!(code, if whole { 0 } else { 12 }, "{cut}");
        }
    }
}

/// A pipe that never ends gives no answer, and the command can be ended: without a success.
#[cfg(unix)]
#[test]
fn what_never_ends_is_never_a_success() {
    use std::os::unix::process::ExitStatusExt as _;
    use std::process::Stdio;
    use std::time::Duration;

    for reader in READERS {
        let file: &[&str] = &["-"];
        let mut child = command(&[reader, file].concat()).stdin(Stdio::piped()).spawn().unwrap();
        let stdin = child.stdin.take().unwrap();
        std::thread::sleep(Duration::from_millis(50));
        assert_eq!(child.try_wait().unwrap(), None, "{reader:?} does not wait for its input");
        child.kill().unwrap();
        let status = child.wait().unwrap();
        assert_eq!((status.code(), status.signal()), (None, Some(9)), "{reader:?}");
        drop(stdin);
    }
}

/// A named pipe or a device is an error at once, wherever a file is named.
#[cfg(unix)]
#[test]
fn what_is_no_file_is_not_waited_for() {
    let pipe = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("named_pipe");
    let _ = std::fs::remove_file(&pipe);
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let pipe = pipe.to_str().unwrap();
    let event = "examples/search_docs.json";
    let descriptor = "examples/aai.json";
    for path in [pipe, "/dev/null", "/dev/zero"] {
        let mut commands: Vec<Vec<&str>> =
            READERS.iter().map(|reader| [reader, &[path][..]].concat()).collect();
        commands.extend([
            vec!["check", event, "--policy", path],
            vec!["policy", "check", path],
            vec!["descriptor", "plan", descriptor, "send_message", "--arguments", path],
            vec!["audit", "verify", path],
            vec!["audit", "stats", path],
            vec!["audit", "tail", path],
            vec!["audit", "verify", "examples/audit.jsonl", "--anchors", path, "--key", path],
            vec!["receipt", "verify", path, "--event", event, "--key", path],
        ]);
        for arguments in commands {
            let run = aana(&arguments);
            assert_eq!(run.code, 1, "{arguments:?}: {}", run.stderr);
            let told = run.stderr + &run.stdout;
            assert!(told.contains("is not a regular file"), "{arguments:?}: {told}");
        }
    }
}

/// What a shell puts in the place of `<(command)` is a pipe that it holds open, and is read.
#[cfg(unix)]
#[test]
fn a_pipe_of_the_shell_is_read() {
    let aana = env!("CARGO_BIN_EXE_aana");
    let lines = [
        "check <(cat examples/search_docs.json)",
        "check --jsonl --quiet <(cat examples/search_docs.json | tr -d '\\n')",
        "check examples/search_docs.json --policy <(sleep 0.1; cat examples/policy.json)",
        "check /dev/stdin < examples/search_docs.json",
        "aaep check <(cat examples/aaep_tool_invoked.json)",
        "descriptor check <(cat examples/aai.json)",
    ];
    for line in lines {
        let mut bash = std::process::Command::new("bash");
        let ended = bash.current_dir(crate::run::root()).args(["-c", &format!("{aana} {line}")]);
        let output = ended.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{line}: {said}");
    }
}

/// A pipe among the inputs of a request is not waited for.
#[cfg(unix)]
#[test]
fn a_pipe_is_no_input_of_a_request() {
    use std::path::Path;
    use std::process::Command;

    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("piped_inputs");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir(&folder).unwrap();
    for name in ["survey.csv", "summarise.py"] {
        let made = Command::new("mkfifo").arg(folder.join(name)).status().unwrap();
        assert!(made.success());
    }
    let request = "tests/conformance/formats/tool_request/valid_base.md";
    let inputs = folder.to_str().unwrap();
    let mut child = command(&["request", "check", request, "--now", NOW, "--inputs", inputs]);
    let mut child = child.spawn().unwrap();
    let start = std::time::Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        if start.elapsed().as_secs() > 20 {
            child.kill().unwrap();
            panic!("the command waits for a pipe");
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    };
    assert_eq!(status.code(), Some(12));
}
