//! What the reader of paths makes of texts.

use super::{Folder, Place, read};
use crate::arguments::collected::{Collected, cases};
use crate::arguments::steps::grows_with_the_text;

fn found(text: &str, roots: &[&str]) -> (Vec<&'static str>, bool) {
    let mut found = Collected::default();
    let roots: Vec<Folder> = roots.iter().map(|root| Folder::new(root)).collect();
    let private = read(text, Place::Argument, &roots, &mut found);
    (found.blockers(), private)
}

fn warns(text: &str) -> bool {
    let mut found = Collected::default();
    read(text, Place::Argument, &[], &mut found);
    !found.summary.findings.is_empty()
}

#[test]
fn every_case_of_a_path_is_read_as_it_says() {
    let mut read = 0;
    for case in cases(&["path"]) {
        let roots = case["policy"]["arguments"]["paths"]["roots"].as_array();
        let roots: Vec<&str> =
            roots.into_iter().flatten().map(|root| root.as_str().unwrap()).collect();
        let arguments = &case["arguments"];
        let paths: Vec<&str> = ["path", "paths", "directory"]
            .iter()
            .flat_map(|key| match &arguments[key] {
                serde_json::Value::Array(items) => items.iter().collect(),
                value => vec![value],
            })
            .filter_map(|value| value.as_str())
            .collect();
        let mut codes = std::collections::BTreeSet::new();
        let mut private = false;
        for path in &paths {
            read += 1;
            let (blockers, is_private) = found(path, &roots);
            codes.extend(blockers);
            private |= is_private;
            if crate::arguments::hidden::in_code(path) {
                codes.insert("argument_hidden_text");
            }
        }
        if private && case["declared_category"] == "public_read" {
            codes.insert("public_read_reclassified_by_arguments");
        }
        if paths.is_empty() {
            continue;
        }
        let expected: std::collections::BTreeSet<&str> = case["expect"]["codes"]
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it.as_str().unwrap())
            .collect();
        assert_eq!(codes, expected, "{} {paths:?}", case["id"]);
    }
    assert_eq!(read, 43);
}

#[test]
fn dots_that_lead_out_are_told_from_those_that_do_not() {
    const T: &str = "argument_path_traversal";
    for (path, leads_out) in [
        ("/proj/%2e%2e/x", true),
        ("/proj/%25252e%25252e%25252fx", true),
        ("a%2f..%2f..%2fb", true),
        ("%c0%ae%c0%ae/x", true),
        ("\u{FF0E}\u{FF0E}/x", true),
        ("\u{2025}/x", true),
        ("a/..;/manager", true),
        ("..\\x", true),
        ("a/..\\..\\b", true),
        ("/proj/..", true),
        ("/proj/../proj/x", false),
        ("/..", true),
        ("~/../other", true),
        ("~/a/../b", false),
        ("C:/a/../../b", true),
        ("a/../../etc/passwd", true),
        ("../../WINDOWS/x", true),
        ("../etcetera/x", false),
        ("a/../b", false),
        ("../README.md", false),
        ("a..b/c", false),
        ("...", false),
        ("50%25 off.txt", false),
        ("100%.txt", false),
        ("a%20b", false),
        ("v1%2e2/notes", false),
    ] {
        let (codes, _) = found(path, &[]);
        assert_eq!(codes.contains(&T), leads_out, "{path}");
    }
    assert!(warns("../README.md") && warns("a/../b") && !warns("a/b"));
}

#[test]
fn folders_are_compared_by_components() {
    const OUTSIDE: &str = "argument_path_outside_roots";
    for (path, roots, outside) in [
        ("/proj", &["/proj"] as &[&str], false),
        ("/proj/", &["/proj/"], false),
        ("/proj/./a//b", &["/proj"], false),
        ("/projects/a", &["/proj"], true),
        ("/proj/../proj/a", &["/proj"], false),
        ("/", &["/proj"], true),
        ("a/b", &["/proj"], false),
        ("a/../../b", &["/proj"], true),
        ("~", &["/proj"], true),
        ("~root/x", &["/proj"], true),
        ("file:///proj/a", &["/proj"], false),
        ("file:///etc/fstab", &["/proj"], true),
        ("/other/a", &["/proj", "/other"], false),
        ("c:\\proj\\a", &["C:\\Proj"], false),
        ("D:\\proj\\a", &["C:\\proj"], true),
        ("\\\\srv\\proj\\a", &["/srv/proj"], true),
        ("/proj/%2e%2e/etc", &["/proj"], true),
        ("/proj\0/../x", &["/proj"], false),
    ] {
        assert_eq!(found(path, roots).0.contains(&OUTSIDE), outside, "{path}");
    }
}

#[test]
fn secrets_devices_and_forms() {
    for (path, code) in [
        ("prod/.env", "argument_secret_file"),
        (".ENV.production", "argument_secret_file"),
        ("keys/server.PEM", "argument_secret_file"),
        ("id_ed25519_work", "argument_secret_file"),
        ("~/.kube/config", "argument_secret_file"),
        ("/etc/shadow%00.png", "argument_secret_file"),
        ("a/../.ssh/id_rsa", "argument_secret_file"),
        ("service-account-x.json", "argument_secret_file"),
        ("/proc/1/environ", "argument_secret_file"),
        ("C:\\Windows\\System32\\config\\sam", "argument_secret_file"),
        ("/dev/mem", "argument_device_path"),
        ("/dev/disk/by-id/x", "argument_device_path"),
        ("a\\NUL", "argument_path_form"),
        ("a\\com1.txt", "argument_path_form"),
        ("\\\\?\\C:\\x", "argument_path_form"),
        ("/\\srv\\x", "argument_path_form"),
        ("a.txt::$DATA", "argument_path_form"),
        ("f\u{456}le.txt", "argument_lookalike"),
    ] {
        assert!(found(path, &[]).0.contains(&code), "{path}");
    }
    for path in [
        ".env.example",
        ".env.sample",
        "environment",
        ".environment",
        "id_card.png",
        "id_rsa.pub",
        "~/.ssh/known_hosts",
        "~/.ssh/config",
        "secretary.json",
        "pem.md",
        "/dev/fd/3",
        "/dev/tty",
        "dev/sda",
        "a\\column.txt",
        "a\\nullable",
        "proc/self/environ",
        "/device/x",
        "SAMPLE",
    ] {
        assert_eq!(found(path, &[]).0, Vec::<&str>::new(), "{path}");
    }
}

#[test]
fn the_work_grows_with_the_text() {
    let parts =
        ["a/", "../", "..\\", "%25", "%2e", "%c0", ":", "\\", "~", "/", "\u{FF0E}", "a", "\\NUL"];
    grows_with_the_text(&parts, 40, |text| {
        found(text, &["/proj", "/other"]);
    });
}
