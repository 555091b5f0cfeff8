//! Every AAEP case, one named test each, and that they cover every rule.

use std::{collections::BTreeSet, fs, path::Path, process::ExitCode, sync::Arc};

use aana_formats::{
    Finding, Place, Rule as _, Severity,
    aaep::{AaepRule, StreamChecker, check_event, check_reply},
};
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::{Value, json};

fn main() -> ExitCode {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/conformance/formats/aaep");
    let mut trials = Vec::new();
    let mut cases = Vec::new();
    for file in ["cases.json", "more_cases.json"] {
        let text = fs::read_to_string(folder.join(file)).expect("the cases are there");
        let file: Value = serde_json::from_str(&text).expect("the cases are JSON");
        cases.extend(file["cases"].as_array().expect("a list of cases").iter().cloned());
    }
    let cases = Arc::new(cases);
    for (index, case) in cases.iter().enumerate() {
        let (name, cases) = (case["id"].as_str().expect("an id").to_owned(), Arc::clone(&cases));
        trials.push(Trial::test(name, move || run(&cases[index])));
    }
    let all = Arc::clone(&cases);
    trials.push(Trial::test("every rule is produced", move || every_rule(&all)));
    trials.push(Trial::test("ids are unique", move || {
        let ids: BTreeSet<_> = cases.iter().map(|case| case["id"].as_str()).collect();
        same("ids", &cases.len(), &ids.len())
    }));
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// One violation: the item of a stream, the rule and the pointer.
type Said = (u64, String, String);

struct Outcome {
    errors: BTreeSet<Said>,
    warnings: BTreeSet<Said>,
    replies: Vec<Value>,
}

/// What the library says about a case.
fn outcome(case: &Value) -> Outcome {
    let mut said = Outcome { errors: BTreeSet::new(), warnings: BTreeSet::new(), replies: vec![] };
    // A text is given as it is, or made by repetition, so that a case can be about the text itself.
    let text = |value: &Value, raw: &Value| match raw {
        Value::String(raw) => raw.clone(),
        Value::Object(parts) => {
            let part = |name: &str| parts[name].as_str().expect("a text");
            let times = parts["times"].as_u64().and_then(|times| usize::try_from(times).ok());
            let middle = part("repeat").repeat(times.expect("a count"));
            format!("{}{middle}{}", part("before"), part("after"))
        }
        _ => value.to_string(),
    };
    if case["kind"] == "stream" {
        let mut checker = StreamChecker::new();
        let mut findings = Vec::new();
        for item in case["input"].as_array().expect("a stream is a list") {
            let report = checker.item_text(&text(item, &item["x_text"]));
            findings.extend(report.findings);
            said.replies.extend(report.reply.map(|reply| json!(reply)));
        }
        findings.extend(checker.finish());
        for found in &findings {
            said.add(found.index, &found.finding);
        }
    } else {
        let text = text(&case["input"], &case["input_text"]);
        let report =
            if case["target"] == "reply" { check_reply(&text) } else { check_event(&text) };
        for finding in report.findings() {
            said.add(0, finding);
        }
    }
    said
}

impl Outcome {
    fn add(&mut self, index: u64, finding: &Finding<AaepRule>) {
        let Place::Pointer(pointer) = &finding.place else { panic!("a pointer is the place") };
        let said = (index, finding.rule.id().to_owned(), pointer.clone());
        match finding.rule.severity() {
            Severity::Error => self.errors.insert(said),
            Severity::Warning => self.warnings.insert(said),
        };
    }
}

fn run(case: &Value) -> Result<(), Failed> {
    let found = outcome(case);
    let expected = &case["expected"];
    let list = |name: &str| -> BTreeSet<Said> {
        let items = expected[name].as_array().map(Vec::as_slice).unwrap_or_default();
        let text = |item: &Value, name: &str| item[name].as_str().expect("a text").to_owned();
        items
            .iter()
            .map(|item| {
                (item["index"].as_u64().unwrap_or(0), text(item, "rule"), text(item, "pointer"))
            })
            .collect()
    };
    same("violations", &list("violations"), &found.errors)?;
    same("whether it is valid", &expected["valid"], &json!(found.errors.is_empty()))?;
    if expected.get("advice").is_some() {
        same("advice", &list("advice"), &found.warnings)?;
    }
    if let Some(replies) = expected.get("replies") {
        same("replies", replies, &json!(found.replies))?;
    }
    Ok(())
}

fn every_rule(cases: &[Value]) -> Result<(), Failed> {
    let mut produced = BTreeSet::new();
    for case in cases {
        let found = outcome(case);
        produced.extend(found.errors.into_iter().chain(found.warnings).map(|(_, rule, _)| rule));
    }
    let missing: Vec<_> =
        AaepRule::ALL.iter().map(|rule| rule.id()).filter(|id| !produced.contains(*id)).collect();
    same("rules that no case produces", &Vec::<&str>::new(), &missing)
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, expected: &T, found: &T) -> Result<(), Failed> {
    if expected == found {
        Ok(())
    } else {
        Err(format!("{what}: expected {expected:?}, found {found:?}").into())
    }
}
