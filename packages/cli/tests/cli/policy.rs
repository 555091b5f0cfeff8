//! `aana policy`: a policy held against tools, a first policy, and cases for one.

use crate::run::{NOW, aana, aana_with, file};

const MCP: &[u8] = br#"{"jsonrpc": "2.0", "id": 1, "result": {"tools": [
    {"name": "read_file", "inputSchema": {"type": "object", "properties": {"path": {}}}},
    {"name": "delete_file", "inputSchema": {"type": "object"}},
    {"name": "widget", "inputSchema": {"type": "object"}, "annotations": {"readOnlyHint": false}}
]}}"#;

const EVENT: &str = r#"{"tool_name": "search_docs", "tool_category": "public_read", "authorization_state": "none",
    "evidence_refs": [], "risk_domain": "research", "proposed_arguments": {}, "recommended_route": "accept"}"#;

#[test]
fn a_misspelt_entry_is_found_with_what_was_meant() {
    let tools = file("policy-mcp.json", MCP);
    let policy = file(
        "policy-misspelt.json",
        br#"{"tools": {"read_file": {"tool_category": "private_read"}, "delete_fil": {"route_floor": "refuse"}}}"#,
    );
    let run = aana(&["policy", "check", &policy, "--tools", &tools]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    for expected in [
        "2 entries; 3 tools from an MCP `tools/list` answer\n",
        "\nread_file  READ, private_read\n",
        "\ndelete_file  DESTROY, write\n",
        "\nwidget  OTHER, write\n",
        "covered by `read_file`; category decided by `/tools/read_file/tool_category`\n",
        "\nentries that name no tool\n  delete_fil  did you mean `delete_file`?\n",
        "\ntools that no entry names\n  delete_file\n  widget\n",
    ] {
        assert!(run.stdout.contains(expected), "{expected}\n{}", run.stdout);
    }
    let strict = aana(&["policy", "check", &policy, "--tools", &tools, "--strict"]);
    assert_eq!((strict.code, strict.stdout), (1, run.stdout));
    let json = aana(&["policy", "check", &policy, "--tools", &tools, "--strict", "--json"]);
    let expected = r#""dead_entries":[{"entry":"delete_fil","nearest":["delete_file"]}]"#;
    assert_eq!(json.code, 1);
    assert!(json.stdout.contains(expected), "{}", json.stdout);
}

/// What `init` writes loads, names every tool, and is what `check` finds nothing in.
#[test]
fn a_first_policy_is_complete() {
    let tools = file("policy-init-mcp.json", MCP);
    let run = aana(&["policy", "init", "--tools", &tools]);
    assert_eq!(run.code, 0);
    let expected = "{
  \"schema_version\": \"aana.policy.v1\",
  \"unlisted_tools\": \"defer\",
  \"tools\": {
    \"read_file\": {\"tool_category\": \"private_read\"},
    \"delete_file\": {\"tool_category\": \"write\"},
    \"widget\": {\"tool_category\": \"write\"}
  }
}
";
    assert_eq!(run.stdout, expected);
    assert!(
        run.stderr
            .starts_with("# 3 tools from an MCP `tools/list` answer; any other is deferred\n")
    );
    assert!(run.stderr.contains("# read_file: written as private_read: "), "{}", run.stderr);
    assert!(!run.stderr.contains("# delete_file"), "{}", run.stderr);

    let policy = file("policy-init.json", run.stdout.as_bytes());
    let check = aana(&["policy", "check", &policy, "--tools", &tools, "--strict"]);
    assert_eq!(check.code, 0, "{}", check.stdout);
    assert!(check.stdout.ends_with("every entry names a tool, and every tool has an entry\n"));
}

#[test]
fn cases_that_come_out_otherwise_are_told() {
    let policy =
        file("policy-tried.json", br#"{"tools": {"search_*": {"route_floor": "refuse"}}}"#);
    let event = EVENT.replace('\n', " ");
    let lines = format!(
        "{{\"id\": \"open\", \"event\": {event}, \"route\": \"accept\"}}\n\n{{\"event\": {event}, \"route\": \"refuse\"}}\n"
    );
    let cases = file("policy-cases.jsonl", lines.as_bytes());
    let run = aana(&["policy", "test", &policy, &cases, "--now", NOW]);
    let expected = "open\n  route: expected \"accept\", found \"refuse\"\n  blockers: policy_route_floor\n2 cases, 1 not as expected\n";
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (1, expected, ""));

    let cases = file(
        "policy-case.json",
        format!("[{{\"event\": {event}, \"route\": \"refuse\"}}]").as_bytes(),
    );
    let run = aana(&["policy", "test", &policy, &cases]);
    assert_eq!((run.code, run.stdout.as_str()), (0, "1 case, each as expected\n"));
}

/// A file in which nothing can fail is not a passed test.
#[test]
fn cases_that_cannot_fail_are_faulty() {
    let policy = file("policy-empty.json", b"{}");
    for text in [
        "",
        "[]",
        "{\"cases\": []}",
        &format!("[{{\"event\": {EVENT}}}]"),
        &format!("[{{\"event\": {EVENT}, \"expect\": {{}}}}]"),
        &format!("[{{\"event\": {EVENT}, \"expect\": {{\"rout\": \"ask\"}}}}]"),
        &format!("[{{\"event\": {EVENT}, \"route\": \"aks\"}}]"),
        "[{\"route\": \"ask\"}]",
        &format!("[{{\"event\": {EVENT}, \"expect\": {{\"absent\": [\"polcy_route_flor\"]}}}}]"),
        &format!("[{{\"event\": {EVENT}, \"event_text\": \"{{}}\", \"route\": \"refuse\"}}]"),
        EVENT,
    ] {
        let run = aana_with(&["policy", "test", &policy, "-"], text.as_bytes());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{text}");
        assert!(
            run.stderr.starts_with("error: the file of cases the standard input is faulty"),
            "{}",
            run.stderr
        );
    }
}

#[test]
fn a_document_in_anothers_place_is_told() {
    let policy =
        file("policy-as-event.json", br#"{"schema_version": "aana.policy.v1", "tools": {}}"#);
    let tools = file("tools-as-event.json", MCP);
    let event = file("event-as-policy.json", EVENT.as_bytes());
    for (call, said) in [
        (["validate", &policy], "this is a policy: use `aana policy check`\n"),
        (
            ["validate", &tools],
            "this is a list of tools: use `aana policy check POLICY --tools FILE`\n",
        ),
    ] {
        let run = aana(&call);
        assert_eq!((run.code, run.stderr.as_str()), (12, said));
    }
    let run = aana(&["policy", "check", &event]);
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("this is an event: use `aana check` or `aana validate`"),
        "{}",
        run.stderr
    );
    let run = aana(&["policy", "check", &policy, "--tools", &policy]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("this is a policy"), "{}", run.stderr);
}
