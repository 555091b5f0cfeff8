//! How much a decision can grow with what somebody else wrote: nothing that an event holds, however
//! often, is repeated or kept without limit. Bytes and allocations are counted, never time.

#[path = "support/decision.rs"]
mod decision;
#[path = "support/large.rs"]
mod large;

use std::fmt::Write as _;

use aana_core::{
    Fault, Gate, Step,
    codes::{Blocker, FaultCode, Warning},
    contract::Route,
    validate_event,
};
use allocation_counter::measure;
use serde_json::{Value, json};

use large::{KEY, event, filled, hostile};

/// How large the events are.
const MEBIBYTE: usize = 1 << 20;

/// The most bytes that a decision has, whatever the event.
const MOST_BYTES: usize = 400_000;

/// Every list in a decision, with the most that it holds and the member that counts what was left out.
fn lists(json: &Value, at: &str, found: &mut Vec<String>) {
    match json {
        Value::Object(members) => {
            for (key, value) in members {
                lists(value, &format!("{at}/{key}"), found);
                let Some(items) = value.as_array() else { continue };
                let total = members.get(&format!("{key}_total"));
                let most = if key == "warnings" { 136 } else { 100 };
                assert!(items.len() <= most, "{at}/{key} holds {}", items.len());
                if let Some(total) = total {
                    assert!(total.as_u64().unwrap() > items.len() as u64, "{at}/{key}_total");
                    found.push(format!("{at}/{key}"));
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| lists(item, at, found)),
        Value::String(text) => assert!(text.len() <= 1024, "a text of {} bytes", text.len()),
        _ => {}
    }
}

#[test]
fn no_event_makes_a_decision_large() {
    let mut cut = std::collections::BTreeSet::new();
    for (name, event) in hostile() {
        assert!(event.len() <= MEBIBYTE, "{name}: {}", event.len());
        for policy in
            ["{}", r#"{"secret_arguments":"warn"}"#, r#"{"evidence_profile":"production"}"#]
        {
            let gate = Gate::new(policy).unwrap();
            let decision = gate.check(&event, 0);
            let text = decision.to_json();
            assert!(text.len() <= MOST_BYTES, "{name}: {} bytes", text.len());
            let mut found = Vec::new();
            lists(&decision::well_formed(&decision), "", &mut found);
            cut.extend(found);
        }
    }
    // Between them they fill every list that an event can make long.
    let expected = [
        "/architecture_decision/audit_event/evidence_refs/contradictory",
        "/architecture_decision/audit_event/evidence_refs/missing",
        "/architecture_decision/audit_event/evidence_refs/used",
        "/architecture_decision/audit_event/proposed_argument_keys",
        "/architecture_decision/audit_event/validation_errors",
        "/architecture_decision/evidence_refs/contradictory",
        "/architecture_decision/evidence_refs/missing",
        "/architecture_decision/evidence_refs/used",
        "/audit_event/evidence_refs/contradictory",
        "/audit_event/evidence_refs/missing",
        "/audit_event/evidence_refs/used",
        "/audit_event/proposed_argument_keys",
        "/audit_event/validation_errors",
        "/evidence_integrity/contradictory_source_ids",
        "/evidence_integrity/issues",
        "/evidence_integrity/missing_source_ids",
        "/evidence_integrity/used_source_ids",
        "/recovery/needs",
        "/validation_errors",
        "/warnings",
    ];
    assert_eq!(cut.into_iter().collect::<Vec<_>>(), expected);
}

/// What is made for the report is made for what is listed, and only for that.
#[test]
fn no_event_makes_a_check_collect_what_it_does_not_list() {
    let gate = Gate::default();
    let mut told = String::new();
    for (name, event) in hostile() {
        let decision = gate.check(&event, 0);
        let long_form = measure(|| {
            std::hint::black_box(decision.to_json());
        });
        let whole = measure(|| {
            std::hint::black_box(gate.check(&event, 0).route());
        });
        writeln!(
            told,
            "{name}: long form {} times {} bytes, check {} times {} bytes",
            long_form.count_total, long_form.bytes_max, whole.count_total, whole.bytes_max
        )
        .unwrap();
        // The canonical text for the digest is as long as the arguments, and grows by doubling.
        assert!(long_form.bytes_max <= 4_000_000, "{told}");
        assert!(whole.bytes_max <= 40 * event.len() as u64, "{told}");
        assert_eq!((long_form.count_current, whole.count_current), (0, 0), "{told}");
        let faulty = !decision.validation_errors().is_empty();
        let refused = measure(|| {
            std::hint::black_box(validate_event(&event));
        });
        if faulty {
            // Objects with members are read before their faults are known.
            let made = refused.count_total;
            assert!(made < 700 || name.contains("five faults"), "{name}: {made} allocations");
        }
    }
    eprintln!("{told}");
}

/// Neither the route nor a blocker depends on what is listed: what stands last counts like the first.
#[test]
fn what_is_left_out_still_counts() {
    let fresh = |id: usize| {
        format!(
            r#"{{"source_id":"s{id}","kind":"approval","trust_tier":"verified","redaction_status":"redacted","freshness":{{"status":"fresh"}},"provenance":"console"}}"#
        )
    };
    let weak = r#"{"source_id":"w"}"#;
    let refs: Vec<String> = (0..150).map(fresh).chain(vec![weak.to_owned(); 300]).collect();
    let accepted = event(&refs.join(","), r#""id":7"#, "");
    let gate = Gate::default();
    let decision = gate.check(&accepted, 0);
    assert_eq!(decision.route(), Route::Accept);
    let json = decision::well_formed(&decision);
    assert_eq!(json["evidence_integrity"]["used_source_ids_total"], 150);
    assert_eq!(json["evidence_integrity"]["issues_total"], 150 * 2 + 300 * 5);

    let stale = fresh(7).replace(r#""fresh""#, r#""stale""#);
    let last = event(&format!("{},{stale}", refs.join(",")), r#""id":7"#, "");
    let decision = gate.check(&last, 0);
    let json = decision::well_formed(&decision);
    assert_eq!(decision.route(), Route::Defer);
    assert!(decision.hard_blockers().contains(Blocker::StaleEvidence));
    // What blocks is listed before what does not.
    let blocks = json!({
        "level": "blocker", "code": "stale_evidence", "path": "/evidence_refs/450/freshness"
    });
    assert!(json["evidence_integrity"]["issues"].as_array().unwrap().contains(&blocks));
    assert_eq!(json["recovery"]["needs"], json!([{"fix": "/evidence_refs/450/freshness"}]));

    let secret = event(
        &fresh(7),
        &format!(
            "{},\"last\":[{}]",
            filled(|index| format!(r#""k{index}":0"#)).split_at(8000).0.rsplit_once(',').unwrap().0,
            vec![format!(r#""{KEY}""#); 400].join(",")
        ),
        "",
    );
    let decision = gate.check(&secret, 0);
    let json = decision::well_formed(&decision);
    assert_eq!(decision.hard_blockers().iter().collect::<Vec<_>>(), [Blocker::ArgumentSecretLeak]);
    assert_eq!(json["recovery"]["needs"][99], json!({"remove": "/proposed_arguments/last/99"}));
    assert_eq!(json["recovery"]["needs_total"], 400);
    assert_eq!(json["evidence_integrity"]["issues_total"], 402);
}

/// Up to the limit everything is listed and nothing is counted; one more, and it is.
#[test]
fn a_hundred_are_listed_and_one_more_is_counted() {
    let gate = Gate::default();
    for count in [99, 100, 101, 250] {
        let fields: Vec<String> = (0..count).map(|index| format!(r#","x{index}":0"#)).collect();
        let text = event(r#""approval:7""#, "", &fields.concat());
        let decision = gate.check(&text, 0);
        let json = decision::well_formed(&decision);
        assert!(decision.warnings().contains(Warning::UnknownField));
        // One warning is about the string.
        let warnings = json["warnings"].as_array().unwrap();
        assert_eq!(warnings.len(), 1 + count.min(100));
        assert_eq!(warnings.last().unwrap(), &format!("unknown_field:/x{}", count.min(100) - 1));
        let total = json.get("warnings_total").and_then(Value::as_u64);
        assert_eq!(total, (count > 100).then_some(count as u64 + 1));

        let text = event(&vec!["1"; count].join(","), "", "");
        let decision = gate.check(&text, 0);
        let json = decision::well_formed(&decision);
        assert_eq!(decision.validation_errors_total(), count);
        assert_eq!(decision.validation_errors().len(), count.min(100));
        assert_eq!(validate_event(&text), decision.validation_errors());
        for totals in [&json, &json["audit_event"]] {
            let total = totals.get("validation_errors_total").and_then(Value::as_u64);
            assert_eq!(total, (count > 100).then_some(count as u64));
        }
        let total = json["recovery"].get("needs_total").and_then(Value::as_u64);
        assert_eq!(total, (count > 100).then_some(count as u64));
    }
}

/// A pointer has at most 512 bytes, is cut between two characters and never inside of an escape.
#[test]
fn a_long_pointer_is_cut_where_it_stays_one() {
    for (name, shown) in [("k", "k"), ("~", "~0"), ("/", "~1"), ("é", "é"), ("😀", "😀")] {
        let mut seen = std::collections::BTreeSet::new();
        for length in 0..60 {
            let key = format!("{}{}", "p".repeat(length), name.repeat(40));
            let steps = vec![Step::Key(&key); 12];
            let whole = format!("/{}{}", "p".repeat(length), shown.repeat(40)).repeat(12);
            let pointer = Step::pointer(&steps);
            if whole.len() <= 512 {
                assert_eq!(pointer, whole);
                continue;
            }
            let kept = pointer.strip_suffix('…').expect("a pointer that was cut says so");
            assert!(whole.starts_with(kept) && !kept.ends_with('~'), "{pointer}");
            assert!((505..=512).contains(&pointer.len()), "{}", pointer.len());
            seen.insert(pointer.len());
        }
        assert!(!seen.is_empty());
    }
    let steps = [Step::Key(&"k".repeat(256)), Step::Key(&"k".repeat(254))];
    assert_eq!(Step::pointer(&steps).len(), 512);
    assert!(!Step::pointer(&steps).ends_with('…'));
}

/// What a host reports is cut in the same way.
#[test]
fn the_faults_of_a_host_are_listed_like_others() {
    let faults = |count: usize| -> Vec<Fault> {
        let fault = Fault {
            path: "/é".repeat(1000),
            code: FaultCode::ArgumentsInvalid,
            message: "é ".repeat(1000),
        };
        vec![fault; count]
    };
    let decision = Gate::default().refuse(faults(5000), 0);
    assert_eq!(decision.validation_errors_total(), 5000);
    let text = decision.to_json();
    assert!(text.len() < MOST_BYTES, "{} bytes", text.len());
    let mut found = Vec::new();
    lists(&serde_json::from_str(&text).unwrap(), "", &mut found);
    assert_eq!(found.len(), 4, "{found:?}");
}

/// A name has at most 256 bytes, whatever its characters.
#[test]
fn a_tool_has_a_name_and_no_text() {
    for (name, fits) in [
        ("a".repeat(256), true),
        ("a".repeat(257), false),
        ("é".repeat(128), true),
        ("é".repeat(129), false),
        ("😀".repeat(64), true),
        ("😀".repeat(65), false),
    ] {
        let text = event("", "", "").replace("send_report", &name);
        let gate = Gate::default();
        let decision = gate.check(&text, 0);
        let faults: Vec<_> =
            decision.validation_errors().iter().map(|it| (it.path.as_str(), it.code)).collect();
        let expected = [("/tool_name", FaultCode::TooLong)];
        assert_eq!(faults, expected[usize::from(fits)..], "{} bytes", name.len());
        let pattern = format!(r#"{{"tools":{{"{name}":{{}}}}}}"#);
        assert_eq!(Gate::new(&pattern).is_ok(), fits, "{} bytes", name.len());
    }
}

/// A policy's faults and its patterns have a number as well.
#[test]
fn a_policy_has_only_so_many_patterns() {
    let tools = |count: usize| {
        let tools: Vec<String> =
            (0..count).map(|index| format!(r#""t{index}":{{"#) + "}").collect();
        format!(r#"{{"tools":{{{}}}}}"#, tools.join(","))
    };
    assert!(Gate::new(&tools(10_000)).is_ok());
    let error = Gate::new(&tools(10_001)).unwrap_err();
    let faults: Vec<_> = error.faults().iter().map(|it| (it.path.as_str(), it.code)).collect();
    assert_eq!(faults, [("/tools", FaultCode::TooLong)]);

    let wrong: Vec<String> = (0..5000).map(|index| format!(r#""x{index}":1"#)).collect();
    let error = Gate::new(&format!("{{{}}}", wrong.join(","))).unwrap_err();
    assert_eq!(error.faults().len(), 100);
    let told = error.to_string();
    assert!(told.ends_with("; and more, 5000 in all") && told.len() < 20_000, "{told}");
}
