//! `aana receipt make` and `aana receipt verify`.

use std::fs;
use std::path::Path;

use aana_core::Gate;
use serde_json::Value;

use crate::run::{NOW, NOW_MS, aana, aana_with, example};

fn folder(name: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("receipts").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let folder = folder.to_str().unwrap().to_owned();
    assert_eq!(aana(&["audit", "keygen", &format!("{folder}/key")]).code, 0);
    folder
}

#[test]
fn a_receipt_is_made_and_holds() {
    let folder = folder("holds");
    let (key, public) = (format!("{folder}/key"), format!("{folder}/key.pub"));
    let path = format!("{folder}/receipt.json");
    for (name, code) in
        [("search_docs", 0), ("send_email", 10), ("delete_database", 12), ("malformed", 12)]
    {
        let event = format!("examples/{name}.json");
        let bytes = if Path::new(&crate::run::root()).join(&event).exists() {
            example(&format!("{name}.json"))
        } else {
            format!("{{\"tool_name\": \"{name}\"}}").into_bytes()
        };
        let run =
            aana_with(&["receipt", "make", "--event", "-", "--now", NOW, "--key", &key], &bytes);
        let route = Gate::default().check_bytes(&bytes, NOW_MS).route();
        assert_eq!((run.code, run.stderr.as_str()), (code, ""), "{name}");
        assert_eq!(run.stdout.lines().count(), 1);
        fs::write(&path, &run.stdout).unwrap();
        let verify = ["receipt", "verify", &path, "--event", "-", "--key", &public];
        let run = aana_with(&verify, &bytes);
        let expected =
            format!("holds: the route was {} at 2026-05-10T00:00:00.000Z\n", route.as_str());
        assert_eq!((run.code, run.stdout), (0, expected));
        let run = aana_with(&[&verify[..], &["--format", "json"]].concat(), &bytes);
        let report: Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(
            (&report["holds"], &report["receipt"]["route"]),
            (&true.into(), &route.as_str().into())
        );
    }
}

#[test]
fn what_differs_is_named() {
    let folder = folder("differs");
    let (key, public) = (format!("{folder}/key"), format!("{folder}/key.pub"));
    let (event, policy) = ("examples/send_email.json", "examples/policy.json");
    let run = aana(&["receipt", "make", "--event", event, "--policy", policy, "--key", &key]);
    let receipt = format!("{folder}/receipt.json");
    fs::write(&receipt, &run.stdout).unwrap();
    let verify = |event: &str, more: &[&str]| {
        let arguments = ["receipt", "verify", &receipt, "--event", event];
        aana(&[&arguments[..], more].concat())
    };
    let whole = ["--policy", policy, "--key", &public];
    assert_eq!(verify(event, &whole).code, 0);
    let run = verify("examples/search_docs.json", &whole);
    assert_eq!(
        (run.code, run.stdout.as_str()),
        (12, "error[event]: the receipt is about another event\ndoes not hold\n")
    );
    let run = verify(event, &["--key", &public]);
    assert!(run.code == 12 && run.stdout.starts_with("error[policy]: "), "{}", run.stdout);
    aana(&["audit", "keygen", &format!("{folder}/other")]);
    let run = verify(event, &["--policy", policy, "--key", &format!("{folder}/other.pub")]);
    assert!(run.code == 12 && run.stdout.starts_with("error[signature]: "), "{}", run.stdout);
    // Two receipts, and one with something behind it.
    let good = fs::read_to_string(&receipt).unwrap();
    for bad in
        [good.repeat(2), format!("{good} "), good[..good.len() - 2].to_owned(), String::new()]
    {
        fs::write(&receipt, bad).unwrap();
        let run = verify(event, &whole);
        assert!(run.code == 12 && run.stdout.starts_with("error[signature]: "), "{}", run.stdout);
    }
    fs::write(&receipt, "x".repeat(1 << 20)).unwrap();
    assert_eq!(verify(event, &whole).code, 12);
}

#[test]
fn what_has_no_digest_has_no_receipt() {
    let folder = folder("none");
    let key = format!("{folder}/key");
    for event in [&b""[..], b"{", b"{\"a\": 1, \"a\": 2}", b"hunter2"] {
        let run = aana_with(&["receipt", "make", "--event", "-", "--key", &key], event);
        assert_eq!((run.code, run.stdout.as_str()), (12, ""));
        assert!(run.stderr.starts_with("error: no receipt: "), "{}", run.stderr);
        assert!(!run.stderr.contains("hunter2"));
    }
    let large = vec![b' '; 2 << 20];
    let run = aana_with(&["receipt", "make", "--event", "-", "--key", &key], &large);
    assert_eq!((run.code, run.stdout.as_str()), (12, ""));
    let run = aana(&["receipt", "verify", "x", "--event", "examples/search_docs.json"]);
    assert_eq!(run.code, 2, "without a key nothing is verified");
}
