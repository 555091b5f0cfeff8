//! The cases of `tests/conformance/formats/aai*.json`, one named test each, through the text doors that
//! every binding has; and that together they show every rule.

use std::{collections::BTreeSet, fs, path::Path, process::ExitCode, sync::Arc};

use aana_formats::{
    Rule as _,
    aai::{CallRule, DescriptorRule, text},
};
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::{Value, json};

type Outcome = Result<(), Failed>;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/conformance/formats");
    let files: Vec<Value> = ["aai.json", "aai_own.json"]
        .iter()
        .map(|name| {
            let text = fs::read_to_string(folder.join(name)).expect("the cases are there");
            serde_json::from_str(&text).expect("the cases are JSON")
        })
        .collect();
    let mut trials = Vec::new();
    for file in &files {
        let file = Arc::new(file.clone());
        for case in list(&file, "descriptor_cases") {
            let file = Arc::clone(&file);
            trials.push(trial(&case, move |case| descriptor_case(&file, case)));
        }
        for case in list(&file, "call_cases") {
            let file = Arc::clone(&file);
            trials.push(trial(&case, move |case| call_case(&file, case)));
        }
        for case in list(&file, "answer_cases") {
            trials.push(trial(&case, answer_case));
        }
        for case in list(&file, "mapping_cases") {
            trials.push(trial(&case, mapping_case));
        }
        for case in list(&file, "event_cases") {
            let file = Arc::clone(&file);
            trials.push(trial(&case, move |case| event_case(&file, case)));
        }
    }
    trials.push(Trial::test("every rule is shown by a case", move || every_rule(&files)));
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn trial(case: &Value, run: impl Fn(&Value) -> Outcome + Send + 'static) -> Trial {
    let id = case["id"].as_str().unwrap_or_default().to_owned();
    let case = case.clone();
    Trial::test(id, move || run(&case))
}

fn list(file: &Value, key: &str) -> Vec<Value> {
    file[key].as_array().cloned().unwrap_or_default()
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).expect("a text door answers JSON")
}

fn same(what: &str, found: &Value, expected: &Value) -> Outcome {
    if equal(found, expected) {
        return Ok(());
    }
    Err(format!("{what}\nfound:    {found}\nexpected: {expected}").into())
}

/// Equality of JSON with numbers by value.
fn equal(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            one == other || one.as_f64() == other.as_f64()
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| equal(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(key, it)| other.get(key).is_some_and(|other| equal(it, other)))
        }
        _ => one == other,
    }
}

/// The text of a case's descriptor.
fn descriptor(file: &Value, case: &Value) -> String {
    if let Some(reference) = case.get("descriptor_ref").and_then(Value::as_str) {
        return file["descriptors"][reference].to_string();
    }
    if let Some(text) = case.get("descriptor_text").and_then(Value::as_str) {
        return text.to_owned();
    }
    if let Some(repeat) = case.get("repeat") {
        let count = usize::try_from(repeat["count"].as_u64().unwrap()).unwrap();
        return repeat["open"].as_str().unwrap().repeat(count)
            + repeat["close"].as_str().unwrap().repeat(count).as_str();
    }
    case["descriptor"].to_string()
}

fn profile(case: &Value) -> &str {
    case.get("profile").and_then(Value::as_str).unwrap_or("seed")
}

fn loaded(descriptor: &str, profile: &str) -> text::Loaded {
    let (answer, loaded) = text::read(descriptor, profile);
    loaded.unwrap_or_else(|| panic!("the descriptor is not accepted: {answer}"))
}

/// Findings as sorted lines of pointer, rule and severity.
fn lines(findings: &Value, severity: bool) -> Value {
    let mut lines: Vec<String> = findings
        .as_array()
        .into_iter()
        .flatten()
        .map(|it| {
            let part = |key: &str| it[key].as_str().unwrap_or_default();
            let severity = if severity { part("severity") } else { "" };
            format!("{} {} {severity}", part("pointer"), part("rule"))
        })
        .collect();
    lines.sort();
    json!(lines)
}

/// What only a validator can find.
const BY_VALIDATOR: [&str; 1] = ["schema.default_invalid"];

fn descriptor_case(file: &Value, case: &Value) -> Outcome {
    let expect = &case["expect"];
    let needs = |it: &Value| BY_VALIDATOR.contains(&it["rule"].as_str().unwrap_or_default());
    if !cfg!(feature = "arguments") && expect["diagnostics"].as_array().unwrap().iter().any(needs) {
        return Ok(());
    }
    let answer = parsed(&text::read(&descriptor(file, case), profile(case)).0);
    same("findings", &lines(&answer["findings"], true), &lines(&expect["diagnostics"], true))?;
    same("accepted", &answer["accepted"], &expect["accepted"])?;
    let sorted =
        answer["findings"].as_array().unwrap().windows(2).all(|pair| {
            pair[0]["pointer"].as_str().unwrap() <= pair[1]["pointer"].as_str().unwrap()
        });
    if sorted { Ok(()) } else { Err("the findings are not sorted".into()) }
}

#[cfg(not(feature = "arguments"))]
fn call_case(file: &Value, case: &Value) -> Outcome {
    // The plan of what was checked elsewhere is the same plan.
    let expect = &case["expect"];
    let (descriptor, tool) =
        (loaded(&descriptor(file, case), "compat"), case["tool"].as_str().unwrap());
    let arguments = case["arguments"].to_string();
    let answer = parsed(&descriptor.plan_checked_elsewhere(tool, &arguments));
    if let Some(plan) = expect.get("plan") {
        return same("plan", &answer["plan"], plan);
    }
    let by_plan = |it: &Value| it["rule"].as_str().unwrap_or_default().starts_with("plan.");
    if expect["errors"].as_array().unwrap().iter().all(by_plan) {
        same("errors", &lines(&answer["errors"], false), &lines(&expect["errors"], false))?;
    }
    Ok(())
}

#[cfg(feature = "arguments")]
fn call_case(file: &Value, case: &Value) -> Outcome {
    let expect = &case["expect"];
    let (descriptor, tool) =
        (loaded(&descriptor(file, case), "compat"), case["tool"].as_str().unwrap());
    let arguments = match case.get("arguments_text") {
        Some(text) => text.as_str().unwrap().to_owned(),
        None => case["arguments"].to_string(),
    };
    let answer_text = descriptor.plan(tool, &arguments);
    let answer = parsed(&answer_text);
    let mut errors_text = String::new();
    if let Some(errors) = expect.get("errors") {
        same("errors", &lines(&answer["errors"], false), &lines(errors, false))?;
        for error in errors.as_array().unwrap() {
            let stage = error["rule"].as_str().unwrap().split('.').next();
            same("stage", &json!(stage), &error["stage"])?;
        }
        errors_text = answer_text;
    } else {
        same("plan", &answer["plan"], &expect["plan"])?;
    }
    if let Some(audit) = expect.get("audit") {
        same("audit", &answer["audit"], audit)?;
    }
    if let Some(route) = expect.get("recommended_route") {
        same("route", &answer["recommended_route"], route)?;
    }
    let mut secrets = json!({"allow_env": case.get("allow_env").cloned().unwrap_or(json!([]))});
    for (key, from) in [("env", "env"), ("tokens", "tokens")] {
        secrets[key] = case.get(from).cloned().unwrap_or(json!({}));
    }
    let wire_text = descriptor.wire(tool, &arguments, &secrets.to_string());
    let wire = parsed(&wire_text);
    if let Some(expected) = expect.get("wire") {
        same("wire", &wire["wire"], expected)?;
    }
    if let Some(expected) = expect.get("wire_errors") {
        same("wire errors", &lines(&wire["errors"], false), &lines(expected, false))?;
        errors_text.push_str(&wire_text);
    }
    let audit = answer["audit"].to_string();
    for word in expect.get("audit_must_not_contain").and_then(Value::as_array).into_iter().flatten()
    {
        let word = word.as_str().unwrap();
        if audit.contains(word) || errors_text.contains(word) {
            return Err(format!("{word} stands in the audit form or an error").into());
        }
    }
    Ok(())
}

#[cfg(feature = "arguments")]
fn answer_case(case: &Value) -> Outcome {
    let descriptor = loaded(&case["descriptor"].to_string(), profile(case));
    let answer = descriptor.answer(case["tool"].as_str().unwrap(), &case["answer"].to_string());
    same("findings", &lines(&parsed(&answer)["findings"], false), &lines(&case["expect"], false))
}

#[cfg(not(feature = "arguments"))]
#[expect(clippy::unnecessary_wraps, reason = "there is no validator to ask")]
fn answer_case(_: &Value) -> Outcome {
    Ok(())
}

#[cfg(feature = "arguments")]
fn event_case(file: &Value, case: &Value) -> Outcome {
    let descriptors: Vec<text::Loaded> = case["descriptor_refs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| loaded(&file["descriptors"][it.as_str().unwrap()].to_string(), "seed"))
        .collect();
    let descriptors: Vec<&text::Loaded> = descriptors.iter().collect();
    let answer = parsed(&text::event_faults(&descriptors, &case["event"].to_string()));
    let faults: Vec<Value> = answer["faults"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| json!({"path": it["path"], "code": it["code"]}))
        .collect();
    same("faults", &json!(faults), &case["expect"])
}

#[cfg(not(feature = "arguments"))]
#[expect(clippy::unnecessary_wraps, reason = "there is no validator to ask")]
fn event_case(_: &Value, _: &Value) -> Outcome {
    Ok(())
}

fn mapping_case(case: &Value) -> Outcome {
    let expect = &case["expect"];
    let state = case.get("authorization_state").and_then(Value::as_str).unwrap_or("none");
    let pinned = case.get("pinned") != Some(&Value::Bool(false));
    let facts = json!({"app": case["app"], "tool": case["tool"]}).to_string();
    let found = parsed(&text::classify_facts(&facts, state, pinned));
    for (key, expected) in expect.as_object().unwrap() {
        same(key, &found[key], expected)?;
    }
    Ok(())
}

/// Rules whose documents are too large to be written down: `aai_limits.rs` makes them.
const BY_SIZE: [&str; 3] = ["args.too_many", "report.too_many", "tools.too_many"];

fn every_rule(files: &[Value]) -> Outcome {
    let mut shown = BTreeSet::new();
    let mut add = |findings: &Value| {
        for it in findings.as_array().into_iter().flatten() {
            let part = |key: &str| it[key].as_str().unwrap_or("error").to_owned();
            shown.insert((part("rule"), part("severity")));
        }
    };
    for file in files {
        for case in list(file, "descriptor_cases") {
            add(&case["expect"]["diagnostics"]);
        }
        for case in list(file, "call_cases") {
            add(&case["expect"]["errors"]);
            add(&case["expect"]["wire_errors"]);
        }
    }
    let descriptor = DescriptorRule::ALL.iter().map(|it| (it.id(), it.severity()));
    let call = CallRule::ALL.iter().map(|it| (it.id(), it.severity()));
    let missing: Vec<String> = descriptor
        .chain(call)
        .map(|(id, severity)| (id.to_owned(), severity.as_str().to_owned()))
        .filter(|it| !shown.contains(it) && !BY_SIZE.contains(&it.0.as_str()))
        .map(|(id, severity)| format!("{id} ({severity})"))
        .collect();
    let known: BTreeSet<&str> = DescriptorRule::ALL
        .iter()
        .map(|it| it.id())
        .chain(CallRule::ALL.iter().map(|it| it.id()))
        .collect();
    for (rule, _) in &shown {
        if !known.contains(rule.as_str()) {
            return Err(format!("there is no rule {rule}").into());
        }
    }
    if missing.is_empty() { Ok(()) } else { Err(format!("no case shows {missing:?}").into()) }
}
