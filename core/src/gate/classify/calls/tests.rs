//! What the arguments of a call say that it does.

use alloc::{format, string::String};

use super::*;
use crate::{
    contract::RiskDomain,
    contract::VerbClass::*,
    gate::classify::{ArgumentReading, read_arguments, read_name},
    json,
    policy::{Call, Policy},
    tokens::Name,
};

fn read(tool_name: &str, arguments: &Object<'_>) -> ArgumentReading {
    let call = Call {
        risk_domain: RiskDomain::Research,
        agent_id: None,
        authorization_subject: None,
        arguments,
        is_unread: false,
        now_ms: 0,
    };
    let tool = Name::of(tool_name);
    read_arguments(&tool, read_name(&tool), &call, &Policy::default())
}

#[track_caller]
fn calls(tool_name: &str, arguments: &str) -> CallReading {
    let value = json::parse(arguments, 1 << 20).expect("JSON");
    read(tool_name, value.as_object().expect("an object")).calls
}

#[test]
fn words_of_action_are_read_like_names() {
    for (arguments, class) in [
        (r#"{"action":"delete"}"#, Some(Destroy)),
        (r#"{"operation":"create_issue"}"#, Some(Edit)),
        (r#"{"op":" Send "}"#, Some(Send)),
        (r#"{"Verb":"purge"}"#, Some(Destroy)),
        (r#"{"command":"reboot"}"#, Some(Exec)),
        (r#"{"action":["list","update"]}"#, Some(Edit)),
        (r#"{"params":{"action":"refund"}}"#, Some(Money)),
        (r#"{"action":"get"}"#, None),
        (r#"{"action":"list_deleted"}"#, None),
        (r#"{"action":"delete the file"}"#, None),
        (r#"{"action":"delete everything now","command":""}"#, None),
        (r#"{"actions":["s3:DeleteObject"]}"#, Some(Destroy)),
        (r#"{"operations":[{"op":"remove"}]}"#, Some(Destroy)),
        (r#"{"operation":"delete all"}"#, Some(Destroy)),
        (r#"{"action":"DELETE /orders/7"}"#, Some(Destroy)),
        (r#"{"query":{"action":"delete"}}"#, None),
        (r#"{"mode":"edit"}"#, None),
        (r#"{"mode":"open"}"#, None),
        (r#"{"mode":"append"}"#, Some(Edit)),
        (r#"{"action":null,"op":1,"method":{}}"#, None),
    ] {
        let found = calls("gadget", arguments);
        assert_eq!(found.word.or(found.listed), class, "{arguments}");
    }
}

#[test]
fn a_name_that_reads_covers_them() {
    let delete = r#"{"action":"delete"}"#;
    for name in [
        "list_events",
        "search_logs",
        "calculate",
        "math",
        "audit",
        "metrics",
        "docs_search",
        "log/view",
    ] {
        let read = calls(name, delete);
        assert!(read.word.is_none() && read.covered_word, "{name}");
    }
    for name in [
        "todo_list",
        "gadget",
        "calendar_event",
        "order_status",
        "draft_x",
        "task_view",
        "events",
        "history",
    ] {
        let read = calls(name, delete);
        assert!(read.word.is_some() && !read.covered_word, "{name}");
    }
}

#[test]
fn an_http_method_always_counts() {
    for (method, class) in [
        ("POST", Some(Send)),
        ("put", Some(Edit)),
        ("Patch", Some(Edit)),
        ("DELETE", Some(Destroy)),
        ("GET", None),
        ("head", None),
    ] {
        for key in ["method", "http_method", "httpMethod", "verb"] {
            let arguments = format!(r#"{{"{key}":"{method}"}}"#);
            assert_eq!(calls("get_data", &arguments).method, class, "{arguments}");
        }
    }
    assert_eq!(
        calls("fetch", r#"{"url":"x","options":{"method":"DELETE"}}"#).method,
        Some(Destroy)
    );
    assert_eq!(calls("search", r#"{"operation":"POST"}"#).method, None);
}

/// The class of a method or of a tool that is called inside.
fn acting(reading: CallReading) -> Option<VerbClass> {
    reading.call.or(reading.method)
}

#[test]
fn a_dispatcher_is_what_it_calls() {
    for (name, arguments, class) in [
        ("call_tool", r#"{"name":"delete_repo","arguments":{}}"#, Some(Destroy)),
        ("mcp__x__callTool", r#"{"name":"send_mail"}"#, Some(Send)),
        ("call_tool", r#"{"name":"read_file","arguments":{"name":"delete.txt"}}"#, None),
        ("gadget", r#"{"tool":"write_file","parameters":[]}"#, Some(Edit)),
        ("gadget", r#"{"tool":"write_file"}"#, None),
        ("gadget", r#"{"id":"tool:pay_invoice","input":{}}"#, Some(Money)),
        ("gadget", r#"{"name":"delete this","input":{}}"#, None),
        ("gadget", r#"{"function":{"name":"drop_db","arguments":"{}"}}"#, Some(Destroy)),
        ("batch", r#"{"calls":[{"tool":"read"},{"tool":"write_file"}]}"#, Some(Edit)),
        ("batch", r#"{"requests":[{"method":"GET"},{"method":"DELETE"}]}"#, Some(Destroy)),
        ("get_batch", r#"{"id":"delete-3"}"#, None),
        (
            "multi_tool_use.parallel",
            r#"{"tool_uses":[{"recipient_name":"functions.delete_file","parameters":{}}]}"#,
            Some(Destroy),
        ),
        ("call_tool", r#"{"name":"d\u0435lete","arguments":{}}"#, Some(Exec)),
        ("call_tool", r#"{"n\u0430me":"delete","arguments":{}}"#, Some(Destroy)),
        ("call_tool", r#"{"tools":["read_file","kill"]}"#, Some(Destroy)),
    ] {
        assert_eq!(acting(calls(name, arguments)), class, "{name} {arguments}");
    }
}

#[test]
fn the_arguments_inside_are_read_as_well() {
    let inner = |name: &str| format!(r#"{{"name":"{name}","arguments":{{"action":"delete"}}}}"#);
    assert_eq!(calls("call_tool", &inner("gadget")).word, Some(Destroy));
    assert_eq!(calls("call_tool", &inner("list_events")).word, None);
    // A tool that is not known to call others is not made harmless by a name in its arguments.
    assert_eq!(calls("gadget", &inner("list_events")).word, Some(Destroy));
}

#[test]
fn a_text_of_json_is_read_where_arguments_stand() {
    for (name, arguments, class) in [
        (
            "call_tool",
            r#"{"name":"call_tool","arguments":"{\"name\":\"wipe_disk\",\"arguments\":{}}"}"#,
            Some(Destroy),
        ),
        ("call_tool", r#"{"input":"\"{\\\"tool\\\":\\\"send_mail\\\"}\""}"#, Some(Send)),
        (
            "call_tool",
            r#"{"name":"read","arguments":{"content":"{\"tool\":\"wipe\",\"input\":{}}"}}"#,
            None,
        ),
        ("call_tool", r#"{"name":"read","arguments":"{not JSON"}"#, None),
    ] {
        assert_eq!(acting(calls(name, arguments)), class, "{name} {arguments}");
    }
    assert_eq!(calls("gadget", r#"{"params":"{\"action\":\"delete\"}"}"#).word, Some(Destroy));
    assert_eq!(calls("gadget", r#"{"body":"{\"action\":\"delete\"}"}"#).word, None);
}

#[test]
fn a_text_of_json_names_whom_an_object_would() {
    let named = |arguments: &str| {
        let value = json::parse(arguments, 1 << 20).expect("JSON");
        read("lookup", value.as_object().expect("an object")).identity_bound
    };
    for arguments in [
        r#"{"arguments":"{\"customer_id\":7}"}"#,
        r#"{"body":" {\"filter\":[{\"email\":\"x\"}]}"}"#,
        r#"{"arguments":"\"{\\\"user\\\":\\\"ada\\\"}\""}"#,
        // Others may read a text that is not read here.
        r#"{"args":"{\"customer_id\":1,\"customer_id\":2}"}"#,
        r#"{"args":"{'a': 1, \"customer_id\" : 2}"}"#,
    ] {
        assert!(named(arguments), "{arguments}");
    }
    for arguments in [
        r#"{"arguments":"{\"city\":\"Paris\"}"}"#,
        r#"{"arguments":"{\"customer_id\":null}"}"#,
        r#"{"query":"[draft] \"customer_id\""}"#,
        r#"{"args":"[1] and \"this\""}"#,
        r#"{"q":"{\"customer_id\":1,\"customer_id\":2}"}"#,
    ] {
        assert!(!named(arguments), "{arguments}");
    }
    // Texts in texts: after a few nobody follows.
    let mut text = String::from("[]");
    for depth in 0..8 {
        let arguments = format!("{{\"x\":{}}}", serde_json::to_string(&text).unwrap());
        assert_eq!(named(&arguments), depth >= 4, "{depth}");
        text = serde_json::to_string(&text).unwrap();
    }
}

#[test]
fn calls_too_deep_to_follow_are_executions() {
    let mut arguments = String::from(r#"{"name":"frob","arguments":{}}"#);
    for depth in 1..=5 {
        let class = acting(calls("call_tool", &arguments));
        assert_eq!(class, (depth > 4).then_some(Exec), "{depth}");
        arguments = format!(r#"{{"name":"call_tool","arguments":{arguments}}}"#);
    }
}

#[test]
fn what_is_called_can_remove() {
    assert!(calls("call_tool", r#"{"name":"wipe_disk","arguments":{}}"#).removes);
    assert!(!calls("call_tool", r#"{"name":"read","arguments":{"x":"wipe"}}"#).removes);
}
