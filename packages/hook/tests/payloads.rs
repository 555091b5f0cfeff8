//! Payloads of every client: what the gate decides about each, and what the client reads.
//!
//! `data/payloads.json` holds the payloads with the route that a careful person wants, `data/answers.json` what is
//! printed for them. `AANA_BLESS=1` writes the second file anew.

mod support;

use std::collections::BTreeMap;
use std::{env, fs};

use aana_core::Gate;
use aana_hook::{Client, Heard, Hook, WORKSTATION, with_roots};
use serde_json::{Value, json};
use support::{NOW, NoLinks, read, strict};

/// Payloads for which the answer is not the route that is wanted, and why.
const DIFFERENT: [(&str, &str); 9] = [
    ("H002", "asks: no rule of the policy speaks of deletions outside of the roots"),
    ("H005", "asks: the policy has no rule that holds a statement for the owner of the data"),
    (
        "H017",
        "accepts: `env` alone reads, and a rule that denies it would deny `env A=b make test`",
    ),
    ("H020", "asks, and Codex cannot ask: it is denied"),
    ("H025", "asks: Codex is about to ask the person itself"),
    ("H031", "accepts: what looks like a key has no key's length"),
    ("H048", "asks"),
    ("H064", "asks, and Crush cannot ask: it is denied"),
    ("H071", "asks, and Amazon Q cannot ask: it is denied"),
];
/// The same, for a secret that is copied by a command.
const DIFFERENT_TOO: (&str, &str) = ("H075", "asks: a command names a file of secrets");

#[test]
fn every_payload_is_answered_as_its_client_wants_it() {
    let recorded = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/answers.json");
    let mut answers = BTreeMap::new();
    for case in read("payloads.json") {
        let id = case["id"].as_str().unwrap().to_owned();
        let client = Client::parse(case["client"].as_str().unwrap()).unwrap();
        let hook = Hook::new(client, "/proj/shop").with_edits(true);
        let (route, answer, form) = match hook.read(case["stdin"].to_string().as_bytes(), &NoLinks)
        {
            Heard::Call(asked) => {
                let policy = with_roots(WORKSTATION, asked.roots()).unwrap();
                let decision =
                    Gate::new(&policy).unwrap().check_value(asked.event(), NOW).route().as_str();
                let gate = Gate::new(&policy).unwrap();
                let answer = asked.answer(&gate.check_value(asked.event(), NOW));
                (decision, answer, asked.form())
            }
            Heard::Prompt { answer, .. } | Heard::Other(answer) => {
                ("accept", answer, aana_hook::Form::Silent)
            }
            Heard::Unread { form, .. } => panic!("{id} is not understood ({form:?})"),
        };
        strict(form, &answer, &id);
        let different = DIFFERENT.iter().chain([&DIFFERENT_TOO]).any(|(other, _)| *other == id);
        assert_eq!(route != case["wanted"], different, "{id}: {route}");
        answers.insert(
            id,
            json!({"route": route, "stdout": answer.stdout, "stderr": answer.stderr, "code": answer.code}),
        );
    }
    let answers = serde_json::to_string_pretty(&answers).unwrap() + "\n";
    if env::var_os("AANA_BLESS").is_some() {
        fs::write(recorded, &answers).unwrap();
    }
    let before: Value = serde_json::from_str(&fs::read_to_string(recorded).unwrap()).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&answers).unwrap(), before);
}
