//! `aana check --jsonl`: a line in, a line out.

use aana_core::Gate;
use aana_core::contract::Route;

use crate::run::{NOW, NOW_MS, Run, aana, aana_with, example, file};

const ACCEPTED: &str = r#"{"tool_name":"search_docs","tool_category":"public_read","authorization_state":"none","evidence_refs":[],"risk_domain":"research","proposed_arguments":{},"recommended_route":"accept"}"#;

fn recommending(route: &str) -> String {
    ACCEPTED
        .replace(r#""recommended_route":"accept""#, &format!(r#""recommended_route":"{route}""#))
}

/// The decisions that the gate itself takes about these lines.
fn decisions<'l>(lines: impl IntoIterator<Item = &'l [u8]>) -> Vec<String> {
    let gate = Gate::default();
    lines.into_iter().map(|line| gate.check_bytes(line, NOW_MS).to_json()).collect()
}

fn lines_of(run: &Run) -> Vec<&str> {
    assert!(run.stdout.is_empty() || run.stdout.ends_with('\n'));
    run.stdout.lines().collect()
}

#[test]
fn every_line_gets_its_decision_in_order_whatever_is_in_it() {
    let long = [b"{\"tool_name\":\"", vec![b'x'; 2 << 20].as_slice(), b"\"}"].concat();
    let limit = [b"\"", vec![b'y'; (1 << 20) - 2].as_slice(), b"\""].concat();
    let crlf = format!("{ACCEPTED}\r");
    let lines: [&[u8]; 16] = [
        ACCEPTED.as_bytes(),
        b"",
        crlf.as_bytes(),
        b"\xff\xfe{}",
        &long,
        b"\r",
        b"[]",
        b"   ",
        &limit,
        b"{\"a\":1,\"a\":2}",
        b"\0",
        b"{} {}",
        b"\xef\xbb\xbf{}",
        "\u{2028}\u{85}\u{b}".as_bytes(),
        &long,
        ACCEPTED.as_bytes(), // and no line feed behind it
    ];
    let expected = decisions(lines);
    let input = lines.join(&b'\n');
    for jobs in ["1", "3", "16"] {
        let arguments = ["check", "--jsonl", "--now", NOW, "--jobs", jobs];
        let run = aana_with(&arguments, &input);
        assert_eq!(run.code, 12);
        assert_eq!(lines_of(&run), expected, "{jobs} jobs");
    }
    let ended =
        aana_with(&["check", "--jsonl", "--now", NOW], &[&input, b"\n".as_slice()].concat());
    assert_eq!(lines_of(&ended), expected);
}

#[test]
fn the_order_holds_when_some_events_take_longer() {
    let slow = format!(r#"{{"tool_name":"{}"}}"#, "a.b_".repeat(20_000));
    let lines: Vec<Vec<u8>> = (0..3000)
        .map(|number| match number % 97 {
            0 => slow.clone().into_bytes(),
            _ => ACCEPTED.replace("search_docs", &format!("search_docs_{number}")).into_bytes(),
        })
        .collect();
    let run = aana_with(&["check", "--jsonl", "--now", NOW, "--jobs", "8"], &lines.join(&b'\n'));
    let expected = decisions(lines.iter().map(Vec::as_slice));
    assert!(lines_of(&run) == expected, "the lines differ");
}

#[test]
fn the_exit_code_is_that_of_the_strictest_route() {
    let codes = [("accept", 0), ("ask", 10), ("defer", 11), ("refuse", 12)];
    assert_eq!(codes.map(|(route, _)| route), *Route::WORDS);
    for (index, (_, code)) in codes.into_iter().enumerate() {
        // The strictest stands in the middle: neither the first nor the last line decides alone.
        let routes = codes[..=index].iter().chain(codes[..index].iter().rev());
        let lines: Vec<String> = routes.map(|(route, _)| recommending(route)).collect();
        let run = aana_with(&["check", "--jsonl"], lines.join("\n").as_bytes());
        assert_eq!(run.code, code);
    }
}

#[test]
fn an_input_without_lines_is_nothing_to_check() {
    for more in [[].as_slice(), &["--quiet"], &["--format", "json"], &["--mode", "shadow"]] {
        let run = aana_with(&[&["check", "--jsonl"], more].concat(), b"");
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{more:?}");
        let said = "error: there is nothing to check: the standard input has no lines\n";
        assert_eq!(run.stderr, said, "{more:?}");
    }
    let path = file("no_lines.jsonl", b"");
    let run = aana(&["check", "--jsonl", &path]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert_eq!(run.stderr, format!("error: there is nothing to check: `{path}` has no lines\n"));
}

#[test]
fn a_blank_line_and_a_line_that_was_cut_are_refused() {
    let accepted = format!("{ACCEPTED}\n");
    assert_eq!(aana_with(&["check", "--jsonl", "--now", NOW], accepted.as_bytes()).code, 0);
    for blank in ["\n", "\n\n\n", " \n\t\r\n", "\u{feff}\n"] {
        assert_eq!(aana_with(&["check", "--jsonl"], blank.as_bytes()).code, 12, "{blank:?}");
        let after = format!("{accepted}{blank}");
        assert_eq!(aana_with(&["check", "--jsonl"], after.as_bytes()).code, 12, "{blank:?}");
    }
    for cut in 1..ACCEPTED.len() {
        if cut % 16 == 1 {
            let text = format!("{accepted}{}", &ACCEPTED[..cut]);
            let run = aana_with(&["check", "--jsonl", "--quiet", "--now", NOW], text.as_bytes());
            assert_eq!((run.code, lines_of(&run).len()), (12, 2), "{cut}");
        }
    }
}

#[test]
fn a_file_and_the_standard_input_give_the_same() {
    let events = example("events.jsonl");
    let expected = decisions(events.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()));
    let from_file = aana(&["check", "examples/events.jsonl", "--jsonl", "--now", NOW]);
    let from_stream = aana_with(&["check", "--jsonl", "--format", "json", "--now", NOW], &events);
    assert_eq!(lines_of(&from_file), expected);
    assert_eq!((from_file.code, &from_file.stdout), (from_stream.code, &from_stream.stdout));
}

#[test]
fn the_table_is_on_the_standard_error() {
    let lines = [ACCEPTED.to_owned(), recommending("ask"), "[]".to_owned(), "[]".to_owned()];
    let run = aana_with(&["check", "--jsonl"], lines.join("\n").as_bytes());
    let expected = "\
route    events    share
accept        1   25.0 %
ask           1   25.0 %
defer         0    0.0 %
refuse        2   50.0 %

events  blocker
     2  schema_validation_failed

4 events in ";
    assert!(run.stderr.starts_with(expected), "{}", run.stderr);
    // No terminal, so neither a bar nor colour.
    assert!(!run.stderr.contains(['\u{1b}', '\r']), "{}", run.stderr);

    let quiet = aana_with(&["check", "--jsonl", "--quiet"], lines.join("\n").as_bytes());
    assert_eq!((quiet.code, quiet.stderr.as_str()), (12, ""));
    assert_eq!(lines_of(&quiet).len(), 4);
}

#[test]
fn the_policy_counts_for_every_line() {
    let policy = r#"{"max_event_bytes": 300, "tools": {"search_*": {"route_floor": "defer"}}}"#;
    let path = file("floor.json", policy.as_bytes());
    let lines = [
        ACCEPTED.to_owned(),
        ACCEPTED
            .replace("{}", r#"{"q":"a long question, 300 bytes"}"#)
            .replace("a long", &"long ".repeat(50)),
    ];
    let arguments = ["check", "--jsonl", "--now", NOW, "--mode", "shadow", "--policy", &path];
    let run = aana_with(&arguments, lines.join("\n").as_bytes());
    let gate = Gate::new(policy).unwrap().with_mode(aana_core::contract::Mode::Shadow);
    let expected = lines.map(|line| gate.check(&line, NOW_MS).to_json());
    assert_eq!((run.code, lines_of(&run)), (12, expected.iter().map(String::as_str).collect()));
    assert!(expected[0].contains("policy_route_floor") && expected[1].contains("event_too_large"));
}
