//! Documents made to cost: work grows with their length and no faster. Allocations stand for work, since
//! every finding, pointer and mark is one.

#[path = "../../../core/tests/support/worst.rs"]
#[allow(dead_code, reason = "not every text is made of a form")]
mod worst;

use std::fmt::Write as _;

use aana_formats::{
    Rule as _,
    aaep::{StreamChecker, StreamFinding, StreamFindingList, check_event, check_reply, text},
};

/// What it costs to check `text`, in bytes that are allocated.
fn cost(check: impl Fn(&str), text: &str) -> u64 {
    allocation_counter::measure(|| check(text)).bytes_total
}

fn is_linear(name: &str, check: impl Fn(&str) + Copy, document: impl Fn(usize) -> String) {
    let (small, large) = (document(16 * 1024), document(64 * 1024));
    assert!(large.len() > 60_000, "{name}: {}", large.len());
    let (small, large) = (cost(check, &small) + 4096, cost(check, &large));
    assert!(large < 6 * small, "{name}: {small} bytes grew to {large}");
    worst::holds(name, document, check);
}

fn repeated(before: &str, part: impl Fn(usize) -> String, after: &str, most: usize) -> String {
    let mut text = before.to_owned();
    for index in 0.. {
        let part = part(index);
        if text.len() + part.len() + after.len() > most {
            break;
        }
        text.push_str(&part);
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
    is_linear("uris", event, |most| {
        repeated(
            r#"{"@context":["https://aaep-protocol.org/context/v1""#,
            |n| format!(r#","u:{n}""#),
            "]}",
            most,
        )
    });
    is_linear("arrays", event, |most| {
        repeated(&format!(r#"{HEAD},"x":[0"#), |n| format!(",[{n}]"), "]}", most)
    });
    is_linear("objects", event, |most| {
        repeated(&format!(r#"{HEAD},"x":[0"#), |_| r#",{"":1}"#.into(), "]}", most)
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

/// A report is cut and says so; what is left out still counts.
#[test]
fn reports_are_cut() {
    let rules = |event: &str| -> Vec<&'static str> {
        check_event(event).findings().iter().map(|it| it.rule.id()).collect()
    };
    let event = |members: usize| {
        let mut event = HEAD.to_owned();
        for n in 0..members {
            write!(event, r#","m{n}":{n}"#).unwrap();
        }
        event + "}"
    };
    // Beside the members there is one warning: that there are many.
    assert_eq!(rules(&event(999)).len(), 1_000);
    assert!(!rules(&event(999)).contains(&"report.too-many"));
    assert_eq!(rules(&event(5_000)).len(), 1_001);
    assert!(rules(&event(5_000)).contains(&"report.too-many"));

    let finding = |severity: &str| -> (bool, usize, String) {
        let line = match severity {
            "error" => "1".to_owned(),
            _ => {
                HEAD.replace("tool.invoked", "awaiting.confirmation").replace(r#""tool":"a","#, "")
                    + r#","urgency":"critical","action":"a","consequence":"a","reply_token":"rpl_1","timeout_seconds":9,"risk_level":"high","default_decision":"accept"}"#
            }
        };
        let mut list = StreamFindingList::default();
        let mut checker = StreamChecker::new();
        for _ in 0..3_000 {
            let report = checker.item_text(&line);
            let kept = |it: &StreamFinding| it.finding.rule.severity().as_str() == severity;
            list.extend(report.findings.into_iter().filter(kept));
        }
        let valid = list.is_valid();
        let findings = list.into_findings();
        (valid, findings.len(), findings.last().map_or("", |it| it.finding.rule.id()).to_owned())
    };
    assert_eq!(finding("error"), (false, 1_001, "report.too-many".to_owned()));
    assert_eq!(finding("warning"), (true, 1_001, "report.too-many".to_owned()));
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
