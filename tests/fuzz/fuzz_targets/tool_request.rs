//! Whatever the bytes, a request is read without a panic, places lie inside the document, and what is
//! valid keeps to what it promises.
#![no_main]

use aana_formats::{
    Place,
    command::split,
    tool_request::{CheckOptions, check, text},
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let checked = check(bytes, &CheckOptions::default());
    assert_eq!(checked.request.is_some(), checked.report.is_valid());
    let lines = bytes.iter().filter(|byte| **byte == b'\n').count() + 1;
    for finding in checked.report.findings() {
        let Place::Line { line, column } = finding.place else { panic!("a pointer into a text") };
        assert!((1..=lines).contains(&line) && column >= 1, "{finding:?}");
    }
    if let Some(request) = &checked.request {
        assert!(checked.content_sha256.is_some());
        assert!(!request.argv.is_empty());
        // Quoted for a shell, the words are the same words.
        let quoted: Vec<String> = request
            .argv
            .iter()
            .map(|word| format!("'{}'", word.replace('\'', r#"'"'"'"#)))
            .collect();
        let again = split(&quoted.join(" "));
        assert!(again.is_plain());
        assert!(again.words().iter().map(|word| word.text()).eq(request.argv.iter()));
    }
    let said = text::bind(bytes, "{}");
    assert!(!said.contains("\"route\":\"accept\""));
    if let Ok(line) = str::from_utf8(bytes) {
        let parts = split(line);
        let length: usize = parts.words().iter().map(|word| word.text().len()).sum();
        assert!(length <= line.len());
    }
});
