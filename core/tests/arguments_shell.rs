//! The cases of commands, read by the reader of commands alone.

use aana_core::arguments::shell::rules::{Rule, Rules};
use aana_core::arguments::testing::{Report, shell, words};
use serde_json::Value;

fn cases() -> Vec<Value> {
    let text = include_str!("../../tests/arguments/cases.json");
    let file: Value = serde_json::from_str(text).unwrap();
    file["cases"].as_array().unwrap().clone()
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().map(|list| list.iter().filter_map(Value::as_str).collect()).unwrap_or_default()
}

fn rules(case: &Value) -> Option<Rules> {
    let policy = &case["policy"]["arguments"]["shell"];
    policy.as_object()?;
    let parse = |key: &str| texts(&policy[key]).into_iter().filter_map(Rule::parse).collect();
    let mut rules = Rules {
        allow: parse("allow"),
        deny: parse("deny"),
        only: policy["only"].as_bool().unwrap_or(false),
        ..Rules::default()
    };
    rules.deny_effects.extend(
        texts(&policy["deny_effects"])
            .into_iter()
            .map(|effect| aana_core::arguments::effect::EffectCode::parse(effect).unwrap()),
    );
    Some(rules)
}

/// What the reader says of a case with one argument that it reads.
fn report(case: &Value) -> Option<Report> {
    let rules = rules(case);
    let arguments = case["arguments"].as_object().unwrap();
    let (_, value) = arguments.iter().next()?;
    match value {
        Value::String(text) if arguments.len() == 1 => Some(shell(text, rules.as_ref())),
        Value::Array(_) if arguments.len() == 1 => Some(words(&texts(value), rules.as_ref())),
        _ => None,
    }
}

#[test]
fn the_verdicts_are_those_of_the_cases() {
    let mut wrong = Vec::new();
    let mut tried = 0;
    for case in cases() {
        let kind = case["argument_kind"].as_str().unwrap();
        let tool = case["tool_name"].as_str().unwrap();
        if !matches!(kind, "shell" | "argv" | "allow_rule") || !matches!(tool, "bash" | "exec") {
            continue;
        }
        let Some(report) = report(&case) else { continue };
        tried += 1;
        let effect = report.summary.effect.map_or("reads", |effect| effect.as_str());
        let class = report.summary.class.map(aana_core::contract::VerbClass::as_str);
        let expected = &case["expect"];
        if expected["verdict"] != effect || expected["class"].as_str() != class {
            wrong.push(format!(
                "{} {}: {effect} {class:?}, not {} {}; {:?}",
                case["id"],
                case["arguments"],
                expected["verdict"],
                expected["class"],
                report.rows.iter().map(|r| r.program).collect::<Vec<_>>()
            ));
        }
    }
    assert!(wrong.is_empty(), "{} of {tried}:\n{}", wrong.len(), wrong.join("\n"));
}
