//! The documents around a tool call, from the command line.

use std::fs;

use serde_json::{Value, json};

use crate::run::{Run, aana, aana_with, file, root};

const FORMATS: &str = "tests/conformance/formats";
const NOW: &str = "2026-03-12T10:40:00Z";

fn vectors(name: &str) -> Value {
    let text = fs::read_to_string(root().join(FORMATS).join(name)).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn parsed(run: &Run) -> Value {
    serde_json::from_str(&run.stdout).unwrap()
}

/// Every stream of the vectors, as JSON Lines: valid or not, and the same rules.
#[test]
fn aaep_streams_are_checked_as_the_vectors_say() {
    let mut seen = 0;
    for case in vectors("aaep/cases.json")["cases"].as_array().unwrap() {
        let items = case["input"].as_array().filter(|items| items.len() > 1);
        let Some(items) = items else { continue };
        let lines: Vec<String> = items.iter().map(Value::to_string).collect();
        let run =
            aana_with(&["aaep", "check", "--format", "json", "-"], lines.join("\n\n").as_bytes());
        let found = parsed(&run);
        let rules = |all: &Value, rule: &str| -> Vec<String> {
            let text = |one: &Value| one[rule].as_str().unwrap().to_owned();
            let errors = |one: &&Value| one.get("severity").is_none_or(|it| it == "error");
            let mut all: Vec<String> =
                all.as_array().unwrap().iter().filter(errors).map(text).collect();
            all.sort();
            all
        };
        let expected = &case["expected"];
        assert_eq!(found["valid"], expected["valid"], "{}", case["id"]);
        assert_eq!(
            rules(&found["findings"], "rule"),
            rules(&expected["violations"], "rule"),
            "{}",
            case["id"]
        );
        assert_eq!(run.code, if expected["valid"] == true { 0 } else { 12 }, "{}", case["id"]);
        seen += 1;
    }
    assert!(seen > 50, "{seen} streams");
}

#[test]
fn one_event_may_be_written_over_many_lines() {
    let run = aana(&["aaep", "check", "examples/aaep_tool_invoked.json"]);
    assert_eq!((run.code, &*run.stdout), (0, "examples/aaep_tool_invoked.json: valid\n"));
    let text = fs::read_to_string(root().join("examples/aaep_tool_invoked.json")).unwrap();
    let broken = file("aaep.json", text.replace("\"search_docs\"", "\"search docs\"").as_bytes());
    let run = aana(&["aaep", "check", &broken]);
    assert_eq!(run.code, 12);
    let line = text.lines().position(|line| line.contains("\"tool\"")).unwrap() + 1;
    let place = format!("{broken}:{line}:11: error[field.pattern] `/tool`: ");
    assert!(run.stdout.starts_with(&place), "{}", run.stdout);
}

/// In a stream a finding stands at its line, and what was found at the end at the last one.
#[test]
fn what_is_no_text_or_too_much_of_it_is_not_valid() {
    let long = vec![b' '; (1 << 20) + 2];
    for command in ["aaep", "descriptor"] {
        let run = aana_with(&[command, "check", "-"], b"{}\n\xff\n");
        let expected =
            "the standard input:2:1: error[file.not-utf8]: the text is not UTF-8 after byte 3\n";
        assert_eq!((run.code, run.stdout.as_str()), (12, expected));
    }
    let run = aana_with(&["descriptor", "check", "-"], &long);
    let expected = "the standard input:1:1: error[file.too-large]: the standard input has more than the 1048577 bytes \
                    that are read\n";
    assert_eq!((run.code, run.stdout.as_str()), (12, expected));
}

#[test]
fn a_finding_in_a_stream_names_its_line() {
    let event = fs::read_to_string(root().join("examples/aaep_tool_invoked.json")).unwrap();
    let event: Value = serde_json::from_str(&event).unwrap();
    let path = file("stream.jsonl", format!("{event}\n\n[]\n").as_bytes());
    let run = aana(&["aaep", "check", &path]);
    assert_eq!(run.code, 12);
    assert!(run.stdout.contains(&format!("{path}:3:1: error[env.not-object]")), "{}", run.stdout);
    assert!(
        run.stdout.contains(&format!("{path}:1:124: error[session.not-started]")),
        "{}",
        run.stdout
    );
}

#[test]
fn requests_are_checked_with_line_and_column() {
    let good = format!("{FORMATS}/tool_request/valid_base.md");
    let bad = format!("{FORMATS}/tool_request/invalid_cmd_and_and.md");
    let run = aana(&["request", "check", &good, &bad, "--now", NOW]);
    assert_eq!(run.code, 12);
    assert!(run.stdout.contains(&format!("{good}: valid\n")), "{}", run.stdout);
    assert!(run.stdout.contains(&format!("{bad}:32:72: error[cmd.chaining]: ")), "{}", run.stdout);
    let run =
        aana(&["request", "check", "examples/TR-20260312-091500Z-survey-summary.md", "--now", NOW]);
    assert_eq!(
        run,
        Run {
            code: 0,
            stdout: "examples/TR-20260312-091500Z-survey-summary.md: valid\n".into(),
            stderr: String::new(),
        }
    );
}

/// Each input that differs is named, with what is declared and what is there.
#[test]
fn inputs_are_held_against_their_hashes() {
    let good = format!("{FORMATS}/tool_request/valid_base.md");
    for (folder, code, route, rules) in [
        ("inputs_ok", 0, "accept", &[][..]),
        ("inputs_extra", 0, "accept", &[("bind.input_extra", "notes.txt")][..]),
        ("inputs_tampered", 12, "refuse", &[("bind.input_hash_mismatch", "survey.csv")]),
        ("inputs_missing", 12, "ask", &[("bind.input_missing", "summarise.py")]),
    ] {
        let folder = format!("{FORMATS}/tool_request/{folder}");
        let check = ["request", "check", &good, "--now", NOW, "--inputs", &folder];
        let run = aana(&[&check[..], &["--format", "json"]].concat());
        let found = parsed(&run);
        let told: Vec<(&str, &str)> = found["inputs"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| (it["rule"].as_str().unwrap(), it["name"].as_str().unwrap()))
            .collect();
        assert_eq!((run.code, told.as_slice()), (code, rules), "{folder}");
        assert_eq!((&found["valid"], &found["route"]), (&json!(code == 0), &json!(route)));
        let said = aana(&check).stdout;
        for (finding, (rule, name)) in found["inputs"].as_array().unwrap().iter().zip(rules) {
            assert!(said.contains(&format!("[{rule}] `{name}`: ")), "{said}");
            if *rule == "bind.input_hash_mismatch" {
                for key in ["declared_sha256", "found_sha256"] {
                    assert!(said.contains(finding[key].as_str().unwrap()), "{said}");
                }
                assert_ne!(finding["declared_sha256"], finding["found_sha256"]);
            }
        }
    }
}

/// A link is not an input, wherever it leads.
#[cfg(unix)]
#[test]
fn no_link_is_followed_to_an_input() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("linked");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).unwrap();
    for entry in fs::read_dir(root().join(FORMATS).join("tool_request/inputs_ok")).unwrap() {
        let entry = entry.unwrap();
        std::os::unix::fs::symlink(entry.path(), folder.join(entry.file_name())).unwrap();
    }
    let run = aana(&[
        "request",
        "check",
        &format!("{FORMATS}/tool_request/valid_base.md"),
        "--now",
        NOW,
        "--inputs",
        folder.to_str().unwrap(),
        "--format",
        "json",
    ]);
    let found = parsed(&run);
    let rules: Vec<&str> =
        found["inputs"].as_array().unwrap().iter().map(|it| it["rule"].as_str().unwrap()).collect();
    assert_eq!((run.code, rules), (12, vec!["bind.input_not_regular"; 2]));
}

#[test]
fn a_request_gives_an_event_that_the_gate_can_decide() {
    let good = format!("{FORMATS}/tool_request/valid_base.md");
    let run = aana(&["request", "check", &good, "--now", NOW, "--event"]);
    assert_eq!(run.code, 0);
    assert!(run.stderr.contains("valid"), "{}", run.stderr);
    let decided = aana_with(&["check", "--jsonl", "--quiet", "--now", NOW], run.stdout.as_bytes());
    let decision = parsed(&decided);
    // Nobody recorded the approval, and nobody looked at the inputs.
    assert_ne!(decision["route"], "accept");
    assert_eq!(decision["tool_name"], "tool_exec.run");
    assert_eq!(decision["validation_errors"], json!([]));
}

/// Every descriptor of the vectors: accepted or not.
#[test]
fn descriptors_are_accepted_as_the_vectors_say() {
    let vectors = vectors("aai.json");
    let mut seen = 0;
    for case in vectors["descriptor_cases"].as_array().unwrap() {
        let Some(descriptor) = case.get("descriptor") else { continue };
        let profile = case["profile"].as_str().unwrap_or("seed");
        let run = aana_with(
            &["descriptor", "check", "--profile", profile, "--format", "json", "-"],
            descriptor.to_string().as_bytes(),
        );
        assert_eq!(parsed(&run)["valid"], case["expect"]["accepted"], "{}", case["id"]);
        assert_eq!(run.code, if case["expect"]["accepted"] == true { 0 } else { 12 });
        seen += 1;
    }
    assert!(seen > 100, "{seen} descriptors");
}

const PLAN: [&str; 6] =
    ["descriptor", "plan", "examples/aai.json", "send_message", "--arguments", "-"];

#[test]
fn a_plan_has_its_own_variables_and_those_that_are_listed() {
    let arguments = br#"{"to": "a@example.org", "body": "hi"}"#;
    let at = "examples/aai.json:21:18: error";
    for (entries, rule) in [
        (&[][..], Some("auth.env_not_allowed")),
        (&["AAI_MAILER"], Some("auth.env_not_allowed")),
        (&["AAI_MAILER_KEY"], None),
        (&["AAI_MAILER_KEY=https://api.example.com"], None),
        (&["AAI_MAILER_KEY=https://api.example.net"], Some("auth.origin_not_allowed")),
        (
            &["AAI_MAILER_KEY=https://api.example.net", "AAI_MAILER_KEY"],
            Some("auth.origin_not_allowed"),
        ),
    ] {
        let more = entries.iter().flat_map(|entry| ["--allow-variable", entry]);
        let run = aana_with(&PLAN.iter().copied().chain(more).collect::<Vec<_>>(), arguments);
        let expected = rule.map_or((0, true), |_| (12, false));
        assert_eq!((run.code, !run.stdout.is_empty()), expected, "{entries:?}");
        if let Some(rule) = rule {
            assert!(run.stderr.starts_with(&format!("{at}[{rule}]")), "{}", run.stderr);
        }
    }
    for entry in ["hunter2", "", "AAI_*", "AAI_MAILER_KEY=hunter2", "A=https://hunter2@x.example"] {
        let run = aana_with(&[PLAN.as_slice(), &["--allow-variable", entry]].concat(), arguments);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{entry}");
        assert!(!run.stderr.contains("hunter2"), "{}", run.stderr);
    }
}

#[test]
fn a_plan_names_secrets_and_sends_nothing() {
    let run = aana_with(
        &[PLAN.as_slice(), &["--allow-variable", "AAI_MAILER_KEY"]].concat(),
        br#"{"to": "a@example.org", "body": "hi"}"#,
    );
    assert_eq!(run.code, 0, "{}", run.stderr);
    let shown = parsed(&run);
    assert_eq!(shown["plan"]["url"], "https://api.example.com/v1/messages");
    assert_eq!(shown["plan"]["secrets"][0]["ref"], "env:AAI_MAILER_KEY");
    assert_eq!(shown["audit"]["method"], "POST");
    let run = aana_with(&PLAN, br#"{"to": 5}"#);
    assert_eq!((run.code, &*run.stdout), (12, ""));
    assert!(run.stderr.contains("error[args.type] `/to`"), "{}", run.stderr);
}

#[test]
fn tools_are_written_for_other_clients() {
    for client in ["mcp", "openai", "openai-responses", "anthropic", "gemini"] {
        let run = aana(&["descriptor", "tools", "examples/aai.json", "--as", client]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        let offer = parsed(&run);
        let found = offer.pointer("/tools/0/name");
        let found = found.or_else(|| offer.pointer("/tools/0/function/name"));
        let name = found.and_then(Value::as_str).unwrap_or_else(|| panic!("{client}: {offer}"));
        assert_eq!(offer["names"][name]["app_id"], "com.example.mailer");
        assert!(offer["aliases"].is_object() && offer["left_out"].is_array());
    }
}

/// A descriptor with one tool that clients do not take as it is, and one that they do not take at all.
fn odd() -> Value {
    let tool = |name: &str, parameters: Value| {
        json!({"name": name, "description": "Creates a record", "parameters": parameters,
            "execution": {"path": "/x", "method": "POST"}})
    };
    json!({
        "schema_version": "1.0",
        "app": {"id": "com.example.odd", "name": "Odd", "description": "Odd"},
        "execution": {"type": "http", "base_url": "https://api.example.com"},
        "tools": [
            tool("find_it", json!({"type": "object", "properties": {"filter[name]": {"type": "string"}}})),
            tool("either", json!({"type": "object", "properties": {"a": {}, "b": {}},
                "oneOf": [{"required": ["a"]}, {"required": ["b"]}]})),
        ],
    })
}

#[test]
fn what_is_left_out_is_told_with_its_reason() {
    let odd = odd().to_string();
    let run = aana_with(&["descriptor", "tools", "-", "--as", "openai"], odd.as_bytes());
    assert_eq!(run.code, 0);
    let offer = parsed(&run);
    assert_eq!(offer["left_out"][0]["tool"], "com.example.odd#either");
    assert!(run.stderr.contains("left out: com.example.odd#either: its schema has `oneOf`"));
    assert_eq!(offer["aliases"]["com_example_odd__find_it"]["filter_name_"], "filter[name]");
}

/// From the call of a client to a decision: the plan is part of what is approved.
#[test]
fn a_call_of_a_client_is_gated() {
    let folder = std::env::temp_dir().join(format!("aana-tool-call-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("aai.json");
    fs::write(&file, odd().to_string()).unwrap();
    let file = file.to_str().unwrap();
    let call = |more: &[&str], arguments: &str| {
        let args =
            ["descriptor", "tool-call", file, "com_example_odd__find_it", "--as", "anthropic"];
        aana_with(&[&args[..], &["--arguments", "-"], more].concat(), arguments.as_bytes())
    };
    let run = call(&[], r#"{"filter_name_": "x"}"#);
    let shown = parsed(&run);
    assert_eq!(shown["arguments"], json!({"filter[name]": "x"}));
    assert_eq!(shown["plan"]["body"], json!({"filter[name]": "x"}));

    let state = ["--event", "--authorization-state", "confirmed", "--now", NOW];
    let run = call(&state, r#"{"filter_name_": "x"}"#);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let event = parsed(&run);
    assert_eq!(event["tool_name"], "com_example_odd__find_it");
    let plan = format!("aai-plan:{}", shown["digest"].as_str().unwrap());
    assert!(event["evidence_refs"].as_array().unwrap().iter().any(|it| it["source_id"] == *plan));

    let check = |event: &Value| {
        let args = ["check", "--descriptor", file, "--now", NOW, "--format", "json"];
        aana_with(&args, event.to_string().as_bytes())
    };
    let decision = parsed(&check(&event));
    assert_eq!(decision["validation_errors"], json!([]));
    // Other arguments than those of the plan, and arguments that do not fit.
    for (arguments, place) in [
        (json!({"filter[name]": "y"}), "/evidence_refs/2"),
        (json!({"filter[name]": 7}), "/proposed_arguments/filter[name]"),
    ] {
        let mut other = event.clone();
        other["proposed_arguments"] = arguments;
        let run = check(&other);
        assert_eq!(run.code, 12);
        let faults = &parsed(&run)["validation_errors"];
        assert!(faults.as_array().unwrap().iter().any(|it| it["path"] == place), "{faults}");
    }
    let run = call(&["--event"], r#"{"filter_name_": 7}"#);
    assert_eq!((run.code, run.stdout.as_str()), (12, ""));
    assert!(run.stderr.contains("error[args.type]"), "{}", run.stderr);

    let args = ["descriptor", "tool-call", file, "find_itt", "--arguments", "-"];
    let run = aana_with(&args, b"{}");
    assert!(run.stderr.contains("did you mean `find_it`?"), "{}", run.stderr);
    fs::remove_dir_all(&folder).unwrap();
}

/// What may be a secret does not come up on the screen.
#[test]
fn no_value_of_a_document_is_told() {
    let secret = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";
    let text = fs::read_to_string(root().join("examples/aai.json")).unwrap();
    let broken = text.replace("\"1.0\"", &format!("{secret:?}"));
    let run = aana_with(&["descriptor", "check", "-"], broken.as_bytes());
    assert_eq!(run.code, 12);
    assert!(!run.stdout.contains(secret) && !run.stderr.contains(secret), "{}", run.stdout);
    let missing = aana(&["descriptor", "check", "no/such/file.json"]);
    assert_eq!(missing.code, 1);
    assert!(missing.stdout.contains("error[file.unreadable]: cannot read"), "{}", missing.stdout);
}

/// Every document is judged, whatever the one before it was.
#[test]
fn one_document_does_not_end_the_others() {
    let good = "examples/TR-20260312-091500Z-survey-summary.md";
    let large = file("large.md", &vec![b'x'; (1 << 20) + 1]);
    let check = ["request", "check", "--now", NOW, good, &large, "no/such.md", good];
    let run = aana(&check);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!((run.code, lines.len()), (1, 4), "{}", run.stdout);
    assert!(lines[0].ends_with("valid") && lines[3].ends_with("valid"), "{}", run.stdout);
    assert!(lines[1].contains("error[file.too-large]: "), "{}", run.stdout);
    assert!(lines[2].starts_with("no/such.md:1:1: error[file.unreadable]: "), "{}", run.stdout);

    let events = "examples/aaep_tool_invoked.json";
    for (command, file) in [("aaep", events), ("descriptor", "examples/aai.json")] {
        let run = aana(&[command, "check", "--format", "json", file, "no/such", file]);
        let all: Vec<Value> =
            run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let valid: Vec<&Value> = all.iter().map(|one| &one["valid"]).collect();
        assert_eq!((run.code, valid), (1, vec![&json!(true), &json!(false), &json!(true)]));
        assert_eq!(all[1]["file"], "no/such");
        assert_eq!(all[1]["findings"][0]["rule"], "file.unreadable");
    }
    // All can be read, and one is not valid.
    let run = aana(&["request", "check", "--now", NOW, good, &large]);
    assert_eq!(run.code, 12);
}

#[test]
fn a_folder_is_looked_through() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("events");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("b/.hidden")).unwrap();
    let event = fs::read(root().join("examples/aaep_tool_invoked.json")).unwrap();
    for name in ["c.json", "a.json", "b/d.json", "b/.hidden/e.json", ".f.json", "notes.txt"] {
        fs::write(folder.join(name), &event).unwrap();
    }
    let folder = folder.to_str().unwrap();
    let run = aana(&["aaep", "check", folder]);
    let expected = ["a", "b/d", "c"].map(|name| format!("{folder}/{name}.json: valid\n")).concat();
    assert_eq!((run.code, run.stdout), (0, expected));
    let run = aana(&["request", "check", folder]);
    assert_eq!(run.code, 12);
    let expected = format!(
        "{folder}:1:1: error[file.no-document]: the folder has no file that ends in `.md`\n"
    );
    assert_eq!(run.stdout, expected);
}

/// A text that is not JSON is faulty where it stops being JSON.
#[test]
fn a_fault_of_json_stands_where_it_is() {
    let text = fs::read_to_string(root().join("examples/aai.json")).unwrap();
    let broken = text.replacen("\"description\":", "\"description\"", 1);
    let (number, line) =
        broken.lines().enumerate().find(|(_, it)| it.contains("\"description\" ")).unwrap();
    let place = (number + 1, line.find("\"description\" ").unwrap() + 15);
    for command in ["aaep", "descriptor"] {
        let run = aana_with(&[command, "check", "-"], broken.as_bytes());
        let expected = format!("the standard input:{}:{}: error[", place.0, place.1);
        assert!(run.stdout.starts_with(&expected), "{} is not at {place:?}", run.stdout);
        let run = aana_with(&[command, "check", "--format", "json", "-"], broken.as_bytes());
        let found = &parsed(&run)["findings"][0];
        assert_eq!((&found["line"], &found["column"]), (&json!(place.0), &json!(place.1)));
    }
    // In a stream the line is that of the file, also in the message.
    let event: Value = serde_json::from_str(
        &fs::read_to_string(root().join("examples/aaep_tool_invoked.json")).unwrap(),
    )
    .unwrap();
    let run = aana_with(&["aaep", "check", "-"], format!("{event}\n\n{{x}}\n").as_bytes());
    let line = run.stdout.lines().find(|line| line.contains("json.invalid")).unwrap();
    assert!(line.starts_with("the standard input:3:2: error[json.invalid]"), "{line}");
    assert!(line.ends_with("at line 3, column 2"), "{line}");
    // At the end there is nothing more to point at.
    let run = aana_with(&["aaep", "check", "-"], b"{\n\"a\": 1");
    assert!(
        run.stdout.starts_with("the standard input:2:7: error[json.invalid]"),
        "{}",
        run.stdout
    );
}

#[test]
fn every_document_of_aaep_is_checked_as_what_it_is() {
    for (document, rules) in [
        (
            json!({"type": "confirmation.reply", "reply_token": "rpl_1", "decision": "accept",
            "subscription_id": "sub_1", "timestamp": "2026-06-30T14:22:03Z"}),
            vec![],
        ),
        (
            json!({"type": "clarification.reply", "reply_token": "rpl_1", "response": 3,
            "subscription_id": "sub_1", "timestamp": "2026-06-30T14:22:03Z"}),
            vec![],
        ),
        (
            json!({"type": "subscription.request", "aaep_version": "1.0.0", "subscriber_id": "reader",
            "capabilities": {}}),
            vec![],
        ),
        (
            json!({"type": "subscription.rejected", "reason_code": "busy", "reason_message": "Later."}),
            vec!["field.enum"],
        ),
        (json!({"type": "subscription.close"}), vec!["field.missing"]),
    ] {
        let run =
            aana_with(&["aaep", "check", "--format", "json", "-"], document.to_string().as_bytes());
        let found = parsed(&run);
        let found: Vec<&str> = found["findings"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["rule"].as_str().unwrap())
            .collect();
        assert_eq!(found, rules, "{document}");
    }
}

/// What every command says of a document has the one published form.
#[test]
fn reports_have_the_published_form() {
    let schema: Value = serde_json::from_str(
        &fs::read_to_string(root().join("schemas/formats/documents.schema.json")).unwrap(),
    )
    .unwrap();
    let form = jsonschema::validator_for(&schema).unwrap();
    let large = file("large_report.md", &vec![b'x'; (1 << 20) + 1]);
    let event = fs::read_to_string(root().join("examples/aaep_tool_invoked.json")).unwrap();
    let event: Value = serde_json::from_str(&event).unwrap();
    let stream = format!("{event}\n[]\n{{\n");
    let commands: [(&[&str], &[u8]); 9] = [
        (&["aaep", "check", "-"], b"{}"),
        (&["aaep", "check", "-"], stream.as_bytes()),
        (&["aaep", "check", "examples/aaep_tool_invoked.json", "no/such"], b""),
        (&["request", "check", &large, "examples/TR-20260312-091500Z-survey-summary.md"], b""),
        (&["request", "check", "-"], b"---\n---\n"),
        (&["descriptor", "check", "examples/aai.json", "-"], b"{\n  x\n}"),
        (&["descriptor", "check", "-"], b"{\"schema_version\": 1}"),
        (
            &["descriptor", "plan", "examples/aai.json", "send_message", "--arguments", "-"],
            b"{\"to\": 5}",
        ),
        (&["descriptor", "plan", "-", "x", "--arguments", "examples/aai.json"], b"{}"),
    ];
    for (command, input) in commands {
        let run = aana_with(&[command, &["--format", "json"]].concat(), input);
        assert!(!run.stdout.is_empty(), "{command:?}: {}", run.stderr);
        for line in run.stdout.lines() {
            let report: Value = serde_json::from_str(line).unwrap();
            let wrong: Vec<String> = form.iter_errors(&report).map(|it| it.to_string()).collect();
            assert!(wrong.is_empty(), "{command:?}: {wrong:?}\n{report:#}");
            let errors = report["findings"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|it| it["severity"] == "error");
            assert_eq!(report["valid"], errors.count() == 0, "{report:#}");
        }
    }
}
