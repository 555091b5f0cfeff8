//! Wrong usage, and the commands without a decision.

use aana_core::codes::{Blocker, FaultCode, Reason, Warning};
use aana_formats::aaep::AaepRule;
use aana_formats::aai::{CallRule, DescriptorRule};
use aana_formats::tool_request::{BindRule, RequestRule};
use aana_formats::{FileRule, Rule};

use crate::run::{aana, aana_with, file};

#[test]
fn wrong_usage_has_its_own_exit_code() {
    let calls: [&[&str]; 11] = [
        &[],
        &["chekc"],
        &["check", "--frmat", "json"],
        &["check", "--format", "yaml"],
        &["check", "--mode", "off"],
        &["check", "--now", "yesterday"],
        &["check", "--jobs", "2"],
        &["check", "--jsonl", "--jobs", "0"],
        &["check", "--jsonl", "--format", "pretty"],
        &["explain", "--now", ""],
        &["codes", "--kind", "error"],
    ];
    for arguments in calls {
        let run = aana(arguments);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(!run.stderr.is_empty(), "{arguments:?}");
    }
    let expected = "error: `--now` is not a date and time such as `2026-05-10T00:00:00Z`\n";
    assert_eq!(aana(&["check", "--now", "yesterday"]).stderr, expected);
}

#[test]
fn every_fault_of_a_policy_is_told() {
    let policy =
        br#"{"mode": "of\u0066", "tools": {"a\u001b*": {"route_flor": "ask"}, "b": 1}, "x": 2}"#;
    let path = file("faulty.json", policy);
    for command in ["check", "explain"] {
        let run = aana(&[command, "examples/search_docs.json", "--policy", &path]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""));
        let expected = format!(
            "error: the policy `{path}` is faulty
  /mode: `mode` is a string of 3 characters; allowed is one of `enforce`, `shadow`
  /tools/a\\u{{1b}}*/route_flor: `aana.policy.v1` has no such field
  /tools/b: a tool entry is a number; an object is allowed
  /x: `aana.policy.v1` has no such field
"
        );
        assert_eq!(run.stderr, expected);
    }
}

#[test]
fn a_policy_that_is_no_text_is_told() {
    let path = file("latin1.json", b"{\"mode\": \"\xfc\"}");
    let run = aana(&["check", "examples/search_docs.json", "--policy", &path]);
    let expected = format!("error: the policy `{path}` is faulty: it is not UTF-8 after byte 10\n");
    assert_eq!((run.code, run.stderr), (2, expected));
}

#[test]
fn an_event_among_the_arguments_is_not_repeated() {
    let event = r#"{"tool_name":"x","proposed_arguments":{"password":"hunter2"}}"#;
    let list = format!(" [{event}]\n");
    let policy = format!("--policy={event}");
    let calls: [&[&str]; 11] = [
        &["check", event],
        &["check", &list],
        &["check", "examples/search_docs.json", event],
        &["check", "examples/search_docs.json", "--policy", &list],
        &["check", "examples/search_docs.json", &policy],
        &["check", "examples/search_docs.json", "--audit-log", event],
        &["validate", event],
        &["audit", "verify", event],
        &["request", "check", "x.md", "--inputs", event],
        &["descriptor", "plan", "examples/aai.json", "send_message", "--arguments", event],
        &[event],
    ];
    for arguments in calls {
        let run = aana(arguments);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""));
        let expected = "error: an argument is JSON text instead of the name of a file; ";
        assert!(run.stderr.starts_with(expected), "{}", run.stderr);
        assert!(!run.stderr.contains("hunter2"), "{}", run.stderr);
    }
}

#[test]
fn a_valid_event_is_valid() {
    let run = aana(&["validate", "examples/search_docs.json"]);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "valid\n", ""));
    let run = aana(&["validate", "examples/search_docs.json", "--format", "json"]);
    assert_eq!((run.code, run.stdout.as_str()), (0, "{\"valid\":true,\"faults\":[]}\n"));
}

#[test]
fn each_fault_has_its_line() {
    let event = br#"{"tool_name": " ", "evidence_refs": []}"#;
    let run = aana_with(&["validate", "-"], event);
    assert_eq!((run.code, run.stdout.lines().count()), (12, 6));
    let first = run.stdout.lines().next().unwrap();
    assert!(first.starts_with("`/tool_name`: `tool_name` is "), "{first}");
    assert!(first.ends_with(" (blank_string)"), "{first}");

    let run = aana_with(&["validate", "--format", "json"], b"{");
    let expected = r#"{"valid":false,"faults":[{"path":"","code":"invalid_json","message":""#;
    assert!(run.stdout.starts_with(expected), "{}", run.stdout);
    assert_eq!(run.code, 12);
}

#[test]
fn codes_lists_every_code_once() {
    let mut expected: Vec<(&str, &str, &str)> = Vec::new();
    expected.extend(Blocker::ALL.iter().map(|code| ("blocker", code.as_str(), code.sentence())));
    expected.extend(Reason::ALL.iter().map(|code| ("reason", code.as_str(), code.sentence())));
    expected.extend(Warning::ALL.iter().map(|code| ("warning", code.as_str(), code.sentence())));
    expected.extend(FaultCode::ALL.iter().map(|code| ("fault", code.as_str(), code.sentence())));

    let json = aana(&["codes", "--format", "json"]).stdout;
    let listed: Vec<serde_json::Value> = serde_json::from_str(&json).unwrap();
    let listed: Vec<_> = listed
        .iter()
        .filter(|entry| entry.get("severity").is_none())
        .map(|entry| {
            let text = |key: &str| entry[key].as_str().unwrap();
            (text("kind"), text("code"), text("sentence"))
        })
        .collect();
    assert_eq!(listed, expected);

    let mut parts = Vec::new();
    for kind in ["blocker", "reason", "warning", "fault"] {
        let mut lines = vec![format!("{kind}s")];
        for (_, code, sentence) in expected.iter().filter(|(its, _, _)| *its == kind) {
            lines.extend([format!("  {code}"), format!("    {sentence}")]);
        }
        let part = lines.join("\n") + "\n";
        assert_eq!(aana(&["codes", "--kind", kind]).stdout, part);
        parts.push(part);
    }
    let all = aana(&["codes"]).stdout;
    assert!(all.starts_with(&(parts.join("\n") + "\naaep rules\n")), "{all}");
}

#[test]
fn codes_lists_every_rule_of_a_document_with_its_weight_and_source() {
    let listed = |kind: &str| -> Vec<(String, String, String)> {
        let json = aana(&["codes", "--kind", kind, "--format", "json"]).stdout;
        let all: Vec<serde_json::Value> = serde_json::from_str(&json).unwrap();
        let text = |entry: &serde_json::Value, key: &str| entry[key].as_str().unwrap().to_owned();
        all.iter()
            .map(|one| (text(one, "code"), text(one, "severity"), text(one, "source")))
            .collect()
    };
    assert_eq!(listed("aaep"), declared::<AaepRule>());
    assert_eq!(listed("request"), declared::<RequestRule>());
    assert_eq!(listed("binding"), declared::<BindRule>());
    assert_eq!(listed("descriptor"), declared::<DescriptorRule>());
    assert_eq!(listed("call"), declared::<CallRule>());
    assert_eq!(listed("file"), declared::<FileRule>());
}

fn declared<R: Rule>() -> Vec<(String, String, String)> {
    let entry = |rule: &R| {
        let words = [rule.id(), rule.severity().as_str(), rule.source().as_str()];
        words.map(str::to_owned).into()
    };
    R::ALL.iter().map(entry).collect()
}
