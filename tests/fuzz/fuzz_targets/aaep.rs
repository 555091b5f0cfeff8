//! Whatever comes as events and replies, there is a report, and a stream finds all that an event alone
//! shows. What the long form of a report says is JSON.
#![no_main]

use aana_core::Gate;
use aana_formats::{
    Rule as _, Severity,
    aaep::{StreamChecker, check, check_event, check_handshake, check_reply, text},
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| {
    let mut checker = StreamChecker::new();
    for line in input.lines() {
        let alone = check_event(line);
        let _ = (check(line), check_reply(line), check_handshake(line));
        let at = checker.items();
        let report = checker.item_text(line);
        let is_event =
            report.reply.is_none() && !line.contains("\"x_marker\"") && !line.contains(".reply")
                && !line.contains("subscription.");
        if is_event && !line.contains("\\u") {
            for finding in alone.findings() {
                // The size in bytes is that of the text for one, and of the compact form for the other.
                let sized = finding.rule.severity() == Severity::Warning;
                let there = |found: &aana_formats::aaep::StreamFinding| {
                    found.index == at
                        && found.finding.rule == finding.rule
                        && found.finding.place == finding.place
                };
                assert!(sized || report.findings.iter().any(there), "{finding:?}");
            }
        }
    }
    checker.finish();
    let said = text::check_stream(input);
    serde_json::from_str::<serde_json::Value>(&said).expect("a report is JSON");
    let (session, request) = input.split_once('\n').unwrap_or((input, ""));
    let said = text::session_step(&Gate::default(), session, request);
    serde_json::from_str::<serde_json::Value>(&said).expect("an answer is JSON");
});
