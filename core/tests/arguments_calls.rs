//! Every case of arguments, as a whole call.

use std::collections::BTreeSet;

use aana_core::arguments::effect::{Effect, Finding};
use aana_core::arguments::testing::{Report, call};
use serde_json::Value;

fn cases() -> Vec<Value> {
    let file: Value =
        serde_json::from_str(include_str!("../../tests/arguments/cases.json")).unwrap();
    file["cases"].as_array().unwrap().clone()
}

/// The reasons and blockers that the arguments give for a category.
fn codes(category: &str, report: &Report, has_deny_rules: bool) -> BTreeSet<String> {
    let effect = report.summary.effect;
    let reads = category != "write";
    let mut codes = BTreeSet::new();
    if reads && effect == Some(Effect::Writes) {
        codes.insert("declared_read_reclassified_by_arguments".to_owned());
    }
    if category == "public_read" && report.private && effect != Some(Effect::Writes) {
        codes.insert("public_read_reclassified_by_arguments".to_owned());
    }
    if effect == Some(Effect::CannotTell) && (reads || has_deny_rules) {
        codes.insert(Finding::EffectUnknown.as_str().to_owned());
    }
    for finding in report.summary.findings.iter().filter(|finding| finding.blocks()) {
        if reads || finding != Finding::DataInUrl {
            codes.insert(finding.as_str().to_owned());
        }
    }
    codes
}

#[test]
fn every_case_is_read_as_it_says() {
    let mut wrong = Vec::new();
    let cases = cases();
    for case in &cases {
        let policy = &case["policy"]["arguments"];
        let settings = if policy.is_null() { "{}".to_owned() } else { policy.to_string() };
        let category = case["declared_category"].as_str().unwrap();
        let tool = case["tool_name"].as_str().unwrap();
        let arguments = case["arguments"].to_string();
        let report = call(tool, category == "write", &arguments, &settings).unwrap();
        let effect = report.summary.effect.map_or("reads", Effect::as_str);
        let class = report.summary.class.map(aana_core::contract::VerbClass::as_str);
        let found = codes(category, &report, !policy["shell"]["deny"].is_null());
        let expected = &case["expect"];
        let wanted: BTreeSet<String> = expected["codes"]
            .as_array()
            .unwrap()
            .iter()
            .map(|code| code.as_str().unwrap().to_owned())
            .collect();
        if expected["verdict"] != effect || expected["class"].as_str() != class || found != wanted {
            wrong.push(format!(
                "{} {tool} {arguments:.200}: {effect} {class:?} {found:?}\n    wanted {expected}",
                case["id"]
            ));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}
