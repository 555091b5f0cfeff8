//! The reports on small policies, lists and cases.

use aana_core::contract::ToolCategory;
use aana_policy::{Form, check, init, run_cases, text};
use serde_json::{Value, json};

const MCP: &str = r#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [
    {"name": "read_file", "inputSchema": {"type": "object", "properties": {"path": {}}}},
    {"name": "delete_file", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": true}},
    {"name": "tidy", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": false}}
]}}"#;

const EVENT: &str = r#"{"tool_name": "search_docs", "tool_category": "public_read", "authorization_state": "none",
    "evidence_refs": [], "risk_domain": "research", "proposed_arguments": {}, "recommended_route": "accept"}"#;

#[test]
fn a_first_policy_is_complete() {
    let first = init(MCP).unwrap();
    assert_eq!(first.form, Form::Mcp);
    let categories: Vec<ToolCategory> = first.tools.iter().map(|tool| tool.category).collect();
    assert_eq!(categories, [ToolCategory::PrivateRead, ToolCategory::Write, ToolCategory::Write]);
    let report = check(&first.policy, Some(MCP)).unwrap();
    assert!(report.complete(), "{report:?}");
    assert_eq!(
        report.tools[0].deciding.tool_category.as_deref(),
        Some("/tools/read_file/tool_category")
    );
}

#[test]
fn a_misspelt_entry_is_found() {
    let policy = r#"{"tools": {"read_file": {}, "delete_fil": {"route_floor": "refuse"}}}"#;
    let report = check(policy, Some(MCP)).unwrap();
    assert_eq!(report.dead_entries.len(), 1);
    assert_eq!(report.dead_entries[0].nearest, ["delete_file"]);
    let unnamed: Vec<&str> = report.unnamed_tools.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(unnamed, ["delete_file", "tidy"]);
}

#[test]
fn rules_for_arguments_that_do_nothing_are_told() {
    let policy = r#"{
        "arguments": {
            "shell": {
                "allow": ["git status", "ls *", "npm run *", "npm test && npm publish", "a | b"],
                "deny": ["git push --force", "rm -r *", "sudo rm *", "git -C x push"]
            },
            "http_read": ["POST https://x.example/search*", "POST x.example/search"],
            "kinds": {"read_*": {"path": "path"}, "raed_*": {"a": "sql", "b": "sql"}}
        },
        "tools": {
            "read_file": {"arguments": {"/Path": {"match": ["/srv/**"]}, "/pth": {"match": ["/srv/**"]}}},
            "*_file": [{}, {"when": {"agent_id": ["a"]}, "arguments": {"/*": {"max_length": 9}, "/x/y": {"absent": true}}}],
            "tidy": {"arguments": {"/anything": {"absent": true}}}
        }
    }"#;
    let codes = |remarks: &[aana_policy::Remark]| -> Vec<String> {
        remarks.iter().map(|remark| format!("{} {}", remark.code(), remark.sentence())).collect()
    };
    let report = check(policy, Some(MCP)).unwrap();
    let found = codes(&report.remarks);
    let places = [
        "`/arguments/shell/allow/3`",
        "`/arguments/shell/allow/4`",
        "`/arguments/shell/deny/3`",
        "`/arguments/http_read/1`",
        "`/tools/read_file/arguments/~1pth`",
        "`raed_*`",
    ];
    assert!(found.len() == places.len(), "{found:#?}");
    for (remark, place) in found.iter().zip(places) {
        assert!(remark.contains(place), "{remark} {place}");
    }
    // Of a tool without parameters nobody can tell what it takes.
    assert_eq!(codes(&check(policy, Some("read_file\n")).unwrap().remarks).len(), 5);
    assert_eq!(codes(&check(policy, None).unwrap().remarks).len(), 4);
    let tool = codes(&report.tools[0].remarks);
    assert!(tool.iter().any(|it| {
        it.contains(r#"`/tools/*_file/1` holds only for calls that meet `{"agent_id":["a"]}`"#)
    }));
}

#[test]
fn cases_that_come_out_otherwise_are_told() {
    let policy = r#"{"tools": {"search_*": {"route_floor": "refuse"}}}"#;
    let event = EVENT.replace('\n', " ");
    let lines = format!(
        "{{\"event\": {event}, \"route\": \"accept\"}}\n{{\"event\": {event}, \"route\": \"refuse\"}}\n"
    );
    let report = run_cases(policy, &lines, 0).unwrap();
    assert_eq!((report.passed(), report.failed()), (1, 1));
    assert_eq!(report.cases[0].differences[0].found, "\"refuse\"");
    for text in ["", "[]", "[{\"route\": \"ask\"}]", &format!("[{{\"event\": {event}}}]")] {
        assert!(run_cases(policy, text, 0).is_err(), "{text}");
    }
}

/// Of what a report says in sentences, the codes.
fn codes(list: &Value) -> Value {
    list.as_array().into_iter().flatten().map(|item| item["code"].clone()).collect()
}

/// A report as the fixtures show it.
fn reduced(report: &str) -> Value {
    let mut report: Value = serde_json::from_str(report).unwrap();
    let faults = report["faults"].as_array_mut().unwrap();
    for fault in faults.iter_mut() {
        fault.as_object_mut().unwrap().remove("message").expect("a fault has a message");
    }
    if !faults.is_empty() {
        return report;
    }
    if report.get("tools").is_none() {
        return report;
    }
    report["remarks"] = codes(&report["remarks"]);
    for tool in report["tools"].as_array_mut().unwrap() {
        tool["why"] = codes(&tool["why"]);
        tool["remarks"] = codes(&tool["remarks"]);
    }
    report
}

/// The cases that all languages run.
#[test]
fn shared_cases() {
    let file = include_str!("../../../tests/conformance/policy_reports.json");
    let file: Value = serde_json::from_str(file).unwrap();
    let cases = file["cases"].as_array().unwrap();
    assert!(cases.len() > 15, "{}", cases.len());
    for case in cases {
        let tools = case.get("tools").map(Value::to_string);
        let report = reduced(&text::check(&case["policy"].to_string(), tools.as_deref()));
        assert_eq!(report, case["report"], "{}", case["id"]);
    }
    let trials = file["trials"].as_array().unwrap();
    assert!(trials.len() > 4, "{}", trials.len());
    for trial in trials {
        let (policy, cases) = (trial["policy"].to_string(), trial["cases"].to_string());
        let now_ms = trial["now"].as_i64().unwrap();
        let report = reduced(&text::run_cases(&policy, &cases, now_ms));
        assert_eq!(report, trial["report"], "{}", trial["id"]);
    }
    assert_ne!(reduced(&text::check("{}", Some(r#"["a"]"#))), json!({}));
}

/// `init` sets no `names`, so a name that says nothing has one line that says so.
#[test]
fn a_first_policy_says_each_doubt_once() {
    let first = init("frobnicate\na*b\n").unwrap();
    let codes = |index: usize| first.tools[index].remarks.iter().map(aana_policy::Remark::code);
    assert!(codes(0).eq(["name_says_nothing"]), "{:?}", first.tools[0].remarks);
    assert!(
        codes(1).eq(["name_says_nothing", "name_is_a_pattern"]),
        "{:?}",
        first.tools[1].remarks
    );
}

/// A document that is not a list is not a list of one name.
#[test]
fn a_single_word_of_json_is_not_a_tool() {
    for text in ["null", " true\n", "\"read_file\"", "12", "\u{feff}null"] {
        let faulty = check("{}", Some(text)).unwrap_err();
        assert_eq!(faulty.faults[0].code.as_str(), "wrong_type", "{text}");
    }
    assert_eq!(check("{}", Some("nullify\n")).unwrap().tools.len(), 1);
}

/// An event alone on a line, or as the whole file, is told as what it is, once.
#[test]
fn an_event_is_not_a_case() {
    let event = EVENT.replace('\n', " ");
    for text in [event.clone(), format!("{event}\n{event}\n"), format!("{{\"cases\": [{event}]}}")]
    {
        let faulty = run_cases("{}", &text, 0).unwrap_err();
        assert_eq!(faulty.seems, Some(aana_policy::Kind::Event), "{text}");
        assert!(faulty.faults.len() <= 2 && faulty.faults[0].message.contains("this is an event"));
    }
}

/// Whatever the names are, a report takes no longer than somebody waits. Without a limit on the steps this takes minutes.
#[test]
fn many_names_that_nobody_meant_cost_little() {
    let tools: Vec<String> = (0..1_000).map(|it| format!("{}{it}", "a_".repeat(120))).collect();
    let entries: Vec<String> =
        (0..1_000).map(|it| format!("\"{}{it}\": {{}}", "a-x".repeat(80))).collect();
    let policy = format!("{{\"tools\": {{{}}}}}", entries.join(","));
    let began = std::time::Instant::now();
    let report = check(&policy, Some(&tools.join("\n"))).unwrap();
    assert_eq!(report.dead_entries.len(), 1_000);
    assert!(began.elapsed().as_secs() < 60, "{:?}", began.elapsed());
}
