//! What somebody else chose: names of files, names in documents, arguments.

use serde_json::{Value, json};

use crate::run::{NOW, aana, aana_with, file};

/// In `aana check "$file" && run` the name of the file decides nothing.
#[test]
fn a_file_that_is_called_like_an_option_is_no_success() {
    let names = [
        "-h",
        "--help",
        "-V",
        "--version",
        "-",
        "--",
        "--jsonl",
        "--jsonl=true",
        "--quiet",
        "-q",
        "--mode=shadow",
        "--now=2026-05-10T00:00:00Z",
        "--format=json",
        "--jobs=1",
        "--policy=examples/policy.json",
        "--policy=/dev/null",
        "help",
        "@file",
        "",
    ];
    let commands: [&[&str]; 8] = [
        &["check"],
        &["check", "--jsonl"],
        &["explain"],
        &["validate"],
        &["aaep", "check"],
        &["request", "check"],
        &["descriptor", "check"],
        &["audit", "verify"],
    ];
    for command in commands {
        for name in names {
            let run = aana(&[command, &[name]].concat());
            assert!([1, 2, 12].contains(&run.code), "{command:?} {name}: {}", run.code);
        }
    }
    for groups in ["aaep", "request", "descriptor", "audit"] {
        for name in ["--help", "help"] {
            assert_eq!(aana(&[groups, name]).code, 2, "{groups} {name}");
        }
    }
}

#[test]
fn one_policy_and_no_more() {
    let event = "examples/search_docs.json";
    let empty = file("empty_policy.json", b"");
    for arguments in [
        ["--policy", "examples/policy.json", "--policy", "examples/policy.json"].as_slice(),
        &["--mode", "shadow", "--mode", "enforce"],
        &["--now", NOW, "--now", NOW],
        &["--policy", &empty],
        &["--policy", ""],
        &["--policy="],
        &["--mode", ""],
        &["--now", ""],
    ] {
        let run = aana(&[&["check", event], arguments].concat());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{arguments:?}");
    }
}

/// Whatever is shown of an argument or a document, a terminal takes no order from it.
#[test]
fn nothing_that_is_shown_steers_a_terminal() {
    let steering = "\u{1b}]0;x\u{7}\u{9b}2J\u{202e}\u{2066}\u{200b}\u{feff}\r\u{8}";
    let harmless =
        |text: &str| text.chars().all(|it| matches!(it, ' '..='~' | '\n') || it.is_alphanumeric());
    let name = format!("--{steering}");
    for arguments in [
        &["check", &*name][..],
        &["check", &format!("no{steering}.json")],
        &["check", "x", "--mode", &format!("{steering}=")],
        &["request", "check", &format!("no{steering}.md")],
        &["descriptor", "tools", "x", "--as", steering],
        &[steering],
    ] {
        let run = aana(arguments);
        assert!([1, 2].contains(&run.code), "{arguments:?}");
        assert!(harmless(&run.stderr) && harmless(&run.stdout), "{:?}", run.stderr);
        assert!(!run.stderr.is_empty() || !run.stdout.is_empty());
    }

    let arguments = json!({"to": "a@example.org", "body": steering, steering: steering});
    let arguments = file("steering.json", arguments.to_string().as_bytes());
    let text = std::fs::read_to_string(crate::run::root().join("examples/aai.json")).unwrap();
    let descriptor: Value = serde_json::from_str(&text).unwrap();
    let mut open = descriptor.clone();
    open["tools"][0]["parameters"]["additionalProperties"] = json!(true);
    open["app"]["name"] = json!(steering);
    open["tools"][0]["description"] = json!(format!("Send{steering}"));
    let open = file("steering_aai.json", open.to_string().as_bytes());
    let planned = aana(&[
        "descriptor",
        "plan",
        &open,
        "send_message",
        "--arguments",
        &arguments,
        "--allow-variable",
        "AAI_MAILER_KEY",
    ]);
    assert_eq!(planned.code, 0, "{}", planned.stderr);
    assert!(harmless(&planned.stdout), "{:?}", planned.stdout);
    let plan: Value = serde_json::from_str(&planned.stdout).unwrap();
    assert_eq!(plan["plan"]["body"]["body"], steering, "the same JSON all the same");
    for client in ["mcp", "openai", "anthropic"] {
        let tools = aana(&["descriptor", "tools", &open, "--as", client]);
        assert!(tools.code == 0 && harmless(&tools.stdout), "{:?}", tools.stdout);
    }

    let event = json!({"tool_name": steering, steering: 1, "proposed_arguments": {steering: 1}});
    let event = file("steering_event.json", event.to_string().as_bytes());
    for command in ["check", "explain", "validate"] {
        let run = aana(&[command, &event]);
        assert!(run.code == 12 && harmless(&run.stdout), "{command}: {:?}", run.stdout);
    }
    let aaep = json!({"type": steering, steering: steering}).to_string();
    for format in ["pretty", "json"] {
        let run = aana_with(&["aaep", "check", "-", "--format", format], aaep.as_bytes());
        assert!(run.code == 12 && harmless(&run.stdout), "{:?}", run.stdout);
        let run = aana_with(&["request", "check", "-", "--format", format], steering.as_bytes());
        assert!(run.code == 12 && harmless(&run.stdout), "{:?}", run.stdout);
        let check = ["descriptor", "check", "-", "--format", format];
        let run = aana_with(&check, json!({steering: steering}).to_string().as_bytes());
        assert!(run.code == 12 && harmless(&run.stdout), "{:?}", run.stdout);
    }
}

/// A request whose event is not accepted, whatever is wrong with it.
#[test]
fn no_request_alone_makes_an_accept() {
    let folder = crate::run::root().join("tests/conformance/formats/tool_request");
    let mut files: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .map(|path| path.to_str().unwrap().to_owned())
        .collect();
    files.sort();
    assert!(files.len() > 200);
    let mut arguments = vec!["request", "check", "--now", "2026-03-12T10:40:00Z", "--event"];
    arguments.extend(files.iter().map(String::as_str));
    let events = aana(&arguments);
    assert_eq!(events.code, 12);
    assert_eq!(events.stdout.lines().count(), files.len());
    let decided = aana_with(
        &["check", "--jsonl", "--quiet", "--now", "2026-03-12T10:40:00Z"],
        events.stdout.as_bytes(),
    );
    assert_eq!((decided.code, decided.stdout.lines().count()), (12, files.len()));
    assert!(!decided.stdout.contains(r#""route":"accept""#));
}
