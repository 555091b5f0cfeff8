//! Requests made to cost: work grows with their length and no faster. Allocations stand for work, since
//! every word, path and finding is one; and whatever is cut off or damaged is read without a panic.

#[path = "../../../core/tests/support/worst.rs"]
#[allow(dead_code, reason = "these texts are not made of forms")]
mod worst;

use std::{fs, path::Path};

use aana_formats::tool_request::{CheckOptions, check};

fn base() -> String {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/conformance/formats/tool_request");
    fs::read_to_string(folder.join("valid_base.md")).expect("the document")
}

/// What it costs to check a document, in bytes that are allocated.
fn cost(document: &str) -> u64 {
    let check = || drop(check(document.as_bytes(), &CheckOptions::default()));
    allocation_counter::measure(check).bytes_total
}

/// The text of the given repetition.
type Part<'a> = &'a dyn Fn(usize) -> String;

/// Text after this line of the valid document, until the whole has `most` bytes.
fn filled(after: &str, part: Part<'_>, most: usize) -> String {
    let base = base();
    let (before, rest) = base.split_once(after).expect("the line");
    let mut text = format!("{before}{after}");
    for index in 0.. {
        let part = part(index);
        if text.len() + part.len() + rest.len() >= most {
            break;
        }
        text.push_str(&part);
    }
    text + rest
}

#[test]
fn a_request_costs_what_it_weighs() {
    let parts: &[(&str, &str, Part)] = &[
        ("inputs listed", "## Input Files\n", &|n| format!("- /in/f{n} sha256: {n:x}\n")),
        ("outputs listed", "## Output Expectations\n", &|n| format!("- /out/f{n}/g\n")),
        ("labels", "## Risk Assessment\n", &|_| "- Risk level: low\n".into()),
        ("headings", "## Risk Assessment\n", &|n| format!("## x{n}\n")),
        ("sections", "## Risk Assessment\n", &|_| "## Command\n".into()),
        ("underlines", "## Risk Assessment\n", &|_| "Command\n---\n".into()),
        ("tags", "## Risk Assessment\n", &|_| "<a <b <!--\n".into()),
        ("brackets", "## Risk Assessment\n", &|_| "[\n".into()),
        ("quotes", "## Risk Assessment\n", &|_| "> - 1. > # x\n".into()),
        ("schemes", "## Input Files\n", &|_| "a://b:// ://c ://\n".into()),
        ("installers", "## Risk Assessment\n", &|_| "pip npm -x no go get pip\n".into()),
        ("commands", "## Command\n", &|_| "a; b | c\n".into()),
        ("fences", "## Risk Assessment\n", &|_| "```\n~~~\n".into()),
    ];
    for (name, after, part) in parts {
        let (small, large) = (filled(after, part, 16 << 10), filled(after, part, 64 << 10));
        assert!(large.len() > 60_000, "{name}: {}", large.len());
        let (small, large) = (cost(&small) + 4096, cost(&large));
        assert!(large < 6 * small, "{name}: {small} bytes grew to {large}");
        worst::holds(
            name,
            |most| filled(after, part, most),
            |text| {
                drop(check(text.as_bytes(), &CheckOptions::default()));
            },
        );
    }
}

#[test]
fn a_document_that_is_too_large_is_not_looked_at() {
    let document = filled("## Command\n", &|_| "a; b\n".into(), 1 << 20);
    assert!(cost(&document) < 4096);
}

#[test]
fn every_beginning_and_every_change_of_a_byte_is_read() {
    let base = base();
    let options = CheckOptions { now_ms: Some(0), file_name: Some("x"), ..CheckOptions::default() };
    for end in 0..base.len() {
        drop(check(&base.as_bytes()[..end], &options));
        for byte in [0, b'\n', b' ', b'"', b'-', b'#', b'[', b':', b'\\', 0xC3] {
            let mut changed = base.clone().into_bytes();
            changed[end] = byte;
            let checked = check(&changed, &options);
            assert_eq!(checked.request.is_some(), checked.report.is_valid());
        }
    }
}
