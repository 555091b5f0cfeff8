//! The rules of the formats: every one is produced by a case, and they are those of the lists.

use std::collections::BTreeSet;
use std::fs;

use aana_fixtures::conformance_dir;
use aana_formats::{
    Rule,
    aaep::AaepRule,
    aai::{CallRule, DescriptorRule},
    tool_request::{BindRule, RequestRule},
};
use serde_json::Value;

fn read(file: &str) -> Value {
    let file = conformance_dir().join("formats").join(file);
    let name = file.display();
    let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn ids<R: Rule>(rules: &[R]) -> BTreeSet<&'static str> {
    rules.iter().map(|rule| rule.id()).collect()
}

/// What the runner of the cases has found to be true of every case is what they expect.
fn same(expected: &BTreeSet<&str>, known: &BTreeSet<&str>) {
    let missing: Vec<_> = known.difference(expected).collect();
    assert!(missing.is_empty(), "no case produces {missing:?}");
    let unknown: Vec<_> = expected.difference(known).collect();
    assert!(unknown.is_empty(), "there is no rule {unknown:?}");
}

#[test]
fn of_aaep() {
    let files = ["aaep/cases.json", "aaep/more_cases.json"].map(read);
    let mut expected = BTreeSet::new();
    for case in files.iter().flat_map(|file| list(&file["cases"])) {
        for key in ["violations", "advice"] {
            expected.extend(list(&case["expected"][key]).iter().map(|it| text(&it["rule"])));
        }
    }
    let mut known = ids(AaepRule::ALL);
    // `aaep_hostile.rs` makes the documents.
    known.remove(AaepRule::TooMany.id());
    same(&expected, &known);
}

/// The rules that cases name in these lists.
fn expected<'f>(files: &'f [Value], keys: [&str; 2]) -> BTreeSet<&'f str> {
    let cases = files.iter().flat_map(list);
    cases.flat_map(|case| keys.map(|key| list(&case[key]))).flatten().map(text).collect()
}

#[test]
fn of_tool_requests() {
    let files = ["tool_request/index.json", "tool_request/more_index.json"].map(read);
    let expected = expected(&files, ["expected_rules", "expected_warnings"]);
    same(&expected, &ids(RequestRule::ALL));
}

#[test]
fn of_bindings() {
    let files = ["tool_request/bind_index.json", "tool_request/more_bind_index.json"].map(read);
    let mut expected = expected(&files, ["expected_errors", "expected_warnings"]);
    // What a document breaks by itself, a binding says as well.
    let of_documents = ids(RequestRule::ALL);
    expected.retain(|id| !of_documents.contains(id));
    same(&expected, &ids(BindRule::ALL));
}

/// Rules whose documents are too large to be written down: `aai_limits.rs` makes them.
const BY_SIZE: [&str; 4] = ["args.too_many", "report.too_many", "tools.too_many", "plan.too_large"];

#[test]
fn of_descriptors_with_both_severities() {
    let files = ["aai.json", "aai_own.json"].map(read);
    let mut expected = BTreeSet::new();
    let mut add = |findings: &Value| {
        for it in list(findings) {
            let severity = it["severity"].as_str().unwrap_or("error");
            expected.insert(format!("{} {severity}", text(&it["rule"])));
        }
    };
    for file in &files {
        for case in list(&file["descriptor_cases"]) {
            add(&case["expect"]["diagnostics"]);
        }
        for case in list(&file["call_cases"]) {
            add(&case["expect"]["errors"]);
            add(&case["expect"]["wire_errors"]);
        }
    }
    let of = |id: &str, severity: aana_formats::Severity| format!("{id} {}", severity.as_str());
    let descriptor = DescriptorRule::ALL.iter().map(|it| of(it.id(), it.severity()));
    let call = CallRule::ALL.iter().map(|it| of(it.id(), it.severity()));
    let large = |rule: &str| BY_SIZE.iter().any(|id| rule.split(' ').next() == Some(id));
    let known: BTreeSet<String> = descriptor.chain(call).filter(|it| !large(it)).collect();
    let expected: BTreeSet<&str> =
        expected.iter().map(String::as_str).filter(|it| !large(it)).collect();
    same(&expected, &known.iter().map(String::as_str).collect());
}

#[test]
fn of_tool_requests_are_those_of_the_list() {
    let listed = read("tool_request/rules.json");
    assert_eq!(RequestRule::ALL.len(), list(&listed).len());
    for (rule, entry) in RequestRule::ALL.iter().zip(list(&listed)) {
        assert_eq!(entry["id"], rule.id());
        is_as_listed(*rule, entry);
        let basis = match rule.source().as_str() {
            "ours" => "recommended",
            source => source,
        };
        assert_eq!(entry["basis"], basis, "{}", rule.id());
        assert_eq!(entry["text"], rule.sentence(), "{}", rule.id());
    }
}

#[test]
fn of_bindings_are_those_of_the_list() {
    let listed = read("tool_request/bind_rules.json");
    assert!(!list(&listed).is_empty());
    for entry in list(&listed) {
        let rule = BindRule::ALL.iter().find(|rule| entry["id"] == rule.id()).expect("the rule");
        is_as_listed(*rule, entry);
    }
}

fn is_as_listed<R: Rule + Route>(rule: R, entry: &Value) {
    assert_eq!(entry["severity"], rule.severity().as_str(), "{}", rule.id());
    let route = match rule.route() {
        "accept" => "none",
        route => route,
    };
    assert_eq!(entry["route"], route, "{}", rule.id());
}

/// Rules that have a route of their own.
trait Route: Copy {
    fn route(self) -> &'static str;
}

impl Route for RequestRule {
    fn route(self) -> &'static str {
        Self::route(self).as_str()
    }
}

impl Route for BindRule {
    fn route(self) -> &'static str {
        Self::route(self).as_str()
    }
}
