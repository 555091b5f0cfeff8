//! Whatever stands in an argument, its reader comes to an end, and a further statement or a rule of the operator's
//! never makes what it says laxer.
#![no_main]

use aana_core::arguments::testing::{Report, call};
use libfuzzer_sys::fuzz_target;
use serde_json::json;

const KINDS: [&str; 7] = ["shell", "argv", "sql", "graphql", "path", "dest", "url"];

fuzz_target!(|input: &str| {
    for kind in KINDS {
        let read = |more: serde_json::Value| -> Report {
            let mut settings = json!({"kinds": {"*": {"text": kind}}});
            settings.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            call("tool", true, &json!({"text": input}).to_string(), &settings.to_string()).unwrap()
        };
        let alone = read(json!({}));
        let stricter = read(json!({
            "paths": {"roots": ["/srv/data"]},
            "hosts": {"allow": ["api.example"], "only": true},
            "limits": {"recipients": 1, "amount": {"*": "1"}},
        }));
        assert_eq!(stricter.summary.effect, alone.summary.effect);
        let stays = |finding| stricter.summary.findings.contains(finding);
        assert!(alone.summary.findings.iter().all(stays), "a rule relieves: {input:?}");
    }
    for dialect in ["postgres", "mysql", "sqlite", "tsql", "duckdb"] {
        let settings = json!({"sql": {"dialect": dialect}}).to_string();
        call("db", false, &json!({"sql": input}).to_string(), &settings).unwrap();
    }
    let mail = json!({"to": input, "amount": input, "ids": [input], "_raw": input});
    call("send_email", true, &mail.to_string(), r#"{"limits": {"amount": {"EUR": "5"}}}"#).unwrap();
});
