//! The cases in `tests/conformance/confirmation`, through the entry points for bindings, one named test each.

use std::{fs, path::Path, process::ExitCode, sync::Arc};

use aana_confirmation::text;
use aana_core::{Gate, time};
use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::{Map, Value as Json, json};

const FILES: [&str; 5] = ["answers", "bound_answers", "masking", "not_asked", "questions"];
const IDS: &str = r#"["000000000000000000000000000000a1", "000000000000000000000000000000b2"]"#;

fn main() -> ExitCode {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/conformance/confirmation");
    let mut trials = Vec::new();
    for name in FILES {
        let text =
            fs::read_to_string(folder.join(format!("{name}.json"))).expect("the file is there");
        let file: Arc<Json> = Arc::new(serde_json::from_str(&text).expect("it is JSON"));
        let cases = file["cases"].as_array().expect("it has cases");
        assert!(!cases.is_empty(), "{name} has cases");
        for case in cases.clone() {
            let file = Arc::clone(&file);
            let id = case["id"].as_str().expect("a case has an id").to_owned();
            trials.push(Trial::test(id, move || run(&file, &case)));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn run(file: &Json, case: &Json) -> Result<(), Failed> {
    let policy = case.get("policy").map(Json::to_string);
    let gate = policy.map_or_else(|| Ok(Gate::default()), |policy| Gate::new(&policy))?;
    let now = time::parse(file["now"].as_str().unwrap_or_default()).ok_or("no time")?;
    let event = changed(&file["event"], &case["event"]);
    let mut options = format!(r#"{{"ids": {IDS}, "mask_key": {}"#, file["mask_key"]);
    for member in ["ttl_ms", "keep_event", "attested"] {
        if let Some(value) = case.get(member) {
            options.extend([", \"", member, "\": ", &value.to_string()]);
        }
    }
    options.push('}');
    let said = text::ask(&gate, &event.to_string(), now, &options);
    let said: Json = serde_json::from_str(&said)?;
    let expect = &case["expect"];
    if expect["asked"] == false {
        let not = &said["not_asked"];
        same("why", &expect["why"], &not["why"])?;
        same("the route", &expect["route"], &not["decision"]["route"])?;
        return same("what remains", &expect["remaining"], &not["remaining"]);
    }
    let pending = said.get("pending").ok_or_else(|| format!("nobody is asked: {said}"))?;
    shows(expect, &pending["question"])?;
    if let Some(other) = case.get("other_event") {
        let other = text::ask(&gate, &changed(&file["event"], other).to_string(), now, &options);
        let other: Json = serde_json::from_str(&other)?;
        differs(expect, &pending["question"], &other["pending"]["question"])?;
    }
    answers(&gate, case, &event, pending, said["token"].as_str().unwrap_or_default(), now)
}

fn shows(expect: &Json, question: &Json) -> Result<(), Failed> {
    let text = question["text"].as_str().unwrap_or_default();
    if let Some(lines) = expect.get("text") {
        let found: Vec<&str> = text.strip_suffix('\n').unwrap_or(text).split('\n').collect();
        same("the text", lines, &json!(found))?;
    }
    if let Some(marks) = expect.get("marks") {
        let rows = question["arguments"].as_array().into_iter().flatten();
        let found: Map<String, Json> = rows
            .filter(|row| row.get("marks").is_some())
            .map(|row| (row["name"].as_str().unwrap_or_default().to_owned(), row["marks"].clone()))
            .collect();
        same("the marks", marks, &Json::Object(found))?;
    }
    Ok(())
}

/// What two events that differ show: each its own, and neither what is hidden.
fn differs(expect: &Json, one: &Json, other: &Json) -> Result<(), Failed> {
    let texts = [one, other].map(|question| question["text"].as_str().unwrap_or_default());
    if texts[0] == texts[1] || texts[1].is_empty() {
        return Err(format!("the two questions are the same:\n{}", texts[0]).into());
    }
    for (text, shows) in texts.iter().zip(["shows", "other_shows"]) {
        for part in expect[shows].as_array().into_iter().flatten().filter_map(Json::as_str) {
            if !text.contains(part) {
                return Err(format!("{part:?} is not in\n{text}").into());
            }
        }
    }
    for part in expect["hides"].as_array().into_iter().flatten().filter_map(Json::as_str) {
        if one.to_string().contains(part) || other.to_string().contains(part) {
            return Err(format!("{part:?} is shown in\n{}\n{}", texts[0], texts[1]).into());
        }
    }
    Ok(())
}

fn answers(
    gate: &Gate,
    case: &Json,
    event: &Json,
    pending: &Json,
    token: &str,
    asked: i64,
) -> Result<(), Failed> {
    let mut state = "open".to_owned();
    for given in case.get("answers").and_then(Json::as_array).into_iter().flatten() {
        let now = asked + given["after_ms"].as_i64().unwrap_or_default();
        let mut answer = given["answer"].clone();
        let members = answer.as_object_mut().ok_or("the answer is not an object")?;
        match members.get("token").and_then(Json::as_str) {
            Some("right") => members.insert("token".to_owned(), json!(token)),
            Some("wrong") => members.insert("token".to_owned(), json!("cft_wrong")),
            _ => None,
        };
        match members.get("action_digest").and_then(Json::as_str) {
            Some("right") => {
                members.insert("action_digest".to_owned(), pending["action_digest"].clone())
            }
            Some("wrong") => {
                let other = format!("sha256:{}", "0".repeat(64));
                members.insert("action_digest".to_owned(), json!(other))
            }
            _ => None,
        };
        let allow = case.get("allow_self_approval").cloned().unwrap_or(json!(false));
        members.insert("allow_self_approval".to_owned(), allow);
        if let Some(after) = members.remove("at_after_ms").and_then(|after| after.as_i64()) {
            members.insert("at".to_owned(), json!(asked + after));
        }
        let event = given.get("event").map(|change| changed(event, change).to_string());
        let (record, answer) = (pending.to_string(), answer.to_string());
        let said = text::answer(&record, &state, &answer, event.as_deref(), now);
        let said: Json = serde_json::from_str(&said)?;
        if let Some(closed) = said["closes"].as_str() {
            closed.clone_into(&mut state);
        }
        let expect = &given["expect"];
        same("whether it is confirmed", &expect["confirmed"], &said["confirmed"])?;
        same("the state", &expect["state"], &json!(state))?;
        same("why", &expect["why"], &said["why"])?;
        if said["confirmed"] == true {
            let event = said["event"].as_str().ok_or("there is no event")?;
            let attested: Vec<u32> = serde_json::from_value(said["attested"].clone())?;
            let decision = gate.attesting(&attested).check(event, now);
            same("the route", &expect["route"], &json!(decision.route().as_str()))?;
            let bound = format!("action:{}", pending["action_digest"].as_str().unwrap_or_default());
            same("what it supports", &json!([bound]), &said["evidence"]["supports"])?;
            for (member, value) in expect["approval"].as_object().into_iter().flatten() {
                same(member, value, &said["evidence"][member])?;
            }
        }
    }
    Ok(())
}

/// The event with the members of the change in place of its own.
fn changed(event: &Json, change: &Json) -> Json {
    let mut event = event.clone();
    for (name, value) in change.as_object().into_iter().flatten() {
        event[name] = value.clone();
    }
    event
}

fn same(what: &str, expected: &Json, found: &Json) -> Result<(), Failed> {
    if expected == found {
        return Ok(());
    }
    Err(format!("{what}:\nexpected {expected:#}\nfound    {found:#}").into())
}
