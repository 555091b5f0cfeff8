//! The views for people: what they say, in which colour, and what they never say.

use crate::run::{NOW, aana, aana_with, command, run};

const ESCAPE: char = '\u{1b}';

#[test]
fn a_check_at_a_glance() {
    let expected = "\
route          ask: do not run it yet; ask, then check again
tool           send_email
category       write
authorization  declared user_claimed, supported authenticated, effective user_claimed, required confirmed
recommended    accept, by the runtime

blockers
  write_missing_validation_or_confirmation
    a write needs its target validated and the action confirmed
  high_risk_write_missing_explicit_confirmation
    a high-risk write needs the user's explicit confirmation

warnings
  quickstart_evidence_refs  at `/evidence_refs/0`
    string evidence refs are for quickstarts; production wants structured refs

what is needed
  the authorization state `confirmed`
  credible evidence of the kind `approval`

next: validate the target and ask the user to confirm exactly this action, then check again

in words: aana explain; the whole decision: --format json
";
    assert_eq!(aana(&["check", "examples/send_email.json", "--now", NOW]).stdout, expected);
}

#[test]
fn an_explanation_says_what_why_and_what_next() {
    let run = aana(&["explain", "examples/send_email.json", "--now", NOW]);
    let expected = "\
The route is ask: do not run it yet; ask, then check again.

What was found
- `send_email` is a tool of the category `write`, in the domain `customer_support`.
- Its name reads as `SEND`, and its risk is medium; what it does cannot be undone. It is a high-risk write.
- The event declares the authorization state `user_claimed` and its evidence supports `authenticated`, so that `user_claimed` counts; the call requires `confirmed`.
- The gate looked at 1 evidence ref; 1 can be relied on.

Why this route
- The authorization is too weak for the category of the tool. (authorization_insufficient)
- A write needs its target validated and the action confirmed. (write_missing_validation_or_confirmation)
- A high-risk write needs the user's explicit confirmation. (high_risk_write_missing_explicit_confirmation)
- The rules give `ask`, the runtime recommended `accept`; the stricter holds.

Worth fixing, though it does not change the route
- String evidence refs are for quickstarts; production wants structured refs. At `/evidence_refs/0`. (quickstart_evidence_refs)

What would change it
- It needs the authorization state `confirmed`.
- It needs credible evidence of the kind `approval`.
- Next: validate the target and ask the user to confirm exactly this action, then check again.
";
    assert_eq!((run.code, run.stdout.as_str()), (10, expected));
}

#[test]
fn a_reclassified_tool_is_shown_with_both_categories() {
    let event = br#"{"tool_name":"delete_file","tool_category":"public_read",
        "authorization_state":"none","evidence_refs":[],"risk_domain":"devops",
        "proposed_arguments":{},"recommended_route":"refuse"}"#;
    let check = aana_with(&["check"], event).stdout;
    assert!(check.contains("category       public_read -> write\n"), "{check}");
    let explained = aana_with(&["explain", "--mode", "shadow"], event).stdout;
    for sentence in [
        "was declared a tool of the category `public_read`, in the domain `devops`; the gate takes it for `write`.",
        "There is no evidence.",
        "At `/evidence_refs`. (missing_evidence_refs)",
        "The rules give `defer`, the runtime recommended `refuse`; the stricter holds.",
        "In the mode `shadow` the host goes on, whatever was decided.",
    ] {
        assert!(explained.contains(sentence), "{sentence}\n{explained}");
    }
}

#[test]
fn a_malformed_event_is_shown_with_each_fault() {
    let event = br#"{"tool_name": 7, "evidence_refs": [{}]}"#;
    for command in ["check", "explain", "validate"] {
        let run = aana_with(&[command], event);
        assert_eq!(run.code, 12);
        for fact in ["`/tool_name`", "`tool_name` is a number; a string is allowed", "wrong_type"] {
            assert!(run.stdout.contains(fact), "{command}: {fact}\n{}", run.stdout);
        }
    }
}

#[test]
fn a_long_list_is_cut_at_a_glance_and_whole_in_words() {
    let event = format!("{{{}\"tool_name\": \"x\"}}", "\"evidence_refs\": [1,2,3,4,5,6,7,8,9,10],");
    let check = aana_with(&["check"], event.as_bytes()).stdout;
    assert!(check.contains("  and 3 more: aana validate\n"), "{check}");
    assert!(!check.contains("recommended_route"), "{check}");
    let explained = aana_with(&["explain"], event.as_bytes()).stdout;
    assert!(explained.contains("At `/recommended_route`: "), "{explained}");
}

#[test]
fn no_view_shows_a_value_or_lets_a_name_steer_the_terminal() {
    let event = "{\"tool_name\":\"s\u{435}nd\\u001b[2J\u{202e}\",\"tool_category\":\"write\",
        \"authorization_state\":\"confirmed\",\"risk_domain\":\"devops\",
        \"user_intent\":\"the intent of the user\",\"un\\u001b]known\":1,
        \"evidence_refs\":[{\"source_id\":\"a\",\"kind\":\"approval\",\"trust_tier\":\"verified\",
        \"redaction_status\":\"redacted\",\"summary\":\"the summary of the ref\"}],
        \"proposed_arguments\":{\"to\":\"customer@example.com\",\"token\":\"the value\"},
        \"recommended_route\":\"accept\"}";
    for arguments in [["check"].as_slice(), &["explain"], &["validate"]] {
        let run = aana_with(arguments, event.as_bytes());
        let shown = run.stdout + &run.stderr;
        for hidden in ["customer@example.com", "the value", "the summary", "the intent"] {
            assert!(!shown.contains(hidden), "{arguments:?} shows {hidden}");
        }
        assert!(shown.chars().all(|sign| matches!(sign, '\n' | ' '..='~')), "{shown:?}");
    }
    let check = aana_with(&["check"], event.as_bytes()).stdout;
    assert!(check.contains(r"tool           s\u{435}nd\u{1b}[2J\u{202e}"), "{check}");
    assert!(check.contains(r"unknown_field  at `/un\u{1b}]known`"), "{check}");
}

#[test]
fn colour_is_for_terminals_and_as_the_environment_says() {
    let calls: [&[&str]; 4] = [
        &["check", "examples/send_email.json", "--now", NOW],
        &["explain", "examples/send_email.json", "--now", NOW],
        &["validate", "examples/malformed.json"],
        &["codes"],
    ];
    for arguments in calls {
        let plain = aana(arguments);
        assert!(!plain.stdout.contains(ESCAPE), "{arguments:?}");

        let mut forced = command(arguments);
        forced.env("CLICOLOR_FORCE", "1");
        let forced = run(forced, b"");
        assert!(forced.stdout.contains(ESCAPE), "{arguments:?}");
        assert_eq!(without_colour(&forced.stdout), plain.stdout);

        let mut refused = command(arguments);
        refused.env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1");
        assert_eq!(run(refused, b""), plain);
    }
}

#[test]
fn what_is_for_machines_is_never_coloured() {
    for arguments in [
        ["check", "examples/send_email.json", "--format", "json"].as_slice(),
        &["check", "examples/events.jsonl", "--jsonl"],
        &["validate", "examples/malformed.json", "--format", "json"],
        &["codes", "--format", "json"],
        &["completions", "fish"],
    ] {
        let mut forced = command(arguments);
        forced.env("CLICOLOR_FORCE", "1");
        assert!(!run(forced, b"").stdout.contains(ESCAPE), "{arguments:?}");
    }
}

/// Takes out escape sequences that set a style.
fn without_colour(text: &str) -> String {
    let mut parts = text.split(ESCAPE);
    let mut plain = parts.next().unwrap().to_owned();
    for part in parts {
        plain.push_str(part.split_once('m').unwrap().1);
    }
    plain
}
