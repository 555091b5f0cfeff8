//! What a transcript expects.

use serde_json::Value;

use super::world::World;

type Checked = Result<(), String>;

pub(crate) fn check(world: &World, expected: &Value) -> Checked {
    let client = parsed(&world.client);
    let server = parsed(&world.server);
    let listed = |key: &str| expected[key].as_array().unwrap().clone();
    let (wanted_server, wanted_client) = (listed("to_server"), listed("to_client"));
    if server.len() != wanted_server.len() {
        return Err(format!("the server got {:?}", world.server));
    }
    for ((message, line), wanted) in server.iter().zip(&world.server).zip(&wanted_server) {
        to_server(message, line, wanted).map_err(|why| format!("to the server {line}: {why}"))?;
    }
    in_order(&client, &wanted_client, world)?;
    for code in listed("codes") {
        let code = code.as_str().unwrap();
        let recorded = world.records.iter().any(|record| record.all_codes().contains(&code));
        if !recorded && !world.client.iter().any(|line| line.contains(&format!("\"{code}\""))) {
            let records: Vec<String> =
                world.records.iter().map(aana_guard::Record::to_json).collect();
            return Err(format!("no code {code} in {records:?}"));
        }
    }
    audit(world, &listed("audit"))?;
    route(world, expected["route"].as_str().unwrap())
}

fn parsed(lines: &[String]) -> Vec<Value> {
    lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Every message is expected, but for answers of the server that the transcript leaves out.
fn in_order(client: &[Value], wanted: &[Value], world: &World) -> Checked {
    let mut rest = wanted.iter();
    let mut next = rest.next();
    for message in client {
        if let Some(expected) = next {
            match to_client(message, expected, world) {
                Ok(()) => {
                    next = rest.next();
                    continue;
                }
                Err(why) if message.get("method").is_some() => {
                    return Err(format!("to the client {message}: {why}"));
                }
                Err(why) if wanted.iter().any(|it| it["id"] == message["id"]) => {
                    return Err(format!("to the client {message}: {why}; wanted {expected}"));
                }
                Err(_) => {}
            }
        }
        if message["result"].get("content").is_none() || message["result"]["isError"] == true {
            return Err(format!("unexpected, to the client: {message}"));
        }
    }
    match next {
        Some(missing) => Err(format!("missing, to the client: {missing}")),
        None => Ok(()),
    }
}

fn same(what: &str, found: &Value, wanted: &Value) -> Checked {
    if found == wanted { Ok(()) } else { Err(format!("{what} is {found}, not {wanted}")) }
}

fn holds(what: &str, it_does: bool) -> Checked {
    if it_does { Ok(()) } else { Err(what.to_owned()) }
}

fn own_id(id: &Value) -> bool {
    id.as_str().is_some_and(|id| id.starts_with("aana-") && id.len() == 37)
}

fn to_server(message: &Value, line: &str, wanted: &Value) -> Checked {
    for (key, value) in wanted.as_object().unwrap() {
        let params = &message["params"];
        match key.as_str() {
            "id" if value == "aana-*" => holds("an id of the guard", own_id(&message["id"]))?,
            "id" | "method" => same(key, &message[key], value)?,
            "name" | "task" | "requestState" => same(key, &params[key], value)?,
            "requestId" => same(key, &params["requestId"], value)?,
            "raw_number" => holds("the digits", line.contains(value.as_str().unwrap()))?,
            "without" => holds(
                "our parts are removed",
                params.get("requestState").is_none() && !line.contains("aana"),
            )?,
            "inputResponses" => {
                let names: Vec<&String> =
                    params["inputResponses"].as_object().unwrap().keys().collect();
                same(key, &serde_json::json!(names), value)?;
            }
            "bytes_without" => holds("no CR", !line.contains('\r'))?,
            "result" => holds("a result", message.get("result").is_some())?,
            other => return Err(format!("what is {other}?")),
        }
    }
    Ok(())
}

fn to_client(message: &Value, wanted: &Value, world: &World) -> Checked {
    for (key, value) in wanted.as_object().unwrap() {
        let params = &message["params"];
        let text = params["message"].as_str().unwrap_or_default();
        let shows = |part: &Value| text.contains(part.as_str().unwrap());
        let asked = &params["requestedSchema"]["properties"];
        match key.as_str() {
            "id" if value == "aana-*" => holds("an id of the guard", own_id(&message["id"]))?,
            "id" | "method" => same(key, &message[key], value)?,
            "requestId" => holds("an id of the guard", own_id(&params["requestId"]))?,
            "question" => same("the type", &params["requestedSchema"]["type"], &"object".into())?,
            "mode" => same(key, params.get("mode").unwrap_or(&Value::Null), value)?,
            "offers" => same(key, &asked["decision"]["enum"], value)?,
            "shows" => holds("what is shown", shows(value))?,
            "hidden" => {
                holds("the count", text.contains(&format!("hidden characters: {value}\n")))?;
            }
            "notes" => holds("the notes", value.as_array().unwrap().iter().all(shows))?,
            "diff" => {
                holds(
                    "old and new",
                    text.contains("\nbefore:\n> ") && text.contains("\nnow:\n> "),
                )?;
            }
            "file" => holds("a file", world.forms.len() == 1 && text.contains("/forms/question-"))?,
            "challenge" => holds("a code", asked.get("code").is_some())?,
            "lines" => same(key, &text.lines().count().into(), &8.into())?,
            "error" => {
                same("the code", &message["error"]["code"], &value["code"])?;
                same(
                    "the guard's code",
                    &message["error"]["data"]["guard_code"],
                    &value["guard_code"],
                )?;
            }
            "result" => result(&message["result"], value)?,
            other => return Err(format!("what is {other}?")),
        }
    }
    Ok(())
}

fn result(found: &Value, wanted: &Value) -> Checked {
    match wanted {
        Value::String(word) if word == "as the server sent it" => holds(
            "the server's result",
            found["content"][0]["text"] == "done"
                || found.get("content").is_none() && found.is_object(),
        ),
        Value::String(word) if word.starts_with("task") => {
            holds("the server's task", found.get("task").is_some())
        }
        Value::String(word) => {
            let name = word.strip_prefix("without ").unwrap();
            let tools = found["tools"].as_array().unwrap();
            holds(word, !tools.is_empty() && tools.iter().all(|tool| tool["name"] != *name))
        }
        wanted => result_members(found, wanted.as_object().unwrap()),
    }
}

fn result_members(found: &Value, wanted: &serde_json::Map<String, Value>) -> Checked {
    let decision = &found["_meta"]["aana/decision"];
    for (key, value) in wanted {
        match key.as_str() {
            "isError" | "resultType" => same(key, &found[key], value)?,
            "requestState" => {
                let state = found["requestState"].as_str().unwrap_or_default();
                holds("our state", state.starts_with("aana1."))?;
            }
            "inputRequests" => {
                let names = found["inputRequests"].as_object().ok_or("no requests")?;
                match value {
                    Value::Array(keys) if keys[0] == "<renamed>" => {
                        holds("renamed", names.len() == 1 && !names.contains_key("aana"))?;
                    }
                    Value::Array(keys) => holds("the keys", names.len() == keys.len())?,
                    _ => same(
                        "the request",
                        &found["inputRequests"]["aana"]["method"],
                        &value["aana"],
                    )?,
                }
            }
            "needs" => {
                let needs = decision["needs"].as_array().ok_or("no needs")?;
                let all = value.as_array().unwrap();
                let named = all.iter().all(|need| need.is_string() || needs.contains(need));
                holds("what is needed", named && !needs.is_empty())?;
            }
            _ => same(key, &decision[key], value)?,
        }
    }
    Ok(())
}

fn audit(world: &World, wanted: &[Value]) -> Checked {
    let mut records = world.records.iter();
    let kinds: Vec<&str> = world.records.iter().map(aana_guard::Record::kind).collect();
    let mut counts = std::collections::HashMap::<&str, usize>::new();
    for entry in wanted {
        let entry = entry.as_str().unwrap();
        let (kind, times) = match entry.split_once(" x") {
            Some((kind, times)) => (kind, times.parse().unwrap()),
            None => (entry, 1),
        };
        let (kind, detail) = kind.split_once(": ").unwrap_or((kind, ""));
        *counts.entry(kind).or_default() += times;
        if times > 1 {
            // Of several kinds that alternate only the number is told.
            continue;
        }
        let is_it = |record: &&aana_guard::Record| {
            record.kind() == kind && (detail.is_empty() || record.to_json().contains(detail))
        };
        if records.find(is_it).is_none() {
            return Err(format!("records are {kinds:?}, not {wanted:?}"));
        }
    }
    for kind in ["ask", "forward", "drop", "fault"] {
        let found = kinds.iter().filter(|found| **found == kind).count();
        let at_least = counts.get(kind).copied().unwrap_or_default();
        holds(&format!("{found} records of {kind}: {kinds:?}"), found == at_least)?;
    }
    Ok(())
}

fn route(world: &World, wanted: &str) -> Checked {
    let last = world.routes.last().map_or("none", String::as_str);
    let fits = match wanted {
        "per call" => true,
        "ask>accept" => last == "accept" && world.routes.iter().any(|route| route == "ask"),
        wanted => last == wanted,
    };
    holds(&format!("the routes are {:?}", world.routes), fits)
}
