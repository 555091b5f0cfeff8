//! Documents made to cost: work grows with their length and no faster. Allocations stand for work, since
//! every finding, pointer and mark is one.

use aana_formats::aaep::{StreamChecker, check_event, check_reply, text};

/// What it costs to check `text`, in bytes that are allocated.
fn cost(check: impl Fn(&str), text: &str) -> u64 {
    allocation_counter::measure(|| check(text)).bytes_total
}

fn is_linear(name: &str, check: impl Fn(&str) + Copy, document: impl Fn(usize) -> String) {
    let (small, large) = (document(16 * 1024), document(64 * 1024));
    assert!(large.len() > 60_000, "{name}: {}", large.len());
    let (small, large) = (cost(check, &small) + 4096, cost(check, &large));
    assert!(large < 6 * small, "{name}: {small} bytes grew to {large}");
}

fn repeated(before: &str, part: impl Fn(usize) -> String, after: &str, most: usize) -> String {
    let mut text = before.to_owned();
    for index in 0.. {
        if text.len() + after.len() >= most {
            break;
        }
        text.push_str(&part(index));
    }
    text + after
}

const HEAD: &str = r#"{"@context":"https://aaep-protocol.org/context/v1","type":"aaep:agent.tool.invoked","event_id":"evt_1","session_id":"sess_1","timestamp":"2026-06-30T14:22:11Z","producer":{"agent_id":"g"},"tool":"a","summary_normal":"a""#;

#[test]
fn events_cost_what_they_weigh() {
    let event = |text: &str| drop(check_event(text));
    is_linear("members", event, |most| repeated(HEAD, |n| format!(r#","m{n}":{n}"#), "}", most));
    is_linear("languages", event, |most| {
        let head = format!(r#"{HEAD},"localization_hints":{{"available_languages":["a""#);
        repeated(&head, |n| format!(r#","_{n}""#), "]}}", most)
    });
    is_linear("extensions", event, |most| {
        repeated(
            &format!(r#"{HEAD},"extensions":{{"a":1"#),
            |n| format!(r#","b{n}":1"#),
            "}}",
            most,
        )
    });
    is_linear("secrets", event, |most| {
        repeated(
            &format!(r#"{HEAD},"args_summary":""#),
            |_| "password: a.eyJ@-1_".into(),
            "\"}",
            most,
        )
    });
    is_linear("contexts", event, |most| {
        repeated(
            r#"{"@context":["https://aaep-protocol.org/context/v1""#,
            |_| ",1".into(),
            "]}",
            most,
        )
    });
    is_linear("nesting", event, |most| repeated("[", |_| "[".into(), "", most));
    is_linear("keys", event, |most| repeated("{\"", |_| "~/".into(), "\":1}", most));
    is_linear(
        "replies",
        |text| drop(check_reply(text)),
        |most| {
            repeated(r#"{"type":"confirmation.reply""#, |n| format!(r#","m{n}":{n}"#), "}", most)
        },
    );
}

#[test]
fn streams_cost_what_they_weigh() {
    let stream = |text: &str| drop(text::check_stream(text));
    let event = |kind: &str, n: usize, more: &str| {
        format!(
            r#"{{"@context":"https://aaep-protocol.org/context/v1","type":"aaep:agent.{kind}","event_id":"evt_{n}","session_id":"sess_1","timestamp":"2026-06-30T14:22:11Z","producer":{{"agent_id":"g"}}{more}}}
"#
        )
    };
    is_linear("open calls", stream, |most| {
        repeated("", |n| event("tool.invoked", n, r#","tool":"a","summary_normal":"a""#), "", most)
    });
    is_linear("open confirmations", stream, |most| {
        let more = |n: usize| {
            format!(
                r#","urgency":"critical","action":"a","consequence":"a","reply_token":"rpl_{n}","timeout_seconds":9,"default_decision":"reject""#
            )
        };
        repeated("", |n| event("awaiting.confirmation", n, &more(n)), "", most)
    });
    is_linear("short lines", stream, |most| repeated("", |_| "1\n".into(), "", most));
}

/// What stays of a long stream is what is open, and a bounded number of marks.
#[test]
fn a_checker_does_not_grow_with_what_is_over() {
    let mut checker = StreamChecker::new();
    let mut lap = |from: usize| {
        allocation_counter::measure(|| {
            for n in from..from + 20_000 {
                let session = n / 2;
                let (kind, more) = if n % 2 == 0 {
                    ("session.started", "")
                } else {
                    ("session.cancelled", r#","cancelled_by":"user""#)
                };
                checker.item_text(&format!(
                    r#"{{"@context":"https://aaep-protocol.org/context/v1","type":"aaep:agent.{kind}","event_id":"evt_{n}","session_id":"sess_{session}","timestamp":"2026-06-30T14:22:11Z","producer":{{"agent_id":"g"}},"summary_normal":"a"{more}}}"#
                ));
            }
        })
        .bytes_current
    };
    // 30 000 marks a lap, of which two generations of 65 536 are kept.
    let mut held = 0;
    for number in 0..10 {
        held += lap(number * 20_000);
        assert!(held < 4 << 20, "{held} bytes after lap {number}");
    }
}
