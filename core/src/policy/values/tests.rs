//! Which rules hold for which arguments.

use super::{Outcome, ValueRules, read_values};
use crate::{event::FieldReader, fault::Path, json};

fn rules(text: &str) -> (ValueRules, Vec<(String, &'static str)>) {
    let mut reader = FieldReader::default();
    let value = json::parse(text, 1 << 20).unwrap();
    let rules = read_values(&mut reader, &Path::Root, "arguments", value);
    let faults = reader.faults.entries().iter();
    (rules, faults.map(|fault| (fault.path.clone(), fault.code.as_str())).collect())
}

#[track_caller]
fn judge(text: &str, arguments: &str) -> Outcome {
    let (rules, faults) = rules(text);
    assert!(faults.is_empty(), "{text}: {faults:?}");
    let arguments = json::parse(arguments, 1 << 20).unwrap();
    rules.judge(arguments.as_object().unwrap())
}

/// Asserts which of these values at `/v` a rule takes.
#[track_caller]
fn takes(rule: &str, holds: &[&str], not: &[&str]) {
    let rules = format!("{{\"/v\": {rule}}}");
    for (values, expected) in [(holds, true), (not, false)] {
        for value in values {
            let found = judge(&rules, &format!("{{\"v\": {value}}}"));
            assert_eq!(found == Outcome::Holds, expected, "{rule} {value}: {found:?}");
        }
    }
}

#[test]
fn values_of_a_list() {
    takes(
        r#"{"one_of": [50, "eu", true]}"#,
        &["50", "50.0", "5e1", "\"50\"", "\"50.00\"", "\"eu\"", "true", "[50, \"eu\"]"],
        &["51", "\"EU\"", "\" eu\"", "false", "null", "{}", "[]", "[50, 51]", "\"5O\"", "\"true\""],
    );
    takes(r#"{"one_of": ["7"]}"#, &["7", "7.0", "\"7\""], &["\"7.0\"", "\"07\"", "70"]);
    takes(r#"{"one_of": [null, 1]}"#, &["null", "1"], &["0", "false", "\"\""]);
}

#[test]
fn numbers_are_exact() {
    takes(
        r#"{"at_most": 100}"#,
        &["100", "100.0", "\"100\"", "\" 99.5 \"", "-5", "0", "1e2"],
        &[
            "100.01",
            "\"100.001\"",
            "1e3",
            "\"EUR 50\"",
            "\"1,0\"",
            "\"1.000\"",
            "\"\"",
            "true",
            "null",
            "[1]",
            "100.00000000000000000000000001",
            "\"ninety\"",
            "9007199254740993",
        ],
    );
    takes(r#"{"at_most": 9007199254740992}"#, &["9007199254740992"], &["9007199254740993"]);
    takes(
        r#"{"at_least": -1, "at_most": "1.5"}"#,
        &["-1", "-0", "1.5"],
        &["-1.01", "1.51", "-100"],
    );
    takes(r#"{"at_least": 1}"#, &["1", "2"], &["0", "-1", "0.999"]);
}

#[test]
fn mail_addresses_go_by_their_domain() {
    takes(
        r#"{"match": ["*@example.com", "*@*.example.com"]}"#,
        &[
            "\"jo@example.com\"",
            "\"jo@EXAMPLE.com\"",
            "\"jo@mail.example.com\"",
            "\"Jo Doe <jo@example.com>\"",
            "\"jo@example.com, ann@example.com\"",
            "\"jo@example.com; ann@example.com\\n\"",
            "[\"jo@example.com\", \"ann@example.com\"]",
        ],
        &[
            "\"jo@evil.example\"",
            "\"jo@example.com.evil.example\"",
            "\"jo@notexample.com\"",
            "\"jo@example.com, eve@evil.example\"",
            "\"jo@example.com;eve@evil.example\"",
            "\"jo@example.com eve@evil.example\"",
            "\"\\\"jo@example.com\\\" <eve@evil.example>\"",
            "\"eve@evil.example <jo@example.com> \\r eve@evil.example\"",
            "\"eve@evil.example@example.com\"",
            "\"jo@ex\\u0430mple.com\"",
            "\"example.com\"",
            "\"\"",
            "[]",
            "[\"jo@example.com\", \"eve@evil.example\"]",
            "[[\"jo@example.com\"]]",
            "7",
        ],
    );
    takes(
        r#"{"not_match": ["*@evil.example"]}"#,
        &["\"jo@example.com\"", "\"jo@example.com, ann@x.example\""],
        &[
            "\"eve@evil.example\"",
            "\"jo@x.example, Eve <EVE@Evil.Example.>\"",
            "\"a@b@evil.example\"",
            "null",
        ],
    );
}

#[test]
fn paths_go_by_components() {
    takes(
        r#"{"match": ["/srv/data/**", "/tmp/*.csv"]}"#,
        &[
            "\"/srv/data/a\"",
            "\"/srv/data/a/b/c.txt\"",
            "\"/srv//data/./a\"",
            "\"/srv/data/x/../y\"",
            "\"/tmp/a.csv\"",
        ],
        &[
            "\"/srv/data\"",
            "\"/srv/data/\"",
            "\"/srv/data/../../etc/passwd\"",
            "\"/srv/data/%2e%2e/%2e%2e/etc\"",
            "\"/srv/database/a\"",
            "\"/tmp/x/a.csv\"",
            "\"/tmp/a.csv/b\"",
            "\"srv/data/a\"",
            "\"../srv/data/a\"",
            "\"file:///srv/data/a\"",
            "\"/srv/data/a\\u0000\"",
            "\"~/srv/data/a\"",
            "\"/SRV/data/a\"",
            "\"/srv/data/a, /etc/passwd\"",
        ],
    );
    takes(
        r#"{"match": ["docs/**"]}"#,
        &["\"docs/a\"", "\"./docs/a\""],
        &["\"a/../../docs/a\"", "\"/docs/a\""],
    );
    takes(
        r#"{"match": ["C:\\data\\**"]}"#,
        &["\"c:/data/a\"", "\"C:\\\\data\\\\b\""],
        &["\"d:/data/a\""],
    );
    takes(
        r#"{"not_match": ["/etc/**"]}"#,
        &["\"/srv/a\"", "\"/etcetera\""],
        &[
            "\"/etc/passwd\"",
            "\"/etc\"",
            "\"/ETC/passwd\"",
            "\"/srv/../etc/x\"",
            "\"/srv/%2e%2e/etc\"",
        ],
    );
}

#[test]
fn addresses_go_by_their_host() {
    takes(
        r#"{"match": ["https://api.example/v1/**", "https://*.cdn.example/*"]}"#,
        &[
            "\"https://api.example/v1/items?x=1,2\"",
            "\"HTTPS://API.example.:443/v1/a\"",
            "\"https://a.cdn.example/x\"",
        ],
        &[
            "\"http://api.example/v1/items\"",
            "\"https://api.example/v2/items\"",
            "\"https://api.example/v1/../v2\"",
            "\"https://api.example/v1/%2e%2e/v2\"",
            "\"https://api.example:8443/v1/items\"",
            "\"https://api.example@evil.example/v1/items\"",
            "\"https://evil.example\\\\@api.example/v1/a\"",
            "\"https://evil.example/v1/a#https://api.example/v1/a\"",
            "\"https://cdn.example/x\"",
            "\"https://a.cdn.example/x/y\"",
            "\"api.example/v1/items\"",
            "\"https://api.example/v1/a, https://evil.example/v1/a\"",
        ],
    );
    takes(
        r#"{"match": ["*.example.com", "example.com"]}"#,
        &[
            "\"https://api.example.com/x\"",
            "\"https://example.com\"",
            "\"example.com\"",
            "\"a.example.com\"",
        ],
        &[
            "\"https://example.com.evil.example\"",
            "\"evil.example/a.example.com\"",
            "\"evil.example?a.example.com\"",
            "\"evil.example#.example.com\"",
            "\"eve@a.example.com\"",
            "\"//evil.example/.example.com\"",
            "\"https:evil.example/.example.com\"",
            "\"https://user@a.example.com/\"",
            "\"http://169.254.169.254/.example.com\"",
        ],
    );
    takes(
        r#"{"not_match": ["evil.example", "https://bad.example/**", "10.0.0.1"]}"#,
        &["\"https://good.example/\"", "\"https://bad.example.org/x\""],
        &[
            "\"https://EVIL.example/\"",
            "\"evil.example/x\"",
            "\"//evil.example\"",
            "\"https://u@evil.example/\"",
            "\"https://bad.example/a\"",
            "\"bad.example/a\"",
            "\"http://10.0.0.1/\"",
            "\"http://0xa000001/\"",
            "\"http://bad.example/A\"",
            "\"https://bad.example:8443/a\"",
            "\"https://b\u{430}d.example/a\"",
        ],
    );
    takes(
        r#"{"not_match": ["https://x.example/Admin/**", "*прод*", "*@почта.example"]}"#,
        &["\"https://x.example/public/a\"", "\"a@other.example\""],
        &[
            "\"https://x.example/ADMIN/a\"",
            "\"ПРОД-1\"",
            "\"a@xn--80a1acny.example\"",
            "\"a@почта.example\"",
        ],
    );
    takes(
        r#"{"match": ["*/reports/**"]}"#,
        &["\"a/reports/b\""],
        &["\"https://reports/b\"", "\"https:a/reports/b\""],
    );
}

#[test]
fn other_texts_go_letter_by_letter() {
    takes(
        r#"{"match": ["staging-*", "Hello, *"]}"#,
        &["\"staging-1\"", "\"staging-\"", "\"Hello, you\""],
        &["\"Staging-1\"", "\"prod-1\"", "\"staging-1/../prod\"", "\"staging-1, prod-1\"", "1"],
    );
    takes(r#"{"match": ["a**z"]}"#, &["\"a/b/z\"", "\"az\""], &["\"az/\""]);
    takes(r#"{"match": ["?-*"]}"#, &["\"a-\"", "\"\u{E9}-x\""], &["\"-x\"", "\"/-x\""]);
    takes(
        r#"{"not_match": ["*prod*"]}"#,
        &["\"staging\"", "\"\""],
        &[
            "\"prod\"",
            "\"PROD-1\"",
            "\"x/prod/y\"",
            "\"a, prod\"",
            "\"\u{440}r\u{43E}d\"",
            "\"pr\u{200B}od\"",
            "7",
        ],
    );
}

#[test]
fn sizes_and_presence() {
    takes(
        r#"{"max_items": 2}"#,
        &["[]", "[1, 2]", "{\"a\": 1}", "\"a@x, b@x\"", "null"],
        &["[1, 2, 3]", "\"a;b;c\"", "1"],
    );
    takes(
        r#"{"max_length": 3}"#,
        &["\"abc\"", "\"\u{E9}\u{E9}\u{E9}\"", "\"\""],
        &["\"abcd\"", "1", "[]"],
    );
    takes(r#"{"absent": true}"#, &["null"], &["0", "\"\"", "false"]);
    takes(r#"{"required": true}"#, &["0", "\"\""], &["null"]);
    for (rule, holds) in [
        (r#"{"required": true}"#, false),
        (r#"{"required": false, "at_most": 1}"#, true),
        (r#"{"at_most": 1}"#, false),
        (r#"{"match": ["*"]}"#, false),
        (r#"{"not_match": ["x"]}"#, false),
        (r#"{"one_of": [null]}"#, false),
        (r#"{"max_items": 0}"#, true),
        (r#"{"absent": true}"#, true),
    ] {
        let found = judge(&format!("{{\"/v\": {rule}}}"), "{\"w\": 1}");
        assert_eq!(found == Outcome::Holds, holds, "{rule}");
    }
}

#[test]
fn pointers_select() {
    for (pointer, arguments, holds) in [
        ("/v", r#"{"v": 1}"#, true),
        ("/v", r#"{"v": 2}"#, false),
        ("/maxAmount", r#"{"max_amount": 2}"#, false),
        ("/max_amount", r#"{"Max-Amount": 1}"#, true),
        ("/v", r#"{"v": 1, "V": 2}"#, false),
        ("/a/b", r#"{"a": {"b": 1}}"#, true),
        ("/a/b", r#"{"a": "b"}"#, false),
        ("/a/1", r#"{"a": [2, 1]}"#, true),
        ("/a/01", r#"{"a": [2, 1]}"#, false),
        ("/a/x", r#"{"a": [1]}"#, false),
        ("/a/*", r#"{"a": [1, 1]}"#, true),
        ("/a/*", r#"{"a": [1, 2]}"#, false),
        ("/a/*", r#"{"a": []}"#, false),
        ("/a/*", r#"{"a": 1}"#, false),
        ("/a/*/b", r#"{"a": [{"b": 1}, {"b": 1}]}"#, true),
        ("/a/*/b", r#"{"a": [{"b": 1}, {}]}"#, false),
        ("/a/*/b", r#"{"a": {"x": {"b": 1}}}"#, true),
        ("/a~1b", r#"{"a/b": 1}"#, true),
        ("/a~0b", r#"{"a~b": 1}"#, true),
        ("/gr\u{F6}\u{DF}e", "{\"gr\u{F6}\u{DF}e\": 1}", true),
    ] {
        let found = judge(&format!("{{\"{pointer}\": {{\"one_of\": [1]}}}}"), arguments);
        assert_eq!(found == Outcome::Holds, holds, "{pointer} {arguments}");
    }
    assert_eq!(judge(r#"{"": {"max_items": 1}}"#, r#"{"a": 1}"#), Outcome::Holds);
    assert_eq!(judge(r#"{"": {"max_items": 1}}"#, r#"{"a": 1, "b": 1}"#), Outcome::Fails);
    // What may be missing is no excuse for another shape.
    let optional = r#"{"/cc/*": {"one_of": [1], "required": false}}"#;
    for (arguments, expected) in [
        ("{}", Outcome::Holds),
        (r#"{"cc": []}"#, Outcome::Holds),
        (r#"{"cc": null}"#, Outcome::Holds),
        (r#"{"cc": [1]}"#, Outcome::Holds),
        (r#"{"cc": 2}"#, Outcome::Unclear),
        (r#"{"cc": [2]}"#, Outcome::Fails),
    ] {
        assert_eq!(judge(optional, arguments), expected, "{arguments}");
    }
}

#[test]
fn totals_are_exact() {
    let total = r#"{"": {"total": {"/items/*/price": {"at_most": 100}}}}"#;
    for (arguments, holds) in [
        (r#"{"items": [{"price": 60}, {"price": "40"}]}"#, true),
        (r#"{"items": [{"price": 60}, {"price": 40.000000000001}]}"#, false),
        (r#"{"items": [{"price": 5000}, {"price": -4950}]}"#, false),
        (r#"{"items": [{"price": 1e30}]}"#, false),
        (r#"{"items": [{"price": "a"}]}"#, false),
        (r#"{"items": [{"price": 1}, {}]}"#, false),
        (r#"{"items": []}"#, false),
        (r#"{"items": 7}"#, false),
    ] {
        assert_eq!(judge(total, arguments) == Outcome::Holds, holds, "{arguments}");
    }
    let least = r#"{"/p": {"total": {"/*": {"at_least": 1}}, "required": false}}"#;
    assert_eq!(judge(least, r#"{"p": [2, -1]}"#), Outcome::Holds);
    assert_eq!(judge(least, r#"{"p": [2, -1.5]}"#), Outcome::Fails);
    assert_eq!(judge(least, "{}"), Outcome::Holds);
}

#[test]
fn a_rule_that_means_nothing_is_a_fault() {
    for (text, path, code) in [
        (r#"{"amount": {"at_most": 1}}"#, "/amount", "not_allowed_value"),
        (r#"{"/a~2": {"at_most": 1}}"#, "/~1a~02", "not_allowed_value"),
        (r#"{"/a": {}}"#, "/~1a", "missing_field"),
        (r#"{"/a": {"else": "ask"}}"#, "/~1a", "missing_field"),
        (r#"{"/a": {"at_mots": 1}}"#, "/~1a/at_mots", "unknown_field"),
        (r#"{"/a": 100}"#, "/~1a", "wrong_type"),
        (r#"{"/a": {"at_most": "1,000"}}"#, "/~1a/at_most", "not_allowed_value"),
        (r#"{"/a": {"at_most": "1e3"}}"#, "/~1a/at_most", "not_allowed_value"),
        (r#"{"/a": {"at_most": true}}"#, "/~1a/at_most", "wrong_type"),
        (r#"{"/a": {"one_of": []}}"#, "/~1a/one_of", "not_allowed_value"),
        (r#"{"/a": {"one_of": [[]]}}"#, "/~1a/one_of/0", "wrong_type"),
        (r#"{"/a": {"match": "*"}}"#, "/~1a/match", "wrong_type"),
        (r#"{"/a": {"match": [1]}}"#, "/~1a/match/0", "wrong_type"),
        (r#"{"/a": {"max_items": -1}}"#, "/~1a/max_items", "number_out_of_range"),
        (r#"{"/a": {"absent": "yes"}}"#, "/~1a/absent", "wrong_type"),
        (r#"{"/a": {"absent": true, "else": "accept"}}"#, "/~1a/else", "not_allowed_value"),
        (r#"{"/a": {"total": {"b": {"at_most": 1}}}}"#, "/~1a/total/b", "not_allowed_value"),
        (r#"{"/a": {"total": {"/b": {}}}}"#, "/~1a/total/~1b", "missing_field"),
        (r#"{"/a": {"total": {"/b": {"most": 1}}}}"#, "/~1a/total/~1b/most", "unknown_field"),
    ] {
        assert_eq!(rules(text).1, [(path.to_owned(), code)], "{text}");
    }
    let long = format!("{{\"/a\": {{\"match\": [\"{}\"]}}}}", "a".repeat(256));
    assert_eq!(rules(&long).1, [("/~1a/match/0".to_owned(), "too_long")]);
}

/// The work of a pattern is at most the product of both lengths.
#[test]
fn no_text_takes_long() {
    let pattern = "*a".repeat(100);
    let rule =
        format!("{{\"/v\": {{\"match\": [\"{pattern}\"], \"not_match\": [\"{pattern}\"]}}}}");
    let text = "a".repeat(100_000);
    assert_eq!(judge(&rule, &format!("{{\"v\": \"{text}b\"}}")), Outcome::Fails);
}

/// A letter may become two in lower case, and still nothing of the pattern is lost.
#[test]
fn the_longest_pattern_counts_to_its_end() {
    let long = "\u{130}".repeat(254);
    let rule = format!("{{\"/v\": {{\"not_match\": [\"{long}z\"]}}}}");
    assert_eq!(judge(&rule, &format!("{{\"v\": \"{long}Z\"}}")), Outcome::Fails);
    assert_eq!(judge(&rule, &format!("{{\"v\": \"{long}\"}}")), Outcome::Holds);
}
