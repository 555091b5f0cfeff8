//! Every request document, one named test each, the digests, and that the documents cover every rule.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use aana_core::time;
use aana_formats::{
    Rule as _,
    tool_request::{Options, RequestRule, check},
};
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/conformance/formats/tool_request")
}

fn cases(file: &str) -> Vec<Value> {
    let text = fs::read_to_string(folder().join(file)).expect("the cases are there");
    serde_json::from_str(&text).expect("a list of cases")
}

/// The bytes of a case: a file, or one with a line made longer, where it would be large in the tree.
fn bytes_of(case: &Value) -> Result<Vec<u8>, Failed> {
    let read = |name: &Value| fs::read(folder().join(name.as_str().unwrap_or_default()));
    let recipe = &case["made_of"];
    if recipe.is_null() {
        return Ok(read(&case["file"])?);
    }
    let number = |key: &str| recipe[key].as_u64().and_then(|it| usize::try_from(it).ok());
    let text = |key: &str| recipe[key].as_str().map(str::to_owned);
    let (Some(line), Some(times)) = (number("line"), number("times")) else {
        return Err("`made_of` needs `line` and `times`".into());
    };
    let (Some(mut tail), Some(repeat)) = (text("append"), text("repeat")) else {
        return Err("`made_of` needs `append` and `repeat`".into());
    };
    tail.push_str(&repeat.repeat(times));
    let base = String::from_utf8(read(&recipe["file"])?)?;
    let (before, after) = base
        .match_indices('\n')
        .nth(line - 1)
        .map(|(end, _)| base.split_at(end))
        .ok_or("`made_of` names a line that is not there")?;
    Ok([before, &tail, after].concat().into_bytes())
}

fn main() -> ExitCode {
    let mut trials = Vec::new();
    let mut all = cases("index.json");
    all.extend(cases("more_index.json"));
    for case in all {
        let name = case["file"].as_str().expect("a file").to_owned();
        trials.push(Trial::test(name, move || document(&case)));
    }
    for case in cases("digest_vectors.json") {
        let name = format!("digests of {}", case["file"].as_str().expect("a file"));
        trials.push(Trial::test(name, move || digests(&case)));
    }
    trials.push(Trial::test("every rule is produced", every_rule));
    trials.push(Trial::test("the rules are those of the list", rule_list));
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, is: &T, due: &T) -> Result<(), Failed> {
    if is == due { Ok(()) } else { Err(format!("{what}:\n  is  {is:?}\n  due {due:?}").into()) }
}

fn strings(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

fn document(case: &Value) -> Result<(), Failed> {
    let bytes = bytes_of(case)?;
    let options = Options {
        file_name: case["file_name_argument"].as_str(),
        now_ms: case["clock_utc"].as_str().and_then(time::parse),
        ..Options::default()
    };
    let checked = check(&bytes, &options);
    let findings = checked.report.findings();
    same("errors", &checked.error_ids(), &strings(&case["expected_rules"])).map_err(|failed| {
        Failed::from(format!("{}\n{findings:#?}", failed.message().unwrap_or("")))
    })?;
    same("warnings", &checked.warning_ids(), &strings(&case["expected_warnings"])).map_err(
        |failed| Failed::from(format!("{}\n{findings:#?}", failed.message().unwrap_or(""))),
    )?;
    same("route", &Some(checked.route().as_str()), &case["route"].as_str())?;
    same("valid", &Some(checked.report.is_valid()), &case["valid"].as_bool())?;
    same("request", &Some(checked.request.is_some()), &case["valid"].as_bool())
}

fn digests(case: &Value) -> Result<(), Failed> {
    let bytes = fs::read(folder().join(case["file"].as_str().unwrap_or_default()))?;
    let checked = check(&bytes, &Options::default());
    same("document", &Some(checked.document_sha256.as_str()), &case["document_sha256"].as_str())?;
    same("content", &checked.content_sha256.as_deref(), &case["content_sha256"].as_str())
}

fn every_rule() -> Result<(), Failed> {
    let mut seen = BTreeSet::new();
    for case in cases("index.json").iter().chain(&cases("more_index.json")) {
        for list in ["expected_rules", "expected_warnings"] {
            seen.extend(strings(&case[list]).into_iter().map(str::to_owned));
        }
    }
    let all: BTreeSet<String> = RequestRule::ALL.iter().map(|rule| rule.id().to_owned()).collect();
    same("rules", &seen, &all)
}

fn rule_list() -> Result<(), Failed> {
    let listed = cases("rules.json");
    same("number of rules", &RequestRule::ALL.len(), &listed.len())?;
    for (rule, entry) in RequestRule::ALL.iter().zip(&listed) {
        same("id", &Some(rule.id()), &entry["id"].as_str())?;
        same("severity", &Some(rule.severity().as_str()), &entry["severity"].as_str())?;
        let route = match rule.route().as_str() {
            "accept" => "none",
            route => route,
        };
        same("route", &Some(route), &entry["route"].as_str())?;
        let basis = match rule.source().as_str() {
            "ours" => "recommended",
            source => source,
        };
        same("basis", &Some(basis), &entry["basis"].as_str())?;
        same("sentence", &Some(rule.sentence()), &entry["text"].as_str())?;
    }
    Ok(())
}
